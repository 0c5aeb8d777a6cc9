// SPDX-License-Identifier: Apache-2.0
//
// The entry point of provable robustness: certificates from scores, and the Lipschitz constants that they require.

import { withBoundMethods } from '../core/bound-methods.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import { requireOptions } from '../core/options.js';
import { Certificates, type CertificatesOptions } from './certificates.js';
import { type Layer, type LipschitzBound, lipschitzBound } from './lipschitz.js';
import { provableAvgRobustness, provableRobustAccuracy, type Reduction, type RobustnessInput } from './metrics.js';
import { loadedCertifier, robustnessModule, type Wasm } from './module.js';
import { type ScoreMatrix, toTensor } from './scores.js';
import { type SteepestSlope, steepestSlope } from './slope.js';

/**
 * Robustness certificates: how far an input can move, in Euclidean distance, before a network with a known Lipschitz
 * constant can change its decision. The radius of a row is its margin divided by `lipConst` (binary: the score,
 * signed by its label), or by 2 `lipConst` or √2 `lipConst` (categorical: the true class's score minus the largest
 * other score).
 *
 * @example
 * const robustness = await load();
 * const score = [[2, 0], [0, 1], [0, 3]]; // outputs of the network for each class
 * const label = [0, 1, 0];
 * robustness.categoricalProvableRobustAccuracy({ label, score, lipConst: 1, epsilon: 0.25 }); // 0.666…
 * robustness.categoricalProvableAvgRobustness({ label, score, lipConst: 1 }); // 0.5
 */
export class Robustness {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
  }

  /**
   * deel-lip's `BinaryProvableRobustAccuracy`: proportion of scores with radius > epsilon.
   *
   * @throws FairwasmError like {@link Certificates.update}, and if `lipConst` is missing or not a positive finite
   *   number, or if `epsilon` is negative or not finite.
   */
  binaryProvableRobustAccuracy<R extends Reduction = 'mean'>(
    input: RobustnessInput<R> &
      Pick<CertificatesOptions, 'lipConst'> & {
        /** The radius to exceed, at least 0. Default: 36/255. */
        epsilon?: number | undefined;
      },
  ): R extends 'none' ? Float64Array : number {
    return provableRobustAccuracy(this.#wasm, true, input);
  }

  /** deel-lip's `BinaryProvableAvgRobustness`: mean of max(radius, 0), or of the radius. */
  binaryProvableAvgRobustness<R extends Reduction = 'mean'>(
    input: RobustnessInput<R> &
      Pick<CertificatesOptions, 'lipConst'> & {
        /** True to count wrong predictions with their negative radius instead of 0. Default: false. */
        negativeRobustness?: boolean | undefined;
      },
  ): R extends 'none' ? Float64Array : number {
    return provableAvgRobustness(this.#wasm, true, input);
  }

  /** deel-lip's `CategoricalProvableRobustAccuracy`: proportion of rows with radius > epsilon. */
  categoricalProvableRobustAccuracy<R extends Reduction = 'mean'>(
    input: RobustnessInput<R> &
      Pick<CertificatesOptions, 'lipConst' | 'disjointNeurons'> & {
        /** The radius to exceed, at least 0. Default: 36/255. */
        epsilon?: number | undefined;
      },
  ): R extends 'none' ? Float64Array : number {
    return provableRobustAccuracy(this.#wasm, false, input);
  }

  /** deel-lip's `CategoricalProvableAvgRobustness`: mean of max(radius, 0), or of the radius. */
  categoricalProvableAvgRobustness<R extends Reduction = 'mean'>(
    input: RobustnessInput<R> &
      Pick<CertificatesOptions, 'lipConst' | 'disjointNeurons'> & {
        /** True to count wrong predictions with their negative radius instead of 0. Default: false. */
        negativeRobustness?: boolean | undefined;
      },
  ): R extends 'none' ? Float64Array : number {
    return provableAvgRobustness(this.#wasm, false, input);
  }

  /** Returns an empty accumulator, for rows in batches and for results by group. */
  certificates(options: CertificatesOptions): Certificates {
    return new Certificates(this.#wasm, options);
  }

  /** Returns the certificates that {@link Certificates.toBytes} stored. Throws `corruptBytes` for other bytes. */
  certificatesFromBytes(bytes: Uint8Array): Certificates {
    return Certificates.fromBytes(this.#wasm, bytes);
  }

  /**
   * Returns an upper bound on the Lipschitz constant of a network, for the Euclidean norm. Dense layers use singular
   * values verified by a factorization; convolutions use Gram iteration at the frequencies of their kernel, without
   * building a matrix; dense layers with ReLU, tanh, and similar activations between them are bounded jointly
   * (Combettes and Pesquet 2020); the rest is multiplied. Weights are float32 or float64, for example from {@link
   * readSafetensors}. Wide layers take seconds (1,000 neurons or 128 channels), so call it in a worker.
   *
   * @example
   * // robustness: the result of `load()`.
   * const bound = robustness.lipschitzBound([
   *   { weights: [[3, 0], [0, 1]], activation: 'relu' },
   *   { weights: [[1, 0], [0, 2]] },
   * ]);
   * [bound.value, bound.product].map((each) => each.toFixed(2)); // ["3.00", "6.00"]
   * const { lipConst, disjointNeurons } = bound;
   * robustness.categoricalProvableAvgRobustness({ label, score, lipConst, disjointNeurons }); // 0.235…
   *
   * @throws FairwasmError `shapeMismatch` if consecutive layers do not match, `invalidArgument` for weights that are
   *   not finite and for unknown activations; it names `layers[i]`.
   */
  lipschitzBound(layers: readonly Layer[]): LipschitzBound {
    return lipschitzBound(this.#wasm, layers);
  }

  /**
   * Returns the network's steepest slope between any two of the given inputs, like deel-lip's `evaluate_lip_const`
   * but for any network and without gradients. It is a lower bound on the Lipschitz constant: a stated constant below
   * it is wrong, and an upper bound far above it may be loose.
   *
   * For n rows, n (n - 1) / 2 pairs are compared.
   *
   * @throws FairwasmError `shapeMismatch` if inputs and outputs differ in the number of rows, `invalidArgument` for
   *   numbers that are not finite, and for equal inputs with different outputs, which no constant allows.
   */
  steepestSlope(input: {
    /** The inputs, (rows, features). Additional axes, such as those of images, count as features. */
    inputs: ScoreMatrix;
    /** The outputs before any softmax or sigmoid: (rows, outputs), or one number per row. */
    outputs: ScoreMatrix | readonly number[];
  }): SteepestSlope {
    requireOptions('steepestSlope', input, ['inputs', 'outputs']);
    return steepestSlope(toTensor(input.inputs, 'inputs'), toTensor(input.outputs, 'outputs'));
  }
}

/**
 * Loads the WebAssembly module.
 *
 * @example
 * const robustness = await load();
 * const margins = { label: [1, 0, 1], score: [0.5, -2, -1] };
 * robustness.binaryProvableRobustAccuracy({ ...margins, lipConst: 1, epsilon: 0.25 }); // 0.666…
 *
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason if it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Robustness> {
  return withBoundMethods(new Robustness(loadedCertifier.set(await loadModule(robustnessModule, options))));
}
