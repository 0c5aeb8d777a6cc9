// SPDX-License-Identifier: Apache-2.0
//
// A network in an ONNX file whose decisions can be certified: its Lipschitz bound, the scores that the bound applies
// to, and the steepest observed slope.

import { getStep, type RunOptions } from '../core/long-run.js';
import { requireOptions } from '../core/options.js';
import type { Robustness } from '../robustness/index.js';
import { type Features, filledInputs, getData, requireColumns } from './features.js';
import { type Model, type OpenOptions, openRead } from './model.js';
import { getBound, type NetworkBound } from './network-bound.js';
import { readOnnx, requireBytes, withOutput } from './onnx-file.js';
import { type Row, requireRows } from './rows.js';
import type { ModelInput } from './shapes.js';
import { type ModelNumbers, steepPoints } from './steep-points.js';

/**
 * An opened network. Dispose of it when you no longer need it.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { load } from 'fairwasm/robustness';
 * const network = await openNetwork(await load(), await readFile('network.onnx'));
 * const people = toRows({ age: [40, 20], income: [0, 10], sex: ['f', 'm'] });
 * const features = ['age', 'income', { column: 'sex', equals: 'f' }];
 * (await network.scores(people, { features })).shape; // [2, 1]
 * (await network.steepestSlope(people, { features })).value < network.bound.value; // true
 */
export class Network {
  /** The upper bound on the Lipschitz constant. */
  readonly bound: NetworkBound;
  /** The only input of the network. */
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
   * Returns the scores that the bound applies to, for each row: the values before Softmax or Sigmoid if the network
   * ends with one. The shape is (rows, classes), as the certificates of `fairwasm/robustness` require. Throws like
   * {@link Model.scores}.
   */
  scores(
    rows: readonly Row[],
    options: { features: Features },
    run: RunOptions = {},
  ): Promise<{ data: Float64Array; shape: [rows: number, width: number] }> {
    requireOptions('scores', options, ['features']);
    const { features } = options;
    return this.#model.numbers(rows, { features, output: this.bound.output }, run);
  }

  /**
   * Returns a lower bound on the Lipschitz constant: the steepest slope between some of the rows, and from each along
   * its steepest direction. The true constant is between this value and {@link bound}. At most 100 rows are used,
   * fewer if the network has many inputs. Throws like {@link scores}.
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
    const known = getData(input, rows, 0, rows.length) as ArrayLike<number | bigint>;
    const points = Float64Array.from({ length: known.length }, (_, i) => Number(known[i]));
    const names = input.features.map((_, i) => `place ${i}`);
    const ask = (inputs: ModelNumbers, half: 0 | 1) => {
      const requested = rowsOfNumbers(inputs, names);
      const features = { [input.input.name]: names };
      return this.scores(requested, { features }, getStep(run, half, 2));
    };
    const shape: [number, number] = [rows.length, names.length];
    const result = await steepPoints({ data: points, shape }, ask, roundings[input.input.type]);
    const { value, perOutput } = this.#robustness.steepestSlope(result);
    // The runtime rounds its outputs, so a measured slope can slightly exceed the bound.
    return { value: Math.min(value, this.bound.value), perOutput: Math.min(perOutput, this.bound.perOutput) };
  }

  /** Frees the network. It cannot be used afterwards. */
  [Symbol.dispose](): void {
    this.#model[Symbol.dispose]();
  }
}

/**
 * Opens a network from an ONNX file to certify its decisions.
 *
 * @param robustness The result of `load()` from `fairwasm/robustness`.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { load } from 'fairwasm/robustness';
 * const network = await openNetwork(await load(), await readFile('network.onnx'));
 * network.bound.value.toFixed(3); // "1.674"
 *
 * @throws FairwasmError like {@link networkBound} and {@link openModel}.
 */
export async function openNetwork(
  robustness: Robustness,
  file: Uint8Array | ArrayBuffer,
  options: OpenOptions = {},
): Promise<Network> {
  requireOptions('openNetwork', options, ['runtime']);
  const bytes = requireBytes(file);
  const read = readOnnx(bytes);
  const bound = getBound(robustness, read);
  if (bound.before === undefined) return new Network(robustness, await openRead(bytes, read, options), bound);
  const inner = { name: bound.output, type: 'float32', shape: undefined };
  const outputs = [...read.outputs, inner];
  const model = await openRead(withOutput(bytes, bound.output), { ...read, outputs }, options);
  return new Network(robustness, model, bound);
}

/** How each input type rounds, for types whose values can change by small steps. */
const roundings: Partial<Record<ModelInput['type'], (value: number) => number>> = {
  float32: Math.fround,
  float64: (value) => value,
};

const rowsOfNumbers = ({ data, shape: [rows, width] }: ModelNumbers, names: readonly string[]): Row[] =>
  Array.from({ length: rows }, (_, row) => Object.fromEntries(names.map((name, i) => [name, data[row * width + i]])));
