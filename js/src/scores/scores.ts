// SPDX-License-Identifier: Apache-2.0
//
// The door of what only rows can tell about scores and predicted numbers: exact rankings and curves, calibration in
// bins of any kind, distances of distributions, medians. The main door has tallies, which forget the rows.

import { requireBytes } from '../core/accumulator.js';
import { withBoundMethods } from '../core/door.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import type { Favorable } from '../data/favorable.js';
import { requireNames } from '../data/named-columns.js';
import { requireLabels } from '../tally/tally-arguments.js';
import { ExactErrors } from './exact-errors.js';
import { ExactScores } from './exact-scores.js';
import { scoresModule, type Wasm } from './module.js';
import {
  type IdentityInput,
  type SubgroupAreaOptions,
  type SubgroupAreas,
  subgroupAreas,
} from './subgroup-areas.js';

/** What {@link load} gives. */
export class Scores {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
  }

  /**
   * An empty collection of rows with scores, by the named group attributes.
   *
   * @param favorable The label that high scores stand for, or several; left out: 1.
   */
  exactScores(groups: readonly string[] = [], favorable: Favorable = 1): ExactScores {
    requireNames('groups', groups);
    requireLabels([favorable].flat());
    return new ExactScores(this.#wasm, groups, favorable);
  }

  /** From what {@link ExactScores.toBytes} returned. Throws `corruptBytes` for anything else. */
  exactScoresFromBytes(bytes: Uint8Array, favorable: Favorable = 1): ExactScores {
    requireLabels([favorable].flat());
    const stored = this.#wasm.ScoreRows.fromBytes(requireBytes(bytes)) ?? undefined;
    return new ExactScores(this.#wasm, [], favorable, stored);
  }

  /** An empty collection of rows with true and predicted numbers, by the named group attributes. */
  exactErrors(groups: readonly string[] = []): ExactErrors {
    requireNames('groups', groups);
    return new ExactErrors(this.#wasm, groups);
  }

  /** From what {@link ExactErrors.toBytes} returned. Throws `corruptBytes` for anything else. */
  exactErrorsFromBytes(bytes: Uint8Array): ExactErrors {
    const stored = this.#wasm.ErrorRows.fromBytes(requireBytes(bytes)) ?? undefined;
    return new ExactErrors(this.#wasm, [], stored);
  }

  /**
   * For each of several identities, which may overlap, three areas under the ROC curve: within the identity, of its
   * negatives against all others' positives (BPSN), and of its positives against all others' negatives (BNSP); and
   * the power means of each over identities, (mean x^power)^(1/power). All in [0, 1]; equal scores count half, pairs
   * weigh as the product of their weights. An area whose rows lack an outcome is NaN and makes its mean NaN, as in
   * the competition's code; `ofDefined` leaves it out. Areas have the intervals of `ScoreRanking`.
   *
   * Source: Borkan et al.: Nuanced Metrics for Measuring Unintended Bias with Real Data for Text Classification,
   * 2019; Jigsaw Unintended Bias in Toxicity Classification, 2019.
   *
   * @throws FairwasmError `shapeMismatch`; `invalidArgument` or `missingValue` with the row for a score that is not
   *   finite, a weight below 0 or an identity other than 0 and 1; `invalidArgument` for a power of 0.
   */
  subgroupAreas(input: IdentityInput, options: SubgroupAreaOptions = {}): SubgroupAreas {
    return subgroupAreas(this.#wasm, input, options);
  }
}

/**
 * Loads the WebAssembly of this door.
 *
 * @throws FairwasmError `loadFailed` where the file is not there or is not WebAssembly; the signal's reason
 *   where it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Scores> {
  return withBoundMethods(new Scores(await loadModule(scoresModule, options)));
}
