// SPDX-License-Identifier: Apache-2.0
//
// The initial view of a report: the view when it was saved, or the largest finding.

import { type Breakdown, knownMetrics, type Metric, type Report } from 'fairwasm';
import { findings, widestRate } from './ranking.js';

export interface Look {
  /** The index of the breakdown. */
  chosen: number;
  disparity: Metric | undefined;
  rate: Metric | undefined;
  /** True if values are shown exactly. */
  exact: boolean;
  notes: string;
}

export function firstLook(report: Report): Look {
  const { view, disparities, rates, outcome, notes = '' } = report;
  const first = report.breakdowns[0] as Breakdown;
  const chosen = report.breakdowns.findIndex(({ by }) => isSameList(by, view?.by ?? []));
  const known = (names: readonly string[]) => knownMetrics(names, outcome)[0];
  const saved = (names: readonly string[], name: string | undefined) =>
    name !== undefined && names.includes(name) ? known([name]) : undefined;
  return {
    chosen: Math.max(0, chosen),
    exact: view?.isExact ?? false,
    notes,
    disparity:
      saved(disparities, view?.disparity) ??
      findings(report, first)[0]?.metric ??
      known(disparities),
    rate: saved(rates, view?.rate) ?? widestRate(report, first),
  };
}

/** The same audit with additional results: the user's choices stay. */
export const isSame = (before: Report | undefined, { source, rows, breakdowns }: Report): boolean =>
  before !== undefined &&
  before.source === source &&
  before.rows === rows &&
  JSON.stringify(before.breakdowns.map(({ by }) => by)) ===
    JSON.stringify(breakdowns.map(({ by }) => by));

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
