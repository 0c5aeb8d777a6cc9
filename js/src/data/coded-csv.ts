// SPDX-License-Identifier: Apache-2.0
//
// Reads a CSV file as batches of coded columns and numbers: the core splits its bytes, and JavaScript sees each
// distinct string once. Memory is limited to one batch and the distinct values, for files of any length.

import { invalid, tooLarge } from '../core/error.js';
import type { RunOptions } from '../core/long-run.js';
import type { WasmSource } from '../core/module.js';
import { didYouMean, nearest } from '../core/nearest.js';
import { requireBoolean, requireOptions, requireTexts } from '../core/options.js';
import type { TextWasm } from '../core/text-module.js';
import type { TextReader } from '../wasm/text.js';
import { ByteInput, badFile, bytesOfBlob, type CsvSource, isBytes, type Readable, sizeOfSource } from './byte-input.js';
import type { CodedColumn, NumberColumn } from './column.js';
import { distinctNames, getLayout, getTail, type Layout } from './intake/layout.js';
import { type NumberMarks, notationNote, numberTexts, requireOneMark, WrittenNumbers } from './intake/number-texts.js';
import { badOption, type IntakeOptions, intakeOptionNames, requireIntake } from './intake/options.js';
import { personNotes } from './intake/people.js';
import { type Decision, type Intake, recorded, type Undecided } from './intake/record.js';
import { textsFrom } from './texts.js';
import { isMissing, type MissingTexts, tidy } from './value.js';

/** How to read a file. */
export interface CsvOptions extends IntakeOptions {
  /** The columns to keep, with names trimmed. Default: all columns with a name. */
  columns?: readonly string[] | undefined;
  /**
   * Whether numbers in nonstandard notation in text columns, such as 45% or 1.234,50, are converted to standard
   * notation. Default: false in {@link readCsv}, true in audits and profiles.
   */
  plainNumbers?: boolean | undefined;
  /** Called with the decisions about the file before its first rows, and again after the last row if rows led to more decisions. */
  onIntake?: ((intake: Intake) => void) | undefined;
  /** Called after each batch with the amount read: bytes, or UTF-16 units if the source is text. */
  onProgress?: ((progress: Parameters<NonNullable<RunOptions['onProgress']>>[0]) => void) | undefined;
  /** Aborts the reading; the promise rejects with the signal's reason, an `AbortError` by default. */
  signal?: AbortSignal | undefined;
  /** Source of the reader's WebAssembly. Default: the file in the package. */
  wasm?: WasmSource | undefined;
}

/** @internal */
export const csvOptionNames: readonly string[] = [
  ...intakeOptionNames,
  ...Object.keys({
    columns: true,
    plainNumbers: true,
    onIntake: true,
    onProgress: true,
    signal: true,
    wasm: true,
  } satisfies Record<Exclude<keyof CsvOptions, keyof IntakeOptions>, true>),
];

/** @internal Throws `invalidArgument` for unknown options, and if `columns` is not a list of names. */
export function requireCsvOptions(options: CsvOptions, otherNames: readonly string[] = []): void {
  requireOptions('readCsv', options, [...csvOptionNames, ...otherNames]);
  if (options.columns !== undefined) requireTexts('columns', options.columns);
  if (options.plainNumbers !== undefined) requireBoolean('plainNumbers', options.plainNumbers);
  requireIntake(options);
}

/** @internal The columns of a batch of rows; `firstRow` is its first row, counted from 0. */
export interface CodedBatch {
  firstRow: number;
  /** The number of each row in the file, if rows were omitted. */
  rows?: Uint32Array | undefined;
  columns: Record<string, CodedColumn | NumberColumn>;
}

/** @internal */
export interface CodedOptions extends CsvOptions {
  /** The numeric columns; the others are categories. */
  numbers?: readonly string[] | undefined;
  /** The strings that mean a missing value, for notes. Default: those of {@link isMissing}. */
  missingTexts?: MissingTexts | undefined;
  /** True to discard strings after their batch, for columns in which nearly all of them differ. */
  forgetsTexts?: boolean | undefined;
  /** Called before each batch of CSV; returns whether a category column continues as a numeric column. */
  becomesNumbers?: ((name: string) => boolean) | undefined;
}

/** @internal The format of a file. */
export interface CsvFormat {
  delimiter: number;
  newline: number;
  decimalPoint: number;
}

