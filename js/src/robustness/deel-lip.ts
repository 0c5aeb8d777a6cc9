// SPDX-License-Identifier: Apache-2.0
//
// deel-lip's four metrics as classes: options are passed to the constructor, labels and scores to `compute`.

import { requireOptions } from '../core/options.js';
import type { NumberColumn } from '../data/column.js';
import type { CertificateRows, CertificatesOptions } from './certificates.js';
import {
  provableAvgRobustness,
  provableRobustAccuracy,
  type Reduced,
  type Reduction,
  type RobustnessInput,
} from './metrics.js';
import { loadedCertifier, type Wasm } from './module.js';
import type { RadiusOptions } from './scores.js';

type Compute<Options> = (wasm: Wasm, binary: boolean, input: RobustnessInput<Reduction> & Options) => unknown;

/**
 * A metric of deel-lip, for use after `await load()`.
 *
 * @example
 * await load();
 * const metric = new BinaryProvableAvgRobustness({ lipConst: 1, reduction: 'none' });
 * Array.from(metric.compute([1, 0], [0.5, -2])); // [0.5, 2]
 */
export abstract class RobustnessMetric<R extends Reduction> {
  readonly #compute: (input: RobustnessInput<Reduction>) => unknown;

  /** @internal */
  protected constructor(options: object, binary: boolean, compute: Compute<RadiusOptions>, own: string) {
    const names = ['lipConst', 'reduction', own, ...(binary ? [] : ['disjointNeurons'])];
    requireOptions(new.target.name, options, names);
    const wasm = loadedCertifier.get();
    this.#compute = (input) => compute(wasm, binary, { ...(options as RadiusOptions), ...input });
  }

  /**
   * Returns the value for a batch.
   *
   * @param weight deel-lip's `sample_weight`. Default: 1 for each score.
   * @throws FairwasmError like {@link Certificates.update}.
   */
  compute(
    label: CertificateRows['label'],
    score: CertificateRows['score'],
    weight?: NumberColumn,
  ): R extends 'none' ? Float64Array : number {
    return this.#compute({ label, score, ...(weight !== undefined && { weight }) }) as Reduced<R>;
  }
}

/**
 * Proportion of scores, signed by their labels, with a radius greater than `epsilon`.
 *
 * @example
 * await load();
 * const metric = new BinaryProvableRobustAccuracy({ lipConst: 1, epsilon: 0.25 });
 * metric.compute([1, 0, 1], [0.5, -2, -1]); // 0.666…
 */
export class BinaryProvableRobustAccuracy<R extends Reduction = 'mean'> extends RobustnessMetric<R> {
  /** @throws FairwasmError `invalidState` before `load()` has finished; `invalidArgument` for unknown options. */
  constructor(
    options: Pick<CertificatesOptions, 'lipConst'> & {
      /** The radius to exceed, at least 0. Default: 36/255. */
      epsilon?: number | undefined;
    } & Pick<RobustnessInput<R>, 'reduction'>,
  ) {
    super(options, true, provableRobustAccuracy, 'epsilon');
  }
}

/**
 * Mean radius of scores that are signed by their labels; negative radii count as 0 unless `negativeRobustness` is
 * true.
 *
 * @example
 * await load();
 * new BinaryProvableAvgRobustness({ lipConst: 1 }).compute([1, 0, 1], [0.5, -2, -1]); // 0.833…
 */
export class BinaryProvableAvgRobustness<R extends Reduction = 'mean'> extends RobustnessMetric<R> {
  /** @throws FairwasmError `invalidState` before `load()` has finished; `invalidArgument` for unknown options. */
  constructor(
    options: Pick<CertificatesOptions, 'lipConst'> & {
      /** True to count wrong predictions with their negative radius instead of 0. Default: false. */
      negativeRobustness?: boolean | undefined;
    } & Pick<RobustnessInput<R>, 'reduction'>,
  ) {
    super(options, true, provableAvgRobustness, 'negativeRobustness');
  }
}

/**
 * Proportion of rows with a radius greater than `epsilon`.
 *
 * @example
 * await load();
 * const metric = new CategoricalProvableRobustAccuracy({ lipConst: 1, epsilon: 0.25 });
 * metric.compute([0, 1, 0], [[2, 0], [0, 1], [0, 3]]); // 0.666…
 */
export class CategoricalProvableRobustAccuracy<R extends Reduction = 'mean'> extends RobustnessMetric<R> {
  /** @throws FairwasmError `invalidState` before `load()` has finished; `invalidArgument` for unknown options. */
  constructor(
    options: Pick<CertificatesOptions, 'lipConst' | 'disjointNeurons'> & {
      /** The radius to exceed, at least 0. Default: 36/255. */
      epsilon?: number | undefined;
    } & Pick<RobustnessInput<R>, 'reduction'>,
  ) {
    super(options, false, provableRobustAccuracy, 'epsilon');
  }
}

/**
 * Mean radius of rows; negative radii count as 0 unless `negativeRobustness` is true.
 *
 * @example
 * await load();
 * new CategoricalProvableAvgRobustness({ lipConst: 1 }).compute([0, 1, 0], [[2, 0], [0, 1], [0, 3]]); // 0.5
 */
export class CategoricalProvableAvgRobustness<R extends Reduction = 'mean'> extends RobustnessMetric<R> {
  /** @throws FairwasmError `invalidState` before `load()` has finished; `invalidArgument` for unknown options. */
  constructor(
    options: Pick<CertificatesOptions, 'lipConst' | 'disjointNeurons'> & {
      /** True to count wrong predictions with their negative radius instead of 0. Default: false. */
      negativeRobustness?: boolean | undefined;
    } & Pick<RobustnessInput<R>, 'reduction'>,
  ) {
    super(options, false, provableAvgRobustness, 'negativeRobustness');
  }
}
