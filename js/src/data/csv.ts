// SPDX-License-Identifier: Apache-2.0
//
// CSV files, read batch by batch with bounded memory: the same in a browser tab, in a worker and in Node.
// Papa Parse splits the text; this file feeds it, pulls from the source only when a batch was used up,
// and refuses what is not a table instead of guessing.

import { FairwasmError } from '../core/error.js';
import { nearest } from '../core/nearest.js';
import { requireOptions, requireTexts, shown } from '../core/options.js';
import Papa from '../vendor/papaparse.js';

/**
 * Where the text comes from: the text itself (not a path), its bytes, a file, or a stream. Bytes are UTF-8; a
 * byte order mark at the start is passed over.
 */
export type CsvSource =
  | string
  | Uint8Array
  | ArrayBuffer
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>;

export interface CsvOptions {
  /** The columns to keep; blanks around names say nothing. Left out: all that have a name. */
  columns?: readonly string[] | undefined;
  /** One character; default: comma, semicolon, tab or vertical bar, whichever divides the header most often. */
  delimiter?: string | undefined;
  /** Told after each batch how much was read: bytes, or UTF-16 units where the source gives text. */
  onProgress?: ((bytesRead: number) => void) | undefined;
  /** Stops the reading with the signal's reason, which is an `AbortError` unless it was given another. */
  signal?: AbortSignal | undefined;
}

export interface CsvBatch {
  /** The data row that each column starts with. Rows are counted from 0, without the header. */
  firstRow: number;
  /** The values by column name, all equally many, as they stand in the file. */
  columns: Record<string, string[]>;
}

/**
 * The line of the file in which a data row stands, as editors and spreadsheets number it: the header is line 1.
 * Programs (and the `row` of every FairwasmError) count rows of data from 0. Blank lines and line breaks
 * within quotes, which are no rows, are not counted.
 */
export function lineNumber(row: number): number {
  return row + 2;
}

/**
 * @internal UTF-16 units parsed at once. Longer batches are slower: their fields outlive the youngest
 * generation of the garbage collector.
 */
export const batchLength = 1 << 17;
const longestRecord = 1 << 22;
const longestTurn = 50; // milliseconds after which events and timers have their turn

/**
 * Reads a CSV file with a header row. Memory stays at a few batches however long the file is.
 *
 * Fields may be quoted and then hold line breaks, delimiters and doubled quotes. Lines end in LF, CRLF or
 * CR; a carriage return at the end of a row's last field counts as part of the line's end. Blank lines
 * are no rows, except between the rows of a file with a single column, where they are missing values.
 * A column without a name, such as the row index that pandas writes, cannot be asked for.
 *
 * @throws FairwasmError `invalidArgument`; its `argument` is the column's name, or `file` where no single
 *   column is to blame: an unknown or ambiguous column; no header or no rows; a row with too few or too
 *   many fields, or with quotes that do not match; a binary file or one that is not UTF-8.
 */
export async function* readCsv(
  source: CsvSource,
  options: CsvOptions = {},
): AsyncGenerator<CsvBatch, void, undefined> {
  requireOptions('readCsv', options, ['columns', 'delimiter', 'onProgress', 'signal']);
  const input = new TextInput(source, options.signal);
  try {
    let text = withoutMark(await input.read(batchLength));
    const table = new Table(options.columns, formatOf(text, options.delimiter));
    for (;;) {
      const { batch, rest } = table.parse(text, input.ended);
      options.onProgress?.(input.amountRead);
      if (batch) yield batch;
      if (input.ended) break;
      // Reading at least as much again keeps the parsing of one long record from being quadratic.
      text = rest + (await input.read(Math.max(batchLength, rest.length)));
    }
    table.requireRows();
  } finally {
    input.cancel();
  }
}

function badFile(expected: string, actual: string, row?: number): FairwasmError {
  return new FairwasmError('invalidArgument', { argument: 'file', expected, actual, row });
}

/** @internal */
export const withoutMark = (text: string) =>
  text.startsWith(Papa.BYTE_ORDER_MARK) ? text.slice(1) : text;

interface Format {
  delimiter: string;
  newline: '\n' | '\r';
}

/**
 * @internal Carriage returns before a line feed are dealt with after the parsing, so that files whose line
 * ends differ from one line to the next are read like any other.
 */
export function formatOf(head: string, delimiter: string | undefined): Format {
  const unquoted = head.replace(/"[^"]*"/g, '');
  const newline = unquoted.includes('\r') && !unquoted.includes('\n') ? '\r' : '\n';
  return { newline, delimiter: delimiter ?? guessDelimiter(head, newline) };
}

