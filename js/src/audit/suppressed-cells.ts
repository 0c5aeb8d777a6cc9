// SPDX-License-Identifier: Apache-2.0
//
// Cell suppression in a report: the suppressed cells, so that no small cell can be inferred, and how much it
// could change.

import type { AuditReport } from './report.js';
/** A range that certainly contains a value; its ends may or may not be attainable. */
export type Bounds = readonly [least: number, most: number];

/** The suppressed cells of a report. */
export type Withheld = NonNullable<AuditReport['withheld']>;

/** The suppressed cells of one breakdown. */
export type WithheldBreakdown = Withheld['breakdowns'][number];

/** Returns the number of groups of a breakdown that are suppressed. */
export const getSuppressed = ({ withheld }: AuditReport, by: readonly string[]): number =>
  withheld?.by === 'report'
    ? (withheld.breakdowns.find((each) => each.by.join('\n') === by.join('\n'))?.groups.length ?? 0)
    : 0;
