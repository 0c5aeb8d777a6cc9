// SPDX-License-Identifier: Apache-2.0
//
// Converts scores and labels from any accepted form to a typed array each. Shapes are compared before anything is
// computed: a column of labels and a one-column matrix of scores would broadcast in other libraries, but are rejected
// here.

import { invalid, shapeMismatch } from '../core/error.js';
import { requireBoolean, shown } from '../core/options.js';
import { type NumberColumn, type NumericArray, toIndexable, toNumbers } from '../data/column.js';

/** A matrix: an array of rows, or row-major numbers with their shape. */
export type ScoreMatrix =
  | readonly (readonly number[] | NumericArray)[]
  | { readonly data: NumericArray | readonly number[]; readonly shape: readonly number[] };

/** How scores are converted to radii. */
export interface RadiusOptions {
  /**
   * The network's Lipschitz constant for the Euclidean norm, positive and finite. It is required, because a wrong
   * constant makes certificates invalid.
   */
  lipConst: number;
  /**
   * For categorical tasks: true if `lipConst` holds for each output separately (margins are divided by 2 lipConst),
   * false if it holds for the vector of outputs (√2 lipConst). Default: true, as in deel-lip.
   */
  disjointNeurons?: boolean | undefined;
}

/** Returns the options with their defaults. Throws `invalidArgument` if the constant is missing. */
export function radiusOptions({ lipConst, disjointNeurons = true }: RadiusOptions) {
  if (typeof lipConst !== 'number') {
    throw invalid(
      'lipConst',
      'the network’s Lipschitz constant, a number above 0; there is no safe default',
      lipConst === undefined ? 'none' : shown(lipConst),
    );
  }
  return { lipConst, disjointNeurons: requireBoolean('disjointNeurons', disjointNeurons) };
}

/** Returns `values` as numbers. Throws `invalidArgument` unless it is a list of numbers. */
export function requireNumbers(argument: string, values: unknown): number[] {
  const list: unknown[] | undefined = Array.isArray(values) ? values : undefined;
  const unexpected = list?.find((value) => typeof value !== 'number');
  if (list && unexpected === undefined && !list.includes(undefined)) return [...list] as number[];
  throw invalid(argument, 'an array of numbers', list ? `${shown(unexpected)} among them` : shown(values));
}

/** Numbers and their shape, ready for WebAssembly. */
export interface NumberTensor<T extends NumericArray = NumericArray> {
  data: T;
  shape: readonly number[];
}

/** Rows ready for the core. Labels with 8 bytes per value are numbers; those with 1 or 4 bytes are class indices. */
export interface StagedRows {
  rows: number;
  classes: number;
  scores: Float64Array | Float32Array;
  labels: Float64Array | Uint8Array | Uint32Array;
}

/** Converts any accepted input to a typed array with its shape. Throws `invalidArgument` or `shapeMismatch`. */
export function toTensor(input: unknown, name: string): NumberTensor {
  if (typeof input === 'object' && input !== null && 'shape' in input && 'data' in input) {
    return fromShape(input.data, input.shape, name);
  }
  const values = toIndexable(input, name);
  const first: unknown = values[0];
  if (Array.isArray(first) || ArrayBuffer.isView(first)) return fromRows(values as unknown as ArrayLike<unknown>, name);
  return { data: toData(values, name), shape: [values.length] };
}

/** Returns the rows of a binary task: one label for each score, in arrays of the same shape. */
export function toBinaryRows(label: unknown, score: unknown): StagedRows {
  const scores = toTensor(score, 'score');
  const labels = toTensor(label, 'label');
  requireSameShape(labels.shape, scores.shape);
  return {
    rows: scores.data.length,
    classes: 1,
    scores: toFloats(scores.data),
    labels: Float64Array.from(labels.data),
  };
}

/**
 * Returns the rows of a categorical task: scores (rows, classes), and labels as one-hot rows or class indices. If
 * `classes` is given, the number of columns must match.
 */
