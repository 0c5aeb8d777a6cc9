// SPDX-License-Identifier: Apache-2.0
//
// Reports of precomputed counts, for binary or multiclass labels.

import type { Report } from '../audit/report.js';
import type { ClassReport } from '../classes/report.js';
import type { Table } from '../data/table.js';
import type { Fairwasm } from '../fairwasm.js';
import type { CountsAudit } from '../sql/audit-counts.js';
import { areSeveral, type ClassValues, severalReport } from './class-options.js';

/** Options that determine the kind of report. */
type Values = ClassValues & Readonly<Record<string, unknown>>;

/** Returns the report of counts; throws FairwasmError like {@link auditCounts}. */
export async function countedReport(
  fair: Fairwasm,
  answer: Table,
  what: CountsAudit,
  { isSeveral, values }: { isSeveral: boolean; values: Values },
): Promise<Report | ClassReport> {
  const { label, prediction, minCellSize, suppressBelow } = what;
  // Audits of rows do not need this module, so it is loaded on demand.
  const { auditCounts, countsAuditor } = await import('../sql/audit-counts.js');
  const isWhole = (minCellSize ?? suppressBelow) === undefined;
  if (!isWhole || label === undefined || prediction === undefined) {
    return auditCounts(fair, answer, what);
  }
  const auditor = countsAuditor(fair, answer, what);
  try {
    if (isSeveral || areSeveral({ auditor }, values)) {
      return await severalReport(fair, { auditor }, what, values);
    }
  } finally {
    auditor[Symbol.dispose]();
  }
  return auditCounts(fair, answer, what);
}
