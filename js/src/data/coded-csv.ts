// SPDX-License-Identifier: Apache-2.0
//
// A CSV file as batches of coded columns and numbers: the core splits its bytes, JavaScript sees each distinct
// text once. Memory stays at one batch and the distinct values, however long the file is.

import { type FairwasmError, invalid, tooLarge } from '../core/error.js';
import type { WasmSource } from '../core/module.js';
import { nearest } from '../core/nearest.js';
import { requireOptions, requireTexts, shown } from '../core/options.js';
import type { TextWasm } from '../core/text-module.js';
import type { TextReader } from '../wasm/text.js';
import { ByteInput, badFile, type CsvSource, type Encoding } from './byte-input.js';
import type { CodedColumn, NumberColumn } from './column.js';
import { textsFrom } from './texts.js';

/** How a CSV file is to be read. */
export interface CsvOptions {
  /** The columns to keep; blanks around names say nothing. Left out: all that have a name. */
  columns?: readonly string[] | undefined;
  /**
   * One ASCII character. Default: the one that a first line such as `sep=;` names; otherwise comma, semicolon, tab, or
   * vertical bar: the one that divides the header and the first row into equally many fields, and most often.
   */
  delimiter?: string | undefined;
  /** `','` where numbers are written 0,5. */
  decimal?: '.' | ',' | undefined;
  /** How the text is written as bytes; a byte order mark in the file comes first. Default: UTF-8. */
  encoding?: Encoding | undefined;
  /** Told after each batch how much was read: bytes, or UTF-16 units where the source gives text. */
  onProgress?: ((bytesRead: number) => void) | undefined;
  /** Stops the reading with the signal's reason, which is an `AbortError` unless it was given another. */
  signal?: AbortSignal | undefined;
  /** Where the reader's WebAssembly comes from; left out: the file that came with the package. */
  wasm?: WasmSource | undefined;
}

const csvOptionNames = Object.keys({
  columns: true,
  delimiter: true,
  decimal: true,
  encoding: true,
  onProgress: true,
  signal: true,
  wasm: true,
} satisfies Record<keyof CsvOptions, true>);

/** @internal Throws `invalidArgument` for options that there are not, and for columns that are no list of names. */
export function requireCsvOptions(options: CsvOptions, others: readonly string[] = []): void {
  requireOptions('readCsv', options, [...csvOptionNames, ...others]);
  if (options.columns !== undefined) requireTexts('columns', options.columns);
}

/** @internal The columns of a batch of rows, the first of which is `firstRow`, counted from 0. */
export interface CodedBatch {
  firstRow: number;
  columns: Record<string, CodedColumn | NumberColumn>;
}

/** @internal */
export interface CodedOptions extends CsvOptions {
  /** Of the columns, those that are numbers; the others are categories. */
  numbers?: readonly string[] | undefined;
  /** Whether texts are forgotten after their batch, as where nearly all of them differ. */
  forgetsTexts?: boolean | undefined;
  /** Asked before each batch of CSV: whether a column of categories goes on as one of numbers. */
  becomesNumbers?: ((name: string) => boolean) | undefined;
}

/** @internal What a file is written in. */
export interface Format {
  delimiter: number;
  newline: number;
  decimalPoint: number;
}

const headLength = 1 << 16; // bytes that say how lines end
/** @internal */
export const pieceLength = 1 << 18; // bytes read at once, which stay in the processor's cache
const maxHeaderLength = 1 << 22;
const lineFeed = 10;
const carriageReturn = 13;
const kinds = { skipped: 0, category: 1, number: 2 } as const;

/**
 * @internal Reads a file with a header row; see {@link readCsv} for what it is, and what is refused.
 */
export async function* readCodedCsv(
  wasm: TextWasm,
  source: CsvSource,
  options: CodedOptions,
): AsyncGenerator<CodedBatch, void, undefined> {
  const input = new ByteInput(source, options);
  let table: Table | undefined;
  try {
    const { fields, format, head, bytes } = await readHeader(wasm, input, options);
    table = new Table(wasm, fields, format, options);
    table.feed(head.subarray(bytes));
    for (;;) {
      const batch = table.next(input.ended);
      if (batch) {
        options.onProgress?.(input.amountRead);
        yield batch;
      } else if (input.ended) break;
      else await table.feedFrom(input);
    }
    options.onProgress?.(input.amountRead);
    if (table.rows === 0) throw badFile('a header and at least one row of data', 'only a header');
  } finally {
    table?.delete();
    input.cancel();
  }
}

