// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm impact --surname`: probabilities of categories from names and places, by tables that the user brings.

import type { IntakeOptions } from '../../data/intake/options.js';
import type { CategoryTable, Impact, InferenceInput } from '../../impact/index.js';
import { computing } from '../input/computing.js';
import { readColumns } from '../input/file-columns.js';
import { names, pairs, text } from '../options/options.js';
import { UsageError } from '../options/usage.js';

const sources = { surname: 'surname', 'first-name': 'firstName', place: 'place' } as const;
type Source = keyof typeof sources;
const sourceNames = Object.keys(sources) as Source[];

export const nameOptions = {
  surname: text('COLUMN', [
    'instead of --probability: the surname of each person',
    'Probabilities of categories are inferred from it (BISG). Requires --surname-table',
  ]),
  'surname-table': text('FILE.csv', [
    'a table of surnames, such as that of a census',
    'The first column contains the surnames, the others the number of people or the proportion of each category',
  ]),
  'first-name': text('COLUMN', ['the first name of each person', 'Requires --first-name-table']),
  'first-name-table': text(
    'FILE.csv',
    'a table with first names in the first column and the number of people of each category in the others',
  ),
  place: text('COLUMN', ['the place of each person', 'Requires --place-table']),
  'place-table': text(
    'FILE.csv',
    'a table with places in the first column and the number of people of each category in the others',
  ),
  category: {
    ...pairs('CATEGORY=COLUMN', [
      'the column of a category in the tables',
      'repeat for each category, and for another column in another table. Default: all columns except the first ' +
        'and --people',
    ]),
    requires: ['surname'],
  },
  people: {
    ...names(
      'COLUMN,...',
      'the columns of the tables with the number of people per name or place, if their other columns are percentages',
    ),
    requires: ['surname'],
  },
} as const;

/** The options with names of columns and files. */
export const nameOptionNames = Object.keys(nameOptions) as (keyof typeof nameOptions)[];

type Values = { [Name in Source | `${Source}-table`]?: string | undefined } & {
  category?: readonly [string, string][] | undefined;
  people?: readonly string[] | undefined;
};

/** Returns the columns of names and places, by source. */
export function getNameColumns(values: Values): Partial<Record<Source, string>> {
  const given = sourceNames.filter((name) => values[name] ?? values[`${name}-table`]);
  const half = given.find((name) => values[name] === undefined || values[`${name}-table`] === undefined);
  if (half !== undefined) {
    const missing = values[half] === undefined ? half : `${half}-table`;
    throw new UsageError(`pass --${missing} as well, or neither option`);
  }
  if (given.length > 0 && !given.includes('surname')) {
    throw new UsageError(`--${given[0]} requires --surname and --surname-table`);
  }
  return Object.fromEntries(given.map((name) => [name, values[name]]));
}

/** Returns the inferred probabilities, and sentences about rows that are not in the tables. */
export async function inferFromNames(
  impact: Impact,
  values: Values,
  columns: Partial<Record<Source, string>>,
  { path, intake }: { path: string; intake: IntakeOptions | undefined },
) {
  const read = await readColumns(path, [...new Set(Object.values(columns))], intake);
  const given = Object.entries(columns) as [Source, string][];
  const unused = new Set(values.people);
  const tables = await Promise.all(
    given.map(async ([source]) => {
      const table = await readTable(values[`${source}-table`] as string, values, unused);
      return [sources[source], table] as const;
    }),
  );
  const [unexpected] = unused;
  if (unexpected !== undefined) throw new UsageError(`--people ${unexpected}: no table has this column`);
  const input = {
    ...Object.fromEntries(given.map(([source, name]) => [sources[source], read[name]])),
    tables: Object.fromEntries(tables),
  } as unknown as InferenceInput;
  const origin = {
    path,
    columns: Object.fromEntries(given.map(([source, name]) => [sources[source], name])),
    intake: intake ?? {},
  };
  return computing(() => impact.inferProbabilities(input), origin);
}

// Columns of tables of the US census and of first names that are not categories.
const isTotal = (column: string): boolean => /^(rank|count|obs|n|all|total|population|(cum_)?prop100k)$/i.test(column);

/** Removes the columns of the table from `unused`. */
async function readTable(
  path: string,
  { category, people = [] }: Pick<Values, 'category' | 'people'>,
  unused: Set<string>,
): Promise<CategoryTable> {
  const columns = await readColumns(path, undefined);
  const [name, ...otherNames] = Object.keys(columns);
  const sizes = otherNames.find((each) => people.includes(each));
  for (const each of otherNames) unused.delete(each);
  const chosen = category
    ? category.filter(([, column]) => otherNames.includes(column))
    : otherNames.filter((each) => each !== sizes).map((each) => [each, each] as const);
  const missing = category?.find(([each]) => !chosen.some(([result]) => result === each))?.[0];
  if (missing !== undefined) {
    throw new UsageError(
      `${path} has no column for the category '${missing}'. Pass --category '${missing}=COLUMN' with one of: ${otherNames.join(', ')}`,
    );
  }
  const totals = category ? [] : chosen.filter(([, column]) => isTotal(column));
  if (totals.length > 0) {
    throw new UsageError(
      `${path} has columns that are not categories: ${totals.map(([each]) => each).join(', ')}. Pass --category CATEGORY=COLUMN for each category`,
    );
  }
  if (name === undefined || chosen.length < 2) {
    throw new UsageError(`${path} requires a column of names and columns for two or more categories`);
  }
  return {
    name: columns[name] as string[],
    counts: Object.fromEntries(chosen.map(([each, column]) => [each, columns[column] as string[]])),
    ...(sizes !== undefined && { people: columns[sizes] }),
  };
}
