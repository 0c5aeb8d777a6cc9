// SPDX-License-Identifier: Apache-2.0
//
// The built-in examples: two well-known audits, from published counts, so that every function can be tried without a
// file. They contain no rows about individuals.

import type { AuditOptions, AuditorOptions } from '../audit/audit-input.js';
import type { Auditor } from '../audit/auditor.js';
import type { AuditReport, ReportContext } from '../audit/report.js';
import { invalid } from '../core/error.js';
import { requireParts, shown } from '../core/options.js';
import { berkeley } from './berkeley.js';
import { compas } from './compas.js';
import type { Example } from './example.js';

export type { Example };

export const examples: readonly Example[] = [compas, berkeley];

/**
 * The example of that name. Throws `invalidArgument` if there is none.
 *
 * @example
 * const { title, columns } = findExample('compas');
 * columns.prediction; // "medium or high score"
 */
export function findExample(name: string): Example {
  const match = examples.find((example) => example.name === name);
  if (match) return match;
  throw invalid('example', `one of ${examples.map((example) => example.name).join(', ')}`, shown(name));
}

/**
 * Returns the report of an example. Default of `outcome`: that of the example.
 *
 * @example
 * const report = reportExample(await load(), findExample('berkeley'));
 * report.rows; // 4526
 */
export function reportExample(
  fair: { auditor(options: AuditorOptions): Auditor },
  example: Example,
  input: Pick<AuditOptions, 'uncertainty' | 'outcome'> &
    Pick<ReportContext, 'equivalenceMargin' | 'shrunken' | 'pairs' | 'within' | 'metrics'> = {},
): AuditReport {
  requireParts('example', example, ['counted', 'options'], 'one of the examples');
  requireParts('reportExample', input, [], 'an object with options');
  const { uncertainty, outcome = example.options.outcome, ...extras } = input;
  requireParts('fair', fair, ['auditor'], 'the result of load() from fairwasm');
  const { counted, options, columns, title, about } = example;
  const auditor = fair.auditor({
    ...options,
    outcome,
    uncertainty,
    groups: Object.keys(counted.groups),
    label: counted.label !== undefined,
    prediction: true,
  });
  try {
    auditor.updateCounted(counted);
    return auditor.audit().report({ source: title, about, columns, ...extras });
  } finally {
    auditor[Symbol.dispose]();
  }
}
