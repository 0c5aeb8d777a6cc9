// SPDX-License-Identifier: Apache-2.0
//
// What attackers see and what they predict, as the core takes it: features as a table of distinct rows,
// tasks as category codes.

import { FairwasmError } from '../core/error.js';
import { CategoryEncoder, type Codes } from '../data/category.js';
import {
  type CategoryColumn,
  isCoded,
  isForeign,
  lengthOf,
  type NumericArray,
  toIndexable,
} from '../data/column.js';

/** Numbers that an attacker sees as they are: a row of `width` values after another. */
export interface NumericFeature {
  values: NumericArray | readonly number[];
  /** Values a row: the length of a representation, for instance. */
  width: number;
}

/** One column of categories, or several by name. */
export type Task = CategoryColumn | Readonly<Record<string, CategoryColumn>>;

/** What an attacker sees: categories, or numbers such as a model's representations. */
export type Feature = Task | NumericFeature;

/** What the attackers of Leakage and DPA are given, all of the same rows. */
export interface AttackColumns {
  feature: Feature;
  /** What is true. */
  label: Task;
  /** What the model says instead. */
  prediction: Task;
}

/** Rows of a feature; row i is the `width` numbers of `distinct` from `rows[i] * width` on. */
export interface EncodedFeature {
  distinct: Float32Array;
  columns: number;
  rows: Uint32Array;
}

/** @internal */
export interface EncodedColumns {
  feature: EncodedFeature;
  label: Uint32Array[];
  prediction: Uint32Array[];
}

/** @internal One column's categories in an order that does not depend on the rows' order. */
export interface TaskColumn {
  name: string;
  categories: readonly string[];
}

// More categories than this are taken for numbers that were meant as such.
const maxCategories = 1000;

function isNumericFeature(feature: Feature): feature is NumericFeature {
  return typeof feature === 'object' && 'values' in feature && 'width' in feature;
}

function isColumn(task: Task): task is CategoryColumn {
  return Array.isArray(task) || ArrayBuffer.isView(task) || isCoded(task) || isForeign(task);
}

function columnsOf(task: Task, argument: string): [name: string, column: CategoryColumn][] {
  if (typeof task !== 'object' || task === null) {
    toIndexable(task, argument); // throws what a column should have been
  }
  if (isColumn(task)) return [[argument, task]];
  const entries = Object.entries(task);
  if (entries.length > 0) return entries;
  throw new FairwasmError('invalidArgument', {
    argument,
    expected: 'a column, or columns by name',
    actual: 'none',
  });
}

// Numbers by size, then text by its characters: 0 before 1, 9 before 10, "no" before "yes".
function inOrder(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y || (a < b ? -1 : 1);
  if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
  return a < b ? -1 : 1;
}

/** Several columns of one meaning, whose categories are numbered together. */
function encodeTogether(
  columns: readonly CategoryColumn[],
  name: string,
  missing: 'category' | 'error',
  names: readonly string[],
): { codes: Uint32Array[]; categories: string[] } {
  const encoder = new CategoryEncoder(name, [], missing);
  const encoded = columns.map((column, i) => {
    try {
      return encoder.encode(column);
    } catch (error) {
      if (!(error instanceof FairwasmError)) throw error;
      throw new FairwasmError(error.code, { ...error, argument: names[i] as string });
    }
  });
  const { categories } = encoder;
  if (categories.length > maxCategories) {
    throw new FairwasmError('tooLarge', {
      argument: name,
      expected: `at most ${maxCategories} categories; numbers are given as { values, width }`,
      actual: String(categories.length),
    });
  }
  const order = [...categories].sort(inOrder);
  const place = categories.map((category) => order.indexOf(category));
  const codes = encoded.map((column: Codes) =>
    Uint32Array.from(column, (code) => place[code] as number),
  );
  return { codes, categories: order };
}

function requireRows(actual: number, expected: number, argument: string): void {
  if (actual === expected) return;
  throw new FairwasmError('shapeMismatch', {
    argument,
    expected: `${expected} rows, like the feature`,
    actual: String(actual),
  });
}

