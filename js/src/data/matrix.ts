// SPDX-License-Identifier: Apache-2.0
//
// Tables of numbers in all accepted forms, converted to one row-major array.

import { FairwasmError, invalid, shapeMismatch } from '../core/error.js';
import { shown } from '../core/options.js';
import { type NumberColumn, type NumericArray, toIndexable, toNumbers, type Value } from './column.js';

/** A row-major table: `values[row * columns + column]`. The fastest form, because it is used unchanged. */
export interface FlatMatrix {
  values: NumericArray;
  columns: number;
}

/** A TensorFlow.js tensor of shape [rows, columns]. */
export interface TensorMatrix {
  shape: readonly number[];
  dataSync(): NumericArray;
}

/** Features of individuals: an array of rows, an object of columns, a flat array, or a tensor. */
export type FeatureMatrix =
  | { shape: readonly number[]; dataSync(): NumericArray }
  | readonly (readonly Value[] | NumericArray)[]
  | Readonly<Record<string, NumberColumn>>
  | { values: NumericArray; columns: number };

/** A table in the core's form. */
export interface Matrix {
  values: Float64Array;
  rows: number;
  columns: number;
}

const isFlat = (input: object): input is FlatMatrix =>
  'values' in input && 'columns' in input && typeof input.columns === 'number';

const isTensor = (input: object): input is TensorMatrix => 'dataSync' in input && typeof input.dataSync === 'function';

function fromTensor(tensor: TensorMatrix, name: string): Matrix {
  const [, columns = 1] = tensor.shape;
  return fromFlat({ values: tensor.dataSync(), columns }, name);
}

/** Returns the table as one array. Throws `shapeMismatch` for rows or columns of different lengths. */
export function toMatrix(input: FeatureMatrix, name: string): Matrix {
  if (typeof input !== 'object' || input === null) {
    throw invalid(name, 'rows, columns by name, or { values, columns }', input === null ? 'null' : typeof input);
  }
  if (Array.isArray(input)) return fromRows(input, name);
  if (isTensor(input)) return fromTensor(input, name);
  if (isFlat(input)) return fromFlat(input, name);
  return fromColumns(input as Readonly<Record<string, NumberColumn>>, name);
}

function wrongLength(name: string, expected: string, actual: number, row?: number): FairwasmError {
  return shapeMismatch(name, expected, shown(actual), row);
}

function fromFlat({ values, columns }: FlatMatrix, name: string): Matrix {
  const isWhole = Number.isInteger(columns) && columns > 0 && values.length % columns === 0;
  if (!isWhole) throw wrongLength(name, `rows of ${columns} values each`, values.length);
  return { values: toNumbers(values, name), rows: values.length / columns, columns };
}

function fromRows(input: readonly (readonly Value[] | NumericArray)[], name: string): Matrix {
  const rows = input.length;
  const columns = rows === 0 ? 0 : toIndexable(input[0], name).length;
  const values = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const cells = toIndexable(input[row], name);
    if (cells.length !== columns) throw wrongLength(name, `${columns} values`, cells.length, row);
    for (let column = 0; column < columns; column++) {
      values[row * columns + column] = toNumber(cells[column], name, row);
    }
  }
  return { values, rows, columns };
}

function toNumber(value: Value, name: string, row: number): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  try {
    return toNumbers([value], name)[0] as number;
  } catch (error) {
    throw error instanceof FairwasmError ? error.inRowsFrom(row) : error;
  }
}

function fromColumns(input: Readonly<Record<string, NumberColumn>>, name: string): Matrix {
  const columns = Object.entries(input).map(([column, values]) => toNumbers(values, column));
  const rows = columns[0]?.length ?? 0;
  const values = new Float64Array(rows * columns.length);
  columns.forEach((column, index) => {
    if (column.length !== rows) throw wrongLength(name, `${rows} rows`, column.length);
    for (let row = 0; row < rows; row++) values[row * columns.length + index] = column[row] as number;
  });
  return { values, rows, columns: columns.length };
}
