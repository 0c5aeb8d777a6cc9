// SPDX-License-Identifier: Apache-2.0
//
// Cost of equal rates, from the curves of scores: the best accuracy of group-specific thresholds for each permitted gap
// between groups, and the position of the actual decisions.

import type { Breakdown } from 'fairwasm';
import type { ThresholdConstraint, Thresholds } from 'fairwasm/thresholds';
import { getMax, getMin } from '#fairwasm/core/extremes.js';
import type { GroupScores } from '#fairwasm/scores/stored-scores.js';

/** The rates to equalize. */
export const constraints = [
  { value: 'demographicParity', text: 'selection rates' },
  { value: 'equalOpportunity', text: 'true positive rates' },
  { value: 'predictiveEquality', text: 'false positive rates' },
  { value: 'equalizedOdds', text: 'true and false positive rates' },
] as const satisfies readonly { value: ThresholdConstraint; text: string }[];

/** The curves of a group. */
export type ScoreCurve = Pick<GroupScores, 'name' | 'positives' | 'negatives' | 'rocCurve'>;

export interface FrontierPoint {
  /** The largest gap between two groups' rates. */
  gap: number;
  accuracy: number;
}

export interface Frontier {
  /** The best accuracy at each permitted gap between groups. Empty if it is undefined. */
  points: readonly FrontierPoint[];
  /** The single threshold for all groups with the best accuracy. */
  single: FrontierPoint;
  /** The reason that there is no frontier. */
  reason: string | undefined;
}

declare module '../../worker/requests.js' {
  interface Requests {
    frontier: { request: { groups: readonly ScoreCurve[]; constraint: ThresholdConstraint }; result: Frontier };
  }
}

/** The groups with both outcomes; the rows are those of the curves. */
export function getFrontier(
  thresholds: Thresholds,
  groups: readonly ScoreCurve[],
  constraint: ThresholdConstraint,
): Frontier {
  const entries = groups.flatMap(getEntries);
  const curves = thresholds.curves({
    label: Uint8Array.from(entries, ({ label }) => label),
    score: Float64Array.from(entries, ({ score }) => score),
    weight: Float64Array.from(entries, ({ weight }) => weight),
    groups: { group: entries.map(({ group }) => group) },
  });
  try {
    const { reason } = curves.optimum({ constraint });
    const frontier = reason === undefined ? curves.frontier({ constraint }) : [];
    const single = curves.singleThreshold({ constraint });
    return {
      points: frontier.map(({ tolerance, value }) => ({ gap: tolerance, accuracy: value })),
      single: { gap: single.gap, accuracy: single.value },
      reason,
    };
  } finally {
    curves[Symbol.dispose]();
  }
}

/** The number of rows with each outcome that have the score of a step of the curve. */
function getEntries({ name: group, positives, negatives, rocCurve }: ScoreCurve) {
  let before = { hits: 0, alarms: 0 };
  return rocCurve.flatMap(({ threshold, truePositiveRate, falsePositiveRate }) => {
    const now = {
      hits: positives > 0 ? truePositiveRate * positives : 0,
      alarms: negatives > 0 ? falsePositiveRate * negatives : 0,
    };
    const step = [
      { group, label: 1, score: threshold, weight: now.hits - before.hits },
      { group, label: 0, score: threshold, weight: now.alarms - before.alarms },
    ];
    before = now;
    return step.filter(({ weight }) => weight > 1e-9); // proportions times counts are integers, except for rounding
  });
}

const rates: Record<ThresholdConstraint, readonly string[]> = {
  demographicParity: ['selectionRate'],
  equalOpportunity: ['truePositiveRate'],
  predictiveEquality: ['falsePositiveRate'],
  equalizedOdds: ['truePositiveRate', 'falsePositiveRate'],
};

/** The position of a report's decisions; undefined if a rate is unknown. */
export function presentPoint({ groups }: Breakdown, constraint: ThresholdConstraint): FrontierPoint | undefined {
  const counted = groups.filter(({ counts }) => counts.instances > 0);
  const sum = (of: 'truePositives' | 'trueNegatives' | 'instances') =>
    counted.reduce((all, { counts }) => all + counts[of], 0);
  const gaps = rates[constraint].map((rate) => {
    const values = counted.map((group) => group.rates[rate]?.value ?? Number.NaN);
    return getMax(values) - getMin(values);
  });
  const gap = getMax(gaps);
  const accuracy = (sum('truePositives') + sum('trueNegatives')) / sum('instances');
  return Number.isFinite(gap) && Number.isFinite(accuracy) ? { gap, accuracy } : undefined;
}
