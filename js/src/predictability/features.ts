// SPDX-License-Identifier: Apache-2.0
//
// The attackers' input, categories or numbers: a table of distinct rows, and the index of each row in it.

import { FairwasmError, invalid, shapeMismatch } from '../core/error.js';
import {
  type CategoryColumn,
  getLength,
  isCoded,
  type NumberColumn,
  type NumericArray,
  toNumbers,
} from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { areNumbers, encodeTogether, getColumns, requireColumn, type Task } from './joint-encoding.js';

/** Numeric input for an attacker: rows of `width` values in row-major order. */
export interface NumericFeature {
  values: NumericArray | readonly number[];
  /** Values per row, such as the length of a representation. */
  width: number;
}

/** The attackers' input: columns of categories or numbers, or a numeric matrix such as a model's representations. */
export type AttackerInput =
  | Task
  | {
      values: NumericArray | readonly number[];
      /** Values per row, such as the length of a representation. */
      width: number;
    };

/** Rows of a feature: row i is the `width` numbers of `distinct` from `rows[i] * width`. */
export interface EncodedFeature {
  distinct: Float32Array;
  columns: number;
  rows: Uint32Array;
}

/** For attackers without input. */
export const nothingSeen: EncodedFeature = { distinct: new Float32Array(), columns: 1, rows: new Uint32Array() };

/**
 * How feature columns are read. `auto`: a column is numeric if any number has a fraction or if it has more than 1,000
 * distinct numbers; otherwise it is categorical. `numeric` and `categorical` apply to all columns.
 */
export const featureKinds = ['auto', 'numeric', 'categorical'] as const;
export type FeatureKind = (typeof featureKinds)[number];

/** @internal Encodes the features of all parts (training and test rows) with the same codes. */
export function encodeFeatures(
  input: readonly AttackerInput[],
  kind: FeatureKind = 'auto',
): { features: EncodedFeature[]; discrete: boolean } {
  const numeric = input.map(isNumericFeature);
  if (numeric.some((each) => each !== numeric[0])) {
    throw invalid('test', 'features of the same kind as in training', 'others');
  }
  if (!numeric[0]) return encodeColumns(input as Task[], kind);
  if (kind !== 'categorical') return { features: (input as NumericFeature[]).map(encodeNumbers), discrete: false };
  throw invalid('featureKind', "'auto' or 'numeric' for a feature of { values, width }", "'categorical'");
}

function isNumericFeature(feature: AttackerInput): feature is NumericFeature {
  const isObject = typeof feature === 'object' && feature !== null;
  return isObject && 'values' in feature && 'width' in feature;
}

function encodeNumbers({ values, width }: NumericFeature): EncodedFeature {
  if (!Number.isInteger(width) || width < 1 || values.length % width !== 0) {
    throw shapeMismatch('feature', `a whole number of rows of width ${width}`, `${values.length} values`);
  }
  const distinct = new Float32Array(values);
  const bad = distinct.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw invalid('feature', 'finite numbers', String(values[bad]), Math.floor(bad / width));
  const rows = Uint32Array.from({ length: values.length / width }, (_, row) => row);
  return { distinct, columns: width, rows };
}

/** An encoded column over training and test rows: category codes, or numbers. */
interface EncodedColumn {
  /**
   * Number of inputs of the attacker: two categories are a single 0 or 1, more are one-hot, and numbers are a single
   * input.
   */
  width: number;
  isNumeric: boolean;
  parts: readonly (Uint32Array | Float64Array)[];
}

function encodeColumns(parts: readonly Task[], kind: FeatureKind) {
  const all = parts.map((part) => getColumns(part, 'feature'));
  const columns = (all[0] ?? []).map(([name], i) => {
    const each = all.map((part) =>
      requireColumn(part.length === 1 ? part[0] : part.find(([other]) => other === name), name, 'feature'),
    );
    const encoded = encodeColumn(each, name, kind);
    encoded.parts.forEach((column, part) => {
      const rows = getLength((all[part] as [string, CategoryColumn][])[0]?.[1] ?? [], 'feature');
      if (i > 0) requireRows(name, column.length, rows, 'rows, as in the feature');
    });
    return encoded;
  });
  const discrete = columns.every(({ isNumeric }) => !isNumeric);
  return { features: discrete ? getTable(columns, parts) : getRows(columns, parts), discrete };
}

function encodeColumn(each: readonly CategoryColumn[], name: string, kind: FeatureKind): EncodedColumn {
  const numeric = () => ({ width: 1, isNumeric: true, parts: each.map((column) => getNumbers(column, name)) });
  if (kind === 'numeric') return numeric();
  try {
    const names = each.map(() => name);
    const { codes, categories } = encodeTogether(each, name, 'category', names);
    if (kind === 'auto' && areNumbers(categories)) return numeric();
    const width = categories.length > 2 ? categories.length : 1;
    return { width, isNumeric: false, parts: codes };
  } catch (error) {
    const isTooLarge = error instanceof FairwasmError && error.code === 'tooLarge';
    if (kind === 'auto' && isTooLarge && each.every((column) => holdsNumbers(column))) return numeric();
    throw error;
  }
}

function getNumbers(column: CategoryColumn, name: string): Float64Array {
  if (!isCoded(column)) return toNumbers(column as NumberColumn, name);
  const codes = Array.from(column.codes as ArrayLike<number>, Number);
  return toNumbers(
    codes.map((code) => column.categories[code]),
    name,
  );
}

function holdsNumbers(column: CategoryColumn): boolean {
  try {
    getNumbers(column, 'feature');
    return true;
  } catch {
    return false;
  }
}

/** Returns numeric rows without deduplication. */
const getRows = (columns: readonly EncodedColumn[], parts: readonly Task[]): EncodedFeature[] =>
  parts.map((_, part) => {
    const rows = Uint32Array.from({ length: columns[0]?.parts[part]?.length ?? 0 }, (_, row) => row);
    const distinct = Float32Array.from(Array.from(rows, (row) => getInputs(columns, part, row)).flat());
    return { distinct, columns: getWidth(columns), rows };
  });

/** Returns the combinations of categories that occur, in order of first appearance. */
function getTable(columns: readonly EncodedColumn[], parts: readonly Task[]): EncodedFeature[] {
  const indexByKey = new Map<string, number>();
  const distinct: number[] = [];
  const features = parts.map((_, part) => {
    const codes = columns.map((column) => column.parts[part] as Uint32Array);
    const rows = new Uint32Array(codes[0]?.length ?? 0);
    for (let row = 0; row < rows.length; row++) {
      const key = codes.map((column) => column[row]).join();
      let index = indexByKey.get(key);
      if (index === undefined) {
        index = indexByKey.size;
        indexByKey.set(key, index);
        for (const input of getInputs(columns, part, row)) distinct.push(input);
      }
      rows[row] = index;
    }
    return rows;
  });
  const table = Float32Array.from(distinct);
  return features.map((rows) => ({ distinct: table, columns: getWidth(columns), rows }));
}

const getWidth = (columns: readonly EncodedColumn[]) => columns.reduce((sum, { width }) => sum + width, 0);

const getInputs = (columns: readonly EncodedColumn[], part: number, row: number): number[] =>
  columns.flatMap(({ width, parts }) => {
    const value = parts[part]?.[row] as number;
    return width === 1 ? [value] : Array.from({ length: width }, (_, k) => (k === value ? 1 : 0));
  });
