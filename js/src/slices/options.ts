// SPDX-License-Identifier: Apache-2.0
//
// The options of a slice search, and their checks.

import { invalid } from '../core/error.js';
import { requireConfidence } from '../core/estimate.js';
import type { RunOptions } from '../core/long-run.js';
import { requireOptions, requireWhole, shown } from '../core/options.js';

/** Options of a search for slices. */
export interface SliceOptions extends RunOptions {
  /**
   * Weight of the error in the score, from 0 to 1; the rest is the weight of the size. Values closer to 1 rank
   * smaller slices higher. Default: 0.95.
   */
  alpha?: number | undefined;
  /** Minimum number of rows of a slice. Default: 1% of the rows, and at least 32. */
  minRows?: number | undefined;
  /** Maximum number of conditions of a slice; `Infinity` for one per column. Default: 3. */
  maxConditions?: number | undefined;
  /**
   * Numeric columns with more distinct values than this are binned into this number of ranges, 2 to 255. Default: 10.
   */
  bins?: number | undefined;
  /** Number of slices to list, 1 to 1000. Default: 10. */
  top?: number | undefined;
  /** Joint level of all confidence intervals. Default: 0.95. */
  confidence?: number | undefined;
  /**
   * Number of random permutations of the errors for the p-values; each permutation repeats the search. Default: 0
   * (no p-values).
   */
  permutations?: number | undefined;
  /** Seed of the permutations. Default: 1. */
  seed?: number | undefined;
}

/** The options with their defaults; the minimum number of rows is known only after counting. */
export interface CheckedSliceOptions {
  alpha: number;
  minRows: number | undefined;
  maxConditions: number;
  bins: number;
  top: number;
  confidence: number;
  permutations: number;
  seed: number;
  run: RunOptions;
}

const searchNames = ['alpha', 'minRows', 'maxConditions', 'bins', 'onProgress', 'signal'];
const allNames = [...searchNames, 'top', 'confidence', 'permutations', 'seed'];

/** Throws `invalidArgument` for unknown names and invalid values. */
export function checkedOptions(caller: 'worstSlices' | 'countSlices', options: SliceOptions): CheckedSliceOptions {
  requireOptions(caller, options, caller === 'worstSlices' ? allNames : searchNames);
  const { alpha = 0.95, minRows, maxConditions = 3, bins = 10 } = options;
  const { top = 10, permutations = 0, seed = 1, onProgress, signal } = options;
  if (!(typeof alpha === 'number' && alpha >= 0 && alpha <= 1)) {
    throw invalid('alpha', 'a number from 0 to 1', shown(alpha));
  }
  if (minRows !== undefined) requireWhole('minRows', minRows, 1);
  if (maxConditions !== Number.POSITIVE_INFINITY) requireWhole('maxConditions', maxConditions, 1);
  requireWhole('bins', bins, 2, 255);
  requireWhole('top', top, 1, 1000);
  requireWhole('permutations', permutations, 0, 1e6);
  requireWhole('seed', seed, 0);
  return {
    ...{ alpha, minRows, maxConditions, bins, top, permutations, seed },
    confidence: requireConfidence(options.confidence),
    run: { onProgress, signal },
  };
}
