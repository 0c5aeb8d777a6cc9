// SPDX-License-Identifier: Apache-2.0
//
// Probabilities of categories from surnames, first names, and places (BISG, BIFSG), by tables of the caller, such as
// those of a census. The package contains no tables.

import { invalid } from '../core/error.js';
import { requireOptions } from '../core/options.js';
import {
  type CategoryColumn,
  isNonnegative,
  type NumberColumn,
  requireEach,
  toIndexable,
  toNumbers,
} from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { requireColumns } from '../data/named-columns.js';
import { getName, isMissing } from '../data/value.js';
import { showPercent } from '../document/format.js';

/** A table of names or places with the number of people of each category. */
export interface CategoryTable {
  /** The name or place of each row; equal names are added up. */
  name: CategoryColumn;
  /**
   * Numbers of people by category, at least 0; proportions or percentages for surnames, and with `people`. `(S)`, a
   * suppressed percentage in tables of the US census, counts as an equal part of the rest to 100.
   */
  counts: Readonly<Record<string, NumberColumn>>;
  /** The number of people with each name or in each place, if `counts` are proportions or percentages. */
  people?: NumberColumn | undefined;
}

/** Input of {@link Impact.inferProbabilities}. */
export interface InferenceInput {
  surname: CategoryColumn;
  firstName?: CategoryColumn | undefined;
  /** The place of each row, such as a census tract, spelled as in its table. */
  place?: CategoryColumn | undefined;
  /** One table for each of the columns, with the same categories. */
  tables: { surname: CategoryTable; firstName?: CategoryTable; place?: CategoryTable };
}

/** The result of {@link Impact.inferProbabilities}. */
export interface InferredProbabilities {
  /** Input of {@link Impact.byProbability}: the probabilities of each row sum to 1. */
  probabilities: Readonly<Record<string, Float64Array>>;
  /** The proportion of rows whose name or place is not in its table, by column. */
  unmatched: Readonly<Record<string, number>>;
  /** The proportion of rows of which no column is in its table; they get the proportions of all surnames. */
  unmatchedEverywhere: number;
  /** The proportion of rows whose columns contradict each other; they get the probabilities of their surname. */
  contradictory: number;
  /** These proportions as sentences. */
  notes: readonly string[];
}

const columnNames = ['surname', 'firstName', 'place'] as const;
type Source = (typeof columnNames)[number];

/** @internal See {@link Impact.inferProbabilities}. */
export function inferProbabilities(input: InferenceInput): InferredProbabilities {
  requireOptions('inferProbabilities', input, [...columnNames, 'tables']);
  requireOptions('tables', input.tables, columnNames);
  const categories = Object.keys(input.tables.surname?.counts ?? {});
  const rows = toIndexable(input.surname, 'surname').length;
  const sources = columnNames.flatMap((source) => {
    const column = input[source];
    const table = input.tables[source];
    if (column === undefined && table === undefined) return [];
    if (column === undefined || table === undefined) {
      const missing = column === undefined ? source : `tables.${source}`;
      throw invalid(missing, `both ${source} and tables.${source}, or neither`, 'one of them');
    }
    const values = toIndexable(column, source);
    requireRows(source, values.length, rows);
    return { source, values, table: readTable(source, table, categories) };
  });
  const probabilities = categories.map(() => new Float64Array(rows));
  const unmatched = sources.map(() => 0);
  let [nowhere, contradictory] = [0, 0];
  for (let row = 0; row < rows; row++) {
    const matches = sources.map(({ source, values, table }) => find(source, values[row], table));
    matches.forEach((each, i) => {
      if (each === undefined) unmatched[i] = (unmatched[i] as number) + 1;
    });
    if (matches.every((each) => each === undefined)) nowhere++;
    const [surname = (sources[0] as Read).table.whole, ...rest] = matches;
    const product = surname.map((share, c) =>
      rest.reduce((all, each) => (each === undefined ? all : all * (each[c] as number)), share),
    );
    const isPossible = product.some((each) => each > 0);
    if (!isPossible) contradictory++;
    const used = isPossible ? product : surname;
    const sum = used.reduce((all, each) => all + each, 0);
    used.forEach((each, c) => {
      (probabilities[c] as Float64Array)[row] = each / sum;
    });
  }
  const proportions = {
    unmatched: Object.fromEntries(sources.map(({ source }, i) => [source, (unmatched[i] as number) / rows])),
    unmatchedEverywhere: nowhere / rows,
    contradictory: contradictory / rows,
  };
  return {
    probabilities: Object.fromEntries(categories.map((name, c) => [name, probabilities[c]])) as Record<
      string,
      Float64Array
    >,
    ...proportions,
    notes: describeProportions(proportions),
  };
}

const columnTitles: Readonly<Record<string, string>> = { firstName: 'first name' };

