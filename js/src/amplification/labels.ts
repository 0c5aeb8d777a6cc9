// SPDX-License-Identifier: Apache-2.0
//
// Reads labels with any number per row: 0/1 matrices, sets of names, and category columns. Each form is converted to
// row-major bytes of 0 and 1, one chunk of rows at a time, as the core requires.

import { FairwasmError, invalid, shapeMismatch } from '../core/error.js';
import { shown } from '../core/options.js';
import { CategoryEncoder, type Codes, type MissingPolicy } from '../data/category.js';
import type { CategoryColumn, NumericArray } from '../data/column.js';

/**
 * Labels of rows. A typed array is a matrix; an array of arrays is a matrix if it contains numbers or booleans, and
 * sets of names if it contains strings; anything else is a category column with exactly one label per row.
 */
export type LabelColumn =
  | (NumericArray | readonly (readonly (number | boolean)[])[])
  | readonly (readonly string[] | ReadonlySet<string>)[]
  | CategoryColumn;

/** Parsed labels: rows [first, end) as row-major bytes of `width` columns. */
export interface LabelRows {
  rows: number;
  bytes(first: number, end: number, width: number): Uint8Array;
}

/** Reads the labels of one kind, attributes or tasks, and keeps their names. */
export class LabelEncoder {
  readonly #encoder: CategoryEncoder;
  readonly #allowed: number;

  /** With `names`, other names are rejected; without, at most `most` names are learned from the data. */
  constructor(kind: string, names: readonly string[] | undefined, missing: MissingPolicy, max: () => number) {
    this.#encoder = new CategoryEncoder(kind, names ?? [], missing, { max });
    this.#allowed = names?.length ?? Number.POSITIVE_INFINITY;
  }

  get names(): readonly string[] {
    return this.#encoder.categories;
  }

  mark(): number {
    return this.#encoder.mark();
  }

  rollback(mark: number): void {
    this.#encoder.rollback(mark);
  }

  learn(names: readonly string[]): void {
    this.#encoder.learn(names);
  }

  /** Checks and encodes a column; errors refer to it as `argument`. */
  read(column: LabelColumn, argument: string): LabelRows {
    if (isMatrix(column)) return this.#readMatrix(column, argument);
    if (!Array.isArray(column) || !column.some(isCollection)) {
      return this.#readCategories(column as CategoryColumn, argument);
    }
    const rows: readonly unknown[] = column;
    const sample = getFirst(rows.find((row) => getFirst(row) !== undefined));
    const isText = sample === undefined || typeof sample === 'string';
    return isText ? this.#readSets(rows, argument) : this.#readRows(rows, argument);
  }

  #readMatrix(matrix: NumericArray, argument: string): LabelRows {
    const width = this.names.length;
    if (width === 0) {
      throw invalid(
        argument,
        'a matrix whose columns were named when the accumulator was created',
        'a matrix without column names',
      );
    }
    if (matrix.length % width !== 0) {
      throw shapeMismatch(argument, `whole rows of ${width} values`, `${matrix.length} values`);
    }
    return {
      rows: matrix.length / width,
      bytes: (first, end, wanted) => {
        const part = matrix.subarray(first * width, end * width);
        const bytes = part instanceof Uint8Array ? part : toBits(part, width, argument, first);
        return widen(bytes, width, wanted);
      },
    };
  }

  #readRows(rows: readonly unknown[], argument: string): LabelRows {
    const first = rows.find(isCollection);
    if (this.names.length === 0 && Array.isArray(first)) this.learn(Array.from(first, (_, column) => String(column)));
    const width = this.names.length;
    rows.forEach((row, i) => {
      if (Array.isArray(row) && row.length === width) return;
      throw shapeMismatch(
        argument,
        `an array of ${width} values`,
        Array.isArray(row) ? `${row.length} values` : shown(row),
        i,
      );
    });
    const matrix = rows as readonly (readonly (number | boolean)[])[];
    return {
      rows: rows.length,
      bytes: (from, end, wanted) => widen(toBits(matrix.slice(from, end).flat(), width, argument, from), width, wanted),
    };
  }

  #readSets(rows: readonly unknown[], argument: string): LabelRows {
    const codes = rows.map((set, row) => {
      if (!isCollection(set)) throw notNames(argument, shown(set), row);
      return Array.from(set, (name) => {
        if (typeof name !== 'string' || name === '') throw notNames(argument, shown(name), row);
        return this.#requireAllowed(this.#encoder.getCode(name, row), argument, row);
      });
    });
    return rowsOfCodes(rows.length, (row) => codes[row] as number[]);
  }

  #readCategories(column: CategoryColumn, argument: string): LabelRows {
    const codes = this.#encode(column, argument);
    for (let row = 0; row < codes.length; row++) this.#requireAllowed(codes[row] as number, argument, row);
    return rowsOfCodes(codes.length, (row) => [codes[row] as number]);
  }

  // Labels and predictions share their names, but errors must name the right column.
  #encode(column: CategoryColumn, argument: string): Codes {
    try {
      return this.#encoder.encode(column);
    } catch (error) {
      if (!(error instanceof FairwasmError)) throw error;
      throw error.with({ argument });
    }
  }

  #requireAllowed(code: number, argument: string, row: number): number {
    if (code < Math.min(this.#allowed, this.names.length)) return code;
    const optionNames = this.names.slice(0, this.#allowed);
    throw invalid(
      argument,
      `one of ${optionNames.map((name) => `'${name}'`).join(', ')}`,
      code < this.names.length ? `'${this.names[code]}'` : `the code ${code}`,
      row,
    );
  }
}

function isMatrix(column: LabelColumn): column is NumericArray {
  const isBig = column instanceof BigInt64Array || column instanceof BigUint64Array;
  return ArrayBuffer.isView(column) && !(column instanceof DataView) && !isBig;
}

function isCollection(row: unknown): row is readonly unknown[] | ReadonlySet<unknown> {
  return Array.isArray(row) || row instanceof Set;
}

function getFirst(row: unknown): unknown {
  return isCollection(row) ? row.values().next().value : undefined;
}

function notNames(argument: string, actual: string, row: number): FairwasmError {
  return invalid(argument, 'an array or a Set of names', actual, row);
}

function toBits(values: ArrayLike<number | boolean>, width: number, argument: string, firstRow: number): Uint8Array {
  const bytes = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === 1 || value === true) bytes[i] = 1;
    else if (value !== 0 && value !== false) {
      throw invalid(argument, '0 or 1', shown(value), firstRow + Math.floor(i / width));
    }
  }
  return bytes;
}

/** Returns the same rows with `wanted - width` more columns, filled with 0. */
function widen(bytes: Uint8Array, width: number, wanted: number): Uint8Array {
  if (width === wanted) return bytes;
  const rows = width === 0 ? 0 : bytes.length / width;
  const wide = new Uint8Array(rows * wanted);
  for (let row = 0; row < rows; row++) wide.set(bytes.subarray(row * width, (row + 1) * width), row * wanted);
  return wide;
}

function rowsOfCodes(rows: number, toCodes: (row: number) => readonly number[]): LabelRows {
  return {
    rows,
    bytes: (first, end, width) => {
      const bytes = new Uint8Array((end - first) * width);
      for (let row = first; row < end; row++) {
        for (const code of toCodes(row)) bytes[(row - first) * width + code] = 1;
      }
      return bytes;
    },
  };
}
