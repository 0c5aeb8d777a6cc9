// SPDX-License-Identifier: Apache-2.0
//
// The built-in examples: two audits that are well known, made from published counts, so that everything
// can be tried without a file. No person's row is in here.

import { FairwasmError } from '../core/error.js';
import type { Fairwasm } from '../fairwasm.js';
import type { AuditOptions } from '../group/audit.js';
import type { Report } from '../report/report.js';
import type { CountedRows } from '../tally/tally.js';
import { berkeley } from './berkeley.js';
import { compas } from './compas.js';

/** A data set that comes with the package, as counts of rows that are alike. */
export interface Example {
  /** As in code: `compas`. */
  name: string;
  title: string;
  /** Who published the counts. */
  source: string;
  /** What the columns mean, what is to be seen, and what is not. */
  about: string;
  /** What label and prediction are called. */
  columns: Readonly<Record<string, string>>;
  counted: CountedRows;
  options: Pick<AuditOptions, 'favorable' | 'privileged'>;
}

export const examples: readonly Example[] = [compas, berkeley];

/** The example of that name. Throws `invalidArgument` if there is none. */
export function findExample(name: string): Example {
  const found = examples.find((example) => example.name === name);
  if (found) return found;
  throw new FairwasmError('invalidArgument', {
    argument: 'example',
    expected: `one of ${examples.map((example) => example.name).join(', ')}`,
    actual: `'${name}'`,
  });
}

/** The audit of an example. */
export function reportExample(
  fair: Fairwasm,
  example: Example,
  { uncertainty }: Pick<AuditOptions, 'uncertainty'> = {},
): Report {
  const { counted, options, columns, title } = example;
  const auditor = fair.auditor({
    ...options,
    uncertainty,
    groups: Object.keys(counted.groups ?? {}),
    label: counted.label !== undefined,
    prediction: counted.prediction !== undefined,
  });
  auditor.updateCounted(counted);
  return auditor.audit().report({ source: title, columns });
}
