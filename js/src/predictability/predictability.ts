// SPDX-License-Identifier: Apache-2.0
//
// The entry point of predictability: metrics that are measured with trained attackers.

import { withBoundMethods } from '../core/bound-methods.js';
import type { RunOptions } from '../core/long-run.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import { requireOneOf, requireOptions, requireParts, requireWhole } from '../core/options.js';
import type { Direction } from '../metrics/amplification.js';
import type { Tally } from '../tally/tally.js';
import { type AttackerLayers, DenseAttacker, layerNames, requireFlags, toShape } from './attacker.js';
import type { LeakageColumns } from './columns.js';
import { type Dbac, dbac } from './dbac.js';
import type { DbacInput } from './dbac-input.js';
import { DPA, type DpaColumns, type DpaOptions, dpa } from './dpa.js';
import { type ExactLeakage, metricNames } from './exact.js';
import { Leakage, leakage } from './leakage.js';
import type { LeakageOptions } from './leakage-options.js';
import { type LicInput, type LicResult, lic } from './lic.js';
import { loadedAttackers, predictabilityModule, type Wasm } from './module.js';
import type { LeakageResult } from './result.js';
import { type CreatedData, createData } from './synthetic-data.js';
import type { AttackRunOptions } from './workers.js';

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
   * Returns the leakage: how much better attackers do with the prediction than with the label. Attackers are trained in
   * every trial, after labels are made as inaccurate as predictions. With the default `direction` they predict label
   * and prediction from the feature (as in the package bias_amplification); otherwise they predict the attribute from
   * label and prediction (Wang et al. 2019).
   *
   * @throws FairwasmError if columns or options do not match; `invalidState` if training diverges.
   */
  async leakage(input: LeakageColumns & LeakageOptions, run: AttackRunOptions = {}): Promise<LeakageResult> {
    return leakage(this.#wasm, input, run);
  }

  /** Returns the metric Leakage, whose methods compute single trials or scores. */
  leakageMetric(options: LeakageOptions = {}): Leakage {
    return new Leakage(options, this.#wasm);
  }

  /** Returns the directional predictability amplification (DPA) in both directions. Throws like {@link leakage}. */
  async dpa(input: DpaColumns & DpaOptions, run: AttackRunOptions = {}): Promise<Record<Direction, LeakageResult>> {
    return dpa(this.#wasm, input, run);
  }

  /** Returns the metric DPA, whose methods compute a single direction, trial, or score. */
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
  exactLeakage(
    tally: Tally,
    options: {
      /** Quality metric. Default: `accuracy`. */
      metric?: 'accuracy' | 'mse' | 'bce' | undefined;
      /** True to convert outputs to classes before scoring. Default: true. */
      threshold?: boolean | undefined;
      /** True to divide by λ_M + λ_D. Default: false. */
      normalized?: boolean | undefined;
    } = {},
  ): ExactLeakage {
    requireOptions('exactLeakage', options, ['metric', 'threshold', 'normalized']);
    requireParts('tally', tally, ['toBytes'], 'a tally, such as the result of fair.tally(…)');
    requireFlags(options, ['threshold', 'normalized']);
    const { metric = 'accuracy', threshold = true, normalized = false } = options;
    requireOneOf('metric', metric, metricNames);
    return this.#wasm.exactLeakageOfTally(tally.toBytes(), metric, threshold, normalized);
  }

  /** Returns LIC: how much better an attribute can be predicted from generated captions than from human captions. */
  async lic(input: LicInput, run: AttackRunOptions = {}): Promise<LicResult> {
    return lic(this.#wasm, input, run);
  }

  /**
   * Returns DBAC, the directional bias amplification of generated captions compared with human captions (Nair, Tokas,
   * Kerner 2026), with LIC next to it. In the direction from attribute to task (AtoT), attackers predict the attribute
   * from captions in which words for the attribute are masked. λ is the mean of P(attribute | caption) · P(objects that
   * the caption mentions) / P(attribute), and the value is (λ_M - λ_D) / (λ_M + λ_D) for generated and human captions. From
   * task to attribute (TtoA), objects and attribute change places. The attackers are logistic regressions on the words
   * that occur, fitted to other images.
   *
   * @param run Options for progress and cancellation. Default: none.
   * @throws FairwasmError `invalidArgument` for captions, words, vectors, or options of another form; `shapeMismatch` for
   *   columns of different lengths; the signal's reason if it is aborted.
   *
   * @example
   * // predictability: the result of `load()`.
   * const { AtoT } = await predictability.dbac({
   *   human: ['a woman with a knife', 'a woman cooks', 'a man with a knife', 'a man cooks'],
   *   generated: ['a woman cooks', 'a woman cooks', 'a man with a knife', 'a man with a knife'],
   *   attribute: ['f', 'f', 'm', 'm'],
   *   objects: ['knife'],
   *   folds: 2,
   * });
   * AtoT.marginal; // 0
   * AtoT.value > 0; // true
   */
  async dbac(input: DbacInput, run: RunOptions = {}): Promise<Dbac> {
    return dbac(input, run);
  }

  /** Creates a small dense network. */
  denseAttacker(
    shape: AttackerLayers & {
      inputs: number;
      outputs: number;
      /** Seed of the initial weights. Default: 1. */
      seed?: number | undefined;
    },
  ): DenseAttacker {
    requireOptions('denseAttacker', shape, ['inputs', 'outputs', 'seed', ...layerNames]);
    const { inputs, outputs, seed = 1, ...layers } = shape;
    const core = toShape(this.#wasm, inputs, outputs, layers, 'sigmoid');
    return new DenseAttacker(this.#wasm, core, requireWhole('seed', seed, 0));
  }

  /** Creates synthetic data for examples and tests. */
  dataCreator(
    options: {
      /** Number of rows, a multiple of 4. Default: 512. */
      rows?: number | undefined;
      /** Proportion of wrong predictions, from 0 to 0.5. Default: 0.1. */
      error?: number | undefined;
      /** Proportion of changed labels in `DBias`, from 0 to 0.5. Default: `error`. */
      dataError?: number | undefined;
      /** True for a random row order; otherwise rows are sorted by P, then by D. Default: false. */
      shuffle?: boolean | undefined;
      /** Seed. Default: 1. */
      seed?: number | undefined;
    } = {},
  ): CreatedData {
    requireOptions('dataCreator', options, ['rows', 'error', 'dataError', 'shuffle', 'seed']);
    requireFlags(options, ['shuffle']);
    const { rows = 512, error = 0.1, dataError = error, shuffle = false, seed = 1 } = options;
    return createData(this.#wasm, { rows, error, dataError }, shuffle, requireWhole('seed', seed, 0));
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
  return withBoundMethods(new Predictability(loadedAttackers.set(await loadModule(predictabilityModule, options))));
}
