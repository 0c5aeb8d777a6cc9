// SPDX-License-Identifier: Apache-2.0
//
// Trainings repeated from recorded weights and permutations instead of random numbers: what another
// library's run is held against, step by step. They run at once, without progress: recordings are short.

import { withBoundMethods } from '../core/bound-methods.js';
import { invalid } from '../core/error.js';
import { type LoadOptions, loadModule, type WasmModule } from '../core/module.js';
import { requireParts, shown } from '../core/options.js';
import { ofGiven } from '../core/plain-data.js';
import type { NumericArray } from '../data/column.js';
import create, { type MainModule as Wasm } from '../wasm/replay.js';
import {
  type AttackerLayers,
  type AttackerShape,
  type Training,
  type TrainingOptions,
  toShape,
  toTraining,
} from './attacker.js';
import type { NumericFeature } from './features.js';
import type { LeakageTrial } from './result.js';

type Numbers = NumericArray | readonly number[];

/** What all recordings hold. */
interface Recording extends TrainingOptions {
  /** What is computed in; default `float32`, as attackers are. */
  precision?: 'float32' | 'float64' | undefined;
  /** At first, as {@link DenseAttacker.weights}. */
  weights: Numbers;
}

/** A recorded training of one attacker. */
export interface TrainingRecording extends Recording, Omit<AttackerShape, 'seed'> {
  /** Rows of inputs, row after row. */
  x: Numbers;
  /** Rows of targets, row after row. */
  y: Numbers;
  /**
   * One an epoch, each of the rows as the one before left them: p puts row p[i] in place i. Default: rows
   * keep their order.
   */
  permutations?: readonly (readonly number[])[] | undefined;
}

/** A training, step by step. */
export interface ReplayedTraining {
  /** Of every batch, before its step. */
  stepLosses: Float64Array;
  /** Their means. */
  epochLosses: Float64Array;
  /** At first and after every epoch, as {@link DenseAttacker.weights}. */
  weights: Float64Array[];
  /** For all rows, row after row, at first and at the end. */
  outputs: [initial: Float64Array, final: Float64Array];
}

/** Recorded rows of a binary label. */
export interface RecordedRows {
  feature: NumericFeature;
  label: Uint32Array;
  prediction: Uint32Array;
}

/** A recorded run of Leakage, or of one direction of DPA. */
export interface LeakageRecording extends Recording {
  train: RecordedRows;
  test: RecordedRows;
  attacker: AttackerLayers;
  /** Default: `accuracy`. */
  metric?: 'accuracy' | 'mse' | 'bce' | undefined;
  /** Default: true. */
  threshold?: boolean | undefined;
  /** Default: false. */
  normalized?: boolean | undefined;
  trials: number;
  /**
   * In the order of their use: in every trial those of the equalization of training and of test rows, then
   * one an epoch for the attacker on labels and for that on predictions.
   */
  permutations: readonly (readonly number[])[];
}

/** A run, trial by trial. */
export interface ReplayedLeakage {
  trials: LeakageTrial[];
  /** After every training: of the attacker on labels, of that on predictions, and so on. */
  weights: Float64Array[];
}

/** Recorded outputs of an attacker, and the column it is to predict. */
export interface RecordedOutputs {
  /** As for {@link TrainingRecording}. */
  precision?: 'float32' | 'float64' | undefined;
  /** One a row for each column. */
  outputs: Numbers;
  /** Columns of 0 and 1. */
  target: readonly Uint32Array[];
  /** Default: `accuracy`. */
  metric?: 'accuracy' | 'mse' | 'bce' | undefined;
  /** Default: true. */
  threshold?: boolean | undefined;
}

const toDoubles = (values: Numbers) =>
  values instanceof Float64Array ? values : Float64Array.from(values);
// Typed arrays would take anything for a number: the core is given places or an error.
function toPermutations(permutations: readonly (readonly number[])[]): Uint32Array[] {
  const isPlace = (place: unknown) =>
    Number.isInteger(place) && (place as number) >= 0 && (place as number) < 2 ** 32;
  const isOrder = (order: unknown) => Array.isArray(order) && order.every(isPlace);
  if (Array.isArray(permutations) && permutations.every(isOrder)) {
    return permutations.map((order) => Uint32Array.from(order));
  }
  throw invalid(
    'permutations',
    'an array with the places of the rows for each epoch',
    Array.isArray(permutations) ? 'something else among them' : shown(permutations),
  );
}

