// SPDX-License-Identifier: Apache-2.0
//
// Newline-delimited JSON: an object a line, its keys the columns. What a row does not have is missing.

import { tooLarge } from '../../core/error.js';
import { ByteInput, badFile, type CsvSource } from '../byte-input.js';
import { type CodedBatch, type CsvOptions, indexOfColumn } from '../coded-csv.js';
import type { Value } from '../value.js';
import { plainValue, type Wanted } from './columns.js';

const rowsInBatch = 1 << 14;
const pieceLength = 1 << 18;
const maxLineLength = 1 << 22; // UTF-16 units; as long as a row of delimited text may be

type Row = Record<string, unknown>;

export async function* readJsonLines(
  source: CsvSource,
  wanted: Wanted,
  options: Pick<CsvOptions, 'signal' | 'onProgress'>,
): AsyncGenerator<CodedBatch, void, undefined> {
  const input = new ByteInput(source, options);
  let rows: Row[] = [];
  let firstRow = 0;
  let names: readonly string[] | undefined;
  const batch = (): CodedBatch => {
    names ??= namesIn(rows, wanted);
    const columns = names.map((name) => [name, columnOf(rows, name, firstRow)]);
    const result = { firstRow, columns: Object.fromEntries(columns) };
    firstRow += rows.length;
    rows = [];
    options.onProgress?.(input.amountRead);
    return result;
  };
  try {
    for await (const line of linesOf(input)) {
      rows.push(parsed(line, firstRow + rows.length));
      if (rows.length === rowsInBatch) yield batch();
    }
    if (rows.length > 0) yield batch();
    if (firstRow === 0) throw badFile('at least one row of data', 'none');
  } finally {
    input.cancel();
  }
}

async function* linesOf(input: ByteInput): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let head: Uint8Array | undefined = await input.head(1);
  while (head || !input.ended) {
    const bytes = head ?? (await input.next(pieceLength));
    head = undefined;
    const text = decoded(decoder, bytes);
    const lines = text.includes('\n') ? (rest + text).split('\n') : [rest + text];
    rest = lines.pop() as string;
    yield* lines.filter(isRow);
    if (rest.length > maxLineLength) break; // what is too long is not waited for
  }
  if (isRow(rest)) yield rest;
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
    value = JSON.parse(line);
  } catch (error) {
    throw badFile('a JSON object a line', (error as Error).message, row);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Row;
  throw badFile('a JSON object a line', JSON.stringify(value).slice(0, 40), row);
}

// The first batch says which columns there are; a later row may leave any of them out.
function namesIn(rows: readonly Row[], { columns }: Wanted): readonly string[] {
  const known = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  for (const name of columns ?? []) indexOfColumn(name, known);
  return columns ?? known;
}

const columnOf = (rows: readonly Row[], name: string, firstRow: number): Value[] =>
  rows.map((row, i) =>
    Object.hasOwn(row, name) ? plainValue(row[name], name, firstRow + i) : null,
  );
