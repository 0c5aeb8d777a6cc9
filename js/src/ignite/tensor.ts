// SPDX-License-Identifier: Apache-2.0
//
// Arrays with any number of dimensions, such as the batches of a training loop.

import { type FairwasmError, invalid, shapeMismatch } from '../core/error.js';
import { requireArray, shown } from '../core/options.js';

type Entry = number | boolean;

/** Nested arrays of numbers or booleans, with one level per dimension. */
export type NestedArray = readonly (number | boolean | NestedArray)[];

/** A tensor: nested arrays, a typed array (one dimension), or values with their shape. */
export type TensorInput = NestedArray | ArrayLike<number> | Tensor;

/** Values in row-major order with their shape. */
export interface Tensor {
  shape: readonly number[];
  data: ArrayLike<number | boolean>;
}

const product = (sizes: readonly number[]) => sizes.reduce((size, next) => size * next, 1);

function malformed(argument: string, expected: string, actual: string): FairwasmError {
  return shapeMismatch(argument, expected, actual);
}

// Group labels may be strings. Any other value would be read as 0.
function requireEntry(value: unknown, argument: string): asserts value is Entry {
  const isEntry = ['number', 'boolean', 'bigint'].includes(typeof value);
  if (isEntry || (argument === 'groupLabels' && typeof value === 'string')) return;
  throw invalid(argument, 'numbers', shown(value));
}

function flatten(value: unknown, depth: number, name: string, into: Tensor & { data: Entry[] }): void {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) {
    if (depth !== into.shape.length) throw malformed(name, 'rows of equal depth', 'a row of lower depth');
    requireEntry(value, name);
    into.data.push(value);
    return;
  }
  const list = value as unknown as ArrayLike<unknown>;
  if (list.length !== into.shape[depth]) {
    throw malformed(name, `rows of ${into.shape[depth]} values`, `one of ${list.length}`);
  }
  for (let i = 0; i < list.length; i++) flatten(list[i], depth + 1, name, into);
}

/**
 * @internal Converts the input to a tensor. Throws `shapeMismatch` for ragged rows, and for data that do not match
 *   their shape.
 */
export function toTensor(input: TensorInput, name: string): Tensor {
  if (typeof input !== 'object' || input === null) {
    throw invalid(name, 'nested arrays, a typed array, or { shape, data }', shown(input));
  }
  if ('shape' in input) {
    const { shape, data } = input;
    requireArray(name, shape, 'a shape, as an array of lengths');
    if (Array.isArray(data)) for (const value of data) requireEntry(value, name);
    if (data.length === product(shape)) return { shape: [...shape], data };
    throw malformed(name, `${product(shape)} values`, String(data.length));
  }
  if (ArrayBuffer.isView(input)) {
    return { shape: [(input as ArrayLike<number>).length], data: input as ArrayLike<number> };
  }
  const shape: number[] = [];
  for (
    let part: unknown = input;
    Array.isArray(part) || ArrayBuffer.isView(part);
    part = (part as unknown as ArrayLike<unknown>)[0]
  ) {
    shape.push((part as unknown as ArrayLike<unknown>).length);
  }
  const tensor = { shape, data: [] as Entry[] };
  flatten(input, 0, name, tensor);
  return tensor;
}

/** @internal Returns the number of values per row. */
export const rowSize = ({ shape }: Tensor): number => product(shape.slice(1));
