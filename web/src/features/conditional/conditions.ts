// SPDX-License-Identifier: Apache-2.0
//
// The columns that can be a condition of comparisons.

import type { Report } from 'fairwasm';

/** The columns of `columns` that leave at least one column of groups. */
export function possibleConditions(report: Report, columns: readonly string[]): string[] {
  const attributes = new Set(report.breakdowns.flatMap(({ by }) => by));
  return columns.filter((name) => attributes.size > 1 || !attributes.has(name));
}
