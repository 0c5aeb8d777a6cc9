// SPDX-License-Identifier: Apache-2.0
//
// A model from an ONNX file, run by ONNX Runtime in Node and in browsers.
import { FairwasmError, invalid, invalidState, shapeMismatch } from '../core/error.js';
import { type RunOptions, reportDone } from '../core/long-run.js';
import { requireOneOf, requireOptions, shown } from '../core/options.js';
import { sameCategory } from '../data/value.js';
import { type Features, type FilledInput, filledInputs, getData, requireColumns } from './features.js';
import { type OnnxFile, readOnnx, requireBytes } from './onnx-file.js';
import type { Predict } from './predict.js';
import { type Row, requireRows } from './rows.js';
import {
  defaultRuntime,
  type OnnxRuntime,
  type RuntimeSession,
  type RuntimeTensor,
  type TensorData,
} from './runtime.js';
import { getClasses, getFixedRows, getInputs, getOutputs, type ModelInput, type ModelOutput } from './shapes.js';

/** Options for opening a model. */
export interface OpenOptions {
  /**
   * ONNX Runtime, imported from `onnxruntime-web`, `onnxruntime-web/wasm`, or `onnxruntime-node`. Default:
   * `onnxruntime-web/wasm` with one thread.
   */
  runtime?: OnnxRuntime | undefined;
}

/** The features of a model, and which of its outputs are scores. */
export interface ModelScoreOptions {
  /** The columns that fill the model's inputs. */
  features: Features;
  /** The output with the scores. Default: the only numeric output, or the output of probabilities. */
  output?: string | undefined;
  /**
   * The class to return scores for: its label, or its index if the file has no labels. Default: the only class, or
   * the second of two.
   */
  class?: string | number | boolean | undefined;
  /** Converts the network's outputs to probabilities. Default: `none`. */
  activation?: 'none' | 'sigmoid' | 'softmax' | undefined;
}

const scoreOptions = ['features', 'output', 'class', 'activation'];

/**
 * An opened model. Dispose of it when you no longer need it: its WebAssembly memory is not garbage-collected.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * const model = await openModel(await readFile('loans.onnx'));
 * const people = toRows({ age: [40, 20, 60], income: [0, 10, 2] });
 * const scores = await model.scores(people, { features: ['age', 'income'] });
 * Array.from(scores, (score) => score.toFixed(2)); // ["0.73", "0.05", "0.80"]
 */
export class Model {
  /** The model's inputs. */
  readonly inputs: readonly ModelInput[];
  /** The model's outputs. */
  readonly outputs: readonly ModelOutput[];
  /** Class labels in the order of the probabilities; empty if the file has none. */
  readonly classes: readonly string[];
  readonly #runtime: OnnxRuntime;
  readonly #fixedRows: number | undefined;
  #session: RuntimeSession | undefined;

  /** @internal */
  constructor(runtime: OnnxRuntime, session: RuntimeSession, what: Pick<Model, 'inputs' | 'outputs' | 'classes'>) {
    this.#runtime = runtime;
    this.#session = session;
    this.inputs = what.inputs;
    this.outputs = what.outputs;
    this.classes = what.classes;
    this.#fixedRows = getFixedRows(this.inputs);
  }

