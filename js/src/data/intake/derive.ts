// SPDX-License-Identifier: Apache-2.0
//
// Derived columns of a file: one spelling per value, rows that meet conditions, numbers and dates in ranges, and the largest
// categories. Loaded only if one of these is requested.

import { invalid } from '../../core/error.js';
import { type CsvSource, inPieces } from '../byte-input.js';
import { type CodedBatch, type CodedOptions, marksIn } from '../coded-csv.js';
import { accessTo, canBeReadAnywhere, readWhole } from '../files/source.js';
import type { Value } from '../value.js';
import { Invisible } from './invisible.js';
import type { IntakeOptions, Spelling } from './options.js';
import { type Decision, type Intake, withDecisions } from './record.js';
import {
  CategoryCounts,
  type KeptCount,
  mapped,
  type RowSelection,
  requireLargest,
  requireMeanings,
  requireNewNames,
  requireOmissions,
  selected,
  selectedBy,
} from './selection.js';
import { OneSpelling, spelled } from './spellings.js';

type Read = (source: CsvSource, options: CodedOptions) => AsyncIterable<CodedBatch>;

/** Reads a file with `read` and derives the requested columns. */
export async function* derivedTable(
  source: CsvSource,
  { blanks, recode, bins, where, omit, largest, spellings, invisible, onIntake, ...options }: CodedOptions,
  read: Read,
): AsyncGenerator<CodedBatch, void, undefined> {
  const selection = { blanks, recode, bins, where, omit, largest, dateOrder: options.dateOrder };
  requireRead(selection, options);
  const given = await counted(source, { selection, spellings, invisible, options, read });
  let intake: Intake | undefined;
  const columns = options.columns && [...new Set([...options.columns, ...selectedBy(selection)])];
  const requested = {
    ...options,
    columns,
    onIntake: (each: Intake) => {
      intake = each;
      onIntake?.(each);
    },
  };
  const visible = invisible && new Invisible(invisible);
  const one = new OneSpelling(spellings ?? 'keep', options.missingTexts);
  const kept = { rows: 0, all: 0, omitted: new Map<string, number>() };
  const marks = () => marksIn(intake, options);
  const inFile = read(given.source, requested);
  const batches = visible ? visible.batches(inFile) : inFile;
  for await (const batch of selected(spelled(batches, one), selection, kept, marks, options.missingTexts)) {
    const entries = (options.columns ?? Object.keys(batch.columns)).map((name) => {
      const other = given.others[name];
      const column = batch.columns[name] as CodedBatch['columns'][string];
      return [name, other ? mapped(column, other) : column];
    });
    yield { ...batch, columns: Object.fromEntries(entries) };
  }
  if (where?.length && kept.rows === 0)
    throw invalid('where', 'conditions that at least one row meets', `none of ${kept.all} rows`);
  if (omit && kept.all > 0 && kept.rows === 0)
    throw invalid('omit', 'at least one row with values', `none of ${kept.all} rows`);
  const decisions = [
    ...omissionNotes(omit, kept),
    ...meaningNotes(blanks),
    ...newNames(recode),
    ...keptNotes(where, kept),
    ...(visible?.decisions ?? []),
    ...one.decisions,
  ];
  const noted = intake && { ...intake, ...(omit && { omitted: Object.fromEntries(kept.omitted) }) };
  if (noted && decisions.length > 0) onIntake?.(withDecisions(noted, decisions));
}

const meaningNotes = (blanks: RowSelection['blanks'] = {}): Decision[] =>
  Object.entries(blanks).map(([name, meaning]) => ({
    note: `${name}: a blank was read as ‘${meaning}’.`,
    option: 'blanks',
  }));

const omissionNotes = (omit: RowSelection['omit'] = {}, { omitted }: KeptCount): Decision[] =>
  Object.entries(omit).flatMap(([name, values]) => {
    const count = omitted.get(name) ?? 0;
    if (count === 0) return [];
    const which = ['a missing value', ...values.map((value) => `‘${value}’`)].join(' or ');
    const rows = count === 1 ? '1 row' : `${count} rows`;
    return [{ note: `${name}: ${rows} with ${which} ${count === 1 ? 'was' : 'were'} omitted.` }];
  });

const newNames = (recode: RowSelection['recode'] = {}): Decision[] =>
  Object.entries(recode).map(([name, values]) => {
    const pairs = Object.entries(values).map(([value, to]) => `‘${value}’ as ‘${to}’`);
    return { note: `${name}: values were renamed: ${pairs.join(', ')}.`, option: 'recode' };
  });

const keptNotes = (where: RowSelection['where'], { rows, all }: KeptCount): Decision[] =>
  where?.length ? [{ note: `The conditions keep ${rows} of ${all} rows.`, option: 'where' }] : [];

function requireRead(selection: RowSelection, options: CodedOptions): void {
  const { blanks = {}, recode = {}, bins = {}, omit = {}, largest = {} } = selection;
  requireLargest(largest);
  requireOmissions(omit);
  requireNewNames(recode);
  requireMeanings(blanks);
  const { columns, numbers = [] } = options;
  for (const [option, names] of Object.entries({
    blanks: Object.keys(blanks),
    recode: Object.keys(recode),
    bins: Object.keys(bins),
    largest: Object.keys(largest),
  })) {
    const unexpected = names.find((name) => columns && !columns.includes(name));
    if (unexpected !== undefined) throw invalid(option, 'only columns that are used', `'${unexpected}'`);
    const number = names.find((name) => numbers.includes(name));
    if (number !== undefined) throw invalid(option, 'only columns that are not read as numbers', `'${number}'`);
  }
}

interface Counting {
  selection: RowSelection;
  spellings: Spelling | undefined;
  invisible: IntakeOptions['invisible'];
  options: CodedOptions;
  read: Read;
}

// The largest categories are known only at the end, so that the file is read twice.
async function counted(
  source: CsvSource,
  { selection: { largest = {}, blanks, recode, bins, where, omit }, spellings, invisible, options, read }: Counting,
): Promise<{ source: CsvSource; others: Record<string, (value: Value) => Value> }> {
  const names = Object.keys(largest);
  if (names.length === 0) return { source, others: {} };
  const isRepeatable = typeof source === 'string' || canBeReadAnywhere(source);
  const again = isRepeatable ? source : new Uint8Array(await readWhole(source));
  const first = canBeReadAnywhere(again) ? repeated(again) : again;
  const counts = new CategoryCounts(names);
  const pickNames = <T>(input: Readonly<Record<string, T>> | undefined) =>
    input && Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)));
  const { onProgress, ...reading } = options;
  const used = { where, omit, blanks: pickNames(blanks), recode: pickNames(recode), bins: pickNames(bins) };
  const requested = { ...reading, ...used, columns: names, numbers: [], spellings, invisible };
  for await (const { columns } of derivedTable(first, requested, read)) counts.add(columns);
  const others = names.map((name) => [name, counts.others(name, largest[name] as number)]);
  return { source: again, others: Object.fromEntries(others) };
}

// A stream of an open file can be read only once; its bytes can be read again.
function repeated(source: Parameters<typeof accessTo>[0] & CsvSource): CsvSource {
  if (source instanceof Blob) return source;
  const access = accessTo(source);
  return { ...access, [Symbol.asyncIterator]: () => inPieces(access) } as CsvSource;
}