// The header decides. Data rows mislead: decimal commas outnumber the semicolons between them.
function guessDelimiter(head: string, newline: Format['newline']): string {
  let best = ',';
  let most = 0;
  for (const delimiter of [',', ';', '\t', '|']) {
    const preview = { delimiter, newline, preview: 1 };
    const fields = Papa.parse<string[]>(head, preview).data[0]?.length ?? 0;
    if (fields > most) [best, most] = [delimiter, fields];
  }
  return best;
}

function requireDelimiter(delimiter: string): string {
  if (delimiter.length === 1 && !Papa.BAD_DELIMITERS.includes(delimiter)) return delimiter;
  throw new FairwasmError('invalidArgument', {
    argument: 'delimiter',
    expected: 'one character that is neither a quote nor a line break',
    actual: JSON.stringify(delimiter),
  });
}

interface Parsed {
  data: string[][];
  errors: { row: number; code: 'MissingQuotes' | 'InvalidQuotes' }[];
  meta: { cursor: number };
}

/** @internal */
export const isBlank = (row: readonly string[]) =>
  row.length === 1 && (row[0] === '' || row[0] === '\r');

/** What is known of the file so far, and the step from text to columns. */
class Table {
  readonly #format: Format;
  readonly #asked: readonly string[] | undefined;
  #width = 0; // 0: the header is still to come
  #kept: [name: string, index: number][] = [];
  #rows = 0;

  constructor(asked: readonly string[] | undefined, format: Format) {
    requireDelimiter(format.delimiter);
    if (asked !== undefined) requireTexts('columns', asked);
    this.#format = format;
    this.#asked = asked;
  }

  /** The complete rows of `text` as columns, and the text that is left over. */
  parse(text: string, isLast: boolean): { batch: CsvBatch | undefined; rest: string } {
    const { data, errors, meta } = new Papa.Parser(this.#format).parse(text, 0, !isLast) as Parsed;
    // What follows the last line's end is no row.
    if (isLast && text.endsWith(this.#format.newline) && data.at(-1)?.join() === '') data.pop();
    const error = errors.find(({ row }) => row < data.length); // later ones are of an incomplete row
    if (error) data.length = error.row;
    const rows = this.#takeHeader(data);
    const batch = this.#columns(rows);
    if (error) throw this.#badQuotes(error.code);
    const rest = text.slice(meta.cursor);
    if (!isLast && rest.length > longestRecord) throw this.#tooLong();
    return { batch, rest };
  }

  requireRows(): void {
    if (this.#rows > 0) return;
    const actual = this.#width === 0 ? 'an empty file' : 'only a header';
    throw badFile('a header and at least one row of data', actual);
  }

  #takeHeader(data: string[][]): string[][] {
    if (this.#width > 0) return data;
    const first = data.findIndex((row) => !isBlank(row));
    if (first < 0) return [];
    this.#readHeader(data[first] as string[]);
    return data.slice(first + 1);
  }

  #readHeader(fields: string[]): void {
    const names = fields.map((name) => name.trim()); // of the last one, the line's carriage return too
    const asked = new Set(this.#asked ?? names.filter((name) => name !== ''));
    this.#kept = [...asked].map((name) => [name, indexOfColumn(name.trim(), names)]);
    this.#width = names.length;
  }

  #columns(data: string[][]): CsvBatch | undefined {
    const width = this.#width;
    const rows = width === 1 ? data : data.filter((row) => !isBlank(row));
    const ragged = rows.findIndex((row) => row.length !== width);
    if (ragged >= 0) throw this.#ragged(rows[ragged] as string[], ragged);
    if (rows.length === 0) return undefined;
    const columns = this.#kept.map(([name, index]) => [name, columnOf(rows, index, width)]);
    const firstRow = this.#rows;
    this.#rows += rows.length;
    return { firstRow, columns: Object.fromEntries(columns) };
  }

  #ragged(row: readonly string[], offset: number): FairwasmError {
    const expected = `${this.#width} ${this.#width === 1 ? 'field' : 'fields'}, like the header`;
    return badFile(expected, String(row.length), this.#rows + offset);
  }

  #badQuotes(code: Parsed['errors'][0]['code']): FairwasmError {
    const row = this.#width > 0 ? this.#rows : undefined;
    return code === 'MissingQuotes'
      ? badFile('a closing quote', 'none', row)
      : badFile('a delimiter or a line’s end after a closing quote', 'something else', row);
  }

  #tooLong(): FairwasmError {
    return badFile(
      `rows of at most ${longestRecord} characters`,
      'a longer one; perhaps a quote is not closed, or it is not a CSV file',
      this.#width > 0 ? this.#rows : undefined,
    );
  }
}

const withoutReturn = (field: string) => (field.endsWith('\r') ? field.slice(0, -1) : field);

function columnOf(rows: readonly string[][], index: number, width: number): string[] {
  const column = rows.map((row) => row[index] as string);
  return index === width - 1 ? column.map(withoutReturn) : column;
}

const longestList = 40;

function indexOfColumn(name: string, names: readonly string[]): number {
  const index = names.indexOf(name);
  if (index >= 0 && name !== '' && names.indexOf(name, index + 1) < 0) return index;
  if (index >= 0 && name !== '') {
    throw new FairwasmError('invalidArgument', {
      argument: name,
      expected: 'one column of that name',
      actual: 'more than one',
    });
  }
  const known = names.filter((each) => each !== '');
  const list = known.slice(0, longestList).join(', ');
  const more = known.length > longestList ? ` and ${known.length - longestList} more` : '';
  const meant = nearest(name, known);
  throw new FairwasmError('invalidArgument', {
    argument: name,
    expected: `one of the file’s columns (${list}${more})`,
    actual: meant === undefined ? 'no such column' : `no such column; did you mean '${meant}'?`,
  });
}

interface Pull {
  next(): Promise<
    IteratorResult<Uint8Array | string, unknown> | ReadableStreamReadResult<Uint8Array>
  >;
  cancel(): unknown;
}

function pullFrom(source: CsvSource): Pull {
  if (typeof source === 'string') return pullFrom(slices(requireText(source)));
  if (source instanceof Blob) return pullFrom(source.stream());
  if (isBytes(source)) return pullFrom(new Blob([source as BlobPart]).stream());
  if (typeof source === 'object' && source !== null && 'getReader' in source) {
    const reader = source.getReader();
    return { next: () => reader.read(), cancel: () => reader.cancel() };
  }
  if (typeof source === 'object' && source !== null && Symbol.asyncIterator in source) {
    const iterator = source[Symbol.asyncIterator]();
    return { next: () => iterator.next(), cancel: () => iterator.return?.() };
  }
  throw badFile(
    'text, bytes, a Blob, a ReadableStream or an async iterable of bytes',
    shown(source),
  );
}

// In a test's or a frame's own world they are instances of other classes.
const isBytes = (source: unknown): source is Uint8Array | ArrayBuffer =>
  ['[object Uint8Array]', '[object ArrayBuffer]'].includes(Object.prototype.toString.call(source));

const path = /^(?:file:|\.{0,2}[/\\]|[a-z]:[/\\])|\.(?:csv|tsv|txt|parquet)$/i;

// The text of a file has lines.
function requireText(text: string): string {
  if (/[\r\n]/.test(text.slice(0, longestPath)) || text.length > longestPath || !path.test(text)) {
    return text;
  }
  throw badFile(
    'the text of a file, or in Node createReadStream(path) or await openAsBlob(path)',
    `what looks like a path: '${text}'`,
  );
}

const longestPath = 4096;

async function* slices(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += batchLength) {
    yield text.slice(start, start + batchLength);
  }
}

