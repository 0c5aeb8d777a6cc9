// SPDX-License-Identifier: Apache-2.0
//
// Predictions from scores. Their labels are known only after all rows have been read, so they are counted under two
// placeholder labels, which are replaced at the end.

import { invalid } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { CategoryEncoder, missingCategory } from '../data/category.js';
import type { CategoryColumn, CodedColumn } from '../data/column.js';
import { otherLabel, resolveFavorable } from '../data/favorable.js';
import { getKey, type MissingTexts } from '../data/value.js';
import { Tally } from './tally.js';

const below = '(score below the threshold)';
const above = '(score at or above the threshold)';

/** Returns predictions for a tally that is passed to {@link decided}. */
export function predictionsAt(threshold: number, scores: Float64Array): CodedColumn {
  const codes = Uint8Array.from(scores, (score) => (score >= threshold ? 1 : 0));
  return { codes, categories: [below, above] };
}

/**
 * Returns whether each counted row reaches a threshold: 1, 0, or null if it is missing.
 *
 * @throws FairwasmError `invalidArgument` for anything else, with the row.
 */
export function reachedThreshold(column: CategoryColumn | undefined, texts: MissingTexts): (0 | 1 | null)[] {
  const encoder = new CategoryEncoder('prediction', [], 'category', { missingTexts: texts });
  const codes = encoder.encode(column as CategoryColumn);
  return Array.from(codes, (code, row) => {
    const name = encoder.categories[code] as string;
    if (name === missingCategory) return null;
    const key = getKey(name);
    if (key === '1' || key === '0') return key === '1' ? 1 : 0;
    throw invalid('prediction', '1 if the score is at least the threshold, otherwise 0', `'${name}'`, row);
  });
}

/** Returns the labels of such a tally, without the placeholders. */
function labelsWithout(tally: Tally): string[] {
  return tally.labels.filter((label) => label !== below && label !== above);
}

/**
 * Returns the tally with its placeholders replaced by the favorable label and the other label that occurs; without
 * true labels, 1 and 0.
 *
 * @param keepsScores Whether to keep the scores, which must be probabilities.
 * @throws FairwasmError `invalidArgument` if no label is given and none can be inferred.
 */
export function decided(wasm: Wasm, tally: Tally, input: readonly string[] | undefined, keepsScores: boolean): Tally {
  const seen = labelsWithout(tally);
  const isGuessed = input === undefined && !tally.columns.label;
  const favorable = isGuessed ? '1' : (resolveFavorable(input, seen)[0] ?? '1');
  const labels = [...new Set([...seen, favorable, otherLabel(favorable, seen)])];
  const { hasLabel, hasScore, ...schema } = tally.handle.schema();
  const indices = schema.labels.map((label) => {
    if (label === above) return labels.indexOf(favorable);
    return labels.indexOf(label === below ? otherLabel(favorable, seen) : label);
  });
  const from = { labels: hasLabel ? indices : [0], predictions: indices };
  const size = { labels: hasLabel ? labels.length : 1, predictions: labels.length };
  const { sums, places: cells } = moved(tally.handle.sums(), from, size, {
    width: wasm.tallySums,
    kept: keepsScores ? wasm.tallySums : countSums,
  });
  return Tally.fromSums(
    wasm,
    { ...schema, labels, hasLabel, hasScore: hasScore && keepsScores },
    sums,
    schema.hasCluster ? { from: tally.handle, places: cells } : undefined,
  );
}

const countSums = 3; // rows, weight, and squared weight: the sums that do not involve scores

interface Axes<T> {
  labels: T;
  predictions: T;
}

// Returns the sums of a tally with its labels at the positions given by `from`, and the position of each cell.
function moved(
  cells: Float64Array,
  from: Axes<readonly number[]>,
  size: Axes<number>,
  { width, kept }: { width: number; kept: number },
): { sums: Float64Array; places: Uint32Array } {
  const block = from.labels.length * from.predictions.length * width;
  const groups = block === 0 ? 0 : cells.length / block;
  const sums = new Float64Array(groups * size.labels * size.predictions * width);
  const places = new Uint32Array(cells.length / width);
  let cell = 0;
  for (let group = 0; group < groups; group++) {
    for (const label of from.labels) {
      for (const prediction of from.predictions) {
        const index = (group * size.labels + label) * size.predictions + prediction;
        places[cell] = index;
        for (let i = 0; i < kept; i++) {
          const at = index * width + i;
          sums[at] = (sums[at] as number) + (cells[cell * width + i] as number);
        }
        cell++;
      }
    }
  }
  return { sums, places };
}