const headLength = 1 << 16; // bytes from which the line ending is detected
/** @internal */
export const pieceLength = 1 << 18; // bytes per read, which fit into the processor's cache
const maxHeaderLength = 1 << 22;
const lineFeed = 10;
const carriageReturn = 13;
const kinds = { skipped: 0, category: 1, number: 2 } as const;

/** @internal Reads a file with a header row; see {@link readCsv} for its format and errors. */
export async function* readCodedCsv(
  wasm: TextWasm,
  source: CsvSource,
  options: CodedOptions,
): AsyncGenerator<CodedBatch, void, undefined> {
  const input = new ByteInput(source, options);
  const total = sizeOfSource(source);
  let table: Table | undefined;
  try {
    const header = await readHeader(wasm, input, options);
    await omitTail(input, header, source, options);
    await fillBlankRows(input, header, options);
    const marks = numberMarks(header, options);
    options.onIntake?.(recorded(header.intake, header.decisions));
    const { fields, format, head, bytes } = header;
    const isJudged = options.plainNumbers === true && fields.includes('Grader Reason');
    const scores = isJudged && new (await import('./intake/judged-scores.js')).JudgedScores(fields, options.columns);
    const columns = scores ? scores.columns : options.columns;
    table = new Table(wasm, fields, format, { ...options, columns, marks });
    table.feed(head.subarray(bytes));
    for (;;) {
      const batch = table.next(input.ended);
      if (batch) {
        options.onProgress?.({ done: input.amountRead, total });
        yield scores ? scores.withoutErrors(batch) : batch;
      } else if (input.ended) break;
      else await table.feedFrom(input);
    }
    if (scores && scores.decisions.length > 0) {
      header.decisions = [...header.decisions, ...scores.decisions];
      options.onIntake?.(recorded(header.intake, header.decisions));
    }
    options.onProgress?.({ done: input.amountRead, total });
    noteEncoding(header, input, options);
    noteBlankRows(header.intake, header.decisions, table.blankRows, options);
    if (table.rows === 0) throw badFile('a header and at least one row of data', 'only a header');
  } finally {
    table?.delete();
    input.cancel();
  }
}

/** @internal */
export interface Header {
  /** The names of the columns, without duplicates. */
  fields: string[];
  format: CsvFormat;
  layout: Layout;
  /** The number of bytes read so far, and the number of these bytes in the header and the lines above it. */
  head: Uint8Array;
  bytes: number;
  lines: number;
  intake: Undecided;
  decisions: Decision[];
  /** Whether quotes are rewritten, so that bytes of the source and of the rows differ. */
  isRewritten: boolean;
}

/** @internal Copies bytes to a reader. Requesting space may enlarge the memory, which detaches earlier views of it. */
export function feed(wasm: TextWasm, reader: TextReader, bytes: Uint8Array): void {
  const address = reader.room(bytes.length);
  wasm.HEAPU8.set(bytes, address);
  reader.filled(bytes.length);
}

/** @internal Reads to the end of the header. */
export async function readHeader(
  wasm: TextWasm,
  input: ByteInput,
  options: Pick<CsvOptions, 'columns' | keyof IntakeOptions>,
): Promise<Header> {
  let head = await input.head(headLength);
  const quoting = mayBeEscaped(head) ? (await import('./intake/quoting.js')).findQuoting(head) : undefined;
  if (quoting) head = input.change(head, quoting.change);
  for (;;) {
    const header = headerIn(wasm, input, head, options);
    if (header && quoting) header.decisions.unshift(quoting.decision);
    if (header) return { ...header, isRewritten: quoting !== undefined };
    if (input.ended) throw badFile('a header and at least one row of data', 'an empty file');
    if (head.length > maxHeaderLength) {
      throw tooLarge(
        'file',
        `a header of at most ${maxHeaderLength} bytes`,
        'a longer header; perhaps it is not a CSV file',
      );
    }
    head = await withMore(input, head);
  }
}

const quote = 34;
const equals = 61;
const backslash = 92;

const mayBeEscaped = (head: Uint8Array): boolean =>
  head.some((byte, i) => (byte === backslash || byte === equals) && head[i + 1] === quote);