export function toCategoricalRows(label: unknown, score: unknown, classes?: number): StagedRows {
  const scores = toTensor(score, 'score');
  const empty = scores.data.length === 0 && classes !== undefined; // without rows, the width is unknown
  const [rows = 0, width = 0] = empty ? [0, classes] : scores.shape;
  if ((scores.shape.length !== 2 && !empty) || width < 2 || width !== (classes ?? width)) {
    throw shapeMismatch(
      'score',
      `a matrix of (rows, classes), with ${classes ?? '2 or more'} classes`,
      describe(scores.shape),
    );
  }
  const labels = toTensor(label, 'label');
  const indices = labels.shape.length === 1;
  requireSameShape(labels.shape, indices ? [rows] : [rows, width]);
  return {
    rows,
    classes: width,
    scores: toFloats(scores.data),
    labels: indices ? toClassIndices(labels.data) : Float64Array.from(labels.data),
  };
}

const describe = (shape: readonly number[]): string => `the shape (${shape.join(', ')})`;

function requireSameShape(labels: readonly number[], expected: readonly number[]): void {
  if (labels.length === expected.length && labels.every((size, i) => size === expected[i])) return;
  throw shapeMismatch('label', `${describe(expected)}, as in the scores`, describe(labels));
}

function fromShape(data: unknown, shape: unknown, name: string): NumberTensor {
  const values = toIndexable(data, name);
  const sizes = Array.isArray(shape) ? (shape as unknown[]) : [];
  const count = sizes.reduce<number>((product, size) => product * Number(size), 1);
  const areSizes = sizes.every((size) => Number.isInteger(size) && (size as number) >= 0);
  if (sizes.length === 0 || !areSizes || count !== values.length) {
    throw shapeMismatch(name, `a shape for ${values.length} values`, shown(shape));
  }
  return { data: toData(values, name), shape: sizes as number[] };
}

function fromRows(rows: ArrayLike<unknown>, name: string): NumberTensor {
  const width = (rows[0] as ArrayLike<number>).length;
  const data = new Float64Array(rows.length * width);
  for (let row = 0; row < rows.length; row++) {
    const values = rows[row] as ArrayLike<unknown> | undefined;
    if (typeof values !== 'object' || values === null || values.length !== width) {
      throw shapeMismatch(
        name,
        `${width} values in every row`,
        typeof values === 'object' ? String(values?.length) : typeof values,
        row,
      );
    }
    for (let i = 0; i < width; i++) data[row * width + i] = requireNumber(values[i], name, row);
  }
  return { data, shape: [rows.length, width] };
}

// Strings are parsed, as in every other numeric column; the core checks infinite numbers.
function toData(values: ArrayLike<unknown>, name: string): NumericArray {
  const isBig = values instanceof BigInt64Array || values instanceof BigUint64Array;
  if (ArrayBuffer.isView(values) && !isBig) return values as unknown as NumericArray;
  const numbers = values as ArrayLike<number>;
  for (let i = 0; i < numbers.length; i++) {
    if (typeof numbers[i] !== 'number') return toNumbers(values as NumberColumn, name);
  }
  return Float64Array.from(numbers);
}

function requireNumber(value: unknown, argument: string, row: number): number {
  if (typeof value === 'number') return value;
  throw invalid(argument, 'a number', `${value === null ? 'null' : typeof value}`, row);
}

function toFloats(data: NumericArray): Float64Array | Float32Array {
  if (data instanceof Float64Array || data instanceof Float32Array) return data;
  return Float64Array.from(data);
}

function toClassIndices(labels: NumericArray): Uint8Array | Uint32Array {
  if (labels instanceof Uint8Array || labels instanceof Uint32Array) return labels;
  const indices = new Uint32Array(labels.length);
  for (let row = 0; row < labels.length; row++) {
    const label = labels[row] as number;
    indices[row] = label;
    if (indices[row] === label) continue;
    throw invalid('label', 'a class index: a nonnegative whole number', String(label), row);
  }
  return indices;
}
