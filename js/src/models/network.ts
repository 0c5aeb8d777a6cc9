// SPDX-License-Identifier: Apache-2.0
//
// A network in an ONNX file whose decisions can be certified: how steep it can be at most, the numbers that the bound is of,
// and how steep it is seen to be.

import type { RunOptions } from '../core/long-run.js';
import { requireOptions } from '../core/options.js';
import type { Robustness } from '../robustness/index.js';
import { dataOf, type Features, filledInputs, requireColumns } from './features.js';
import { type Model, type OpenOptions, openRead } from './model.js';
import { boundOf, type NetworkBound } from './network-bound.js';
import { readOnnx, requireBytes, withOutput } from './onnx-file.js';
import { stepOf } from './predict.js';
import { type Row, requireRows } from './rows.js';
import type { ModelInput } from './shapes.js';
import { type Matrix, steepPoints } from './steep-points.js';

/**
 * A network that was opened. Dispose of it when it is not needed any more.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { load } from 'fairwasm/robustness';
 * const network = await openNetwork(await load(), await readFile('network.onnx'));
 * const people = rowsOf({ age: [40, 20], income: [0, 10], sex: ['f', 'm'] });
 * const features = ['age', 'income', { column: 'sex', equals: 'f' }];
 * (await network.scores(people, { features })).shape; // [2, 1]
 * (await network.steepestSlope(people, { features })).value < network.bound.value; // true
 */
export class Network {
  /** How steep it can be at most. */
  readonly bound: NetworkBound;
  /** What it takes: the one input. */
  readonly inputs: readonly ModelInput[];
  readonly #robustness: Robustness;
  readonly #model: Model;

  /** @internal */
  constructor(robustness: Robustness, model: Model, bound: NetworkBound) {
    this.#robustness = robustness;
    this.#model = model;
    this.bound = bound;
    this.inputs = model.inputs;
  }

  /**
   * The numbers that the bound is of, for each row: those before Softmax or Sigmoid, where the network ends so. Of the
   * shape (rows, classes), as the certificates of `fairwasm/robustness` take them. Throws as {@link Model.scores} does.
   */
  scores(
    rows: readonly Row[],
    options: { features: Features },
    run: RunOptions = {},
  ): Promise<Matrix> {
    requireOptions('scores', options, ['features']);
    const { features } = options;
    return this.#model.numbers(rows, { features, output: this.bound.output }, run);
  }

  /**
   * How steep the network is seen to be, a bound from below: the steepest slope between some of the rows, and from them
   * along the direction in which the network is steepest there. The truth lies between this and {@link bound}.
   * Of at most 100 rows, fewer where there are many inputs. Throws as {@link scores} does.
   */
  async steepestSlope(
    rows: readonly Row[],
    options: { features: Features },
    run: RunOptions = {},
  ): Promise<{ value: number; perOutput: number }> {
    requireOptions('steepestSlope', options, ['features']);
    requireRows(rows);
    const filled = filledInputs(this.inputs, options.features);
    requireColumns(filled, rows);
    const [input] = filled as [(typeof filled)[0]];
    const known = dataOf(input, rows, 0, rows.length) as ArrayLike<number | bigint>;
    const points = Float64Array.from({ length: known.length }, (_, i) => Number(known[i]));
    const names = input.features.map((_, i) => `place ${i}`);
    const ask = (inputs: Matrix, half: 0 | 1) => {
      const asked = rowsOfNumbers(inputs, names);
      const features = { [input.input.name]: names };
      return this.scores(asked, { features }, stepOf(run, half, 2));
    };
    const shape: [number, number] = [rows.length, names.length];
    const found = await steepPoints({ data: points, shape }, ask, roundings[input.input.type]);
    const { value, perOutput } = this.#robustness.steepestSlope(found);
    // The runtime rounds what it gives, which can lift a slope above a bound that it meets.
    return {
      value: Math.min(value, this.bound.value),
      perOutput: Math.min(perOutput, this.bound.perOutput),
    };
  }

  /** Frees the network. Nothing can be asked of it afterwards. */
  [Symbol.dispose](): void {
    this.#model[Symbol.dispose]();
  }
}

/**
 * Opens a network in an ONNX file, to certify its decisions.
 *
 * @param robustness What `load()` of `fairwasm/robustness` gives.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { load } from 'fairwasm/robustness';
 * const network = await openNetwork(await load(), await readFile('network.onnx'));
 * network.bound.value.toFixed(3); // "1.674"
 *
 * @throws FairwasmError as {@link networkBound} and {@link openModel} do.
 */
export async function openNetwork(
  robustness: Robustness,
  file: Uint8Array | ArrayBuffer,
  options: OpenOptions = {},
): Promise<Network> {
  requireOptions('openNetwork', options, ['runtime']);
  const bytes = requireBytes(file);
  const read = readOnnx(bytes);
  const bound = boundOf(robustness, read);
  if (bound.before === undefined) {
    return new Network(robustness, await openRead(bytes, read, options), bound);
  }
  const inner = { name: bound.output, type: 'float32', shape: undefined };
  const outputs = [...read.outputs, inner];
  const model = await openRead(withOutput(bytes, bound.output), { ...read, outputs }, options);
  return new Network(robustness, model, bound);
}

/** Where inputs can be moved a little: how they are rounded then. */
const roundings: Partial<Record<ModelInput['type'], (value: number) => number>> = {
  float32: Math.fround,
  float64: (value) => value,
};

const rowsOfNumbers = ({ data, shape: [rows, width] }: Matrix, names: readonly string[]): Row[] =>
  Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(names.map((name, i) => [name, data[row * width + i]])),
  );
