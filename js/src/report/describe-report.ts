// SPDX-License-Identifier: Apache-2.0
//
// Describes a report with all of its additions.

import type { Document } from '../document/model.js';
import { requireReport } from './check-report.js';
import { describeAudit } from './describe-audit.js';
import { describeConditional, getConditionals } from './describe-conditional.js';
import { describeExtras } from './describe-extras.js';
import { describePower } from './describe-power.js';
import type { Report } from './report.js';

/** Describes results that were requested: equivalence tests, shrunken rates, and comparisons within strata. */
export const describeOptional = (report: Report): Document[] => [
  ...describePower(report),
  ...getConditionals(report).map(describeConditional),
];

/**
 * Describes the report: the main findings first, then all values of each breakdown.
 *
 * @throws FairwasmError `invalidArgument` for anything but a report.
 */
export function describeReport(report: Report): Document {
  requireReport(report);
  return describeAudit(report, [...describeOptional(report), ...describeExtras(report)]);
}