function headerIn(
  wasm: TextWasm,
  input: ByteInput,
  head: Uint8Array,
  options: Pick<CsvOptions, 'columns' | keyof IntakeOptions>,
): Omit<Header, 'isRewritten'> | undefined {
  const separator = separatorLine(head);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(head.subarray(separator.bytes));
  const delimiter = options.delimiter ?? separator.delimiter;
  if (delimiter !== undefined) requireDelimiter(delimiter);
  const layout = getLayout(text, input.ended, { ...options, delimiter });
  const { decimal = '.' } = options;
  const format = {
    delimiter: requireDelimiter(layout.delimiter),
    newline: getNewline(head),
    decimalPoint: decimal.charCodeAt(0),
  };
  const above = text.slice(0, layout.from);
  const from = separator.bytes + new TextEncoder().encode(above).length;
  const rows = head.subarray(from);
  const result = headerRecord(wasm, rows, format, layout, input.ended);
  if (!result) return undefined;
  if (options.names && layout.width > 0 && options.names.length !== layout.width)
    throw badOption('names', `${layout.width} names`, options.names);
  const { names, decisions } = distinctNames(result.fields);
  const people = personNotes(names, (index) => valuesAt(layout, index), options.columns);
  const bytes = from + result.bytes;
  const intake = {
    format: 'csv',
    encoding: input.encoding,
    delimiter: layout.delimiter,
    decimal: options.decimal ?? decimalIn(layout),
  };
  const header = {
    fields: names,
    format,
    layout,
    lines: separator.lines + (above.match(/\r\n|\n|\r/g)?.length ?? 0) + result.lines,
    intake,
    decisions: [...encodingNotes(input), ...layout.decisions, ...decisions, ...people],
  };
  if (!layout.isSpaced) return { ...header, head, bytes };
  return { ...header, head: input.squeezeBlanks(head.subarray(bytes)), bytes: 0 };
}

// In a file separated by blanks, the header may contain runs of blanks.
function headerRecord(
  wasm: TextWasm,
  rows: Uint8Array,
  format: CsvFormat,
  { names, isSpaced }: Layout,
  isLast: boolean,
): Pick<Header, 'fields' | 'bytes' | 'lines'> | undefined {
  if (names) return { fields: [...names], bytes: 0, lines: 0 };
  const first = wasm.firstRecord(rows as never, format, isLast) ?? undefined;
  if (!first || !isSpaced) return first;
  return { ...first, fields: first.fields.filter((name) => name.trim() !== '') };
}

const encodingNames: Readonly<Record<string, string>> = {
  'utf-16le': 'The text is UTF-16.',
  'utf-16be': 'The text is UTF-16.',
  'windows-1252': 'The text is not UTF-8 and was read as Windows-1252 (Latin 1).',
};

/** @internal Returns the note about a detected encoding. */
export const encodingNotes = ({ isDetected, encoding }: ByteInput): Decision[] => {
  const note = isDetected ? encodingNames[encoding] : undefined;
  return note === undefined ? [] : [{ note, option: 'encoding' }];
};

/** @internal Reports an encoding that only the rows revealed. */
export function noteEncoding({ intake, decisions }: Header, input: ByteInput, options: CsvOptions): void {
  const { encoding } = input;
  if (encoding === intake.encoding) return;
  intake.encoding = encoding;
  for (const note of encodingNotes(input)) decisions.unshift(note); // at most one
  options.onIntake?.(recorded(intake, decisions));
}

/** @internal Reports blank rows that were skipped. */
export function noteBlankRows(
  intake: Undecided,
  decisions: readonly Decision[],
  blankRows: number,
  { onIntake }: Pick<CsvOptions, 'onIntake'>,
): void {
  if (blankRows === 0) return;
  const note = blankRows === 1 ? 'A blank row was skipped.' : `${blankRows} blank rows were skipped.`;
  onIntake?.(recorded({ ...intake, blankRows }, [...decisions, { note, option: 'blankRows' }]));
}

const tailLength = 1 << 13;

