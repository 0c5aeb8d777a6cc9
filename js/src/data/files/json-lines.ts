// SPDX-License-Identifier: Apache-2.0
//
// JSON Lines: one object per line, whose keys are the columns. A key that a row lacks is a missing value. A file with
// a single JSON document is read as a whole.

import { tooLarge } from '../../core/error.js';
import { shown } from '../../core/options.js';
import { ByteInput, badFile, type CsvSource, inPieces, isBytes, sizeOfSource } from '../byte-input.js';
import { type CodedBatch, type CsvOptions, indexOfColumn, noteBlankRows } from '../coded-csv.js';
import { type Decision, recorded } from '../intake/record.js';
import type { LogTable } from '../logs/log-table.js';
import type { Value } from '../value.js';
import { plainValue } from './columns.js';
import { hasNested, listNotes, parseJson, readJson, requireSize, valueAt } from './json.js';
import { flattened, isNested } from './leaves.js';
import { accessTo, canBeReadAnywhere } from './source.js';

const rowsInBatch = 1 << 14;
const pieceLength = 1 << 18;
const maxLineLength = 1 << 22; // UTF-16 units; the limit for a row of delimited text
const maxDocumentLength = 1 << 28; // likewise, for the only line of a document
const maxCellsInBatch = 1 << 22;

type Row = Readonly<Record<string, unknown>>;
const wholeNote = 'The file is one JSON document, not one object per line.';

export async function* readJsonLines(
  source: CsvSource,
  wanted: Parameters<typeof readJson>[1],
  options: Pick<CsvOptions, 'signal' | 'onProgress' | 'encoding' | 'onIntake' | 'blankRows'>,
): AsyncGenerator<CodedBatch, void, undefined> {
  const { signal, encoding } = options;
  const again = wanted.columns === undefined ? getRereadable(source) : undefined;
  let names = wanted.columns ?? (again === undefined ? again : await allKeys(again, { signal, encoding }));
  const input = new ByteInput(source, options);
  const requested = wanted.columns;
  const seen = new Set<string>();
  const lists = new Set<string>();
  let rows: Row[] = [];
  let firstRow = 0;
  const onProgress = () => options.onProgress?.({ done: input.amountRead, total: sizeOfSource(source) });
  const batch = (): CodedBatch => {
    names ??= [...seen];
    if (requested === undefined) requireNoMore(names, seen, firstRow);
    const columns = names.map((name) => [name, getColumn(rows, name, firstRow)]);
    const result = { firstRow, columns: Object.fromEntries(columns) };
    firstRow += rows.length;
    rows = [];
    onProgress();
    return result;
  };
  try {
    const blank = { rows: 0 };
    const lines = getLines(input, blank, options.blankRows === 'keep');
    const begun = await beginLines(lines);
    if (begun === undefined) throw badFile('at least one row of data', 'none');
    if ('document' in begun) {
      const intake = { format: 'json', encoding: input.encoding };
      return yield* readDocument(begun.document, wanted, (decisions, record = recorded) =>
        options.onIntake?.(record(intake, decisions)),
      );
    }
    const intake = { format: 'json-lines', encoding: input.encoding };
    const log = hasNested(begun.first)
      ? (await import('../logs/logs.js')).logReader(begun.first, requested)
      : undefined;
    if (log) {
      for await (const line of begun.lines) {
        log.add(parsed(line, firstRow++));
        if (firstRow % rowsInBatch === 0) onProgress();
      }
      const table = log.finish();
      const { batch, decisions } = table.finish(requested);
      options.onIntake?.(table.record(intake, decisions));
      return yield batch;
    }
    options.onIntake?.(recorded(intake, []));
    for await (const line of begun.lines) {
      const row = flattened(parsed(line, firstRow + rows.length), { lists, requested });
      rows.push(row);
      for (const name of Object.keys(row)) seen.add(name);
      requireSize(rows.length, seen.size);
      if (rows.length === rowsInBatch || rows.length * seen.size > maxCellsInBatch) yield batch();
    }
    if (rows.length > 0) yield batch();
    for (const name of requested ?? []) indexOfColumn(name, [...seen]);
    const notes = requested === undefined ? listNotes(lists) : [];
    if (notes.length > 0) options.onIntake?.(recorded(intake, notes));
    noteBlankRows(intake, notes, blank.rows, options);
  } finally {
    input.cancel();
  }
}

/** Reads a document: the log of an evaluation, or a table. */
async function* readDocument(
  document: unknown,
  wanted: Parameters<typeof readJson>[1],
  onIntake: (decisions: readonly Decision[], record?: LogTable['record']) => void,
): AsyncGenerator<CodedBatch> {
  const { logInDocument } = await import('../logs/logs.js');
  const log = logInDocument(document, wanted.columns);
  if (log) {
    const { batch, decisions } = log.finish(wanted.columns);
    onIntake(decisions, (...input) => log.record(...input));
    return yield batch;
  }
  const whole = [{ note: wholeNote }];
  onIntake(whole);
  yield* readJson(document, wanted, (more) => onIntake([...whole, ...more]));
}

