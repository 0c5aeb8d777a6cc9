// SPDX-License-Identifier: Apache-2.0
//
// Audits the decisions of one score at several thresholds.

import { invalid } from '../core/error.js';
import { shown } from '../core/options.js';
import type { CsvSource } from '../data/byte-input.js';
import type { CsvOptions } from '../data/csv.js';
import { canBeReadAnywhere, readWhole } from '../data/files/source.js';
import { auditCsv, type CsvAuditOptions } from './audit-csv.js';
import type { AuditorOptions } from './audit-input.js';
import type { Auditor } from './auditor.js';
import type { AuditReport } from './report.js';

/**
 * Returns one report for each threshold of a score, in the given order; see {@link auditCsv}.
 *
 * @param what The columns by role; `score` is required, and `threshold` is ignored.
 * @param thresholds Scores from which on a row is predicted to be favorable, each once.
 *
 * @example
 * const csv = 'repaid,score,sex\n1,0.4,f\n0,0.2,f\n1,0.8,m\n0,0.6,m\n';
 * const what = { label: 'repaid', score: 'score', groups: ['sex'] };
 * const reports = await auditThresholds(await load(), csv, what, [0.3, 0.5]);
 * reports.map((each) => each.breakdowns[0].spreads.selectionRate.difference.value); // [0.5, 1]
 *
 * @throws FairwasmError `invalidArgument` for an empty list, a threshold that is not a number, or one that occurs twice.
 */
export async function auditThresholds(
  fair: { auditor(options: AuditorOptions): Auditor },
  file: CsvSource,
  what: CsvAuditOptions,
  thresholds: readonly number[],
  options: Omit<CsvOptions, 'columns'> = {},
): Promise<AuditReport[]> {
  if (!Array.isArray(thresholds) || new Set(thresholds).size < Math.max(1, thresholds.length))
    throw invalid('thresholds', 'a list of different numbers', shown(thresholds));
  const isRepeatable = typeof file === 'string' || canBeReadAnywhere(file);
  const source = isRepeatable ? file : new Blob([await readWhole(file)]);
  const reports: AuditReport[] = [];
  for (const threshold of thresholds) reports.push(await auditCsv(fair, source, { ...what, threshold }, options));
  return reports;
}