/** @internal Omits a remark or a total below the table. Returns the amount of the source to read. */
export async function omitTail(
  input: ByteInput,
  header: Header,
  source: CsvSource | Readable,
  { skipLines, totals }: IntakeOptions,
): Promise<number> {
  if (skipLines !== undefined) return Number.POSITIVE_INFINITY;
  const { layout, decisions } = header;
  const omit = (text: string) => {
    const tail = getTail(text, layout, totals);
    for (const decision of tail.decisions) decisions.push(decision);
    return tail.length;
  };
  if (input.ended) {
    const rows = new TextDecoder('windows-1252').decode(header.head.subarray(header.bytes));
    const length = omit(`\n${rows}`);
    header.head = header.head.subarray(0, header.head.length - length);
    return input.amountRead - length;
  }
  const end = header.isRewritten ? undefined : await findEnd(source);
  if (!end) return Number.POSITIVE_INFINITY;
  const unit = input.encoding.startsWith('utf-16') && typeof source !== 'string' ? 2 : 1;
  const text =
    typeof end.part === 'string'
      ? end.part
      : new TextDecoder(unit === 2 ? input.encoding : 'windows-1252').decode(end.part);
  const tail = getTail(text, layout, totals);
  const total = end.total - tail.length * unit;
  if (tail.length === 0 || !input.endAt(total, text.slice(-tail.length), unit)) return Number.POSITIVE_INFINITY;
  for (const decision of tail.decisions) decisions.push(decision);
  return total;
}

/** @internal Converts blank rows to rows of missing values if blank rows are kept. */
export async function fillBlankRows(input: ByteInput, header: Header, { blankRows }: IntakeOptions): Promise<void> {
  const { fields, format, head, bytes } = header;
  if (blankRows !== 'keep' || fields.length < 2) return;
  const { blankRowFiller } = await import('./intake/blank-rows.js');
  header.head = input.change(head.subarray(bytes), blankRowFiller(format, fields.length));
  header.bytes = 0;
}

// The end of a stream is not yet available.
async function findEnd(
  source: CsvSource | Readable,
): Promise<{ part: string | ArrayBuffer | Uint8Array; total: number } | undefined> {
  if (typeof source === 'string') return { part: source.slice(-tailLength), total: source.length };
  if (isBytes(source)) return { part: source.slice(-tailLength), total: source.byteLength };
  const access = source instanceof Blob ? bytesOfBlob(source) : (source as Partial<Readable>);
  const { byteLength: total, slice } = access;
  if (typeof total !== 'number' || typeof slice !== 'function') return undefined;
  return { part: await slice(Math.max(0, total - tailLength) & ~1, total), total };
}

// Doubling the amount keeps long headers from taking quadratic time.
async function withMore(input: ByteInput, head: Uint8Array): Promise<Uint8Array> {
  const pieces = [head];
  for (let more = 0; more < head.length && !input.ended; ) {
    const piece = await input.next(head.length);
    pieces.push(piece);
    more += piece.length;
  }
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}

// The core handles carriage returns before line feeds, so files with mixed line endings are read like any other.
function getNewline(head: Uint8Array): number {
  const text = new TextDecoder('windows-1252').decode(head).replace(/"[^"]*"/g, '');
  return text.includes('\r') && !text.includes('\n') ? carriageReturn : lineFeed;
}

// Excel writes and interprets a first line such as `sep=;`.
function separatorLine(head: Uint8Array) {
  const start = new TextDecoder('windows-1252').decode(head.subarray(0, 16));
  const [line = '', delimiter] = /^"?sep=([\t -~])"?(?:\r\n?|\n)/i.exec(start) ?? [];
  return { delimiter, bytes: line.length, lines: line === '' ? 0 : 1 };
}

function requireDelimiter(delimiter: unknown): number {
  const isOne = typeof delimiter === 'string' && delimiter.length === 1;
  const code = isOne ? delimiter.charCodeAt(0) : 0;
  if (code > 0 && code < 128 && !'\r\n"'.includes(delimiter as string)) return code;
  const expected = 'one ASCII character that is neither a quote nor a line break';
  throw badOption('delimiter', expected, delimiter);
}

const valuesAt = ({ rows }: Layout, index: number): string[] =>
  rows.map((row) => row[index] ?? '').filter((text) => !isMissing(text));

/** @internal Returns whether points may separate thousands. */
export const isAmbiguous = ({ delimiter, decimal }: Pick<Intake, 'delimiter' | 'decimal'>): boolean =>
  delimiter === ';' && decimal === undefined;

/** @internal Returns the known marks of numbers in a file. */
export const marksIn = (intake: Intake | undefined, { decimal, thousands, percent }: IntakeOptions): NumberMarks => ({
  decimal: decimal ?? intake?.decimal,
  thousands,
  percent,
  isAmbiguous: intake !== undefined && isAmbiguous(intake),
});

