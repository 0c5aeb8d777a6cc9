// SPDX-License-Identifier: Apache-2.0
//
// A model as a function of rows: the form that all what-if functions accept, wherever the model runs.

import { invalid, shapeMismatch } from '../core/error.js';
import type { RunOptions } from '../core/long-run.js';
import { shown } from '../core/options.js';
import type { Row } from './rows.js';

/** Any model: returns a score for each row. Slow models can use the second argument; others can ignore it. */
export type Predict = (rows: readonly Row[], run?: RunOptions) => ArrayLike<number> | Promise<ArrayLike<number>>;

/** Returns the checked scores of the rows. Throws `shapeMismatch` or `invalidArgument`, with the row. */
export async function computeScores(predict: Predict, rows: readonly Row[], run: RunOptions): Promise<Float64Array> {
  run.signal?.throwIfAborted();
  const given = await predict(rows, run);
  const length = typeof given === 'object' && given !== null ? given.length : undefined;
  if (length !== rows.length) {
    throw shapeMismatch(
      'predict',
      `${rows.length} scores, one per row`,
      length === undefined ? shown(given) : String(length),
    );
  }
  const scores = Float64Array.from(given);
  const invalidIndex = scores.findIndex((score) => !Number.isFinite(score));
  if (invalidIndex < 0) return scores;
  throw invalid('predict', 'a finite number for every row', shown(given[invalidIndex]), invalidIndex);
}
