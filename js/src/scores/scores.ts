// SPDX-License-Identifier: Apache-2.0
//
// The entry point `fairwasm/scores`: statistics that require all rows with scores or regression predictions,
// such as exact rankings and curves, calibration with bins of any kind, distances between distributions, and
// medians. The tallies of the main entry point do not keep rows.

import { requireBytes } from '../core/accumulator.js';
import { withBoundMethods } from '../core/bound-methods.js';
import { requireConfidence } from '../core/estimate.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import { requireOptions } from '../core/options.js';
import type { Favorable } from '../data/favorable.js';
import { toNames } from '../data/named-columns.js';
import { requireLabels } from '../tally/tally-arguments.js';
import { ExactErrors } from './exact-errors.js';
import { ExactScores } from './exact-scores.js';
import { scoresModule, type Wasm } from './module.js';
import { type OutcomeDistance, type OutcomeDistanceInput, outcomeDistances } from './outcome-distances.js';
import { type PredictionCoverage, type PredictionCoverageInput, predictionCoverage } from './prediction-coverage.js';
import { type IdentityInput, requirePower, type SubgroupAreas, subgroupAreas } from './subgroup-areas.js';

/**
 * The result of {@link load}.
 *
 * @example
 * const scores = await load();
 * const wages = scores.exactErrors(['sex']);
 * wages.update({ groups: { sex: ['f', 'f', 'm', 'm'] }, label: [20, 30, 20, 40], prediction: [18, 24, 21, 41] });
 * wages.spread(['sex']).medianAbsoluteError.difference.value; // 3
 */
