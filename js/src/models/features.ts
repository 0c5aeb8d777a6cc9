// SPDX-License-Identifier: Apache-2.0
//
// Maps columns to the positions of a model's inputs, and fills the inputs with values.

import { invalid, missingValue, shapeMismatch } from '../core/error.js';
import { isPlain, requireOptions, shown } from '../core/options.js';
import { isMissing, reading, sameCategory, type Value } from '../data/value.js';
import { type Row, requireColumn } from './rows.js';
import type { TensorData } from './runtime.js';
import type { InputType, ModelInput } from './shapes.js';

/** One position of an input: a column, or a one-hot indicator (1 if a column has the value, otherwise 0). */
export type Feature = string | { column: string; equals: string | number | boolean };

/** The features of a model: in order for its only input, or by the name of each input. */
export type Features = readonly Feature[] | Readonly<Record<string, readonly Feature[]>>;

/** An input and its features. */
export interface FilledInput {
  input: ModelInput;
  features: readonly Feature[];
}

/** Returns the column of a feature. */
export const columnOfFeature = (feature: Feature): string => (typeof feature === 'string' ? feature : feature.column);

/** Formats a feature as `age` or `sex=male`. */
export const featureName = (feature: Feature): string =>
  typeof feature === 'string' ? feature : `${feature.column}=${feature.equals}`;

/** Returns every input with its features. Throws `invalidArgument` or `shapeMismatch` with the name of the input. */
export function filledInputs(inputs: readonly ModelInput[], features: Features): FilledInput[] {
  const byInput = isList(features) ? listed(inputs, features) : named(inputs, features);
  return inputs.map((input) => {
    const list = byInput[input.name];
    if (!Array.isArray(list) || list.length === 0) {
      throw wrong(input.name, `the columns that fill it (${describe(input)})`, 'none');
    }
    for (const feature of list) requireFeature(input.name, feature);
    if (input.width === undefined || input.width === list.length) return { input, features: list };
    const names = list.map(featureName).join(', ');
    throw shapeMismatch(`input '${input.name}'`, describe(input), `${list.length}: ${names}`);
  });
}

const isList = (features: Features): features is readonly Feature[] => Array.isArray(features);

type ByInput = Readonly<Record<string, readonly Feature[]>>;

function listed(inputs: readonly ModelInput[], features: readonly Feature[]): ByInput {
  const [only, ...rest] = inputs;
  if (only && rest.length === 0) return { [only.name]: features };
  const names = inputs.map(({ name }) => name).join(', ');
  throw invalid('features', `columns for each of the inputs ${names}`, 'a single list');
}

function named(inputs: readonly ModelInput[], features: unknown): ByInput {
  requireOptions(
    'features',
    features,
    inputs.map(({ name }) => name),
  );
  return features as ByInput;
}

/** Describes an input's type and width for error messages. */
export function describe({ type, width }: ModelInput): string {
  const what = type === 'string' ? 'text' : type === 'bool' ? 'truth' : 'number';
  if (width === undefined) return `any number of columns of ${what}s`;
  return width === 1 ? `one column of ${what}s` : `${width} columns of ${what}s`;
}

function requireFeature(input: string, feature: unknown): void {
  if (typeof feature === 'string') return;
  if (!isPlain(feature)) throw wrong(input, 'names of columns, or { column, equals }', shown(feature));
  requireOptions(`input '${input}'`, feature, ['column', 'equals']);
  const { column, equals } = feature as Record<string, unknown>;
  if (typeof column === 'string' && equals !== undefined) return;
  throw wrong(input, 'names of columns, or { column, equals }', 'an object without column or equals');
}

const wrong = (input: string, expected: string, actual: string) => invalid(`input '${input}'`, expected, actual);

/** Throws if no row has a column that a feature requires. */
export function requireColumns(filled: readonly FilledInput[], rows: readonly Row[]): void {
  for (const { input, features } of filled) {
    for (const feature of features) requireColumn(`input '${input.name}'`, rows, columnOfFeature(feature));
  }
}

/** Returns the input's values for `size` rows from `from`. Positions beyond the last row repeat the last row. */
export function getData(
  { input, features }: FilledInput,
  rows: readonly Row[],
  from: number,
  size: number,
): TensorData | string[] {
  const width = features.length;
  const data = emptyData(input.type, size * width);
  for (let index = 0; index < width; index++) {
    const read = getReader(features[index] as Feature, input);
    for (let i = 0; i < size; i++) {
      const row = Math.min(from + i, rows.length - 1);
      data[i * width + index] = read(rows[row] as Row, row) as never;
    }
  }
  return data;
}

function emptyData(type: InputType, length: number): TensorData | string[] {
  switch (type) {
    case 'float32':
      return new Float32Array(length);
    case 'float64':
      return new Float64Array(length);
    case 'int32':
      return new Int32Array(length);
    case 'int64':
      return new BigInt64Array(length);
    case 'bool':
      return new Uint8Array(length);
    case 'string':
      return new Array<string>(length);
  }
}

type Read = (row: Row, index: number) => number | bigint | string;

function getReader(feature: Feature, input: ModelInput): Read {
  const convert = getConverter(input);
  if (typeof feature === 'string') return (row, i) => convert(row[feature], feature, i);
  const { column, equals } = feature;
  const known = new Map<Value, boolean>(); // columns have few distinct values, so caching pays off
  return (row, i) => {
    const value = row[column];
    let isSo = known.get(value);
    if (isSo === undefined) {
      isSo = reading(column, () => !isMissing(value) && sameCategory(value, equals));
      if (known.size < 1000) known.set(value, isSo);
    }
    return convert(isSo ? 1 : 0, column, i);
  };
}

function getConverter({ name, type }: ModelInput) {
  switch (type) {
    case 'string':
      return (value: Value) => (isMissing(value) ? '' : String(value));
    case 'bool':
      return (value: Value, column: string, row: number) =>
        isTrue(value) ?? fail(name, column, row, 'true or false', value);
    case 'float32':
    case 'float64':
      return (value: Value, column: string, row: number) =>
        toNumber(value) ?? fail(name, column, row, 'a number', value);
    default:
      return (value: Value, column: string, row: number) => {
        const number = toNumber(value);
        if (number === undefined || !Number.isSafeInteger(number)) {
          return fail(name, column, row, 'a whole number', value);
        }
        return type === 'int64' ? BigInt(number) : number;
      };
  }
}

// Converts a value to a number: NaN if missing, as in pandas; 1 and 0 for true and false; undefined if it is not a
// number.
function toNumber(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint') return Number(value);
  if (isMissing(value)) return Number.NaN;
  if (typeof value !== 'string') return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? isTrue(value) : number;
}

function isTrue(value: Value): number | undefined {
  if (isMissing(value)) return undefined;
  if (sameCategory(value, true)) return 1;
  return sameCategory(value, false) ? 0 : undefined;
}

function fail(input: string, column: string, row: number, expected: string, value: Value): never {
  const missing = isMissing(value);
  throw (missing ? missingValue : invalid)(
    column,
    `${expected} for the model's input '${input}'`,
    missing ? 'a missing value' : shown(value),
    row,
  );
}