const common = ({ precision = 'float32', weights }: Recording, training: Training) => ({
  precision,
  training,
  weights: toDoubles(weights),
});

const toRows = ({ feature: { values, width }, label, prediction }: RecordedRows) => ({
  feature: {
    distinct: toDoubles(values),
    columns: width,
    rows: Uint32Array.from({ length: label.length }, (_, row) => row),
  },
  label: [label],
  prediction: [prediction],
  attribute: [],
});

const layersOf = ({ layers, firstWidth, widths, activations }: AttackerLayers) => ({
  layers,
  firstWidth,
  widths,
  activations,
});

/**
 * Repeats what was recorded. Get it from {@link loadReplay}.
 *
 * @example
 * const replay = await loadReplay();
 * const { stepLosses } = replay.training({
 *   ...{ inputs: 1, outputs: 1, activations: [''], weights: [1, 0.5] }, // x + 0.5
 *   ...{ x: [2], y: [0], loss: 'mse', optimizer: 'sgd', epochs: 1 },
 * });
 * Array.from(stepLosses); // [6.25]
 */
export class Replay {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
  }

  /** Trains an attacker. Throws where weights, rows and permutations do not fit. */
  training(recording: TrainingRecording): ReplayedTraining {
    return ofGiven('recording', () => {
      requireParts(
        'recording',
        recording,
        ['inputs', 'outputs', 'x', 'y', 'weights'],
        'a recording',
      );
      const { inputs, outputs, x, y, permutations } = recording;
      const { outputs: ends, ...training } = this.#wasm.replayTraining({
        ...common(recording, toTraining(recording)),
        shape: toShape(this.#wasm, inputs, outputs, layersOf(recording), 'sigmoid'),
        inputs: toDoubles(x),
        targets: toDoubles(y),
        permutations: permutations === undefined ? null : toPermutations(permutations),
      });
      return { ...training, outputs: ends as [Float64Array, Float64Array] };
    });
  }

  /**
   * Runs the trials of bias_amplification's Leakage or DPA: from the first weights on, weights are handed
   * from training to training. Throws where weights, rows and permutations do not fit.
   */
  leakage(recording: LeakageRecording): ReplayedLeakage {
    return ofGiven('recording', () => {
      requireParts('recording', recording, ['train', 'test', 'attacker', 'weights'], 'a recording');
      const { train, test, attacker, trials, permutations } = recording;
      const { metric = 'accuracy', threshold = true, normalized = false } = recording;
      return this.#wasm.replayLeakage({
        ...common(recording, toTraining(recording)),
        shape: toShape(this.#wasm, train.feature.width, 1, layersOf(attacker), 'sigmoid'),
        train: toRows(train),
        test: toRows(test),
        classes: Uint32Array.of(2),
        metric,
        threshold,
        normalized,
        trials,
        permutations: toPermutations(permutations),
      });
    });
  }

  /** λ of outputs, as {@link Leakage.calcLambda}. Throws where rows differ in number. */
  lambda(recorded: RecordedOutputs): number {
    return ofGiven('recorded', () => {
      requireParts('recorded', recorded, ['outputs', 'target'], 'recorded outputs');
      const { precision = 'float32', outputs, target, ...options } = recorded;
      const { metric = 'accuracy', threshold = true } = options;
      return this.#wasm.lambdaOf({
        precision,
        outputs: toDoubles(outputs),
        classes: new Uint32Array(target.length).fill(2),
        oneHot: false,
        columns: [...target],
        metric,
        threshold,
      });
    });
  }
}

const replayModule: WasmModule<Wasm> = {
  name: 'replay',
  url: () => new URL('../wasm/replay.wasm', import.meta.url),
  packed: () => import('../wasm/replay.base64.js'),
  create,
};

/**
 * Loads what repeats recordings: a WebAssembly module of its own. Throws as {@link load} does.
 *
 * @example
 * const replay = await loadReplay();
 * replay.lambda({ outputs: [0.9, 0.2], target: [Uint32Array.of(1, 0)] }); // 1
 */
export async function loadReplay(options: LoadOptions = {}): Promise<Replay> {
  return withBoundMethods(new Replay(await loadModule(replayModule, options)));
}