  /**
   * Returns a score for each row: the model's output for one class, unchanged or after `activation`, as a double
   * (most models compute in single precision). It is a probability if the model returns probabilities.
   *
   * A missing value becomes NaN in a numeric input and an empty string in a string input; other inputs reject it.
   *
   * @throws FairwasmError `shapeMismatch` or `invalidArgument` if columns do not fit an input (with the input,
   *   column, and row), if no output has scores, or if the model fails on these rows; the signal's reason if it is
   *   aborted.
   */
  async scores(rows: readonly Row[], options: ModelScoreOptions, run: RunOptions = {}): Promise<Float64Array> {
    requireOptions('scores', options, scoreOptions);
    requireRows(rows);
    const { activation = 'none' } = options;
    requireOneOf('activation', activation, ['none', 'sigmoid', 'softmax']);
    const output = requireScoreOutput(this.outputs, options.output);
    const scores = new Float64Array(rows.length);
    await this.#run(rows, options.features, output.name, run, (tensor, from, size) => {
      const width = getWidth(tensor, output.name, size);
      const index = requireClassPlace(options.class, width, this.classes);
      const read = scoreAt(tensor.data as ArrayLike<number>, width, index, activation);
      for (let i = 0; i < Math.min(size, rows.length - from); i++) scores[from + i] = read(i);
    });
    return scores;
  }

  /**
   * Returns all numbers of an output for each row: the named output, the only numeric one, or the output of
   * probabilities. Throws like {@link scores}.
   *
   * @returns The numbers in row-major order, with shape (rows, width).
   */
  async numbers(
    rows: readonly Row[],
    options: Pick<ModelScoreOptions, 'features' | 'output'>,
    run: RunOptions = {},
  ): Promise<{ data: Float64Array; shape: [rows: number, width: number] }> {
    requireOptions('numbers', options, ['features', 'output']);
    const output = requireScoreOutput(this.outputs, options.output);
    let width = output.width ?? 0; // unknown if there are no rows
    let data = new Float64Array(0);
    await this.#run(rows, options.features, output.name, run, (tensor, from, size) => {
      width = getWidth(tensor, output.name, size);
      if (from === 0) data = new Float64Array(rows.length * width);
      const own = Math.min(size, rows.length - from) * width;
      const numbers = tensor.data as ArrayLike<number>;
      for (let i = 0; i < own; i++) data[from * width + i] = numbers[i] as number;
    });
    return { data, shape: [rows.length, width] };
  }

  /**
   * Returns the label of each row: from the named output, or from the only output of strings or integers.
   *
   * @throws FairwasmError like {@link scores}.
   */
  async labels(
    rows: readonly Row[],
    options: Pick<ModelScoreOptions, 'features' | 'output'>,
    run: RunOptions = {},
  ): Promise<(string | number)[]> {
    requireOptions('labels', options, ['features', 'output']);
    const output = this.labelOutput(options.output);
    const labels: (string | number)[] = [];
    await this.#run(rows, options.features, output.name, run, (tensor, from, size) => {
      if (getWidth(tensor, output.name, size) !== 1) throw notLabels(output.name);
      for (let i = 0; i < Math.min(size, rows.length - from); i++) {
        const label = tensor.data[i];
        labels.push(typeof label === 'bigint' ? Number(label) : (label as string | number));
      }
    });
    return labels;
  }

  /** Returns the output that has labels. Throws `invalidArgument` unless there is exactly one. */
  labelOutput(name?: string): ModelOutput {
    const kinds = ['int64', 'int32', 'string', 'bool'];
    const matches = this.outputs.filter((output) =>
      name === undefined ? kinds.includes(output.type) : output.name === name,
    );
    if (matches.length === 1) return matches[0] as ModelOutput;
    throw invalid(
      'output',
      `the name of the output with labels: ${this.outputs.map((output) => output.name).join(', ')}`,
      name === undefined ? `${matches.length} candidates` : shown(name),
    );
  }

  /**
   * Returns the model as a function of rows, for {@link flip}, {@link importance}, and the other what-if functions.
   *
   * @example
   * // model: as in the example of Model.
   * const predict = model.predictor({ features: ['age', 'income'] });
   * const { nearest } = await nearestOther({ predict, rows: people, row: 1 });
   * nearest?.row; // 0
   */
  predictor(options: ModelScoreOptions): Predict {
    return (rows, run) => this.scores(rows, options, run);
  }

  /** Frees the model. It cannot be used afterwards. */
  [Symbol.dispose](): void {
    void this.#session?.release().catch(() => {});
    this.#session = undefined;
  }

  async #run(
    rows: readonly Row[],
    features: Features,
    output: string,
    run: RunOptions,
    take: (tensor: RuntimeTensor, from: number, size: number) => void,
  ): Promise<void> {
    requireRows(rows);
    const filled = filledInputs(this.inputs, features);
    requireColumns(filled, rows);
    await inBatches(rows.length, this.#fixedRows, run, async (from, size) => {
      const session = this.#requireSession();
      const feeds = Object.fromEntries(filled.map((each) => [each.input.name, this.#tensor(each, rows, from, size)]));
      const given = await session.run(feeds, [output]).catch((error: unknown) => {
        throw failedOn(from, size, error);
      });
      take(given[output] as RuntimeTensor, from, size);
    });
  }

  #tensor(filled: FilledInput, rows: readonly Row[], from: number, size: number): RuntimeTensor {
    const { type, shape, width } = filled.input;
    const data: TensorData | string[] = getData(filled, rows, from, size);
    // Only the width can be missing here: all sizes of a shape with more than two are known.
    const sizes = width === undefined ? [filled.features.length] : (shape.slice(1) as number[]);
    return new this.#runtime.Tensor(type as never, data as never, [size, ...sizes]) as RuntimeTensor;
  }

  #requireSession(): RuntimeSession {
    if (this.#session) return this.#session;
    throw invalidState('model', 'a model that is still open', 'a disposed model');
  }
}

