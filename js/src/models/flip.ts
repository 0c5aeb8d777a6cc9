// SPDX-License-Identifier: Apache-2.0
//
// How scores and decisions change if every row gets another value of an attribute and keeps all other values.

import type { Estimate } from '../core/estimate.js';
import { getMean, proportion } from '../core/intervals.js';
import { getStep, type RunOptions } from '../core/long-run.js';
import {
  getConfidence,
  getThreshold,
  requirePredictionInput,
  requireRun,
  requireSeveral,
  rowsByCategory,
  valueOfFirst,
} from './decisions.js';
import { computeScores, type Predict } from './predict.js';
import type { Row } from './rows.js';

export interface FlipOptions {
  /** Level of each confidence interval, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
  /** Rows with at least this score get the favorable decision. Default: 0.5. */
  threshold?: number | undefined;
  /** The model: a function that returns a score for each row, such as `model.predictor(...)`. */
  predict: Predict;
  rows: readonly Row[];
  /** The column to change. */
  attribute: string;
}

/** The effect of changing one value of the attribute to another. */
export type FlipChange = Flip['changes'][number];

export interface Flip {
  attribute: string;
  threshold: number;
  confidence: number;
  /** One entry for each ordered pair of values. */
  changes: {
    /** The original value. */
    from: string;
    /** The new value. */
    to: string;
    rows: number;
    /** Proportion of rows whose decision changes, with Wilson's confidence interval. */
    flipRate: Estimate;
    /** Proportion of rows that are favorable only with the new value. */
    becomeFavorable: Estimate;
    /** Proportion of rows that are favorable only with the original value. */
    becomeUnfavorable: Estimate;
    /** Mean change in score (new minus original), with Student's t confidence interval. */
    meanChange: Estimate;
  }[];
  /** Number of rows without a value, which are not changed. */
  missing: number;
  /** A caveat about interpreting the result. */
  note: string;
}

/** How the result must not be interpreted. */
const flipNote =
  'The result shows the effect of this column on the model. It is not a causal effect: a person of another group would differ in other ' +
  'columns too, and a model that never sees the column can still treat groups differently through others.';

const maxValues = 20;

/**
 * Changes each value of an attribute to each other value, and compares scores and decisions. For n rows with value a,
 * scores s, scores s' with value b, and threshold t, the flip rate is the proportion with (s >= t) != (s' >= t), and
 * the mean change is the mean of s' - s.
 *
 * Every estimate is defined, because each compared value has rows. If all changes are equal, the mean change has no
 * confidence interval.
 *
 * @example
 * const rows = toRows({ sex: ['f', 'f', 'm', 'm'], income: [4, 8, 4, 8] });
 * const { changes } = await flip({
 *   predict: (asked) => asked.map(({ sex, income }) => (Number(income) + (sex === 'm' ? 2 : 0)) / 10), // any model
 *   rows,
 *   attribute: 'sex',
 * });
 * changes.map(({ from, to, flipRate }) => [from, to, flipRate.value]); // [["f", "m", 0.5], ["m", "f", 0.5]]
 *
 * @throws FairwasmError `invalidArgument` if the column does not exist or has only one value, or if a score is not a
 *   number; `tooLarge` for more than 20 values; the signal's reason if it is aborted.
 */
export async function flip(options: FlipOptions, run: RunOptions = {}): Promise<Flip> {
  requireRun(run);
  requirePredictionInput('flip', options, ['attribute', 'threshold', 'confidence']);
  const { predict, rows, attribute } = options;
  const threshold = getThreshold(options);
  const confidence = getConfidence(options);
  const values = rowsByCategory('attribute', rows, attribute, maxValues);
  requireSeveral(attribute, values.size);
  const steps = values.size + 1;
  const scores = await computeScores(predict, rows, getStep(run, 0, steps));
  const changes: FlipChange[] = [];
  for (const [i, [to, like]] of [...values].entries()) {
    const value = valueOfFirst(rows, attribute, like);
    const others = [...values].filter(([from]) => from !== to);
    const indices = others.flatMap(([, each]) => each);
    const changed = indices.map((index) => ({ ...rows[index], [attribute]: value }));
    const after = await computeScores(predict, changed, getStep(run, i + 1, steps));
    let at = 0;
    for (const [from, own] of others) {
      const pairs = own.map((position): Pair => [scores[position] as number, after[at++] as number]);
      changes.push(computeChange(from, to, pairs, threshold, confidence));
    }
  }
  const known = [...values.values()].reduce((sum, positions) => sum + positions.length, 0);
  const missing = rows.length - known;
  return { attribute, threshold, confidence, changes: sorted(changes), missing, note: flipNote };
}

type Pair = readonly [before: number, after: number];

function computeChange(
  from: string,
  to: string,
  pairs: readonly Pair[],
  threshold: number,
  confidence: number,
): FlipChange {
  const share = (counts: (before: boolean, after: boolean) => boolean) => {
    const hits = pairs.filter(([before, after]) => counts(before >= threshold, after >= threshold));
    return proportion(hits.length, pairs.length, confidence, 'no rows');
  };
  return {
    from,
    to,
    rows: pairs.length,
    flipRate: share((before, after) => before !== after),
    becomeFavorable: share((before, after) => !before && after),
    becomeUnfavorable: share((before, after) => before && !after),
    meanChange: getMean(
      pairs.map(([before, after]) => after - before),
      confidence,
      'no rows',
    ),
  };
}

const sorted = (changes: FlipChange[]) => changes.sort((a, b) => compare(a.from, b.from) || compare(a.to, b.to));
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
