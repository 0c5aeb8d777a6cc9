// SPDX-License-Identifier: Apache-2.0
//
// Derived columns of a file: one spelling per value, rows that meet conditions, numbers in ranges, and the largest
// categories. Loaded only if one of these is requested.

import { invalid } from '../../core/error.js';
import { type CsvSource, inPieces } from '../byte-input.js';
import {
  type CodedBatch,
  type CodedOptions,
  type Intake,
  isAmbiguous,
  type Spelling,
} from '../coded-csv.js';
import { accessTo, canBeReadAnywhere, wholeOf } from '../files/source.js';
import type { Value } from '../value.js';
import {
  CategoryCounts,
  type KeptRows,
  mapped,
  type RowSelection,
  requireLargest,
  requireMeanings,
  selected,
  selectedBy,
} from './selection.js';
import { OneSpelling, spelled } from './spellings.js';

type Read = (source: CsvSource, options: CodedOptions) => AsyncIterable<CodedBatch>;

/** Reads a file with `read` and derives the requested columns. */
export async function* derivedTable(
  source: CsvSource,
  { blanks, bins, where, largest, spellings, onIntake, ...options }: CodedOptions,
  read: Read,
): AsyncGenerator<CodedBatch, void, undefined> {
  const selection = { blanks, bins, where, largest };
  requireRead(selection, options);
  const given = await counted(source, { selection, spellings, options, read });
  let intake: Intake | undefined;
  const columns = options.columns && [...new Set([...options.columns, ...selectedBy(selection)])];
  const asked = {
    ...options,
    columns,
    onIntake: (each: Intake) => {
      intake = each;
      onIntake?.(each);
    },
  };
  const one = new OneSpelling(spellings ?? 'keep');
  const kept = { rows: 0, all: 0 };
  const { decimal, thousands } = options;
  const marks = () => ({
    decimal: decimal ?? intake?.decimal,
    thousands,
    isAmbiguous: intake !== undefined && isAmbiguous(intake),
  });
  const batches = read(given.source, asked);
  for await (const batch of selected(spelled(batches, one), selection, kept, marks)) {
    const entries = (options.columns ?? Object.keys(batch.columns)).map((name) => {
      const other = given.others[name];
      const column = batch.columns[name] as CodedBatch['columns'][string];
      return [name, other ? mapped(column, other) : column];
    });
    yield { ...batch, columns: Object.fromEntries(entries) };
  }
  if (where?.length && kept.rows === 0)
    throw invalid('where', 'conditions that a row meets', `none of ${kept.all} rows`);
  const notes = [...meaningNotes(blanks), ...keptNotes(where, kept), ...one.notes];
  if (intake && notes.length > 0) onIntake?.({ ...intake, notes: [...intake.notes, ...notes] });
}

const meaningNotes = (blanks: RowSelection['blanks'] = {}): string[] =>
  Object.entries(blanks).map(([name, meaning]) => `${name}: a blank was read as ‘${meaning}’.`);

const keptNotes = (where: RowSelection['where'], { rows, all }: KeptRows): string[] =>
  where?.length ? [`The conditions keep ${rows} of ${all} rows.`] : [];

function requireRead(selection: RowSelection, options: CodedOptions): void {
  const { blanks = {}, bins = {}, largest = {} } = selection;
  requireLargest(largest);
  requireMeanings(blanks);
  const { columns, numbers = [] } = options;
  for (const [option, names] of Object.entries({
    blanks: Object.keys(blanks),
    bins: Object.keys(bins),
    largest: Object.keys(largest),
  })) {
    const stray = names.find((name) => columns && !columns.includes(name));
    if (stray !== undefined) throw invalid(option, 'columns that are used', `'${stray}'`);
    const number = names.find((name) => numbers.includes(name));
    if (number !== undefined)
      throw invalid(option, 'columns that are not read as numbers', `'${number}'`);
  }
}

interface Counting {
  selection: RowSelection;
  spellings: Spelling | undefined;
  options: CodedOptions;
  read: Read;
}

// The largest categories are known only at the end, so that the file is read twice.
async function counted(
  source: CsvSource,
  { selection: { largest = {}, blanks, bins, where }, spellings, options, read }: Counting,
): Promise<{ source: CsvSource; others: Record<string, (value: Value) => Value> }> {
  const names = Object.keys(largest);
  if (names.length === 0) return { source, others: {} };
  const isRepeatable = typeof source === 'string' || canBeReadAnywhere(source);
  const again = isRepeatable ? source : new Uint8Array(await wholeOf(source));
  const first = canBeReadAnywhere(again) ? repeated(again) : again;
  const counts = new CategoryCounts(names);
  const ofNames = <T>(given: Readonly<Record<string, T>> | undefined) =>
    given && Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
  const { onProgress, ...reading } = options;
  const used = { where, blanks: ofNames(blanks), bins: ofNames(bins) };
  const asked = { ...reading, ...used, columns: names, numbers: [], spellings };
  for await (const { columns } of derivedTable(first, asked, read)) counts.add(columns);
  const others = names.map((name) => [name, counts.others(name, largest[name] as number)]);
  return { source: again, others: Object.fromEntries(others) };
}

// A stream of an open file can be read only once; its bytes can be read again.
function repeated(source: Parameters<typeof accessTo>[0] & CsvSource): CsvSource {
  if (source instanceof Blob) return source;
  const access = accessTo(source);
  return { ...access, [Symbol.asyncIterator]: () => inPieces(access) } as CsvSource;
}