/**
 * Opens a model in an ONNX file.
 *
 * @param file The bytes of the file, which must include the weights.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * const model = await openModel(await readFile('loans.onnx')); // in a page: await file.arrayBuffer()
 * model.inputs.map(({ name, width }) => [name, width]); // [["x", 2]]
 *
 * @throws FairwasmError `corruptBytes` if the bytes are not a complete ONNX file; `invalidArgument` for a model with
 *   weights in other files, input types that columns cannot fill, or operators that the runtime does not support;
 *   `loadFailed` if onnxruntime-web is not installed.
 */
export async function openModel(file: Uint8Array | ArrayBuffer, options: OpenOptions = {}): Promise<Model> {
  requireOptions('openModel', options, ['runtime']);
  const bytes = requireBytes(file);
  return openRead(bytes, readOnnx(bytes), options);
}

/** @internal Opens a file that has already been parsed. */
export async function openRead(bytes: Uint8Array, read: OnnxFile, options: OpenOptions): Promise<Model> {
  const inputs = getInputs(read);
  getFixedRows(inputs);
  const runtime = options.runtime ?? (await defaultRuntime());
  const session = await open(runtime, bytes);
  return new Model(runtime, session, { inputs, outputs: getOutputs(read), classes: getClasses(read) });
}

const silent = 4; // errors are thrown, so nothing should be printed

async function open(runtime: OnnxRuntime, bytes: Uint8Array): Promise<RuntimeSession> {
  try {
    return (await runtime.InferenceSession.create(bytes, { logSeverityLevel: silent })) as RuntimeSession;
  } catch (error) {
    const isMissing = String(error).includes('no available backend');
    if (isMissing) throw notLoaded(error);
    throw invalid('model', 'an ONNX file that ONNX Runtime can open', toSentence(error));
  }
}

// The runtime fetches its WebAssembly when the first model is opened.
const notLoaded = (error: unknown) =>
  new FairwasmError('loadFailed', {
    argument: 'onnxruntime-web',
    expected: 'the WebAssembly file of ONNX Runtime at the address from which its JavaScript loads it',
    actual: toSentence(error),
  });

function getWidth({ dims, data }: RuntimeTensor, output: string, size: number): number {
  const width = data.length / size;
  if (dims[0] === size && Number.isInteger(width) && width > 0) return width;
  throw shapeMismatch(`output '${output}'`, `numbers for each of ${size} rows`, `sizes ${dims.join(' x ')}`);
}

function failedOn(from: number, size: number, error: unknown): FairwasmError {
  return invalid('model', `a model that runs on rows ${from} to ${from + size - 1}`, toSentence(error));
}

const notLabels = (output: string) => shapeMismatch(`output '${output}'`, 'one label per row', 'several');

/** Returns the runtime's message without its error codes. */
function toSentence(error: unknown): string {
  const text =
    typeof error === 'number' ? 'the runtime ran out of memory or stopped' : String((error as Error)?.message ?? error);
  return (
    text
      .replace(/^.*ERROR_MESSAGE:\s*/s, '')
      .split('\n', 1)[0]
      ?.slice(0, 300) ?? ''
  );
}

