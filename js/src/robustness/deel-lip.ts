// SPDX-License-Identifier: Apache-2.0
//
// deel-lip's four metrics as classes: options are passed to the constructor, labels and scores to `compute`.

import { requireNoMore, requireOptions } from '../core/options.js';
import type { NumberColumn } from '../data/column.js';
import type { CertificateRows } from './certificates.js';
import {
  type BinaryOptions,
  type EpsilonOption,
  type NegativeOption,
  provableAvgRobustness,
  provableRobustAccuracy,
  type Reduced,
  type Reduction,
  type RobustnessInput,
} from './metrics.js';
import { loadedCertifier, type Wasm } from './module.js';
import type { RadiusOptions } from './scores.js';

/** Labels of a batch: deel-lip's `y_true`. */
type Label = CertificateRows['label'];
/** Outputs of the network: deel-lip's `y_pred`. */
type Score = CertificateRows['score'];

interface ReductionOption<R extends Reduction> {
  /** The way in which values are combined. Default: `mean`. */
  reduction?: R | undefined;
}

/** A metric of deel-lip. */
export interface RobustnessMetric<R extends Reduction> {
  /**
   * Returns the value for a batch.
   *
   * @param weight deel-lip's `sample_weight`. Default: 1 for each score.
   * @throws FairwasmError like {@link Certificates.update}.
   */
  compute(label: Label, score: Score, weight?: NumberColumn): Reduced<R>;
}

/** A class of deel-lip, for use after `await load()`. */
export interface RobustnessMetricClass<Options> {
  /** @throws FairwasmError `invalidState` before `load()` has finished; `invalidArgument` for unknown options. */
  new <R extends Reduction = 'mean'>(options: Options & ReductionOption<R>): RobustnessMetric<R>;
}

type Compute<Options> = (
  wasm: Wasm,
  binary: boolean,
  input: RobustnessInput<Reduction> & Options,
) => unknown;

function metricClass<Options extends object>(
  binary: boolean,
  compute: Compute<Options & RadiusOptions>,
  own: string,
): RobustnessMetricClass<Options> {
  const names = ['lipConst', 'reduction', own, ...(binary ? [] : ['disjointNeurons'])];
  return class<R extends Reduction> {
    readonly #wasm: Wasm;
    readonly #options: Options & ReductionOption<R> & RadiusOptions;

    constructor(options: Options & ReductionOption<R>, ...surplus: never[]) {
      requireNoMore(new.target.name, surplus);
      requireOptions(new.target.name, options, names);
      this.#wasm = loadedCertifier.get();
      this.#options = options as Options & ReductionOption<R> & RadiusOptions;
    }

    compute(label: Label, score: Score, weight?: NumberColumn, ...surplus: never[]): Reduced<R> {
      requireNoMore('compute', surplus);
      const input = { ...this.#options, label, score, ...(weight !== undefined && { weight }) };
      return compute(this.#wasm, binary, input) as Reduced<R>;
    }
  };
}

/**
 * Proportion of scores, signed by their labels, with a radius greater than `epsilon`.
 *
 * @example
 * await load();
 * const metric = new BinaryProvableRobustAccuracy({ lipConst: 1, epsilon: 0.25 });
 * metric.compute([1, 0, 1], [0.5, -2, -1]); // 0.666…
 */
export class BinaryProvableRobustAccuracy<R extends Reduction = 'mean'> extends metricClass<
  BinaryOptions & EpsilonOption
>(true, provableRobustAccuracy, 'epsilon')<R> {}

/**
 * Mean radius of scores that are signed by their labels; negative radii count as 0 unless `negativeRobustness` is
 * true.
 *
 * @example
 * await load();
 * new BinaryProvableAvgRobustness({ lipConst: 1 }).compute([1, 0, 1], [0.5, -2, -1]); // 0.833…
 */
export class BinaryProvableAvgRobustness<R extends Reduction = 'mean'> extends metricClass<
  BinaryOptions & NegativeOption
>(true, provableAvgRobustness, 'negativeRobustness')<R> {}

/**
 * Proportion of rows with a radius greater than `epsilon`.
 *
 * @example
 * await load();
 * const metric = new CategoricalProvableRobustAccuracy({ lipConst: 1, epsilon: 0.25 });
 * metric.compute([0, 1, 0], [[2, 0], [0, 1], [0, 3]]); // 0.666…
 */
export class CategoricalProvableRobustAccuracy<R extends Reduction = 'mean'> extends metricClass<
  RadiusOptions & EpsilonOption
>(false, provableRobustAccuracy, 'epsilon')<R> {}

/**
 * Mean radius of rows; negative radii count as 0 unless `negativeRobustness` is true.
 *
 * @example
 * await load();
 * new CategoricalProvableAvgRobustness({ lipConst: 1 }).compute([0, 1, 0], [[2, 0], [0, 1], [0, 3]]); // 0.5
 */
export class CategoricalProvableAvgRobustness<R extends Reduction = 'mean'> extends metricClass<
  RadiusOptions & NegativeOption
>(false, provableAvgRobustness, 'negativeRobustness')<R> {}
