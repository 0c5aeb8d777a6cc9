// SPDX-License-Identifier: Apache-2.0
//
// The leakage that converged attackers reach, computed from a table of counts. Over all rows it depends only on
// counts, so it can be computed from a tally or from a database's GROUP BY.

import { requireOneOf, requireOptions, requireParts } from '../core/options.js';
import type { Tally } from '../tally/tally.js';
import { requireFlags } from './attacker.js';
import type { Wasm } from './module.js';

/**
 * Leakage of tables of counts that are learned from the training rows, averaged over a trial's randomness. A trained
 * attacker that has converged comes close to it. If cells have few rows, an attacker that generalizes between cells
 * can do better.
 */
export interface ExactLeakage {
  /** λ of the attacker on labels. */
  lambdaD: number;
  /** Standard deviation of λ_D over trials; NaN for metrics other than accuracy. */
  lambdaDSpread: number;
  /** λ of the attacker on predictions. */
  lambdaM: number;
  /** Standard deviation of λ_M over trials; 0 if test rows are given, because nothing is random then. */
  lambdaMSpread: number;
  /** λ_M - λ_D, divided by their sum if normalized. */
  leakage: number;
  /** Standard deviation of the leakage over trials. */
  leakageSpread: number;
  /** Standard error of `leakage` if it is an average over random splits and equalizations; otherwise 0. */
  standardError: number;
}

/** How tables of counts are scored; same options as for trained attackers. */
export interface ExactOptions {
  /** Quality metric. Default: `accuracy`. */
  metric?: 'accuracy' | 'mse' | 'bce' | undefined;
  /** True to convert outputs to classes before scoring. Default: true. */
  threshold?: boolean | undefined;
  /** True to divide by λ_M + λ_D. Default: false. */
  normalized?: boolean | undefined;
}

/** @internal */
export const metricNames = ['accuracy', 'mse', 'bce'] as const;

/** @internal Use `predictability.exactLeakage()`. */
export function exactOfTally(wasm: Wasm, tally: Tally, options: ExactOptions): ExactLeakage {
  requireOptions('exactLeakage', options, ['metric', 'threshold', 'normalized']);
  requireParts('tally', tally, ['toBytes'], 'a tally, such as the result of fair.tally(…)');
  requireFlags(options, ['threshold', 'normalized']);
  const { metric = 'accuracy', threshold = true, normalized = false } = options;
  requireOneOf('metric', metric, metricNames);
  return wasm.exactLeakageOfTally(tally.toBytes(), metric, threshold, normalized);
}
