// SPDX-License-Identifier: Apache-2.0
//
// A small dense network for JavaScript callers: creation, training with progress and cancellation, and prediction.

import { invalid } from '../core/error.js';
import { Handle } from '../core/handle.js';
import { requireOneOf, requireOptions, requireTexts, requireWhole, shown } from '../core/options.js';
import { type NumberColumn, type NumericArray, requireAttached, toNumbers } from '../data/column.js';
import { toWeights } from '../data/weights.js';
import type { Attacker as WasmAttacker } from '../wasm/predictability.js';
import { advanceInSlices } from './jobs.js';
import type { Wasm } from './module.js';
import { maxCount, secondsLeft, type TrialProgress } from './workers.js';

/** Activation function of a layer. The empty name is the identity. */
export type ActivationName = 'relu' | 'sigmoid' | 'tanh' | 'identity' | '';

/** The layers of an attacker, by a rule or by their widths. */
export interface AttackerLayers {
  /** Number of layers; 1 is a generalized linear model. Default: 1. */
  layers?: number | undefined;
  /**
   * Width of the first layer if there are several. Default: 16. Widths then double up to the middle and halve after
   * it, as in bias_amplification's simpleDenseModel.
   */
  firstWidth?: number | undefined;
  /** Widths of the hidden layers, instead of the rule. */
  widths?: readonly number[] | undefined;
  /**
   * One per layer. A shorter list is padded with identities at the front, and a longer one is truncated. Default:
   * relu, with a last layer that suits the loss (sigmoid for `bce` and `mse`, identity for `cross-entropy`).
   */
  activations?: readonly ('relu' | 'sigmoid' | 'tanh' | 'identity' | '')[] | undefined;
}

/** Options for training an attacker. */
export interface TrainingOptions {
  /**
   * `mse`, `bce` (binary cross-entropy of each output), or `cross-entropy` (of the softmax over outputs). Default:
   * for Leakage and DPA, the loss that suits the label; otherwise `bce`.
   */
  loss?: 'mse' | 'bce' | 'cross-entropy' | undefined;
  /** Optimizer. Default: `adam` (with PyTorch's β, 0.9 and 0.999). */
  optimizer?: 'adam' | 'sgd' | undefined;
  /** Step size of the optimizer. Default: 0.05. */
  learningRate?: number | undefined;
  /** Number of passes over the training rows. Default: 100. */
  epochs?: number | undefined;
  /** Number of rows per step. Default: 64. */
  batchSize?: number | undefined;
  /** L2 penalty: this factor times each parameter is added to its gradient. Default: 0. */
  weightDecay?: number | undefined;
  /** Stops after this number of epochs without a lower mean loss. Default: never. */
  patience?: number | undefined;
}

/** @internal */
export interface Training {
  loss: string;
  optimizer: string;
  learningRate: number;
  epochs: number;
  batchSize: number;
  weightDecay: number;
  patience: number;
}

/** @internal Names of the training options, for callers that reject other names. */
export const trainingNames = [
  'loss',
  'optimizer',
  'learningRate',
  'epochs',
  'batchSize',
  'weightDecay',
  'patience',
] as const satisfies readonly (keyof TrainingOptions)[];

/** @internal */
export const layerNames = ['layers', 'firstWidth', 'widths', 'activations'];

/** @internal The widths of all layers and their activations, in the core's form. */
export interface Shape {
  /** Number of words if rows are bags of words; 0 if rows are numbers. */
  vocabulary: number;
  widths: number[];
  activations: string[];
}

const toFloats = (values: NumericArray | readonly number[], name: string): Float32Array =>
  values instanceof Float32Array ? requireAttached(values, name) : Float32Array.from(toNumbers(values, name));

function requireList(argument: string, value: unknown): void {
  if (Array.isArray(value)) return;
  throw invalid(argument, 'an array with one entry per layer', shown(value));
}

/** @internal Rejects strings for booleans: 'false' would count as true. */
export function requireFlags<K extends string>(options: { readonly [P in K]?: unknown }, names: readonly K[]): void {
  const name = names.find((each) => !['undefined', 'boolean'].includes(typeof options[each]));
  if (name === undefined) return;
  const value = options[name];
  throw invalid(name, 'true or false', shown(value));
}

function requireRate(argument: string, value: unknown): void {
  if (typeof value === 'number') return;
  throw invalid(argument, 'a nonnegative number', shown(value));
}

/** @internal Returns the options with their defaults; the core validates the values. */
export function toTraining(options: TrainingOptions, loss: Training['loss'] = 'bce'): Training {
  const { optimizer = 'adam', learningRate = 0.05, weightDecay = 0 } = options;
  const rates = { learningRate, weightDecay };
  for (const [name, rate] of Object.entries(rates)) requireRate(name, rate);
  return {
    loss: requireOneOf('loss', options.loss ?? loss, ['mse', 'bce', 'cross-entropy']),
    optimizer: requireOneOf('optimizer', optimizer, ['adam', 'sgd']),
    learningRate,
    weightDecay,
    epochs: requireWhole('epochs', options.epochs ?? 100, 0, maxCount),
    batchSize: requireWhole('batchSize', options.batchSize ?? 64, 1, maxCount),
    patience: requireWhole('patience', options.patience ?? 0, 0, maxCount),
  };
}

