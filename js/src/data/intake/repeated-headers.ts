// SPDX-License-Identifier: Apache-2.0
//
// Omits rows that repeat the header, as in concatenated files. A row is omitted if each of at least two columns has its
// own name as its value.

import type { CodedBatch, CsvOptions } from '../coded-csv.js';
import { getLength, isCoded } from '../column.js';
import type { CountedBatch } from '../counting/counts.js';
import { tidy, type Value } from '../value.js';
import { type Intake, withDecisions } from './record.js';

type Column = CodedBatch['columns'][string];
type Batch = CodedBatch | CountedBatch;

/** Reads batches with `read`, without repeated headers; a note reports their number. */
export async function* withoutHeaders<T extends Batch>(
  { onIntake, skipLines }: Pick<CsvOptions, 'onIntake' | 'skipLines'>,
  read: (onIntake: (intake: Intake) => void) => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  let intake: Intake | undefined;
  let omitted = 0;
  const batches = read((each) => {
    intake = each;
    onIntake?.(each);
  });
  let omitting: typeof import('./omitted-rows.js') | undefined;
  for await (const batch of batches) {
    const isSkipping = skipLines === undefined;
    const repeated = !isSkipping ? [] : 'names' in batch ? repeatedCombination(batch) : repeatedRows(batch);
    if (repeated.length === 0 && omitted === 0) {
      yield batch;
      continue;
    }
    omitting ??= await import('./omitted-rows.js');
    if ('names' in batch) {
      const [rest, rows] = omitting.withoutCombinations(batch, repeated);
      omitted += rows;
      yield rest as T;
    } else {
      const rest = omitting.withoutRows(batch, repeated, omitted);
      omitted += repeated.length;
      if (rest) yield rest as T;
    }
  }
  if (!intake || omitted === 0) return;
  const note = `${omitted} ${omitted === 1 ? 'row that repeats' : 'rows that repeat'} the header ${omitted === 1 ? 'was' : 'were'} skipped.`;
  onIntake?.(withDecisions(intake, [{ note, option: 'skipLines' }]));
}

const maxMarks = 3; // invisible characters and blanks next to a name

const isName = (value: Value, name: string): boolean =>
  typeof value === 'string' && value.length - name.length <= maxMarks && (value === name || tidy(value) === name);

/**
 * Returns the codes of the name. There are several codes if a UTF-8 mark or blanks distinguish spellings of the name.
 */
function codesOfName(categories: ArrayLike<Value>, name: string): ReadonlySet<number> {
  const codes = new Set<number>();
  for (let code = 0; code < categories.length; code++) if (isName(categories[code], name)) codes.add(code);
  return codes;
}

type Test = (row: number) => boolean;

// Most batches end with the first column, which has the fewest values.
function repeatedRows({ columns }: CodedBatch): number[] {
  const tests: Test[] = [];
  const size = (column: Column) => (isCoded(column) ? column.categories.length : 0);
  const byRows = Object.entries(columns).sort(([, a], [, b]) => size(a) - size(b));
  if (byRows.length < 2) return [];
  for (const [name, column] of byRows) {
    if (isCoded(column)) {
      const codes = codesOfName(column.categories, name);
      if (codes.size === 0) return [];
      tests.push((row) => codes.has(Number(column.codes[row])));
    } else if (Array.isArray(column)) tests.push((row) => isName(column[row] as Value, name));
    else return [];
  }
  const matches: number[] = [];
  const length = getLength(byRows[0]?.[1] as Column, 'row');
  for (let row = 0; row < length; row++) if (tests.every((test) => test(row))) matches.push(row);
  return matches;
}

function repeatedCombination({ names, texts, codes, counts }: CountedBatch): number[] {
  const wanted = names.map((name, i) => codesOfName(texts[i] as string[], name));
  if (names.length < 2 || wanted.some(({ size }) => size === 0)) return [];
  return Array.from(counts, (_, i) => i).filter((i) =>
    wanted.every((known, column) => known.has(codes[column]?.[i] as number)),
  );
}