/** @internal The source as text, pulled on demand. */
export class TextInput {
  amountRead = 0;
  #text = '';
  #isDone = false;
  #turnBegan = performance.now();
  readonly #pull: Pull;
  readonly #signal: AbortSignal | undefined;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });

  constructor(source: CsvSource, signal: AbortSignal | undefined) {
    signal?.throwIfAborted();
    this.#pull = pullFrom(source);
    this.#signal = signal;
  }

  /** Whether everything was read. */
  get ended(): boolean {
    return this.#isDone && this.#text === '';
  }

  /** The next `length` characters, fewer only at the end. */
  async read(length: number): Promise<string> {
    this.#signal?.throwIfAborted();
    await this.#takeTurns();
    while (this.#text.length < length && !this.#isDone) this.#text += await this.#next();
    const text = this.#text.slice(0, length);
    this.#text = this.#text.slice(length);
    if (!text.includes('\0')) return text;
    throw badFile('a text file', 'a binary one (it has zero bytes)');
  }

  /** Lets go of the source. Never throws and never waits: a source that hangs may hang on. */
  cancel(): void {
    Promise.resolve()
      .then(() => this.#pull.cancel())
      .catch(() => {});
  }

  // A source in memory would otherwise keep everybody else waiting until its end.
  async #takeTurns(): Promise<void> {
    if (performance.now() - this.#turnBegan < longestTurn) return;
    await new Promise((resolve) => setTimeout(resolve));
    this.#turnBegan = performance.now();
  }

  async #next(): Promise<string> {
    const { done, value } = await untilAborted(this.#pull.next(), this.#signal);
    this.#isDone = done === true;
    const chunk = done ? new Uint8Array() : (value as Uint8Array | string);
    this.amountRead += chunk.length;
    return typeof chunk === 'string' ? chunk : this.#decode(chunk);
  }

  #decode(chunk: Uint8Array): string {
    try {
      return this.#decoder.decode(chunk, { stream: !this.#isDone });
    } catch {
      const until = `within the first ${this.amountRead} bytes`;
      throw badFile('text in UTF-8', `another encoding or a binary file (${until})`);
    }
  }
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
