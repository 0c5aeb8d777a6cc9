// SPDX-License-Identifier: Apache-2.0
//
// Whole columns of a file, for computations that need several passes: categories as codes, so that each
// distinct string is processed once, and numeric columns as numbers. Columns with mostly distinct strings are
// kept as strings.

import type { CategoryColumn, NumberColumn } from '../data/column.js';
import { readCsv } from '../data/csv.js';
import { getSpelling, type IntakeOptions } from '../data/intake/options.js';
import type { Intake } from '../data/intake/record.js';
import type { Value } from '../data/value.js';
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
      for await (const batch of readCsv(source, {
        ...reading,
        plainNumbers: true,
        columns: names,
      })) {
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

/** A column of coded categories, of numbers, or of strings that may include numbers. */
export type ReadColumn = CodedTexts | Float64Array | readonly Value[];

/**
 * Reads columns as codes, so that each distinct string is processed once; columns in `numbers` are read as
 * numbers.
 */
export function readCodedColumns(
  path: string,
  columns: readonly string[],
  numbers: readonly string[] = [],
  intake: IntakeOptions = {},
  onNotes?: (notes: readonly string[]) => void,
): Promise<Record<string, ReadColumn>> {
  return withInput(
    path,
    columns,
    async (source, reading) => {
      const gathered = columns.map((name): [string, Gathered] => {
        return [name, numbers.includes(name) ? new GatheredNumbers() : new GatheredTexts()];
      });
      const onIntake = (each: Intake) => {
        reading.onIntake?.(each);
        onNotes?.(each.notes);
      };
      const plain = { ...reading, plainNumbers: true };
      const asked = { ...plain, onIntake, columns, numbers, coded: true } as const;
      for await (const batch of readCsv(source, asked)) {
        noteRows(intake, batch);
        for (const [name, column] of gathered) column.add(batch.columns[name] as ReadColumn);
      }
      return Object.fromEntries(gathered.map(([name, column]) => [name, column.whole()]));
    },
    intake,
  );
}

type CodedTexts = { codes: Uint32Array; categories: readonly string[] };

/** Consecutive batches of one column. */
interface Gathered {
  add(batch: ReadColumn): void;
  whole(): ReadColumn;
}

class GatheredTexts implements Gathered {
  readonly #places = new Map<string, number>();
  readonly #codes: Uint32Array[] = [];

  add(batch: ReadColumn): void {
    const { codes, categories } = batch as CodedTexts;
    const places = categories.map((text) => {
      const known = this.#places.get(text) ?? this.#places.size;
      this.#places.set(text, known);
      return known;
    });
    this.#codes.push(codes.map((code) => places[code] as number));
  }

  whole(): CodedTexts {
    const length = this.#codes.reduce((sum, each) => sum + each.length, 0);
    const codes = new Uint32Array(length);
    let row = 0;
    for (const each of this.#codes) {
      codes.set(each, row);
      row += each.length;
    }
    return { codes, categories: [...this.#places.keys()] };
  }
}

class GatheredNumbers implements Gathered {
  readonly #batches: (Float64Array | readonly Value[])[] = [];

  add(batch: ReadColumn): void {
    this.#batches.push(batch as Float64Array | readonly Value[]);
  }

  whole(): Float64Array | readonly Value[] {
    const length = this.#batches.reduce((sum, each) => sum + each.length, 0);
    const isNumeric = this.#batches.every((each) => each instanceof Float64Array);
    const values = isNumeric ? new Float64Array(length) : new Array<Value>(length);
    let row = 0;
    for (const each of this.#batches) {
      for (const value of each) values[row++] = value as never;
    }
    return values;
  }
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
  const others = named(categories).filter((name) => !kept.includes(name) && !labels.includes(name));
  const spellings = getSpelling(intake.spellings, others, [named(labels)]);
  let notes: readonly string[] = [];
  const merged = merging(intake, spellings);
  const columns = await readCodedColumns(path, asked, asNumbers, merged, (each) => {
    notes = each;
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
    rows: getLength(columns[asked[0] as string] as ReadColumn),
    notes,
  };
}

const getLength = (column: ReadColumn): number =>
  'codes' in column ? column.codes.length : column.length;