/** @internal */
export interface Header {
  fields: string[];
  format: Format;
  /** What was read so far, of which the header and blank lines before it took so much. */
  head: Uint8Array;
  bytes: number;
  lines: number;
}

/** @internal Reads as far as the end of the header. */
export async function readHeader(
  wasm: TextWasm,
  input: ByteInput,
  { delimiter, decimal }: Pick<CsvOptions, 'delimiter' | 'decimal'>,
): Promise<Header> {
  let head = await input.head(headLength);
  for (;;) {
    const separator = separatorLine(head);
    const text = head.subarray(separator.bytes);
    const chosen = delimiter ?? separator.delimiter;
    const format = formatOf(wasm, text, { delimiter: chosen, decimal, isLast: input.ended });
    const first = wasm.firstRecord(text as never, format, input.ended);
    if (first) {
      const { fields, bytes, lines } = first;
      const skipped = { bytes: bytes + separator.bytes, lines: lines + separator.lines };
      return { fields, ...skipped, format, head };
    }
    if (input.ended) throw badFile('a header and at least one row of data', 'an empty file');
    if (head.length > maxHeaderLength) {
      throw tooLarge(
        'file',
        `a header of at most ${maxHeaderLength} bytes`,
        'a longer one; perhaps it is no CSV file',
      );
    }
    head = await withMore(input, head);
  }
}

// At least as much again keeps long headers from being quadratic.
async function withMore(input: ByteInput, head: Uint8Array): Promise<Uint8Array> {
  const pieces = [head];
  for (let more = 0; more < head.length && !input.ended; ) {
    const piece = await input.next(head.length);
    pieces.push(piece);
    more += piece.length;
  }
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}

interface FormatChoice extends Pick<CsvOptions, 'delimiter' | 'decimal'> {
  isLast: boolean;
}

function formatOf(
  wasm: TextWasm,
  head: Uint8Array,
  { delimiter, decimal = '.', isLast }: FormatChoice,
): Format {
  if (decimal !== '.' && decimal !== ',') throw badOption('decimal', "'.' or ','", decimal);
  const format = { newline: newlineOf(head), decimalPoint: decimal.charCodeAt(0) };
  if (delimiter !== undefined) return { ...format, delimiter: requireDelimiter(delimiter) };
  return { ...format, delimiter: guessDelimiter(wasm, head, format, isLast) };
}

// Carriage returns before line feeds are dealt with by the core, so that files whose line ends differ from one
// line to the next are read like any other.
function newlineOf(head: Uint8Array): number {
  const text = new TextDecoder('windows-1252').decode(head).replace(/"[^"]*"/g, '');
  return text.includes('\r') && !text.includes('\n') ? carriageReturn : lineFeed;
}

// Excel writes and obeys a first line such as `sep=;`.
function separatorLine(head: Uint8Array) {
  const start = new TextDecoder('windows-1252').decode(head.subarray(0, 16));
  const [line = '', delimiter] = /^"?sep=([\t -~])"?(?:\r\n?|\n)/i.exec(start) ?? [];
  return { delimiter, bytes: line.length, lines: line === '' ? 0 : 1 };
}

// The header decides, not the number of characters in the rows: decimal commas outnumber the semicolons between them.
// A delimiter that divides the first row into as many fields as the header precedes one that does not.
function guessDelimiter(
  wasm: TextWasm,
  head: Uint8Array,
  format: Omit<Format, 'delimiter'>,
  isLast: boolean,
): number {
  let best = ','.charCodeAt(0);
  let most = 0;
  for (const delimiter of [',', ';', '\t', '|'].map((each) => each.charCodeAt(0))) {
    let rank = 0;
    try {
      const header = wasm.firstRecord(head as never, { ...format, delimiter }, isLast);
      rank = header?.fields.length ?? 0;
      const rest = head.subarray(header?.bytes);
      const row = rank > 1 && wasm.firstRecord(rest as never, { ...format, delimiter }, isLast);
      if (row && row.fields.length === rank) rank += head.length;
    } catch {
      // With another delimiter its quotes may match.
    }
    if (rank > most) [best, most] = [delimiter, rank];
  }
  return best;
}

function requireDelimiter(delimiter: unknown): number {
  const isOne = typeof delimiter === 'string' && delimiter.length === 1;
  const code = isOne ? delimiter.charCodeAt(0) : 0;
  if (code > 0 && code < 128 && !'\r\n"'.includes(delimiter as string)) return code;
  const expected = 'one ASCII character that is neither a quote nor a line break';
  throw badOption('delimiter', expected, delimiter);
}

