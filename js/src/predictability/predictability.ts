// SPDX-License-Identifier: Apache-2.0
//
// The entry point of predictability: metrics that are measured with trained attackers.

import { limitArguments } from '../core/arity.js';
import { withBoundMethods } from '../core/bound-methods.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import type { Tally } from '../tally/tally.js';
import { type AttackerShape, DenseAttacker } from './attacker.js';
import type { Direction } from './direction.js';
import { DPA, type DpaInput, type DpaOptions, dpa } from './dpa.js';
import { type ExactLeakage, type ExactOptions, exactOfTally } from './exact.js';
import { Leakage, leakage } from './leakage.js';
import type { LeakageInput, LeakageOptions } from './leakage-options.js';
import { type LicInput, type LicResult, lic } from './lic.js';
import { loadedAttackers, predictabilityModule, type Wasm } from './module.js';
import type { LeakageResult } from './result.js';
import { type CreatedData, type CreatedDataOptions, createData } from './synthetic-data.js';
import type { RunOptions } from './workers.js';

/**
 * The result of {@link load}.
 *
 * @example
 * const predictability = await load();
 * const leakage = await predictability.leakage({
 *   feature: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'],
 *   label: [1, 1, 0, 0, 1, 1, 0, 0],
 *   prediction: [1, 1, 1, 1, 0, 0, 0, 0], // reveals the group
 *   trials: 2,
 *   epochs: 20,
 * });
 * leakage.exact?.leakage; // 0.478…
 */
export class Predictability {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
  }

  /**
   * Leakage: how much better attackers, trained in every trial, do with the prediction than with the label, after
   * labels are made as inaccurate as predictions. With the default `direction` they predict label and prediction from
   * the feature (as in the package bias_amplification); otherwise they predict the attribute from label and
   * prediction (Wang et al. 2019).
   *
   * @throws FairwasmError if columns or options do not match; `invalidState` if training diverges.
   */
  async leakage(input: LeakageInput, run: RunOptions = {}): Promise<LeakageResult> {
    return leakage(this.#wasm, input, run);
  }

  /** Leakage step by step, for single trials or scores. */
  leakageMetric(options: LeakageOptions = {}): Leakage {
    return new Leakage(options, this.#wasm);
  }

  /** Directional predictability amplification in both directions. Like {@link leakage}. */
  async dpa(input: DpaInput, run: RunOptions = {}): Promise<Record<Direction, LeakageResult>> {
    return dpa(this.#wasm, input, run);
  }

  /** DPA step by step: a single direction, trial, or score. */
  dpaMetric(options: DpaOptions = {}): DPA {
    return new DPA(options, this.#wasm);
  }

  /**
   * Returns the leakage of tables of counts for a tally of groups, labels, and predictions: the limit for many rows
   * with the same distribution, where every combination of groups is one value of the feature. Requires neither
   * training nor rows. A tally of weighted rows is rejected.
   *
   * @example
   * // predictability: the result of `load()`.
   * import { load as loadFairwasm } from 'fairwasm';
   * const tally = (await loadFairwasm()).tally({ groups: ['sex'], label: true, prediction: true });
   * const [label, prediction] = [[1, 1, 0, 0, 1, 1, 0, 0], [1, 1, 1, 1, 0, 0, 0, 0]];
   * tally.update({ groups: { sex: [...'ffffmmmm'] }, label, prediction });
   * predictability.exactLeakage(tally).leakage; // 0.5
   */
  exactLeakage(tally: Tally, options: ExactOptions = {}): ExactLeakage {
    return exactOfTally(this.#wasm, tally, options);
  }

  /** LIC: how much better an attribute can be predicted from generated captions than from human captions. */
  async lic(input: LicInput, run: RunOptions = {}): Promise<LicResult> {
    return lic(this.#wasm, input, run);
  }

  /** Creates a small dense network. */
  denseAttacker(shape: AttackerShape): DenseAttacker {
    return new DenseAttacker(this.#wasm, shape);
  }

  /** Creates synthetic data for examples and tests. */
  dataCreator(options: CreatedDataOptions = {}): CreatedData {
    return createData(this.#wasm, options);
  }
}

/**
 * Loads the WebAssembly module.
 *
 * @example
 * const predictability = await load();
 * const attacker = predictability.denseAttacker({ inputs: 2, outputs: 1 });
 * attacker.widths; // [2, 1]
 *
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason if it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Predictability> {
  return withBoundMethods(
    new Predictability(loadedAttackers.set(await loadModule(predictabilityModule, options))),
  );
}

limitArguments(Predictability, {
  leakage: 2,
  leakageMetric: 1,
  dpa: 2,
  dpaMetric: 1,
  exactLeakage: 2,
  lic: 2,
  dataCreator: 1,
});