function requireColumn(entry: [string, CategoryColumn] | undefined, name: string, of: string) {
  if (entry) return entry[1];
  throw new FairwasmError('invalidArgument', {
    argument: of,
    expected: `a column '${name}', like the label`,
    actual: 'none',
  });
}

/** Labels and predictions of all parts (training and test rows), coded alike. */
function encodeTasks(parts: readonly AttackColumns[]): {
  task: TaskColumn[];
  codes: Pick<EncodedColumns, 'label' | 'prediction'>[];
} {
  const sources = parts.flatMap(({ label, prediction }) => [
    { argument: 'label', columns: columnsOf(label, 'label') },
    { argument: 'prediction', columns: columnsOf(prediction, 'prediction') },
  ]);
  const first = sources[0]?.columns ?? [];
  const single = first.length === 1;
  const task: TaskColumn[] = [];
  const codes: Pick<EncodedColumns, 'label' | 'prediction'>[] = parts.map(() => ({
    label: [],
    prediction: [],
  }));
  for (const source of sources) {
    if (source.columns.length === first.length) continue;
    throw new FairwasmError('shapeMismatch', {
      argument: source.argument,
      expected: `${first.length} columns, like the label`,
      actual: String(source.columns.length),
    });
  }
  for (const [name] of first) {
    // A single column needs no name.
    const columns = sources.map(({ argument, columns: all }) =>
      requireColumn(single ? all[0] : all.find(([each]) => each === name), name, argument),
    );
    const names = sources.map(({ argument }) => (single ? argument : `${argument}.${name}`));
    const encoded = encodeTogether(columns, name, 'error', names);
    task.push({ name, categories: encoded.categories });
    encoded.codes.forEach((column, i) => {
      const part = codes[i >> 1] as Pick<EncodedColumns, 'label' | 'prediction'>;
      (i % 2 === 0 ? part.label : part.prediction).push(column);
    });
  }
  return { task, codes };
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

/** @internal All parts (training and test rows), coded alike. `discrete`: features are categories. */
export interface EncodedParts {
  parts: EncodedColumns[];
  task: TaskColumn[];
  discrete: boolean;
  /** How many distinct feature rows there are. */
  cells: number;
}

/** @internal */
export function encodeParts(parts: readonly AttackColumns[]): EncodedParts {
  const { task, codes } = encodeTasks(parts);
  const features = parts.map(({ feature }) => feature);
  const numeric = features.map(isNumericFeature);
  if (numeric.some((each) => each !== numeric[0])) {
    throw new FairwasmError('invalidArgument', {
      argument: 'test',
      expected: 'features of the same kind as in training',
      actual: 'others',
    });
  }
  const encoded = numeric[0]
    ? (features as NumericFeature[]).map(encodeNumbers)
    : encodeCategories(features as Task[]);
  encoded.forEach((feature, i) => {
    const columns = codes[i] as Pick<EncodedColumns, 'label' | 'prediction'>;
    task.forEach(({ name }, k) => {
      const single = task.length === 1;
      requireRows(
        (columns.label[k] as Uint32Array).length,
        feature.rows.length,
        single ? 'label' : `label.${name}`,
      );
      requireRows(
        (columns.prediction[k] as Uint32Array).length,
        feature.rows.length,
        single ? 'prediction' : `prediction.${name}`,
      );
    });
  });
  const first = encoded[0] as EncodedFeature;
  if (encoded.some(({ columns }) => columns !== first.columns)) {
    throw new FairwasmError('shapeMismatch', {
      argument: 'test',
      expected: `features of width ${first.columns}, as in training`,
      actual: 'others',
    });
  }
  return {
    parts: encoded.map((feature, i) => ({ feature, ...(codes[i] as (typeof codes)[number]) })),
    task,
    discrete: !numeric[0],
    cells: first.distinct.length / first.columns,
  };
}

/** @internal Some rows of a part. */
export function pickRows(part: EncodedColumns, rows: Uint32Array): EncodedColumns {
  const pick = (column: Uint32Array) => rows.map((row) => column[row] as number);
  const { feature, label, prediction } = part;
  return {
    feature: { ...feature, rows: pick(feature.rows) },
    label: label.map(pick),
    prediction: prediction.map(pick),
  };
}