function badOption(argument: string, expected: string, actual: unknown): FairwasmError {
  return invalid(
    argument,
    expected,
    typeof actual === 'string' ? JSON.stringify(actual) : shown(actual),
  );
}

interface Kept {
  name: string;
  index: number;
  isNumber: boolean;
  texts: string[];
}

/** The rows of a file whose header is known. */
class Table {
  rows = 0;
  readonly #wasm: TextWasm;
  readonly #reader: TextReader;
  readonly #kept: Kept[];
  readonly #forgetsTexts: boolean;
  readonly #becomesNumbers: (name: string) => boolean;

  constructor(
    wasm: TextWasm,
    header: readonly string[],
    format: Format,
    { columns, numbers = [], forgetsTexts = false, becomesNumbers = () => false }: CodedOptions,
  ) {
    const names = header.map((name) => name.trim());
    const asked = new Set(columns ?? names.filter((name) => name !== ''));
    this.#kept = [...asked].map((name) => ({
      name,
      index: indexOfColumn(name.trim(), names),
      isNumber: numbers.includes(name),
      texts: [],
    }));
    const kindOf = new Uint8Array(names.length).fill(kinds.skipped);
    for (const { index, isNumber } of this.#kept) {
      kindOf[index] = isNumber ? kinds.number : kinds.category;
    }
    this.#wasm = wasm;
    this.#forgetsTexts = forgetsTexts;
    this.#becomesNumbers = becomesNumbers;
    this.#reader = new wasm.TextReader(format, kindOf);
  }

  /** The next batch; none where there are not enough bytes for a row, or no more rows. */
  next(isLast: boolean): CodedBatch | undefined {
    if (this.#forgetsTexts) this.#forget();
    this.#turnToNumbers();
    const rows = this.#reader.read(isLast);
    if (rows === 0) return undefined;
    const columns = this.#kept.map((kept) => [kept.name, this.#column(kept)]);
    const firstRow = this.rows;
    this.rows += rows;
    return { firstRow, columns: Object.fromEntries(columns) };
  }

  feed(bytes: Uint8Array): void {
    const address = this.#reader.room(bytes.length);
    this.#wasm.HEAPU8.set(bytes, address);
    this.#reader.filled(bytes.length);
  }

  async feedFrom(input: ByteInput): Promise<void> {
    for (let fed = 0; fed < pieceLength && !input.ended; ) {
      const bytes = await input.next(pieceLength);
      this.feed(bytes);
      fed += bytes.length;
    }
  }

  delete(): void {
    this.#reader.delete();
  }

  #forget(): void {
    this.#reader.forgetTexts();
    for (const kept of this.#kept) kept.texts = [];
  }

  #turnToNumbers(): void {
    for (const kept of this.#kept) {
      if (kept.isNumber || !this.#becomesNumbers(kept.name)) continue;
      this.#reader.becomeNumbers(kept.index);
      kept.isNumber = true;
      kept.texts = [];
    }
  }

  #column({ index, isNumber, texts }: Kept): CodedColumn | NumberColumn {
    for (const text of textsFrom(this.#reader.texts(index, texts.length))) texts.push(text);
    if (!isNumber) return { codes: this.#reader.codes(index), categories: texts };
    const numbers = this.#reader.numbers(index);
    const others = this.#reader.others(index);
    if (others.rows.length === 0) return numbers;
    const values: (number | string)[] = Array.from(numbers);
    others.rows.forEach((row, i) => {
      values[row] = texts[others.codes[i] as number] as string;
    });
    return values;
  }
}

const maxListLength = 40;

/** @internal The place of a column. Throws `invalidArgument` where there is none, or more than one, of that name. */
export function indexOfColumn(name: string, names: readonly string[]): number {
  const index = names.indexOf(name);
  if (index >= 0 && name !== '' && names.indexOf(name, index + 1) < 0) return index;
  if (index >= 0 && name !== '') {
    throw invalid(name, 'one column of that name', 'more than one');
  }
  const known = names.filter((each) => each !== '');
  const list = known.slice(0, maxListLength).join(', ');
  const more = known.length > maxListLength ? ` and ${known.length - maxListLength} more` : '';
  const meant = nearest(name, known);
  throw invalid(
    name,
    `one of the file’s columns (${list}${more})`,
    meant === undefined ? 'no such column' : `no such column; did you mean '${meant}'?`,
  );
}
