// SPDX-License-Identifier: Apache-2.0
//
// Writes the numbers in columns of text in standard notation: 45% as 0.45, 1.234,50 as 1234.5; and the errors of a tool
// in a column of results as missing values. The values of the first rows determine the notation of a column, regardless
// of its role, so that every reader of a file has the same values.

import type { CodedBatch } from '../coded-csv.js';
import { isCoded } from '../column.js';
import type { CountedBatch } from '../counting/counts.js';
import { isMissing, type Value } from '../value.js';
import { type NumberMarks, notationNote, numberTexts, WrittenNumbers } from './number-texts.js';
import { type Decision, type Intake, withDecisions } from './record.js';
import { mapped } from './selection.js';
import { isStatus, StatusErrors } from './status.js';

type Batch = CodedBatch | CountedBatch;
type Column = CodedBatch['columns'][string];
type Write = (value: Value) => Value;

/** The number of rows that determine the notation. */
const sampleRows = 60;

/**
 * Reads batches with `read`, with numbers in standard notation. The columns of `numbers` become numbers, if `read` has not
 * converted them.
 *
 * @param read Receives a function that returns whether numbers of a column are written in another notation.
 */
export async function* withPlainNumbers<T extends Batch>(
  onIntake: ((intake: Intake) => void) | undefined,
  getMarks: (intake: Intake | undefined) => NumberMarks,
  numbers: readonly string[],
  read: (onIntake: (intake: Intake) => void, isWritten: (column: string) => boolean) => AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  const decisions: Decision[] = [];
  let intake: Intake | undefined;
  let writers: Map<string, Write> | undefined;
  const errors = new StatusErrors();
  const batches = read(
    (each) => {
      intake = each;
      onIntake?.(withDecisions(each, decisions));
    },
    (column) => writers?.has(column) === true,
  );
  for await (const batch of batches) {
    if (writers === undefined) {
      const marks = getMarks(intake);
      writers = new Map();
      for (const [name, sample] of takeSamples(batch, numbers)) {
        if (isStatus(name, sample)) errors.addColumn(name);
        const texts = numberTexts(sample, marks);
        if (!texts) continue;
        decisions.push(notationNote(name, texts));
        const write = writer(sample[0] as string, { ...marks, decimal: texts.decimal });
        writers.set(name, numbers.includes(name) ? (value) => toNumber(write(value)) : write);
      }
      if (intake && decisions.length > 0) onIntake?.(withDecisions(intake, decisions));
    }
    errors.add(batch);
    const all = errors.isEmpty ? writers : new Map([...writers, ...errors.writers]);
    yield all.size === 0 ? batch : (changed(batch, all) as T);
  }
  const matches = errors.decisions;
  for (const each of matches) decisions.push(each);
  if (intake && matches.length > 0) onIntake?.(withDecisions(intake, decisions));
}

// The first value determines whether numbers are percentages, and their currency.
function writer(first: string, marks: NumberMarks): Write {
  const written = new WrittenNumbers({ ...marks, isAmbiguous: false });
  written.toNumber(first, false);
  return (value) => {
    if (typeof value !== 'string' || isMissing(value)) return value;
    const number = written.toNumber(value, false);
    return number === undefined ? value : String(number);
  };
}

function toNumber(value: Value): Value {
  const number = typeof value === 'string' && !isMissing(value) ? Number(value) : Number.NaN;
  return Number.isNaN(number) ? value : number;
}

function changed(batch: Batch, writers: ReadonlyMap<string, Write>): Batch {
  if ('names' in batch) {
    const texts = batch.names.map((name, i) => {
      const write = writers.get(name);
      const given = batch.texts[i] as string[];
      return write ? given.map((text) => write(text) as string) : given;
    });
    return { ...batch, texts };
  }
  const columns = Object.entries(batch.columns).map(([name, column]) => {
    const write = writers.get(name);
    const isText = isCoded(column) || Array.isArray(column);
    return [name, write && isText ? mapped(column, write) : column];
  });
  return { ...batch, columns: Object.fromEntries(columns) };
}

/** Returns the distinct strings in the first rows of each column; no strings if the column also has other values. */
function takeSamples(batch: Batch, numbers: readonly string[]): (readonly [name: string, sample: string[]])[] {
  if (!('names' in batch))
    return Object.entries(batch.columns).map(
      ([name, column]) => [name, takeSample(column, numbers.includes(name))] as const,
    );
  return batch.names.map((name, i) => {
    const rows = Array.from(batch.firstRows, (row, k) => (row < sampleRows ? k : -1));
    const codes = rows.filter((k) => k >= 0).map((k) => batch.codes[i]?.[k] as number);
    return [name, distinct(codes.map((code) => batch.texts[i]?.[code] as string))] as const;
  });
}

function takeSample(column: Column, isNumber: boolean): string[] {
  if (isCoded(column))
    return distinct(
      Array.from((column.codes as Uint32Array).slice(0, sampleRows), (code) => String(column.categories[code])),
    );
  if (!Array.isArray(column)) return [];
  const first: Value[] = column.slice(0, sampleRows);
  const texts = first.filter((value) => typeof value === 'string');
  const isMixed = first.some((value) => typeof value === 'number');
  const isOpen = !isMixed || (!isNumber && !texts.some((text) => text.trim().endsWith('%')));
  return isOpen ? distinct(texts) : [];
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => !isMissing(text)))];
