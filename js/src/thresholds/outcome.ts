// SPDX-License-Identifier: Apache-2.0
//
// What thresholds come to: the objective, what the constraint costs, and each group's thresholds and rates.

import type { WasmCurves } from './module.js';
import type { Categories } from './rows.js';
import type { CoreTask } from './task.js';

/** A group's thresholds, and what they lead to. */
export interface GroupOutcome {
  categories: Categories;
  /** For people: "Asian, Female". */
  name: string;
  /**
   * A row is selected where its score is at least its threshold. Of two thresholds one is drawn for each row, with these
   * probabilities. Infinity selects nobody.
   */
  thresholds: readonly { threshold: number; probability: number }[];
  /**
   * So probably a row is decided by a coin instead of its score, and so probably the coin selects it: equalized odds makes
   * the decisions of groups with better scores as bad as those of the others. Left out where there is no coin.
   */
  coin?: { probability: number; selects: number };
  /** Expected rates; NaN where the group has no rows for them. */
  selectionRate: number;
  truePositiveRate: number;
  falsePositiveRate: number;
  accuracy: number;
  /**
   * The lowest and the highest constrained rate among all thresholds that are as good: where they differ, these data leave
   * it open. Of equalized odds that of the false positive rate. Left out where it is not known: for equalized odds with a
   * tolerance, and for thresholds that were not chosen for the constraint.
   */
  range?: [low: number, high: number];
}

/** The best that thresholds reach, or what given ones do. */
export interface ThresholdOutcome {
  /** Accuracy, balanced accuracy, or mean cost of a row; NaN where it is undefined. */
  value: number;
  /** How much worse that is than with each group's own best threshold: not below 0. */
  cost: number;
  /** The largest difference between two groups in the constrained rate; of equalized odds the larger of the two. */
  gap: number;
  /** None where the value is undefined. */
  groups: readonly GroupOutcome[];
  /** Why the value is undefined, in words. */
  reason?: string;
}

/** @internal */
export type CoreOutcome = ReturnType<WasmCurves['optimum']>;
type CoreGroup = CoreOutcome['groups'][number];

/** @internal A group's numbers of rows. */
export interface Totals {
  categories: Categories;
  positives: number;
  negatives: number;
}

/** @internal For people. */
export const nameOf = (categories: Categories): string => Object.values(categories).join(', ');

/** @internal */
export function outcomeOf(
  core: CoreOutcome,
  unconstrained: number,
  groups: readonly Totals[],
  task: CoreTask,
): ThresholdOutcome {
  const { value, gap } = core;
  const sign = task.measure === 'cost' ? -1 : 1;
  const outcome: ThresholdOutcome = {
    value,
    cost: Math.max(0, sign * (unconstrained - value)),
    gap,
    groups: core.groups.map((group, g) => groupOutcome(group, (groups[g] as Totals).categories)),
  };
  if (Number.isNaN(value)) outcome.reason = whyUndefined(groups, task);
  return outcome;
}

function groupOutcome(
  { policy, range, ...rates }: CoreGroup,
  categories: Categories,
): GroupOutcome {
  const [low, high] = range as unknown as [number, number];
  const { ignore, coin } = policy;
  return {
    categories,
    name: nameOf(categories),
    thresholds: Array.from(policy.thresholds, (threshold, i) => ({
      threshold,
      probability: policy.probabilities[i] as number,
    })),
    ...(ignore > 0 && { coin: { probability: ignore, selects: coin } }),
    ...rates,
    ...(!Number.isNaN(low) && { range: [low, high] as [number, number] }),
  };
}

/** @internal How a group's rows are decided, as the core has it. */
export type CorePolicy = CoreGroup['policy'];

/** @internal */
export const policyOf = ({ thresholds, coin }: GroupOutcome): CorePolicy => ({
  thresholds: Float64Array.from(thresholds, ({ threshold }) => threshold),
  probabilities: Float64Array.from(thresholds, ({ probability }) => probability),
  ignore: coin?.probability ?? 0,
  coin: coin?.selects ?? 0,
});

/** @internal Why a value is undefined, the first of the reasons. */
export function whyUndefined(groups: readonly Totals[], { constraint, measure }: CoreTask): string {
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
  const needs = [
    isOdds || constraint === 'equalOpportunity',
    isOdds || constraint === 'predictiveEquality',
  ];
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

const among = ({ categories }: Totals): string =>
  Object.entries(categories)
    .map(([name, category]) => `${name} = ${category}`)
    .join(', ') || 'all rows';
