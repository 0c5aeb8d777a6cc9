// SPDX-License-Identifier: Apache-2.0
//
// What attackers see: categories, or numbers, as a table of distinct rows and the place of each row in it.

import { FairwasmError } from '../core/error.js';
import { type CategoryColumn, lengthOf, type NumericArray } from '../data/column.js';
import {
  columnsOf,
  encodeTogether,
  requireColumn,
  requireRows,
  type Task,
} from './joint-encoding.js';

/** Numbers that an attacker sees as they are: a row of `width` values after another. */
export interface NumericFeature {
  values: NumericArray | readonly number[];
  /** Values a row: the length of a representation, for instance. */
  width: number;
}

/** What an attacker sees: categories, or numbers such as a model's representations. */
export type Feature = Task | NumericFeature;

/** Rows of a feature; row i is the `width` numbers of `distinct` from `rows[i] * width` on. */
export interface EncodedFeature {
  distinct: Float32Array;
  columns: number;
  rows: Uint32Array;
}

/** Of attackers that see no feature. */
export const nothingSeen: EncodedFeature = {
  distinct: new Float32Array(),
  columns: 1,
  rows: new Uint32Array(),
};

/** @internal The features of all parts (training and test rows), coded alike. */
export function encodeFeatures(given: readonly Feature[]): {
  features: EncodedFeature[];
  discrete: boolean;
} {
  const numeric = given.map(isNumericFeature);
  if (numeric.some((each) => each !== numeric[0])) {
    throw new FairwasmError('invalidArgument', {
      argument: 'test',
      expected: 'features of the same kind as in training',
      actual: 'others',
    });
  }
  const features = numeric[0]
    ? (given as NumericFeature[]).map(encodeNumbers)
    : encodeCategories(given as Task[]);
  return { features, discrete: !numeric[0] };
}

function isNumericFeature(feature: Feature): feature is NumericFeature {
  const isObject = typeof feature === 'object' && feature !== null;
  return isObject && 'values' in feature && 'width' in feature;
}

function encodeNumbers({ values, width }: NumericFeature): EncodedFeature {
  if (!Number.isInteger(width) || width < 1 || values.length % width !== 0) {
    throw new FairwasmError('shapeMismatch', {
      argument: 'feature',
      expected: `a whole number of rows of width ${width}`,
      actual: `${values.length} values`,
    });
  }
  const distinct = new Float32Array(values);
  const bad = distinct.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) {
    throw new FairwasmError('invalidArgument', {
      argument: 'feature',
      expected: 'finite numbers',
      actual: String(values[bad]),
      row: Math.floor(bad / width),
    });
  }
  const rows = Uint32Array.from({ length: values.length / width }, (_, row) => row);
  return { distinct, columns: width, rows };
}

/** Two categories are one input of 0 or 1, more of them one input each. */
function encodeCategories(parts: readonly Task[]): EncodedFeature[] {
  const all = parts.map((part) => columnsOf(part, 'feature'));
  const first = all[0] ?? [];
  const columns = first.map(([name], i) => {
    const each = all.map((part) =>
      requireColumn(
        part.length === 1 ? part[0] : part.find(([other]) => other === name),
        name,
        'feature',
      ),
    );
    const names = each.map(() => name);
    const encoded = encodeTogether(each, name, 'category', names);
    encoded.codes.forEach((column, part) => {
      const rows = lengthOf((all[part] as [string, CategoryColumn][])[0]?.[1] ?? [], 'feature');
      if (i > 0) requireRows(column.length, rows, name);
    });
    return encoded;
  });
  const widths = columns.map(({ categories }) => (categories.length > 2 ? categories.length : 1));
  const width = widths.reduce((sum, each) => sum + each, 0);
  // Which combinations of categories occur, in the order in which they are met.
  const places = new Map<string, number>();
  const distinct: number[] = [];
  const features = parts.map((_, part) => {
    const codes = columns.map((column) => column.codes[part] as Uint32Array);
    const rows = new Uint32Array(codes[0]?.length ?? 0);
    for (let row = 0; row < rows.length; row++) {
      const key = codes.map((column) => column[row]).join();
      let place = places.get(key);
      if (place === undefined) {
        place = places.size;
        places.set(key, place);
        distinct.push(...inputsOf(codes, widths, row));
      }
      rows[row] = place;
    }
    return rows;
  });
  const table = Float32Array.from(distinct);
  return features.map((rows) => ({ distinct: table, columns: width, rows }));
}

function inputsOf(codes: readonly Uint32Array[], widths: readonly number[], row: number): number[] {
  return codes.flatMap((column, i) => {
    const code = column[row] as number;
    const width = widths[i] as number;
    return width === 1 ? [code] : Array.from({ length: width }, (_, k) => (k === code ? 1 : 0));
  });
}
