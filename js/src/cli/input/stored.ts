// SPDX-License-Identifier: Apache-2.0
//
// Reads stored results from files: reports, and the additions to a report (results of other commands as JSON, and the
// auditor's notes). The reader and its schemas are loaded on demand, because most audits read no stored result.

import { readFile } from 'node:fs/promises';
import { isPlain } from '../../core/options.js';
import { oneLine } from '../../document/format.js';
import type { Report } from '../../report/report.js';
import type { StoredRobustness } from '../../robustness/describe.js';
import { InputError } from '../command.js';
import { rows } from '../options/rows.js';
import { getName, unusable } from './input.js';

export const extraOptions = { with: rows.with, notes: rows.notes } as const;

interface Values {
  with?: string[] | undefined;
  notes?: string | undefined;
}

// A result without a `format` field is recognized by a field that only it has.
const kinds: readonly [field: string, name: string][] = [
  ['unconstrained', 'thresholds'],
  ['conjunctions', 'slices'],
  ['BA_MALS', 'amplification'],
  ['trials', 'leakage'],
];
const formats: Readonly<Record<string, string>> = {
  'fairwasm-report': 'version',
  'fairwasm-comparison': 'comparison',
  'fairwasm-impact': 'impact',
  'fairwasm-impact-scores': 'impactScores',
  'fairwasm-impact-by-probability': 'impactByProbability',
  'fairwasm-robustness': 'robustness',
};

function getKind(result: object): string | undefined {
  const { format } = result as { format?: unknown };
  if (typeof format === 'string') return formats[format];
  return kinds.find(([field]) => Object.hasOwn(result, field))?.[1];
}

/** Reads the additions before the report is computed, so that unusable files are reported immediately. */
export async function readExtras(values: Values): Promise<(report: Report) => Report> {
  const results: Record<string, unknown> = {};
  for (const path of values.with ?? []) {
    const [name, result] = await readResult(path);
    if (name in results) throw new InputError(oneLine(`${path}: the report already has ${name}; remove one --with`));
    results[name] = result;
  }
  const isGiven = Object.keys(results).length > 0;
  return (report) => ({
    ...report,
    ...(values.notes !== undefined && { notes: values.notes }),
    ...(isGiven && { extras: { ...report.extras, ...results } }),
  });
}

async function readResult(path: string): Promise<[name: string, result: unknown]> {
  const check: typeof import('../../report/check.js') = await import('../../report/check.js');
  const { parseStored } = await import('../../report/read.js');
  try {
    const result = parseStored(await readFile(path, 'utf8'));
    const kind = isPlain(result) ? getKind(result) : undefined;
    if (kind === undefined) {
      throw new InputError(
        `${path}: not a fairwasm result. --with accepts JSON results of: ${check.extraNames.join(', ')}.`,
      );
    }
    const named = kind === 'version' ? { name: getSource(result as Report, path), report: result } : result;
    check.requireExtras({ [kind]: named });
    if (kind !== 'robustness') return [kind, named];
    const { storedRobustness } = await import('../../robustness/stored-robustness.js');
    return [kind, storedRobustness(named as StoredRobustness)];
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw unusable(path, error);
  }
}

const getSource = ({ source }: Report, path: string): string => source ?? getName(path);

/** Reads the report in the file. Throws {@link InputError} if the file is not a report. */
export async function readStored(path: string): Promise<Report> {
  const { readReport } = await import('../../report/read.js');
  try {
    return readReport(await readFile(path, 'utf8'));
  } catch (error) {
    throw unusable(path, error, 'not a fairwasm report: ');
  }
}