export class Scores {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
  }

  /**
   * Returns an empty collection of rows with scores, by the named attributes.
   *
   * @param favorable The favorable label or labels, which high scores predict. Default: 1.
   */
  exactScores(groups: string | readonly string[] = [], favorable: Favorable = 1): ExactScores {
    const attributes = toNames('groups', groups);
    requireLabels([favorable].flat());
    return new ExactScores(this.#wasm, attributes, favorable);
  }

  /** Restores an object from {@link ExactScores.toBytes}. Throws `corruptBytes` for other bytes. */
  exactScoresFromBytes(bytes: Uint8Array, favorable: Favorable = 1): ExactScores {
    requireLabels([favorable].flat());
    const stored = this.#wasm.ScoreRows.fromBytes(requireBytes(bytes)) ?? undefined;
    return new ExactScores(this.#wasm, [], favorable, stored);
  }

  /** Returns an empty collection of rows with targets and regression predictions, by the named attributes. */
  exactErrors(groups: string | readonly string[] = []): ExactErrors {
    return new ExactErrors(this.#wasm, toNames('groups', groups));
  }

  /** Restores an object from {@link ExactErrors.toBytes}. Throws `corruptBytes` for other bytes. */
  exactErrorsFromBytes(bytes: Uint8Array): ExactErrors {
    const stored = this.#wasm.ErrorRows.fromBytes(requireBytes(bytes)) ?? undefined;
    return new ExactErrors(this.#wasm, [], stored);
  }

  /**
   * Returns three AUC values for each of several identities, which may overlap: within the identity, of its
   * negatives versus all others' positives (BPSN), and of its positives versus all others' negatives (BNSP);
   * and the power means of each over identities, (mean x^power)^(1/power). All are in [0, 1]; ties count as
   * half, and pairs are weighted by the product of their weights. An AUC whose rows lack an outcome is NaN
   * and makes its mean NaN, as in the competition's code; `ofDefined` omits it. AUC values have the
   * confidence intervals of `ScoreRanking`.
   *
   * Source: Borkan et al.: Nuanced Metrics for Measuring Unintended Bias with Real Data for Text
   * Classification, 2019; Jigsaw Unintended Bias in Toxicity Classification, 2019.
   *
   * @example
   * // scores: the result of `load()`.
   * const { identities } = scores.subgroupAreas({
   *   label: [1, 0, 1, 0, 1, 0],
   *   score: [0.9, 0.3, 0.6, 0.7, 0.8, 0.1],
   *   identities: { religious: [1, 1, 1, 1, 0, 0], young: [0, 0, 1, 1, 1, 1] }, // who is in both counts in both
   * });
   * identities.map(({ name, subgroup }) => [name, subgroup.value]); // [["religious", 0.75], ["young", 0.75]]
   *
   * @throws FairwasmError `shapeMismatch`; `invalidArgument` or `missingValue` with the row for a score that is not
   *   finite, a weight below 0, or an identity other than 0 and 1; `invalidArgument` for a power of 0.
   */
  subgroupAreas(
    input: IdentityInput,
    options: {
      /** Exponent of the power mean over identities, not 0; the default of -5 emphasizes the lowest values. */
      power?: number | undefined;
      /** Level of the confidence intervals, in (0, 1). Default: 0.95. */
      confidence?: number | undefined;
    } = {},
  ): SubgroupAreas {
    requireOptions('subgroupAreas', options, ['power', 'confidence']);
    const power = requirePower(options.power);
    return subgroupAreas(this.#wasm, input, power, requireConfidence(options.confidence));
  }

  /**
   * Returns the distances between the distributions of an outcome with any number of values, such as a decision, a
   * rating, or a class: for all pairs of groups that have rows, and for each group and all other rows. The
   * Jensen-Shannon divergence, the total variation distance, the largest difference, and the Lp norm have confidence
   * intervals: the distance plus or minus the distance of both groups' sampling errors in 95 of 100 draws, cut off at
   * 0. They contain 0 if the distributions may be equal, and are conservative otherwise. Values are NaN for a group
   * without weight.
   *
   * Source: SageMaker Clarify, pre-training metrics KL, JS, LP, TVD, and KS.
   *
   * @example
   * // scores: the result of `load()`.
   * const [between] = scores.outcomeDistances({
   *   outcome: ['low', 'low', 'high', 'high', 'low', 'middle', 'middle', 'high'],
   *   groups: { sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'] },
   * });
   * between.totalVariationDistance.value; // 0.5
   *
   * @throws FairwasmError `shapeMismatch` for columns of different lengths; `invalidArgument` or `missingValue` with
   *   the row for a missing outcome or a weight below 0; `invalidArgument` for a power below 1.
   */
  outcomeDistances(input: OutcomeDistanceInput): OutcomeDistance[] {
    return outcomeDistances(this.#wasm, input);
  }

  /**
   * Returns how often prediction intervals or prediction sets contain the true value, and their mean width or number of
   * classes: for all rows, and for each group. A procedure with a nominal coverage may cover all rows often enough, and
   * one group too rarely. Coverage has Wilson's interval, the size Student's; with `cluster`, both have those of the
   * jackknife over clusters. NaN without rows.
   *
   * Source: Romano, Barber, Sabatti, Candès 2020: With Malice Toward None: Assessing Uncertainty via Equalized Coverage.
   *
   * @example
   * // scores: the result of `load()`.
   * const covered = scores.predictionCoverage({
   *   label: [3, 5, 4, 9],
   *   low: [2, 4, 1, 2],
   *   high: [4, 6, 5, 6],
   *   group: ['f', 'f', 'm', 'm'],
   * });
   * covered.map(({ name, coverage, size }) => [name, coverage.value, size.value]);
   * // [["All rows", 0.75, 3], ["f", 1, 2], ["m", 0.5, 4]]
   *
   * @throws FairwasmError `shapeMismatch` for columns of different lengths; `invalidArgument` unless exactly one of
   *   `low` and `sets` is given, and with the row for an interval whose ends are swapped.
   */
  predictionCoverage(input: PredictionCoverageInput): PredictionCoverage[] {
    return predictionCoverage(this.#wasm, input);
  }
}

/**
 * Loads the WebAssembly module.
 *
 * @example
 * const scores = await load();
 * const exact = scores.exactScores();
 * exact.update({ label: [1, 0, 1, 0], score: [0.9, 0.6, 0.4, 0.2] });
 * exact.ranking([])[0].areaUnderCurve.value; // 0.75
 *
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason
 * if it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Scores> {
  return withBoundMethods(new Scores(await loadModule(scoresModule, options)));
}
