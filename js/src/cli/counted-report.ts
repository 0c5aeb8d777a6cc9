// SPDX-License-Identifier: Apache-2.0
//
// Reports of precomputed counts, for binary or multiclass labels.

import type { ClassReport } from '../classes/report.js';
import type { CodedBatch } from '../data/coded-csv.js';
import { getSpelling } from '../data/intake/options.js';
import type { Table } from '../data/table.js';
import type { Fairwasm } from '../fairwasm.js';
import type { Report } from '../report/report.js';
import type { CountsAudit } from '../sql/audit-counts.js';
import { areSeveral, type ClassValues, severalReport } from './class-options.js';

/** Options that determine the kind of report. */
type Values = ClassValues & Readonly<Record<string, unknown>>;

/** Returns the report of counts; throws FairwasmError like {@link auditCounts}. */
export async function countedReport(
  fair: Fairwasm,
  given: Table,
  what: CountsAudit,
  { isSeveral, values }: { isSeveral: boolean; values: Values },
): Promise<Report | ClassReport> {
  const { label, prediction, minCellSize, suppressBelow, groups = [], within = [] } = what;
  const labels = [label, prediction].filter((name) => name !== undefined);
  const isWhole = (minCellSize ?? suppressBelow) === undefined;
  // Bounds for suppressed groups hold only for the database's own groups.
  const keeps = values['keep-spellings'] === true || !isWhole ? 'keep' : undefined;
  // As in the report of a file of rows, but databases return rows in any order.
  const { OneSpelling } = await import('../data/intake/spellings.js');
  const one = new OneSpelling(getSpelling(keeps, [...groups, ...within], [labels]));
  const columns = given as CodedBatch['columns'];
  one.sort(columns);
  const answer = one.columns(columns) as Table;
  const noted = (report: Report): Report => ({
    ...report,
    warnings: [...one.decisions.map(({ note }) => note), ...report.warnings],
  });
  // Audits of rows do not need this module, so it is loaded on demand.
  const { auditCounts, countsAuditor } = await import('../sql/audit-counts.js');
  if (!isWhole || label === undefined || prediction === undefined) {
    return noted(auditCounts(fair, answer, what));
  }
  const auditor = countsAuditor(fair, answer, what);
  try {
    if (isSeveral || areSeveral({ auditor }, values)) {
      return await severalReport(fair, { auditor }, what, values);
    }
  } finally {
    auditor[Symbol.dispose]();
  }
  return noted(auditCounts(fair, answer, what));
}