const describeProportions = ({
  unmatched,
  unmatchedEverywhere,
  contradictory,
}: Pick<InferredProbabilities, 'unmatched' | 'unmatchedEverywhere' | 'contradictory'>) => [
  `Not in the tables: ${Object.entries(unmatched)
    .map(([name, share]) => `${columnTitles[name] ?? name} ${showPercent(share)}`)
    .join(', ')} of the rows. Rows without any entry (${showPercent(unmatchedEverywhere)}) have the ` +
    'proportions of all surnames.',
  ...(contradictory > 0
    ? [`Rows whose entries exclude each other have the probabilities of their surname: ${showPercent(contradictory)}.`]
    : []),
];

interface Read {
  source: Source;
  values: ArrayLike<unknown>;
  table: { entries: ReadonlyMap<string, readonly number[]>; whole: readonly number[] };
}

/**
 * Reads a table: for surnames, the distribution of the categories of each name; otherwise the proportion of each category
 * that has the name or place.
 */
function readTable(source: Source, table: CategoryTable, categories: readonly string[]): Read['table'] {
  const argument = `tables.${source}`;
  requireOptions(argument, table, ['name', 'counts', 'people']);
  requireColumns(`${argument}.counts`, table.counts);
  const own = Object.keys(table.counts);
  if (categories.length < 2 || own.length !== categories.length || !categories.every((each) => own.includes(each))) {
    throw invalid(`${argument}.counts`, 'at least two categories, the same in each table', own.join(', ') || 'none');
  }
  const names = toIndexable(table.name, `${argument}.name`);
  const columns = readCounts(argument, table, categories, names.length);
  const sums = new Map<string, number[]>();
  for (let row = 0; row < names.length; row++) {
    const [key] = getKeys(source, names[row]);
    if (key === undefined) continue;
    const sum = sums.get(key) ?? categories.map(() => 0);
    sums.set(
      key,
      sum.map((each, c) => each + ((columns[c] as Float64Array)[row] as number)),
    );
  }
  const totals = columns.map((column) => column.reduce((all, each) => all + each, 0));
  const all = totals.reduce((sum, each) => sum + each, 0);
  if (!(all > 0)) throw invalid(`${argument}.counts`, 'at least one number above 0', 'none');
  const entries = [...sums].flatMap(([key, counts]) => {
    const people = counts.reduce((sum, each) => sum + each, 0);
    if (people === 0) return [];
    const shares = counts.map((count, c) =>
      source === 'surname' ? count / people : count / ((totals[c] as number) || 1),
    );
    return [[key, shares] as const];
  });
  return { entries: new Map(entries), whole: totals.map((total) => total / all) };
}

const isSuppressed = (value: unknown) => typeof value === 'string' && value.trim() === '(S)';

/** Returns the numbers of people by category, or, for surnames without these, their proportions. */
function readCounts(
  argument: string,
  { counts, people }: CategoryTable,
  categories: readonly string[],
  rows: number,
): Float64Array[] {
  const given = categories.map((name) => toIndexable(counts[name] as NumberColumn, name));
  const isHidden = given.map((column) => Uint8Array.from(column, (each) => +isSuppressed(each)));
  const columns = given.map((column, c) => {
    const name = categories[c] as string;
    const known = isHidden[c]?.includes(1) ? Array.from(column, (each) => (isSuppressed(each) ? 0 : each)) : column;
    const numbers = Float64Array.from(requireCounts(known as NumberColumn, name));
    requireRows(name, numbers.length, rows);
    return numbers;
  });
  const sizes = people && requireCounts(people, `${argument}.people`);
  if (sizes) requireRows(`${argument}.people`, sizes.length, rows);
  for (let row = 0; row < rows; row++) {
    const getSum = () => columns.reduce((sum, column) => sum + (column[row] as number), 0);
    const hidden = columns.filter((_, c) => isHidden[c]?.[row] === 1);
    const rest = Math.max(0, 100 - getSum()) / hidden.length;
    for (const column of hidden) column[row] = rest;
    const scale = sizes && (sizes[row] as number) / (getSum() || 1);
    if (scale !== undefined) for (const column of columns) (column[row] as number) *= scale;
  }
  return columns;
}

function requireCounts(column: NumberColumn, name: string): Float64Array {
  return requireEach(toNumbers(column, name), name, 'a nonnegative number', isNonnegative);
}

/** Returns the entry of a name, or of the first part of a double name that has one. */
function find(source: Source, value: unknown, { entries }: Read['table']) {
  for (const key of getKeys(source, value)) {
    const entry = entries.get(key);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** Returns the spellings to look up: names in capitals without accents, first the whole name and then its parts. */
function getKeys(source: Source, value: unknown): string[] {
  if (isMissing(value)) return [];
  const name = getName(value);
  if (name === undefined) return [];
  if (source === 'place') return [name];
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
  const parts = plain.split(/[\s-]+/).map((part) => part.replaceAll(/[^\p{L}]/gu, ''));
  const filled = parts.filter((part) => part !== '');
  return filled.length > 1 ? [filled.join(''), ...filled] : filled;
}
