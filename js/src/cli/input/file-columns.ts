// SPDX-License-Identifier: Apache-2.0
//
// Whole columns of a file, for computations that need several passes: categories as codes, so that each
// distinct string is processed once, and numeric columns as numbers. Columns with mostly distinct strings are
// kept as strings.

import { createReadStream } from 'node:fs';
import type { CategoryColumn, NumberColumn } from '../../data/column.js';
import { readCsv } from '../../data/csv.js';
import { getSpelling, type IntakeOptions } from '../../data/intake/options.js';
import type { Intake } from '../../data/intake/record.js';
import { readAllRows, type WholeColumn } from '../../data/read-all-rows.js';
import { merging, noteRows, withInput } from './input.js';

/** Reads columns as strings. Default: all named columns. */
export function readColumns(
  path: string,
  names: readonly string[] | undefined,
  intake: IntakeOptions = {},
): Promise<Record<string, string[]>> {
  return withInput(
    path,
    names ?? [],
    async (source, reading) => {
      const columns = new Map((names ?? []).map((name): [string, string[]] => [name, []]));
      for await (const batch of readCsv(source, { ...reading, plainNumbers: true, columns: names })) {
        noteRows(intake, batch);
        for (const [name, values] of Object.entries(batch.columns)) {
          if (!columns.has(name)) columns.set(name, []);
          const column = columns.get(name) as string[];
          for (const value of values) column.push(value);
        }
      }
      return Object.fromEntries(columns);
    },
    intake,
  );
}

/** Returns the names of the columns of a file, without its notes. */
export async function readColumnNames(path: string): Promise<string[]> {
  for await (const { columns } of readCsv(createReadStream(path))) return Object.keys(columns);
  return [];
}

/**
 * Reads columns as codes, so that each distinct string is processed once; columns in `numbers` are read as
 * numbers.
 */
export function readCodedColumns(
  path: string,
  columns: readonly string[],
  numbers: readonly string[] = [],
  intake: IntakeOptions = {},
  onRecord?: (intake: Intake) => void,
): Promise<Record<string, WholeColumn>> {
  return withInput(
    path,
    columns,
    async (source, reading) => {
      const onIntake = (each: Intake) => {
        reading.onIntake?.(each);
        onRecord?.(each);
      };
      const all = await readAllRows(source, { ...reading, onIntake, columns, numbers });
      noteRows(intake, all);
      return all.columns;
    },
    intake,
  );
}

/** The columns to read, by role. A column with both roles is read as numbers. */
export interface Roles {
  categories: readonly (string | undefined)[];
  numbers: readonly (string | undefined)[];
  /** Categories that have their values in common. */
  labels?: readonly (string | undefined)[];
  /** Categories whose spelling is kept, such as names of people. */
  kept?: readonly (string | undefined)[];
}

/** The columns that were read, by name. */
export interface FileColumns {
  category(name: string): CategoryColumn;
  number(name: string): NumberColumn;
  /** Returns group columns, or other columns with repeated values. */
  categories(names: readonly string[]): Record<string, CategoryColumn>;
  numbers(names: readonly string[]): Record<string, NumberColumn>;
  readonly rows: number;
  /** Unusual decisions about the file. */
  readonly notes: readonly string[];
  /** Number of rows that were omitted because of missing values. */
  readonly omitted: number;
  /** The tool and the models, if the file is a log. */
  readonly log: Intake['log'];
}

/** Reads the columns that have a role and omits all others. */
export async function readByRole(
  path: string,
  { categories, numbers, labels = [], kept = [] }: Roles,
  intake: IntakeOptions = {},
): Promise<FileColumns> {
  const named = (names: Roles['numbers']) => names.filter((name) => name !== undefined);
  const asNumbers = named(numbers);
  const asked = [...new Set([...named(categories), ...asNumbers])];
  const otherNames = named(categories).filter((name) => !kept.includes(name) && !labels.includes(name));
  const spellings = getSpelling(intake.spellings, otherNames, [named(labels)]);
  let record: Intake | undefined;
  const merged = merging(intake, spellings);
  const columns = await readCodedColumns(path, asked, asNumbers, merged, (each) => {
    record = each;
  });
  const category = (name: string) => columns[name] as CategoryColumn;
  const number = (name: string) => columns[name] as NumberColumn;
  const each = <T>(names: readonly string[], column: (name: string) => T) =>
    Object.fromEntries(names.map((name) => [name, column(name)]));
  return {
    category,
    number,
    categories: (names) => each(names, category),
    numbers: (names) => each(names, number),
    rows: getLength(columns[asked[0] as string] as WholeColumn),
    notes: record?.notes ?? [],
    omitted: Object.values(record?.omitted ?? {}).reduce((sum, rows) => sum + rows, 0),
    log: record?.log,
  };
}

const getLength = (column: WholeColumn): number => ('codes' in column ? column.codes.length : column.length);
