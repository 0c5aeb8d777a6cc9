// SPDX-License-Identifier: Apache-2.0
//
// What attackers that have converged would reach: a table of counts. Over all rows it is a function of
// counts, hence of a tally, hence also of a database's GROUP BY.

import { requireOneOf, requireOptions, requireParts } from '../core/options.js';
import type { Tally } from '../tally/tally.js';
import { requireFlags } from './attacker.js';
import type { Wasm } from './module.js';

/**
 * How good tables of counts are that were learned from the training rows, on average over what is random in a
 * trial. A trained attacker that has converged comes close to them. Where cells have few rows, one that
 * draws conclusions from one cell to another can be better.
 */
export interface ExactLeakage {
  /** λ of the attacker on labels. */
  lambdaD: number;
  /** Standard deviation of λ_D over trials; NaN for other metrics than accuracy. */
  lambdaDSpread: number;
  /** λ of the attacker on predictions. */
  lambdaM: number;
  /** Standard deviation of λ_M over trials; 0 where test rows are given, as nothing is random then. */
  lambdaMSpread: number;
  /** λ_M - λ_D, or that over their sum where it is normalized. */
  leakage: number;
  /** Standard deviation of the leakage over trials. */
  leakageSpread: number;
  /** Of `leakage`, where it is an average over random splits and equalizations; otherwise 0. */
  standardError: number;
}

/** How tables of counts are scored, as for trained attackers. */
export interface ExactOptions {
  /** Default: `accuracy`. */
  metric?: 'accuracy' | 'mse' | 'bce' | undefined;
  /** Default: true. */
  threshold?: boolean | undefined;
  /** Default: false. */
  normalized?: boolean | undefined;
}

/** @internal */
export const metricNames = ['accuracy', 'mse', 'bce'] as const;

/** @internal Use `predictability.exactLeakage()`. */
export function exactOfTally(wasm: Wasm, tally: Tally, options: ExactOptions): ExactLeakage {
  requireOptions('exactLeakage', options, ['metric', 'threshold', 'normalized']);
  requireParts('tally', tally, ['toBytes'], 'a tally, such as fair.tally(…) makes');
  requireFlags(options, ['threshold', 'normalized']);
  const { metric = 'accuracy', threshold = true, normalized = false } = options;
  requireOneOf('metric', metric, metricNames);
  return wasm.exactLeakageOfTally(tally.toBytes(), metric, threshold, normalized);
}
