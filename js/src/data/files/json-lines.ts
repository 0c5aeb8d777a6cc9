// SPDX-License-Identifier: Apache-2.0
//
// JSON Lines: one object per line, whose keys are the columns. A key that a row lacks is a missing value. A file with
// a single JSON document is read as a whole.

import { tooLarge } from '../../core/error.js';
import { ByteInput, badFile, type CsvSource, inPieces, isBytes, sizeOfSource } from '../byte-input.js';
import { type CodedBatch, type CsvOptions, indexOfColumn, noteBlankRows } from '../coded-csv.js';
import { recorded } from '../intake/record.js';
import type { Value } from '../value.js';
import { plainValue } from './columns.js';
import { hasColumns, parseJson, readJson } from './json.js';
import { accessTo, canBeReadAnywhere } from './source.js';

const rowsInBatch = 1 << 14;
const pieceLength = 1 << 18;
const maxLineLength = 1 << 22; // UTF-16 units; the limit for a row of delimited text

type Row = Record<string, unknown>;
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
  const seen = new Set<string>();
  let rows: Row[] = [];
  let firstRow = 0;
  const batch = (): CodedBatch => {
    for (const row of rows) for (const name of Object.keys(row)) seen.add(name);
    names ??= [...seen];
    if (wanted.columns === undefined) requireNoMore(names, seen, firstRow);
    const columns = names.map((name) => [name, getColumn(rows, name, firstRow)]);
    const result = { firstRow, columns: Object.fromEntries(columns) };
    firstRow += rows.length;
    rows = [];
    options.onProgress?.({ done: input.amountRead, total: sizeOfSource(source) });
    return result;
  };
  try {
    let isFirst = true;
    const blank = { rows: 0 };
    const lines = getLines(input, blank, options.blankRows === 'keep');
    for await (const line of lines) {
      const value = isFirst ? await wholeIn(line, lines) : undefined;
      const format = value === undefined ? 'json-lines' : 'json';
      const whole = value ? [{ note: wholeNote }] : [];
      if (isFirst) options.onIntake?.(recorded({ format, encoding: input.encoding }, whole));
      isFirst = false;
      if (value !== undefined) {
        return yield* readJson(value.document, wanted, (more) => {
          const { encoding } = input;
          options.onIntake?.(recorded({ format, encoding }, [...whole, ...more]));
        });
      }
      rows.push(parsed(line, firstRow + rows.length));
      if (rows.length === rowsInBatch) yield batch();
    }
    if (rows.length > 0) yield batch();
    if (firstRow === 0) throw badFile('at least one row of data', 'none');
    for (const name of wanted.columns ?? []) indexOfColumn(name, [...seen]);
    const intake = { format: 'json-lines', encoding: input.encoding };
    noteBlankRows(intake, [], blank.rows, options);
  } finally {
    input.cancel();
  }
}

/** Returns the document if the lines form a single document instead of one object each. */
async function wholeIn(first: string, lines: AsyncIterable<string>): Promise<{ document: unknown } | undefined> {
  try {
    const value = parseJson(first);
    const isRow = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isRow && !hasColumns(value)) return undefined;
  } catch {
    // A document that spans several lines begins with a bracket and no complete value.
    if (first.length > maxLineLength || !/^\ufeff?\s*[[{]\s*(?:$|["{[])/.test(first)) return undefined;
    const text = first.trim();
    const isObject = text.endsWith('}') || (text.endsWith(',') && text.slice(0, -1).trimEnd().endsWith('}'));
    if (isObject && text.startsWith('{')) return undefined;
  }
  const parts = [first];
  for await (const line of lines) parts.push(line);
  try {
    return { document: parseJson(parts.join('\n')) };
  } catch (error) {
    const { message } = error as Error;
    throw badFile('one JSON object per line, or a single JSON document', message, 0);
  }
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
    const lines = getLines(input);
    for await (const line of lines) {
      if (row === 0 && (await wholeIn(line, lines))) return undefined;
      for (const name of Object.keys(parsed(line, row++))) names.add(name);
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

// Counts the blank lines between rows, or returns them as rows without values.
async function* getLines(input: ByteInput, blank = { rows: 0 }, isKept = false): AsyncGenerator<string> {
  let open = 0;
  const skip = function* () {
    if (isKept) for (; open > 0; open--) yield blankRow;
    blank.rows += open;
    open = 0;
  };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let head: Uint8Array | undefined = await input.head(1);
  while (head || !input.ended) {
    const bytes = head ?? (await input.next(pieceLength));
    head = undefined;
    const text = decoded(decoder, bytes);
    const lines = text.includes('\n') ? (rest + text).split('\n') : [rest + text];
    rest = lines.pop() as string;
    for (const line of lines) {
      if (!isRow(line)) open++;
      else {
        yield* skip();
        yield line;
      }
    }
    if (rest.length > maxLineLength && !/^\s*\[/.test(rest)) break; // too long for a row
  }
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
  throw badFile('one JSON object per line', JSON.stringify(value).slice(0, 40), row);
}

const getColumn = (rows: readonly Row[], name: string, firstRow: number): Value[] =>
  rows.map((row, i) => (Object.hasOwn(row, name) ? plainValue(row[name], name, firstRow + i) : null));
