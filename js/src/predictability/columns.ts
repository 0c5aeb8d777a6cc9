// SPDX-License-Identifier: Apache-2.0
//
// What attackers see and what they predict, as the core takes it: features as a table of distinct rows,
// tasks as category codes.

import { FairwasmError } from '../core/error.js';
import { shown } from '../core/options.js';
import { CategoryEncoder, type Codes } from '../data/category.js';
import {
  type CategoryColumn,
  isCoded,
  isForeign,
  lengthOf,
  type NumericArray,
  toIndexable,
} from '../data/column.js';
import { type LeakageDirection, leakageDirections } from './direction.js';

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

/** What the attackers of Leakage are given, all of the same rows: a feature or an attribute, by the direction. */
export interface AttackColumns {
  /** What attackers see that guess the outcome: an attribute, or anything else that is known of a row. */
  feature?: Feature | undefined;
  /** What attackers guess that see the outcome. */
  attribute?: Task | undefined;
  /** What is true: categories, such as whole numbers or text. */
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
  attribute: Uint32Array[];
}

/** @internal One column's categories in an order that does not depend on the rows' order. */
export interface TaskColumn {
  name: string;
  categories: readonly string[];
}

// More categories than this are taken for numbers that were meant as such.
const maxCategories = 1000;

function isNumericFeature(feature: Feature): feature is NumericFeature {
  const isObject = typeof feature === 'object' && feature !== null;
  return isObject && 'values' in feature && 'width' in feature;
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

function requireRows(actual: number, expected: number, argument: string, like = 'feature'): void {
  if (actual === expected) return;
  throw new FairwasmError('shapeMismatch', {
    argument,
    expected: `${expected} rows, like the ${like}`,
    actual: shown(actual),
  });
}

/**
 * What is guessed is a category. A number with a fraction is the value of something continuous, or a score:
 * each would become a category of its own, which nobody can guess.
 */
function requireCategories(categories: readonly string[], argument: string): void {
  const bad = categories.find((category) => {
    const value = category.trim() === '' ? Number.NaN : Number(category);
    return Number.isFinite(value) && !Number.isInteger(value);
  });
  if (bad === undefined) return;
  throw new FairwasmError('invalidArgument', {
    argument,
    expected:
      'categories: whole numbers or text. Continuous values are no classes; put them into bins, scores too',
    actual: bad,
  });
}

const labelsOf = (categories: readonly string[], columns: readonly Uint32Array[]) => {
  const codes = new Set(columns.flatMap((column) => [...new Set(column)]));
  return {
    codes,
    text: [...codes]
      .slice(0, 3)
      .map((code) => `'${categories[code]}'`)
      .join(', '),
  };
};

/** Label and prediction that share no value are written differently: nothing would ever be right. */
function requireSharedValue(
  categories: readonly string[],
  label: readonly Uint32Array[],
  prediction: readonly Uint32Array[],
  argument: string,
): void {
  const [truth, said] = [labelsOf(categories, label), labelsOf(categories, prediction)];
  if (truth.codes.size === 0 || said.codes.size === 0) return; // no rows: said elsewhere
  if ([...said.codes].some((code) => truth.codes.has(code))) return;
  throw new FairwasmError('invalidArgument', {
    argument,
    expected: `values that the label has too, such as ${truth.text}`,
    actual: said.text,
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

/** How a column of a part is called. */
const inPart = (part: number, column: string) => (part === 0 ? column : `test.${column}`);

type TaskCodes = Pick<EncodedColumns, 'label' | 'prediction'>;

/** Labels and predictions of all parts (training and test rows), coded alike. */
function encodeTasks(parts: readonly AttackColumns[]): {
  task: TaskColumn[];
  codes: TaskCodes[];
} {
  const sources = parts.flatMap((part, i) =>
    (['label', 'prediction'] as const).map((role) => {
      const argument = inPart(i, role);
      return { argument, columns: columnsOf(part[role], argument) };
    }),
  );
  const first = sources[0]?.columns ?? [];
  const single = first.length === 1;
  const task: TaskColumn[] = [];
  const codes: TaskCodes[] = parts.map(() => ({ label: [], prediction: [] }));
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
      const part = codes[i >> 1] as TaskCodes;
      (i % 2 === 0 ? part.label : part.prediction).push(column);
    });
    requireCategories(encoded.categories, single ? 'label' : `label.${name}`);
    const labels = encoded.codes.filter((_, i) => i % 2 === 0);
    const predictions = encoded.codes.filter((_, i) => i % 2 === 1);
    const argument = single ? 'prediction' : `prediction.${name}`;
    requireSharedValue(encoded.categories, labels, predictions, argument);
  }
  return { task, codes };
}

/** Attributes of all parts, coded alike. */
function encodeAttributes(parts: readonly AttackColumns[]): {
  columns: TaskColumn[];
  codes: Uint32Array[][];
} {
  const all = parts.map(({ attribute }, i) => columnsOf(attribute as Task, inPart(i, 'attribute')));
  const first = all[0] ?? [];
  const codes: Uint32Array[][] = parts.map(() => []);
  const columns = first.map(([name]) => {
    const each = all.map((part) =>
      requireColumn(
        first.length === 1 ? part[0] : part.find(([other]) => other === name),
        name,
        'attribute',
      ),
    );
    const argument = first.length === 1 ? 'attribute' : `attribute.${name}`;
    const encoded = encodeTogether(
      each,
      name,
      'error',
      each.map((_, i) => inPart(i, argument)),
    );
    requireCategories(encoded.categories, argument);
    encoded.codes.forEach((column, part) => {
      codes[part]?.push(column);
    });
    return { name, categories: encoded.categories };
  });
  codes.forEach((part, k) => {
    part.forEach((column, i) => {
      const argument = inPart(k, `attribute.${first[i]?.[0]}`);
      requireRows(column.length, part[0]?.length ?? 0, argument, 'first');
    });
  });
  return { columns, codes };
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

/** @internal All parts (training and test rows), coded alike. */
export interface EncodedParts {
  parts: EncodedColumns[];
  task: TaskColumn[];
  /** None where attackers guess the outcome. */
  attribute: TaskColumn[];
  /** Whether what attackers see are categories. */
  discrete: boolean;
}

function encodeFeatures(parts: readonly AttackColumns[]): {
  features: EncodedFeature[];
  discrete: boolean;
} {
  const given = parts.map(({ feature }) => feature as Feature);
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

const nothingSeen: EncodedFeature = {
  distinct: new Float32Array(),
  columns: 1,
  rows: new Uint32Array(),
};

/** @internal Throws where columns are missing that the direction needs, or do not fit together. */
export function encodeParts(
  parts: readonly AttackColumns[],
  direction: LeakageDirection,
): EncodedParts {
  const needed = direction === 'outcome-from-attribute' ? 'feature' : 'attribute';
  parts.forEach((part, i) => {
    requireOnly(part, needed, direction, i);
  });
  const { task, codes } = encodeTasks(parts);
  const { features, discrete } =
    needed === 'feature'
      ? encodeFeatures(parts)
      : { features: parts.map(() => nothingSeen), discrete: true };
  const attribute =
    needed === 'attribute'
      ? encodeAttributes(parts)
      : { columns: [], codes: parts.map(() => [] as Uint32Array[]) };
  const encoded = parts.map((_, i) => ({
    feature: features[i] as EncodedFeature,
    ...(codes[i] as TaskCodes),
    attribute: attribute.codes[i] as Uint32Array[],
  }));
  encoded.forEach(({ feature, label, prediction, attribute: guessed }, i) => {
    const rows = needed === 'feature' ? feature.rows.length : (guessed[0]?.length ?? 0);
    task.forEach(({ name }, k) => {
      const end = task.length === 1 ? '' : `.${name}`;
      const [truth, said] = [inPart(i, `label${end}`), inPart(i, `prediction${end}`)];
      requireRows((label[k] as Uint32Array).length, rows, truth, needed);
      requireRows((prediction[k] as Uint32Array).length, rows, said, needed);
    });
  });
  return { parts: encoded, task, attribute: attribute.columns, discrete };
}

/** The column that the direction needs is there, and the one of the other direction is not. */
function requireOnly(
  part: AttackColumns,
  needed: 'feature' | 'attribute',
  direction: LeakageDirection,
  index: number,
): void {
  const other = needed === 'feature' ? 'attribute' : 'feature';
  if (part[other] !== undefined) {
    const meant = direction === leakageDirections[0] ? leakageDirections[1] : leakageDirections[0];
    throw new FairwasmError('invalidArgument', {
      argument: inPart(index, other),
      expected: `${needed} for the direction '${direction}', or the direction '${meant}'`,
      actual: `${other}`,
    });
  }
  if (part[needed] !== undefined) return;
  throw new FairwasmError('invalidArgument', {
    argument: inPart(index, needed),
    expected: `a column, for the direction '${direction}'`,
    actual: 'none',
  });
}
