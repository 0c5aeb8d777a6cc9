// SPDX-License-Identifier: Apache-2.0
//
// DBA: directional bias amplification as in Wang and Russakovsky, Directional Bias Amplification, 2021, and the two
// functions of the code that was published with the paper.

import { requireOneOf, requireOptions } from '../core/options.js';
import type { Direction } from '../metrics/amplification.js';
import type { Cooccurrence } from './cooccurrence.js';
import { type DrawOptions, drawNames } from './draws.js';
import {
  type AmplificationDefinition,
  bothDirections,
  CooccurrenceMetric,
  requireCounts,
  requireTrain,
} from './metric.js';
import { type BiasAmplification, pairAmplification } from './pairs.js';

const noRows = (from: string) => `no rows with ${from}`;

/**
 * Directional bias amplification: whether predictions strengthen or weaken the associations in the data.
 *
 * @example
 * const counts = (await load()).cooccurrence({ taskPrediction: true });
 * counts.update({
 *   attribute: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'],
 *   task: ['cooks', 'cooks', 'cooks', 'rides', 'cooks', 'rides', 'rides', 'rides'],
 *   taskPrediction: ['cooks', 'cooks', 'cooks', 'cooks', 'rides', 'rides', 'rides', 'rides'],
 * });
 * (await new DBA(counts).computeBiasAmp()).value; // 0.25
 */
export class DBA extends CooccurrenceMetric {
  /**
   * Returns 1 if the pair occurs more often than by chance, P(a, t) > P(a) P(t), otherwise 0: attributes x tasks, or
   * tasks x attributes for `TtoA`. The comparison is exact, and an exact tie is 0. With `definition:
   * 'bias_amplification'`, rounding decides ties, as in that package.
   */
  checkBias(direction: Direction = 'AtoT'): number[][] {
    requireOneOf('direction', direction, ['AtoT', 'TtoA']);
    const signs = this.referenceMatrix(direction, 'correlations');
    return signs.map((row) => row.map((sign) => (sign > 0 ? 1 : 0)));
  }

  /**
   * Returns 1/(|A||T|) Σ y(a, t) Δ(a, t) + (1 - y(a, t)) (-Δ(a, t)), with y from {@link checkBias} and Δ(a, t) = P(t̂
   * | a) - P(t | a), between -1 and 1. With `paper`, P(t | a) = n(a, t) / n(a); pairs of an attribute without rows
   * are undefined and excluded from the mean; an exact tie counts as y = 0, as in the formula. With
   * `bias_amplification`, P(t | a) = n(a, t) / Σ_t n(a, t), and 0/0 is 0.
   *
   * @throws FairwasmError `invalidState` without rows, attributes, tasks, or predicted tasks.
   */
  computeBiasAmp(options: DrawOptions = {}): Promise<BiasAmplification> {
    return this.#amplification('AtoT', options);
  }

  /**
   * Returns both directions. `TtoA` swaps attributes and tasks, so its matrix is tasks x attributes.
   *
   * @throws FairwasmError `invalidState` without rows, attributes, tasks, or either kind of prediction.
   */
  computeBiasAmpBidirectional(options: DrawOptions = {}): Promise<Record<Direction, BiasAmplification>> {
    return bothDirections((direction, half) => this.#amplification(direction, half), options);
  }

  #amplification(direction: Direction, options: DrawOptions): Promise<BiasAmplification> {
    return directional(this.counts, direction, this.definition, this.train, options);
  }
}

function directional(
  counts: Cooccurrence,
  direction: Direction,
  definition: AmplificationDefinition | 'directionalCode',
  train: Cooccurrence | undefined,
  options: DrawOptions,
): Promise<BiasAmplification> {
  const metric = { metric: 'directional' as const, definition, train, reason: noRows };
  return pairAmplification(counts, direction, metric, options);
}

/** Options of the functions that were published with the paper. */
export interface TrainOptions extends DrawOptions {
  /** Training rows that determine the direction of each pair. Default: the counted rows. */
  train?: Cooccurrence | undefined;
}

/**
 * `biasamp_attribute_to_task` of the code that was published with the paper: the mean of y Δ over the pairs whose
 * attribute has rows. y is the sign of P(a, t) - P(a) P(t), 0 for a tie, among the rows that have any label. The sign
 * is exact here; in the original, rounding can give a tie a sign.
 *
 * @example
 * const counts = (await load()).cooccurrence({ taskPrediction: true });
 * counts.update({
 *   attribute: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'],
 *   task: ['cooks', 'cooks', 'cooks', 'rides', 'cooks', 'rides', 'rides', 'rides'],
 *   taskPrediction: ['cooks', 'cooks', 'cooks', 'cooks', 'rides', 'rides', 'rides', 'rides'],
 * });
 * (await biasAmpAttributeToTask(counts)).value; // 0.25
 */
export async function biasAmpAttributeToTask(
  counts: Cooccurrence,
  options: TrainOptions = {},
): Promise<BiasAmplification> {
  return withTrain(counts, 'AtoT', options);
}

/**
 * `biasamp_task_to_attribute`: {@link biasAmpAttributeToTask} with attributes and tasks swapped.
 *
 * @example
 * const counts = (await load()).cooccurrence({ attributePrediction: true });
 * counts.update({
 *   attribute: ['f', 'f', 'm', 'f', 'm', 'm'],
 *   task: ['cooks', 'cooks', 'cooks', 'rides', 'rides', 'rides'],
 *   attributePrediction: ['f', 'f', 'f', 'm', 'm', 'm'],
 * });
 * (await biasAmpTaskToAttribute(counts)).value; // 0.333…
 */
export async function biasAmpTaskToAttribute(
  counts: Cooccurrence,
  options: TrainOptions = {},
): Promise<BiasAmplification> {
  return withTrain(counts, 'TtoA', options);
}

function withTrain(counts: Cooccurrence, direction: Direction, input: TrainOptions): Promise<BiasAmplification> {
  requireOptions('options', input, ['train', ...drawNames]);
  const { train, ...options } = input;
  requireTrain(requireCounts(counts), train);
  return directional(counts, direction, 'directionalCode', train, options);
}
