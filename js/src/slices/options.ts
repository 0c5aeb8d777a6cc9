// SPDX-License-Identifier: Apache-2.0
//
// What may be asked of a search for slices, checked.

import { invalid } from '../core/error.js';
import { requireConfidence } from '../core/estimate.js';
import type { RunOptions } from '../core/long-run.js';
import { requireOptions, requireWhole, shown } from '../core/options.js';

/** Which slices are looked at. */
export interface SliceSearchOptions extends RunOptions {
  /**
   * The weight of the error in the score, from 0 to 1; the rest is that of the size. Nearer to 1, smaller slices
   * come first. Default 0.95.
   */
  alpha?: number | undefined;
  /** Smaller slices are not looked at. Default: a hundredth of the rows, and at least 32. */
  minRows?: number | undefined;
  /** The most conditions that a slice may have. Default 3; `Infinity`: one a column. */
  maxConditions?: number | undefined;
  /** Columns of numbers with more different values than this are put into so many ranges, 2 to 255. Default 10. */
  bins?: number | undefined;
}

/** What is asked of the worst slices. */
export interface SliceOptions extends SliceSearchOptions {
  /** How many to list, 1 to 1000. Default 10. */
  top?: number | undefined;
  /** How sure the intervals are to be, all of them together. Default 0.95. */
  confidence?: number | undefined;
  /** How often errors are dealt at random for the p-values; each takes a search. Default 0: no p-values. */
  permutations?: number | undefined;
  /** The same seed gives the same p-values. Default 1. */
  seed?: number | undefined;
}

/** The options with their defaults; how many rows are enough is known once they are counted. */
export interface CheckedOptions {
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

/** Throws `invalidArgument` for names and values that are none. */
export function checkedOptions(
  what: 'worstSlices' | 'countSlices',
  options: SliceOptions,
): CheckedOptions {
  requireOptions(what, options, what === 'worstSlices' ? allNames : searchNames);
  const { alpha = 0.95, minRows, maxConditions = 3, bins = 10 } = options;
  const { top = 10, permutations = 0, seed = 1, onProgress, signal } = options;
  if (!(typeof alpha === 'number' && alpha >= 0 && alpha <= 1)) {
    throw invalid('alpha', 'a number from 0 to 1', shown(alpha));
  }
  if (minRows !== undefined) requireWhole('minRows', minRows, 1);
  if (maxConditions !== Number.POSITIVE_INFINITY) {
    requireWhole('maxConditions', maxConditions, 1);
  }
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
