// SPDX-License-Identifier: Apache-2.0
//
// Distances between the distributions of an outcome with any number of values in groups, such as decisions, ratings, or
// classes.

import { invalid } from '../core/error.js';
import { type Estimate, estimate, requireConfidence } from '../core/estimate.js';
import { requireOptions, shown } from '../core/options.js';
import { CategoryEncoder, groupEncoder } from '../data/category.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { requireFewGroups } from '../data/group-limit.js';
import { requireColumns } from '../data/named-columns.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import { toWeights } from '../data/weights.js';
import { betweenGroups } from './distances.js';
import type { Wasm } from './module.js';

/** Input of {@link Scores.outcomeDistances}. */
export interface OutcomeDistanceInput {
  /** The label or the prediction. */
  outcome: CategoryColumn;
  /** One column per attribute; groups are their combinations. */
  groups: Readonly<Record<string, CategoryColumn>>;
  /** Row weights of 0 or more. Default: 1 each. */
  weight?: NumberColumn | null | undefined;
  /** The power of `lpNorm`, at least 1. Default: 2. */
  power?: number | undefined;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
}

/** The distances between the proportions P and Q of the outcomes in two groups. */
export interface OutcomeDistance extends NamedGroup {
  /** The categories of the other group; absent for all other rows. */
  other?: Readonly<Record<string, string>>;
  /**
   * Σ P ln(P / Q) in nats, at least 0; infinite if only the other group lacks an outcome. It has no confidence
   * interval.
   */
  klDivergence: Estimate;
  /** Half of the divergences of P and of Q from (P + Q) / 2, in [0, ln 2]. Lin 1991. */
  jensenShannon: Estimate;
  /** ½ Σ |P - Q|, in [0, 1]: the smallest proportion of rows whose outcome must change for equal distributions. */
  totalVariationDistance: Estimate;
  /** The largest |P - Q|, in [0, 1]: KS of SageMaker Clarify. */
  largestOutcomeDifference: Estimate;
  /** (Σ |P - Q|^power)^(1 / power), in [0, 2^(1 / power)]. */
  lpNorm: Estimate;
}

const maxPaired = 512; // groups, because every pair is compared
const width = 13;
const names = ['jensenShannon', 'totalVariationDistance', 'largestOutcomeDifference', 'lpNorm'] as const;

/** See {@link Scores.outcomeDistances}. */
export function outcomeDistances(wasm: Wasm, input: OutcomeDistanceInput): OutcomeDistance[] {
  const names = ['outcome', 'groups', 'weight', 'power', 'confidence'];
  requireOptions('outcomeDistances', input, names);
  const power = input.power ?? 2;
  if (!(Number.isFinite(power) && power >= 1)) throw invalid('power', 'a number of at least 1', shown(power));
  const confidence = requireConfidence(input.confidence);
  const encoder = new CategoryEncoder('outcome', [], 'error');
  const outcomes = encoder.encode(input.outcome);
  const rows = outcomes.length;
  const weight = toWeights(input.weight, rows);
  const { groups, codes } = crossGroups(input.groups, rows);
  requireFewGroups('groups', groups.length, maxPaired);
  const count = encoder.categories.length;
  const weights = new Float64Array(groups.length * count);
  const squares = new Float64Array(groups.length * count);
  for (let row = 0; row < rows; row++) {
    const at = (codes[row] as number) * count + (outcomes[row] as number);
    const own = weight === undefined ? 1 : (weight[row] as number);
    weights[at] = (weights[at] as number) + own;
    squares[at] = (squares[at] as number) + own * own;
  }
  const flat = wasm.outcomeDistances(weights, squares, count, power, confidence);
  const isFilled = groups.map((_, g) => weights.subarray(g * count, (g + 1) * count).some((each) => each > 0));
  return betweenGroups(groups, isFilled, (index) => toDistance(flat.subarray(index * width)));
}

function toDistance(flat: Float64Array) {
  const divergence = flat[0] as number;
  const bounded = names.map((name, i) => {
    const [value, low, high] = flat.subarray(1 + 3 * i) as unknown as [number, number, number];
    const isWithout = Number.isNaN(low) && !Number.isNaN(value);
    return [name, estimate(value, () => noRows, isWithout ? { warning } : { ci: [low, high] })];
  });
  return {
    klDivergence: estimate(divergence, () =>
      Number.isNaN(divergence) ? noRows : 'an outcome of the group does not occur in the other one',
    ),
    ...(Object.fromEntries(bounded) as Record<(typeof names)[number], Estimate>),
  };
}

const noRows = 'a side has no rows with a weight above 0';
const warning = 'no interval: a side has fewer than two rows, or there are more than 64 groups';

function crossGroups(columns: OutcomeDistanceInput['groups'], rows: number) {
  requireColumns('groups', columns);
  const encoded = Object.entries(columns).map(([name, column]) => {
    const encoder = groupEncoder(name);
    const codes = encoder.encode(column);
    requireRows(name, codes.length, rows);
    return { name, codes, encoder };
  });
  const indexByKey = new Map<string, number>();
  const groups: NamedGroup[] = [];
  const codes = Uint32Array.from({ length: rows }, (_, row) => {
    const own = encoded.map(({ name, codes: all, encoder }) => [
      name,
      encoder.categories[all[row] as number] as string,
    ]);
    const key = JSON.stringify(own);
    const index = indexByKey.get(key) ?? groups.length;
    if (index === groups.length) {
      indexByKey.set(key, index);
      groups.push(toGroup(Object.fromEntries(own)));
    }
    return index;
  });
  return { groups, codes };
}