const usualRows = 2048;
const sliceMilliseconds = 20;

/**
 * Calls `work` with the first row and the size of each batch. With a fixed size, the last batch may extend beyond the
 * rows.
 */
async function inBatches(
  rows: number,
  fixedRows: number | undefined,
  run: RunOptions,
  work: (from: number, size: number) => Promise<void>,
): Promise<void> {
  let sliceEnd = performance.now() + sliceMilliseconds;
  for (let from = 0; from < rows; ) {
    run.signal?.throwIfAborted();
    const size = fixedRows ?? Math.min(usualRows, rows - from);
    await work(from, size);
    from += size;
    reportDone(run, Math.min(1, from / rows));
    if (from >= rows || performance.now() < sliceEnd) continue;
    await new Promise((resolve) => setTimeout(resolve));
    sliceEnd = performance.now() + sliceMilliseconds;
  }
}

const numberTypes = ['float32', 'float64'];

/** Returns the output with scores. Throws `invalidArgument` unless there is exactly one. */
function requireScoreOutput(outputs: readonly ModelOutput[], name: string | undefined): ModelOutput {
  const known = outputs.map((output) => output.name).join(', ');
  if (name !== undefined) {
    const output = outputs.find((each) => each.name === name);
    if (!output) throw wrong(`one of ${known}`, shown(name));
    if (output.type === 'map') throw mapped(output.name);
    if (numberTypes.includes(output.type)) return output;
    throw wrong('an output of numbers', `'${name}', which is of ${output.type}`);
  }
  const numbers = outputs.filter(({ type }) => numberTypes.includes(type));
  const likely = numbers.filter((output) => /prob|score/i.test(output.name));
  const [result, another] = likely.length === 1 ? likely : numbers;
  if (result && !another) return result;
  if (result) throw wrong(`the output with the scores, one of ${known}`, 'no name');
  const map = outputs.find(({ type }) => type === 'map');
  if (map) throw mapped(map.name);
  throw wrong('a model with an output of numbers', `outputs ${known} of ${getTypes(outputs)}`);
}

const getTypes = (outputs: readonly ModelOutput[]) => outputs.map(({ type }) => type).join(', ');

const wrong = (expected: string, actual: string) => invalid('output', expected, actual);

const mapped = (name: string) =>
  invalid(
    'output',
    "probabilities in a table; export the model again without ZipMap: to_onnx(model, X, options={'zipmap': False})",
    `one map per row (ZipMap) as '${name}'`,
  );

/** Returns the index of the class in a row's numbers. Throws `invalidArgument` if the class is unknown. */
function requireClassPlace(
  wanted: string | number | boolean | undefined,
  width: number,
  classes: readonly string[],
): number {
  if (wanted === undefined && width <= 2) return width - 1;
  // If a model with two classes returns a single number, it belongs to the second class.
  if (width === 1 && classes.length === 2 && sameCategory(classes[1], wanted)) return 0;
  const isNamed = classes.length === width;
  const position = isNamed ? classes.findIndex((name) => sameCategory(name, wanted)) : Number(wanted ?? Number.NaN);
  if (Number.isInteger(position) && position >= 0 && position < width) return position;
  throw invalid(
    'class',
    isNamed
      ? `the class whose scores to use, one of ${classes.slice(0, 20).join(', ')}`
      : `the index of the class whose scores to use, from 0 to ${width - 1}`,
    wanted === undefined ? 'none' : shown(wanted),
  );
}

/** Returns the score of the class at index `position` in a row of `width` numbers. */
function scoreAt(
  data: ArrayLike<number>,
  width: number,
  position: number,
  activation: 'none' | 'sigmoid' | 'softmax',
): (row: number) => number {
  const at = (row: number, i = position) => data[row * width + i] as number;
  if (activation === 'none') return at;
  if (activation === 'sigmoid') return (row) => 1 / (1 + Math.exp(-at(row)));
  return (row) => {
    // Differences of logits do not overflow.
    let sum = 0;
    for (let i = 0; i < width; i++) sum += Math.exp(at(row, i) - at(row));
    return 1 / sum;
  };
}
