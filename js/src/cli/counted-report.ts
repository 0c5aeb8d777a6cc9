// SPDX-License-Identifier: Apache-2.0
//
// What was counted elsewhere, as a report of two outcomes or of several classes: whichever the labels are.

import type { Report } from '../audit/report.js';
import type { ClassReport } from '../classes/report.js';
import type { Table } from '../data/table.js';
import type { Fairwasm } from '../fairwasm.js';
import type { CountsAudit } from '../sql/audit-counts.js';
import { areSeveral, type ClassValues, severalReport } from './class-options.js';

/** The options of the command line that decide which it is. */
type Values = ClassValues & Readonly<Record<string, unknown>>;

/** Throws FairwasmError as {@link auditCounts} does. */
export async function countedReport(
  fair: Fairwasm,
  answer: Table,
  what: CountsAudit,
  { isSeveral, values }: { isSeveral: boolean; values: Values },
): Promise<Report | ClassReport> {
  const { label, prediction, minCellSize, suppressBelow } = what;
  // Most audits read rows: they start without it.
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
