// SPDX-License-Identifier: Apache-2.0
//
// An attacker on the words of captions: logistic regression on the words that occur, with an L2 penalty of 1 / rows on
// the mean loss (scikit-learn's C = 1). It is convex, so that its result does not depend on random numbers.

import { getMax } from '../core/extremes.js';

/** Captions as lists of different word codes; all codes are below `words`. */
export interface WordCodes {
  lists: readonly Uint32Array[];
  words: number;
}

/** The targets of an attacker: `outputs` numbers per row, each 0 or 1. */
export interface WordTargets {
  values: Float64Array;
  outputs: number;
  /** True if exactly one output of each row is 1: the probabilities of a row then sum to 1. */
  isOneHot: boolean;
}

const maxSteps = 1000;
const tolerance = 1e-3; // limits the error of each weight, because the loss has at least the curvature of the penalty
const remembered = 10;

/**
 * Fits an attacker to the training rows, and returns the probabilities of all outputs for the test rows, row by row.
 * Minimizes with L-BFGS (Nocedal 1980).
 */
export function predictFromWords(
  captions: WordCodes,
  targets: WordTargets,
  train: ArrayLike<number>,
  test: ArrayLike<number>,
): Float64Array {
  const weights = fitWords(captions, targets, Uint32Array.from(train));
  const { outputs } = targets;
  const result = new Float64Array(test.length * outputs);
  const row = new Float64Array(outputs);
  for (let i = 0; i < test.length; i++) {
    predictRow(captions.lists[test[i] as number] as Uint32Array, weights, targets, row);
    result.set(row, i * outputs);
  }
  return result;
}

// The weights of a word are consecutive; the last ones are the intercepts, which have no penalty.
function fitWords({ lists, words }: WordCodes, targets: WordTargets, train: Uint32Array) {
  const { values, outputs } = targets;
  const penalty = 1 / train.length;
  const row = new Float64Array(outputs);
  const getSlope = (weights: Float64Array): Float64Array => {
    const slope = weights.map((weight, j) => (j < words * outputs ? penalty * weight : 0));
    for (const i of train) {
      const list = lists[i] as Uint32Array;
      predictRow(list, weights, targets, row);
      for (let k = 0; k < outputs; k++) {
        const error = ((row[k] as number) - (values[i * outputs + k] as number)) / train.length;
        for (const word of list) addTo(slope, word * outputs + k, error);
        addTo(slope, words * outputs + k, error);
      }
    }
    return slope;
  };
  return minimize(getSlope, new Float64Array((words + 1) * outputs), tolerance * penalty);
}

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, each, j) => sum + each * (b[j] as number), 0);

/** Adds a multiple of `more` to a copy of `values`. */
const plus = (values: Float64Array, factor: number, more: Float64Array) =>
  values.map((each, j) => each + factor * (more[j] as number));

/** Returns the minimum of a smooth convex function: where no derivative exceeds the limit. */
function minimize(getSlope: (at: Float64Array) => Float64Array, start: Float64Array, limit: number): Float64Array {
  let [at, slope] = [start, getSlope(start)];
  const memory: { moved: Float64Array; changed: Float64Array; curvature: number }[] = [];
  for (let step = 0; step < maxSteps; step++) {
    if (slope.every((each) => Math.abs(each) < limit)) break;
    const direction = getDirection(slope, memory);
    const descent = dot(slope, direction);
    let length = 1;
    let [reached, next] = [at, slope];
    // A step is too long if the function rises as steeply at its end as it falls at its start.
    for (let halved = 0; halved < 50; halved++, length /= 2) {
      reached = plus(at, length, direction);
      next = getSlope(reached);
      if (dot(next, direction) <= -0.9 * descent) break;
    }
    const [moved, changed] = [plus(reached, -1, at), plus(next, -1, slope)];
    const curvature = dot(moved, changed);
    if (curvature > 0) memory.push({ moved, changed, curvature });
    if (memory.length > remembered) memory.shift();
    [at, slope] = [reached, next];
  }
  return at;
}

/** Returns the slope times the approximate inverse of the second derivatives, with the opposite sign. */
function getDirection(
  slope: Float64Array,
  memory: readonly { moved: Float64Array; changed: Float64Array; curvature: number }[],
): Float64Array {
  let direction = slope.map((each) => -each);
  const factors: number[] = [];
  for (const { moved, changed, curvature } of [...memory].reverse()) {
    const factor = dot(moved, direction) / curvature;
    factors.push(factor);
    direction = plus(direction, -factor, changed);
  }
  const last = memory.at(-1);
  if (last) {
    const scale = last.curvature / dot(last.changed, last.changed);
    direction = direction.map((each) => each * scale);
  }
  memory.forEach(({ moved, changed, curvature }, i) => {
    const factor = factors[memory.length - 1 - i] as number;
    direction = plus(direction, factor - dot(changed, direction) / curvature, moved);
  });
  return direction;
}

function addTo(values: Float64Array, at: number, more: number): void {
  values[at] = (values[at] as number) + more;
}

/** Writes the probabilities of a caption to `row`. */
function predictRow(
  list: Uint32Array,
  weights: Float64Array,
  { outputs, isOneHot }: WordTargets,
  row: Float64Array,
): void {
  for (let k = 0; k < outputs; k++) {
    let sum = weights[weights.length - outputs + k] as number;
    for (const word of list) sum += weights[word * outputs + k] as number;
    row[k] = sum;
  }
  if (!isOneHot) {
    for (let k = 0; k < outputs; k++) row[k] = 1 / (1 + exponential(-(row[k] as number)));
    return;
  }
  const max = getMax(row);
  let total = 0;
  for (let k = 0; k < outputs; k++) {
    row[k] = exponential((row[k] as number) - max);
    total += row[k] as number;
  }
  for (let k = 0; k < outputs; k++) row[k] = (row[k] as number) / total;
}

const max = 700; // beyond it, the result would overflow, or be 0

/** Returns exp(x) from products and sums, which are the same in every engine; Math.exp may differ in the last digit. */
function exponential(x: number): number {
  const part = Math.max(-max, Math.min(max, x)) / 4096;
  let sum = 1;
  for (let n = 9; n > 0; n--) sum = 1 + (part * sum) / n;
  for (let i = 0; i < 12; i++) sum *= sum;
  return sum;
}
