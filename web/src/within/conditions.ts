// SPDX-License-Identifier: Apache-2.0
//
// Which columns groups can be compared within.

import type { Report } from 'fairwasm';

/** Those of `columns` that leave something that makes groups. */
export function possibleConditions(report: Report, columns: readonly string[]): string[] {
  const attributes = new Set(report.breakdowns.flatMap(({ by }) => by));
  return columns.filter((name) => attributes.size > 1 || !attributes.has(name));
}