// A file has one decimal mark, regardless of the columns that are read.
function decimalIn(layout: Layout): ',' | undefined {
  if (layout.delimiter !== ';') return undefined;
  const indices = Array.from({ length: layout.width }, (_, index) => index);
  const marks = { isAmbiguous: true };
  const hasCommas = (position: number) => numberTexts(valuesAt(layout, position), marks)?.decimal === ',';
  return indices.some(hasCommas) ? ',' : undefined;
}

/** Detects number formats from the first rows. Adds a note for every column that is converted. */
function numberMarks(
  { fields, layout, format, intake, decisions }: Header,
  { decimal, thousands, percent, numbers = [] }: CodedOptions,
): NumberMarks {
  const known = { decimal: decimal ?? intake.decimal, thousands, percent, isAmbiguous: isAmbiguous(intake) };
  const written = numbers.flatMap((name) => {
    const values = valuesAt(layout, fields.indexOf(tidy(name)));
    const texts = numberTexts(values, known);
    if (!texts) requireOneMark(name, values, known);
    return texts ? [{ name, texts }] : [];
  });
  const hasCommas = written.some(({ texts }) => texts.decimal === ',');
  const mark = known.decimal ?? (hasCommas ? ',' : '.');
  format.decimalPoint = mark.charCodeAt(0);
  for (const { name, texts } of written) if (texts.decimal === mark) decisions.push(notationNote(name, texts));
  return { ...known, decimal: mark, isAmbiguous: known.isAmbiguous && written.length === 0 };
}

interface Kept {
  name: string;
  index: number;
  isNumber: boolean;
  texts: string[];
  written: WrittenNumbers;
  /** Whether numbers in standard form occurred. */
  hasPlain: boolean;
}

/** The rows of a file with a known header. */
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
    format: CsvFormat,
    {
      columns,
      numbers = [],
      forgetsTexts = false,
      becomesNumbers = () => false,
      marks = {},
    }: CodedOptions & { marks?: NumberMarks },
  ) {
    const names = header;
    const requested = new Set(columns ?? names.filter((name) => name !== ''));
    this.#kept = [...requested].map((name) => ({
      name,
      index: indexOfColumn(tidy(name), names),
      isNumber: numbers.includes(name),
      texts: [],
      written: new WrittenNumbers(marks),
      hasPlain: false,
    }));
    const getKind = new Uint8Array(names.length).fill(kinds.skipped);
    for (const { index, isNumber } of this.#kept) getKind[index] = isNumber ? kinds.number : kinds.category;
    this.#wasm = wasm;
    this.#forgetsTexts = forgetsTexts;
    this.#becomesNumbers = becomesNumbers;
    this.#reader = new wasm.TextReader(format, getKind);
  }

  /** Returns the next batch; undefined if there are not enough bytes for a row, or no more rows. */
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
    feed(this.#wasm, this.#reader, bytes);
  }

  async feedFrom(input: ByteInput): Promise<void> {
    for (let fed = 0; fed < pieceLength && !input.ended; ) {
      const bytes = await input.next(pieceLength);
      this.feed(bytes);
      fed += bytes.length;
    }
  }

  get blankRows(): number {
    return this.#reader.blankRows();
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

  #column(kept: Kept): CodedColumn | NumberColumn {
    const { index, isNumber, texts, written } = kept;
    for (const text of textsFrom(this.#reader.texts(index, texts.length))) texts.push(text);
    if (!isNumber) return { codes: this.#reader.codes(index), categories: texts };
    const numbers = this.#reader.numbers(index);
    const others = this.#reader.others(index);
    if (others.rows.length === 0) return numbers;
    const values: (number | string)[] = Array.from(numbers);
    kept.hasPlain ||= numbers.length > others.rows.length;
    others.rows.forEach((row, i) => {
      const text = texts[others.codes[i] as number] as string;
      values[row] = written.toNumber(text, kept.hasPlain) ?? text;
    });
    return values;
  }
}

const maxListLength = 40;

/** @internal Returns the index of a column. Throws `invalidArgument` if no column has the name. */
export function indexOfColumn(name: string, names: readonly string[]): number {
  const index = names.indexOf(name);
  if (index >= 0 && name !== '') return index;
  const optionNames = names.filter((each) => each !== '');
  const list = optionNames.slice(0, maxListLength).join(', ');
  const more = optionNames.length > maxListLength ? ` and ${optionNames.length - maxListLength} more` : '';
  throw invalid(
    name,
    `one of the file’s columns (${list}${more})`,
    `no such column${didYouMean(nearest(name, optionNames))}`,
  );
}