type Begun = { document: unknown } | { first: unknown; lines: AsyncIterable<string> };

/** Returns the document that the lines form, or the lines if each is an object; undefined without lines. */
async function beginLines(lines: AsyncGenerator<string>): Promise<Begun | undefined> {
  const { value: first, done } = await lines.next();
  if (done) return undefined;
  const begun = getComplete(first);
  const isRow = begun !== undefined && isNested(begun.value) && !Array.isArray(begun.value);
  if (begun ? isRow && !hasNested(begun.value) : !isPart(first))
    return { first: begun?.value, lines: withFirst([first], lines) };
  const { value: second } = await lines.next();
  if (begun && second === undefined) return { document: begun.value };
  // A complete object is a row if another line follows.
  if (isRow) return { first: begun.value, lines: withFirst([first, second], lines) };
  const parts = second === undefined ? [first] : [first, second];
  for await (const line of lines) parts.push(line);
  try {
    return { document: parseJson(parts.join('\n')) };
  } catch (error) {
    const { message } = error as Error;
    throw badFile('one JSON object per line, or a single JSON document', message, 0);
  }
}

/** Returns the value of a line; undefined if it is not complete. */
function getComplete(line: string): { value: unknown } | undefined {
  try {
    return { value: parseJson(line) };
  } catch {
    return undefined;
  }
}

/** True if a line without a complete value may begin a document: it begins with a bracket, and is not an object. */
function isPart(line: string): boolean {
  if (line.length > maxLineLength || !/^\ufeff?\s*[[{]\s*(?:$|["{[])/.test(line)) return false;
  const text = line.trim();
  const isObject = text.endsWith('}') || (text.endsWith(',') && text.slice(0, -1).trimEnd().endsWith('}'));
  return !(isObject && text.startsWith('{'));
}

async function* withFirst(first: readonly string[], rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield* first;
  yield* rest;
}

/** Returns the source again if it can be read twice. */
function getRereadable(source: CsvSource): CsvSource | undefined {
  if (canBeReadAnywhere(source)) return inPieces(accessTo(source));
  return typeof source === 'string' || isBytes(source) ? source : undefined;
}

// A key may first occur in a late row.
async function allKeys(
  source: CsvSource,
  options: Pick<CsvOptions, 'signal' | 'encoding'>,
): Promise<string[] | undefined> {
  const input = new ByteInput(source, options);
  const names = new Set<string>();
  let row = 0;
  try {
    const begun = await beginLines(getLines(input));
    if (begun === undefined || 'document' in begun) return undefined;
    for await (const line of begun.lines) {
      for (const name of Object.keys(flattened(parsed(line, row++)))) names.add(name);
      requireSize(1, names.size);
    }
    return [...names];
  } finally {
    input.cancel();
  }
}

function requireNoMore(names: readonly string[], seen: ReadonlySet<string>, row: number): void {
  if (seen.size <= names.length) return;
  const late = [...seen].filter((name) => !names.includes(name));
  throw badFile(
    'the same keys as in the first rows; name the columns, or pass a file that can be read twice',
    `the new key ${late.join(', ')}`,
    row,
  );
}

const blankRow = '{}';

// Counts the blank lines between rows, or returns them as rows without values. The first line may be a whole document.
async function* getLines(input: ByteInput, blank = { rows: 0 }, isKept = false): AsyncGenerator<string> {
  let open = 0;
  const skip = function* () {
    if (isKept) for (; open > 0; open--) yield blankRow;
    blank.rows += open;
    open = 0;
  };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let parts: string[] = []; // of the current line
  let length = 0;
  let max = maxDocumentLength;
  let head: Uint8Array | undefined = await input.head(1);
  while (head || !input.ended) {
    const bytes = head ?? (await input.next(pieceLength));
    head = undefined;
    const text = decoded(decoder, bytes);
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      parts.push(text.slice(from, end));
      const line = parts.join('');
      from = end + 1;
      parts = [];
      length = 0;
      if (!isRow(line)) open++;
      else {
        yield* skip();
        yield line;
        if (line.startsWith('{') && line.trimEnd().endsWith('}')) max = maxLineLength;
      }
    }
    parts.push(text.slice(from));
    length += text.length - from;
    if (length > max) break;
  }
  const rest = parts.join('');
  if (!isRow(rest)) return;
  yield* skip();
  yield rest;
}

const isRow = (line: string): boolean => line.length > maxLineLength || line.trim() !== '';

function decoded(decoder: TextDecoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    throw badFile('text in UTF-8', 'another encoding or a binary file');
  }
}

function parsed(line: string, row: number): Row {
  if (line.length > maxLineLength) {
    throw tooLarge('file', `a line of at most ${maxLineLength} characters`, 'a longer one', row);
  }
  let value: unknown;
  try {
    value = parseJson(line);
  } catch (error) {
    throw badFile('one JSON object per line', (error as Error).message, row);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Row;
  throw badFile('one JSON object per line', shown(value), row);
}

const getColumn = (rows: readonly Row[], name: string, firstRow: number): Value[] =>
  rows.map((row, i) => plainValue(valueAt(row, name), name, firstRow + i));
