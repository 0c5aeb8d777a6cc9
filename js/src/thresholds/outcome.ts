// SPDX-License-Identifier: Apache-2.0
//
// The result of thresholds: the objective, the cost of the constraint, and each group's thresholds and rates.

import type { NamedGroup } from '../data/named-group.js';
import type { WasmCurves } from './module.js';
import type { CoreTask } from './task.js';

/** A group's thresholds and the resulting rates. */
export interface GroupOutcome extends NamedGroup {
  /**
   * A row is selected if its score is at least its threshold. If there are two thresholds, one is drawn for
   * each row, with these probabilities. Infinity selects no one.
   */
  thresholds: readonly { threshold: number; probability: number }[];
  /**
   * Probability that a row is decided by a coin instead of its score, and the probability that the coin
   * selects it. Equalized odds uses it to worsen the decisions of groups with more accurate scores. Absent if
   * there is no coin.
   */
  coin?: { probability: number; selects: number };
  /** Expected rates; NaN if the group has no rows for them. */
  selectionRate: number;
  truePositiveRate: number;
  falsePositiveRate: number;
  accuracy: number;
  /**
   * Lowest and highest constrained rate among all equally good thresholds. For equalized odds, that of the
   * false positive rate. Absent if unknown: for equalized odds with a tolerance, and for thresholds that were
   * not chosen for the constraint.
   */
  range?: [low: number, high: number];
}

/** The result of the best thresholds, or of given ones. */
export interface ThresholdOutcome {
  /** Accuracy, balanced accuracy, or mean cost per row; NaN if it is undefined. */
  value: number;
  /** Loss compared with each group's own best threshold, at least 0. */
  cost: number;
  /**
   * Largest difference between two groups in the constrained rate; for equalized odds, the larger of the two.
   */
  gap: number;
  /** Empty if the value is undefined. */
  groups: readonly GroupOutcome[];
  /** The reason why the value is undefined. */
  reason?: string;
}

/** @internal */
export type CoreOutcome = ReturnType<WasmCurves['optimum']>;
type CoreGroup = CoreOutcome['groups'][number];

/** @internal A group's numbers of rows. */
export interface GroupRows extends NamedGroup {
  positives: number;
  negatives: number;
}

/** @internal */
export function getOutcome(
  core: CoreOutcome,
  unconstrained: number,
  groups: readonly GroupRows[],
  task: CoreTask,
): ThresholdOutcome {
  const { value, gap } = core;
  const sign = task.measure === 'cost' ? -1 : 1;
  const outcome: ThresholdOutcome = {
    value,
    cost: Math.max(0, sign * (unconstrained - value)),
    gap,
    groups: core.groups.map((group, g) => groupOutcome(group, groups[g] as GroupRows)),
  };
  if (Number.isNaN(value)) outcome.reason = whyUndefined(groups, task);
  return outcome;
}

function groupOutcome({ policy, range, ...rates }: CoreGroup, { categories, name }: NamedGroup): GroupOutcome {
  const [low, high] = range as unknown as [number, number];
  const { ignore, coin } = policy;
  return {
    categories,
    name,
    thresholds: Array.from(policy.thresholds, (threshold, i) => ({
      threshold,
      probability: policy.probabilities[i] as number,
    })),
    ...(ignore > 0 && { coin: { probability: ignore, selects: coin } }),
    ...rates,
    ...(!Number.isNaN(low) && { range: [low, high] as [number, number] }),
  };
}

/** @internal The decisions for a group's rows, in the core's format. */
export type CorePolicy = CoreGroup['policy'];

/** @internal */
export const getPolicy = ({ thresholds, coin }: GroupOutcome): CorePolicy => ({
  thresholds: Float64Array.from(thresholds, ({ threshold }) => threshold),
  probabilities: Float64Array.from(thresholds, ({ probability }) => probability),
  ignore: coin?.probability ?? 0,
  coin: coin?.selects ?? 0,
});

/** @internal Returns the first reason why a value is undefined. */
export function whyUndefined(groups: readonly GroupRows[], { constraint, measure }: CoreTask): string {
  const lacking = (positives: boolean, negatives: boolean): string | undefined => {
    for (const group of groups) {
      if (positives && group.positives === 0) return `no actual positives among ${among(group)}`;
      if (negatives && group.negatives === 0) return `no actual negatives among ${among(group)}`;
    }
    return undefined;
  };
  const empty = groups.find((group) => group.positives + group.negatives === 0);
  if (groups.length === 0) return 'no rows';
  if (empty) return `no rows with a weight above 0 among ${among(empty)}`;
  const isOdds = constraint === 'equalizedOdds';
  const needs = [isOdds || constraint === 'equalOpportunity', isOdds || constraint === 'predictiveEquality'];
  const ofRates = lacking(needs[0] as boolean, needs[1] as boolean);
  if (ofRates) return ofRates;
  const byGroup = measure === 'groupBalancedAccuracy' ? lacking(true, true) : undefined;
  if (byGroup) return byGroup;
  if (measure === 'balancedAccuracy') {
    if (groups.every(({ positives }) => positives === 0)) return 'no actual positives';
    if (groups.every(({ negatives }) => negatives === 0)) return 'no actual negatives';
  }
  return 'no combination of these thresholds is within the tolerance';
}

const among = ({ categories }: GroupRows): string =>
  Object.entries(categories)
    .map(([name, category]) => `${name} = ${category}`)
    .join(', ') || 'all rows';
