// SPDX-License-Identifier: Apache-2.0
//
// Custom attackers: any object with `fit` and `predict`. Rows are drawn as for built-in attackers. Fitting happens on
// the calling thread, because functions cannot be sent to workers.

import { invalid } from '../core/error.js';
import { requireWhole } from '../core/options.js';
import type { EncodedColumns } from './columns.js';
import type { EncodedFeature } from './features.js';
import type { Job, TrialOf, TrialRange } from './jobs.js';
import type { Wasm } from './module.js';
import { type AttackRunOptions, maxCount, secondsLeft } from './workers.js';

/** A custom attacker. */
export interface CustomAttacker {
  /**
   * Fits `targets` to `inputs`, both in row-major order, and discards earlier fits. Two classes are a single number,
   * 0 or 1; more classes are one-hot.
   */
  fit(inputs: Float32Array, targets: Float64Array, widths: { inputs: number; outputs: number }): unknown;
  /** Returns the outputs for rows of inputs, in row-major order, with the width of the targets. */
  predict(
    inputs: Float32Array,
    widths: { inputs: number; outputs: number },
  ): ArrayLike<number> | Promise<ArrayLike<number>>;
}

type Spec = Job<'leakage'>['spec'];
type Scored = Pick<TrialOf['leakage'], 'outputs' | 'targets'>;

/** @internal True for a custom attacker; a `DenseAttacker` is recognized by its layers. */
export function isCustom(attacker: unknown): attacker is CustomAttacker {
  const given = attacker as Partial<CustomAttacker & { widths: unknown }> | null | undefined;
  return typeof given?.fit === 'function' && typeof given.predict === 'function' && !('widths' in given);
}

/** @internal Returns the targets in the attackers' form, in row-major order. */
export function getTargets(
  columns: readonly Uint32Array[],
  classes: ArrayLike<number>,
  pairsAreOneHot: boolean,
): Float64Array {
  const widths = Array.from(classes, (count) => (count <= 2 && !pairsAreOneHot ? 1 : count));
  const width = widths.reduce((sum, each) => sum + each, 0);
  const rows = columns[0]?.length ?? 0;
  const targets = new Float64Array(rows * width);
  let offset = 0;
  columns.forEach((column, i) => {
    column.forEach((code, row) => {
      if (widths[i] === 1) targets[row * width + offset] = code;
      else targets[row * width + offset + code] = 1;
    });
    offset += widths[i] as number;
  });
  return targets;
}

const pick = (columns: readonly Uint32Array[], rows: Uint32Array) =>
  columns.map((column) => rows.map((row) => column[row] as number));

/** Concatenates the columns of the training and test rows. */
function joined({ train, test }: Spec, key: 'prediction' | 'attribute'): Uint32Array[] {
  return train[key].map((column, i) => {
    const more = test?.[key][i] ?? new Uint32Array();
    const all = new Uint32Array(column.length + more.length);
    all.set(column);
    all.set(more, column.length);
    return all;
  });
}

function getFeatures({ train, test }: Spec, rows: Uint32Array): Float32Array {
  const { columns } = train.feature;
  const first = train.feature.rows.length;
  const values = new Float32Array(rows.length * columns);
  rows.forEach((row, i) => {
    const isTrain = row < first;
    const { distinct, rows: indices } = (isTrain ? train : (test as EncodedColumns)).feature as EncodedFeature;
    const index = indices[isTrain ? row : row - first] as number;
    values.set(distinct.subarray(index * columns, (index + 1) * columns), i * columns);
  });
  return values;
}

/** @internal Calls `take` with each trial's outputs for its test rows and the targets to score them with. */
export async function runCustomTrials(
  wasm: Wasm,
  attacker: CustomAttacker,
  spec: Spec,
  [first, count]: TrialRange,
  { onProgress, signal }: AttackRunOptions,
  take: (trial: Scored, index: number) => void,
): Promise<void> {
  requireWhole('trials', count, 1, maxCount);
  const start = performance.now();
  const widths = { inputs: spec.shape.widths[0] as number, outputs: spec.shape.widths.at(-1) as number };
  const [prediction, attribute] = [joined(spec, 'prediction'), joined(spec, 'attribute')];
  const guessesOutcome = spec.direction === 'outcome-from-attribute';
  const oneHot = spec.training.loss === 'cross-entropy';
  for (let i = 0; i < count; i++) {
    const drawn = wasm.trialRows(spec, first + i);
    const attack = async (outcome: readonly Uint32Array[]) => {
      signal?.throwIfAborted();
      const inputs = (rows: Uint32Array) =>
        guessesOutcome
          ? getFeatures(spec, rows)
          : Float32Array.from(getTargets(pick(outcome, rows), spec.classes, false));
      const guessed = guessesOutcome ? outcome : attribute;
      const classes = guessesOutcome ? spec.classes : spec.attributeClasses;
      const { train, test } = drawn;
      await attacker.fit(inputs(train), getTargets(pick(guessed, train), classes, oneHot), widths);
      const outputs = await attacker.predict(inputs(test), widths);
      return { outputs: requireOutputs(outputs, test.length * widths.outputs), targets: pick(guessed, test) };
    };
    const both = [await attack(drawn.label), await attack(prediction)];
    signal?.throwIfAborted();
    take({ outputs: both.map((each) => each.outputs), targets: both.map((each) => each.targets) }, i);
    const fraction = (i + 1) / count;
    onProgress?.({
      trial: i,
      trials: count,
      epoch: 0,
      epochs: 0,
      loss: Number.NaN,
      scoreD: Number.NaN,
      scoreM: Number.NaN,
      done: fraction,
      total: 1,
      secondsLeft: secondsLeft((performance.now() - start) / 1000, fraction),
    });
  }
}

function requireOutputs(outputs: ArrayLike<number>, length: number): Float64Array {
  const values = Float64Array.from(outputs ?? []);
  if (values.length === length && values.every(Number.isFinite)) return values;
  throw invalid(
    'attacker.predict',
    `${length} finite numbers: one per output, row by row`,
    values.length === length ? 'numbers that are not all finite' : `${values.length}`,
  );
}
