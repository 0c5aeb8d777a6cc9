// SPDX-License-Identifier: Apache-2.0
//
// The door of provable robustness: certificates from scores, and the Lipschitz constants they need.

import { limitArguments } from '../core/arity.js';
import { withBoundMethods } from '../core/bound-methods.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import { Certificates, type CertificatesOptions } from './certificates.js';
import { type Layer, type LipschitzBound, lipschitzBound } from './lipschitz.js';
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
import { loadedCertifier, robustnessModule, type Wasm } from './module.js';
import type { RadiusOptions } from './scores.js';
import { type SlopeInput, type SteepestSlope, steepestSlope } from './slope.js';

/**
 * Certificates of robustness: how far an input may be moved, in Euclidean distance, before a network of known
 * Lipschitz constant can change its decision. The radius of a row is its margin divided by `lipConst`
 * (binary: the score, signed by its label), or by 2 `lipConst` or √2 `lipConst` (categorical: true class's
 * score minus the largest other one).
 *
 * @example
 * const robustness = await load();
 * const score = [[2, 0], [0, 1], [0, 3]]; // what the network gives for each class
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
   * deel-lip's `BinaryProvableRobustAccuracy`: share of scores with radius > epsilon.
   *
   * @throws FairwasmError as {@link Certificates.update}, and for a `lipConst` that is not given or not
   *   positive and finite or an `epsilon` that is negative or not finite.
   */
  binaryProvableRobustAccuracy<R extends Reduction = 'mean'>(
    input: RobustnessInput<R> & BinaryOptions & EpsilonOption,
  ): Reduced<R> {
    return provableRobustAccuracy(this.#wasm, true, input);
  }

  /** deel-lip's `BinaryProvableAvgRobustness`: mean of max(radius, 0), or of the radius. */
  binaryProvableAvgRobustness<R extends Reduction = 'mean'>(
    input: RobustnessInput<R> & BinaryOptions & NegativeOption,
  ): Reduced<R> {
    return provableAvgRobustness(this.#wasm, true, input);
  }

  /** deel-lip's `CategoricalProvableRobustAccuracy`: share of rows with radius > epsilon. */
  categoricalProvableRobustAccuracy<R extends Reduction = 'mean'>(
    input: RobustnessInput<R> & RadiusOptions & EpsilonOption,
  ): Reduced<R> {
    return provableRobustAccuracy(this.#wasm, false, input);
  }

  /** deel-lip's `CategoricalProvableAvgRobustness`: mean of max(radius, 0), or of the radius. */
  categoricalProvableAvgRobustness<R extends Reduction = 'mean'>(
    input: RobustnessInput<R> & RadiusOptions & NegativeOption,
  ): Reduced<R> {
    return provableAvgRobustness(this.#wasm, false, input);
  }

  /** An empty accumulator, for rows that come in batches and for results by group. */
  certificates(options: CertificatesOptions): Certificates {
    return new Certificates(this.#wasm, options);
  }

  /** Certificates from what {@link Certificates.toBytes} returned. Throws `corruptBytes` for anything else. */
  certificatesFromBytes(bytes: Uint8Array): Certificates {
    return Certificates.fromBytes(this.#wasm, bytes);
  }

  /**
   * A bound on the Lipschitz constant of a network, for the Euclidean norm. It is never too small: dense
   * layers by singular values that a factorization has verified, convolutions by Gram iteration at the
   * frequencies of their kernel (no matrix is built), dense layers with ReLU, tanh and the like between them
   * bounded together (Combettes and Pesquet 2020), the rest multiplied. Weights of float32 or float64, for
   * instance from {@link readSafetensors}. Takes time for wide layers: seconds for 1000 neurons or 128
   * channels, so call it in a worker.
   *
   * @example
   * // robustness: what `load()` gives.
   * const bound = robustness.lipschitzBound([
   *   { weights: [[3, 0], [0, 1]], activation: 'relu' },
   *   { weights: [[1, 0], [0, 2]] },
   * ]);
   * [bound.value, bound.product].map((each) => each.toFixed(2)); // ["3.00", "6.00"]
   * const { lipConst, disjointNeurons } = bound;
   * robustness.categoricalProvableAvgRobustness({ label, score, lipConst, disjointNeurons }); // 0.235…
   *
   * @throws FairwasmError `shapeMismatch` where layers do not fit together, `invalidArgument` for weights
   *   that are not finite and for unknown activations; it names `layers[i]`.
   */
  lipschitzBound(layers: readonly Layer[]): LipschitzBound {
    return lipschitzBound(this.#wasm, layers);
  }

  /**
   * The steepest slope that a network shows between any two of the given inputs: deel-lip's
   * `evaluate_lip_const` for any network, without its gradients. Its Lipschitz constant is at least that, so
   * that a stated constant below it is wrong, and a bound far above it may be loose.
   *
   * Of n rows n (n - 1) / 2 pairs are compared.
   *
   * @throws FairwasmError `shapeMismatch` where inputs and outputs differ in rows, `invalidArgument` for
   *   numbers that are not finite and for equal inputs with different outputs, which no constant allows.
   */
  steepestSlope(input: SlopeInput): SteepestSlope {
    return steepestSlope(input);
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
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason
 *   where it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Robustness> {
  return withBoundMethods(
    new Robustness(loadedCertifier.set(await loadModule(robustnessModule, options))),
  );
}

limitArguments(Robustness);