/** @internal Returns widths and activations in the core's form. */
export function toShape(
  wasm: Pick<Wasm, 'simpleDense'>,
  inputs: number,
  outputs: number,
  layers: AttackerLayers,
  last: ActivationName,
): Shape {
  requireOptions('attacker', layers, layerNames);
  for (const name of ['widths', 'activations'] as const) {
    if (layers[name] !== undefined) requireList(name, layers[name]);
  }
  if (layers.activations !== undefined) requireTexts('activations', layers.activations);
  requireWhole('inputs', inputs, 1, maxCount);
  requireWhole('outputs', outputs, 1, maxCount);
  const hidden = layers.widths?.map((width) => requireWhole('widths', width, 1, maxCount));
  const count = hidden ? hidden.length + 1 : requireWhole('layers', layers.layers ?? 1, 1, maxCount);
  const firstWidth = requireWhole('firstWidth', layers.firstWidth ?? 16, 1, maxCount);
  const standard = Array.from({ length: count }, (_, i) => (i + 1 < count ? 'relu' : last));
  const shape = wasm.simpleDense(inputs, outputs, count, firstWidth, [...(layers.activations ?? standard)]);
  return hidden ? { ...shape, widths: [inputs, ...hidden, outputs] } : shape;
}

/**
 * A dense network. Create one with `predictability.denseAttacker(…)`.
 *
 * @example
 * const attacker = (await load()).denseAttacker({ inputs: 1, outputs: 1 });
 * const losses = await attacker.fit([0, 0, 1, 1], [0, 0, 1, 1], { epochs: 200 });
 * losses.length; // 200
 * Array.from(attacker.predict([0, 1]), (share) => share > 0.5); // [false, true]
 */
export class DenseAttacker {
  readonly #wasm: Wasm;
  readonly #handle: Handle<WasmAttacker>;
  readonly #seed: number;
  /** Widths of the inputs, of every hidden layer, and of the outputs. */
  readonly widths: readonly number[];
  /** One per layer. */
  readonly activations: readonly string[];

  /** @internal */
  constructor(wasm: Wasm, core: Shape, seed: number) {
    this.#wasm = wasm;
    this.#seed = seed;
    this.widths = core.widths;
    this.activations = core.activations;
    this.#handle = new Handle(new wasm.Attacker(core, this.#seed));
  }

  /**
   * All parameters in PyTorch's order: for each layer its weights in row-major order (one row per output), then its
   * biases. Initially they are uniform in ±1/√(inputs of the layer), drawn with the seed.
   */
  get weights(): Float64Array {
    return this.#handle.object.weights();
  }

  set weights(weights: Float64Array) {
    this.#handle.object.setWeights(toNumbers(weights, 'weights'));
  }

  /**
   * Returns the outputs for rows of inputs, in row-major order. Throws `shapeMismatch` if the last row is incomplete.
   */
  predict(inputs: NumericArray | readonly number[]): Float32Array {
    return this.#handle.object.predict(toFloats(inputs, 'inputs'));
  }

  /**
   * Trains on rows of inputs and targets, in row-major order. Runs on the calling thread, in slices between which
   * events are handled.
   *
   * @returns The mean loss of every epoch.
   * @throws FairwasmError `shapeMismatch` if inputs and targets do not match; `invalidState` with the epoch if the
   *   loss is no longer finite. Parameters learned before an error or an abort are kept.
   */
  async fit(
    inputs: NumericArray | readonly number[],
    targets: NumericArray | readonly number[],
    run: TrainingOptions & {
      /**
       * Weight of each row, at least 0. Default: 1. The loss of a batch is the weighted mean over its rows, so a row of
       * weight 3 counts as three rows in its batch.
       */
      weight?: NumberColumn | undefined;
      onProgress?: ((progress: Omit<TrialProgress, 'scoreD' | 'scoreM'>) => void) | undefined;
      /** Signal that aborts the training; the promise rejects with its reason. */
      signal?: AbortSignal | undefined;
    } = {},
  ): Promise<number[]> {
    requireOptions('fit', run, ['onProgress', 'signal', 'weight', ...trainingNames]);
    const { onProgress, signal, weight, ...options } = run;
    signal?.throwIfAborted();
    const training = toTraining(options);
    const values = toFloats(inputs, 'inputs');
    const rows = Math.floor(values.length / (this.widths[0] as number));
    const job = new this.#wasm.FitJob(
      this.#handle.object,
      values,
      toFloats(targets, 'targets'),
      training,
      this.#seed,
      toWeights(weight, rows) ?? new Float64Array(),
    );
    const start = performance.now();
    try {
      await advanceInSlices(job, ({ trial, epoch, loss, fraction }) => {
        signal?.throwIfAborted();
        const seconds = (performance.now() - start) / 1000;
        onProgress?.({
          trial,
          epoch,
          loss,
          done: fraction,
          total: 1,
          trials: 1,
          epochs: training.epochs,
          secondsLeft: secondsLeft(seconds, fraction),
        });
      });
      return Array.from(job.losses());
    } finally {
      job.delete();
    }
  }

  /** Frees the WebAssembly memory immediately, without waiting for garbage collection. */
  [Symbol.dispose](): void {
    this.#handle.dispose();
  }
}
