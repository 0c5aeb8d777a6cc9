// SPDX-License-Identifier: Apache-2.0
//
// The initial view of a report: the view when it was saved, or the first finding.

import type { Breakdown, Metric, Report } from 'fairwasm';
import type { Document } from 'fairwasm/report';
import { essentialDisparities, knownMetrics, rankDisparities } from '#fairwasm/report/ranking.js';

export interface Look {
  /** The index of the breakdown. */
  chosen: number;
  disparity: Metric | undefined;
  rate: Metric | undefined;
  /** True if values are shown exactly. */
  exact: boolean;
  notes: string;
}

export function firstLook(report: Report, { blocks }: Document): Look {
  const { breakdowns, view, disparities, rates, outcome, notes = '' } = report;
  const saved = breakdowns.findIndex(({ by }) => isSameList(by, view?.by ?? []));
  const chosen = saved >= 0 ? saved : getPlace(blocks[0] as Document);
  const first = breakdowns[chosen] as Breakdown;
  const known = (names: readonly string[], name: string | undefined) =>
    name !== undefined && names.includes(name) ? knownMetrics([name], outcome)[0] : undefined;
  const disparity =
    known(disparities, view?.disparity) ??
    rankDisparities(first, essentialDisparities(disparities, outcome))[0]?.metric;
  return {
    chosen,
    exact: view?.isExact ?? false,
    notes,
    disparity,
    rate: known(rates, view?.rate) ?? known(rates, disparity?.rate) ?? known(rates, rates[0]),
  };
}

/** The breakdown of the first finding in a summary, or the first one. */
function getPlace({ blocks }: Document): number {
  const details = blocks.flatMap((block) => ('blocks' in block && block.details) || []);
  return Number(details[0]?.name.split('-').at(-1) ?? 0);
}

/** The same audit with additional results: the user's choices stay. */
export const isSame = (before: Report | undefined, { source, rows, breakdowns }: Report): boolean =>
  before !== undefined &&
  before.source === source &&
  before.rows === rows &&
  JSON.stringify(before.breakdowns.map(({ by }) => by)) === JSON.stringify(breakdowns.map(({ by }) => by));

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
