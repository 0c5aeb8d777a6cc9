// SPDX-License-Identifier: Apache-2.0
//
// The bytes of a source, read on demand, with one interface for text, files, and streams. It yields to events, observes
// an abort signal, and converts other encodings to UTF-8.

import { FairwasmError, invalid } from '../core/error.js';
import { untilAborted } from '../core/long-run.js';
import { shown } from '../core/options.js';
import { getEncoding } from './intake/encoding.js';

/**
 * Source of the text: the text itself (not a path), its bytes, a file, or a stream. Bytes are UTF-8; a leading byte
 * order mark is skipped.
 */
export type CsvSource =
  | string
  | Uint8Array
  | ArrayBuffer
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>;

/** The encoding of text, by any label that `TextDecoder` accepts. A byte order mark in the file takes precedence. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | (string & {});

/** @internal Returns an error about the file as a whole. */
export function badFile(expected: string, actual: string, row?: number): FairwasmError {
  return invalid('file', expected, actual, row);
}

/** @internal Returns the error for a file that no longer has the bytes that it had when it was opened. */
export const unreadable = (): FairwasmError =>
  new FairwasmError('unreadable', {
    argument: 'file',
    expected: 'a file that does not change while it is read',
    actual: 'a file that was changed, moved, or deleted',
  });

/** @internal */
export const maxTurn = 16; // milliseconds after which pending events and timers run

/** @internal Yields to pending events and timers. */
export const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** @internal Returns the size of a source in bytes, or in UTF-16 units if it is text; undefined for a stream. */
export function sizeOfSource(source: CsvSource): number | undefined {
  if (typeof source === 'string') return source.length;
  if (source instanceof Blob) return source.size;
  const { byteLength } = source as { byteLength?: unknown };
  return typeof byteLength === 'number' ? byteLength : undefined;
}

/** @internal */
export class ByteInput {
  /** Number of bytes so far, or of UTF-16 units if the source is text. */
  amountRead = 0;
  /** Number of initial bytes that mark the encoding and are not text. Known after {@link head}. */
  markLength = 0;
  #isDone = false;
  #rest: Uint8Array = new Uint8Array(); // of the last chunk
  #turnBegan = performance.now();
  #decoder: TextDecoder | undefined;
  #half = ''; // of a character, from the last chunk of text
  #end = Number.POSITIVE_INFINITY; // nothing is read from the source beyond this amount
  #change: ((bytes: Uint8Array) => Uint8Array) | undefined;
  #mayChange = false; // whether the bytes so far are ASCII, so that the encoding is not yet certain
  #held: Uint8Array = new Uint8Array(); // the beginning of a possible UTF-8 character at the end of the last chunk
  readonly #isGiven: boolean; // whether the caller chose the encoding
  readonly #pull: Pull;
  readonly #signal: AbortSignal | undefined;
  readonly #encoder = new TextEncoder();

  constructor(
    source: CsvSource,
    { signal, encoding }: { signal?: AbortSignal | undefined; encoding?: Encoding | undefined } = {},
  ) {
    signal?.throwIfAborted();
    this.#pull = pullFrom(source);
    this.#signal = signal;
    this.#isGiven = encoding !== undefined;
    this.#decodeFrom(encoding ?? 'utf-8');
  }

  /** True if bytes are passed on unchanged. Known after {@link head}. */
  get isUnchanged(): boolean {
    return this.#decoder === undefined && this.#change === undefined;
  }

  /** The encoding of the source. Known at the end, and usually after {@link head}. */
  get encoding(): string {
    return this.#decoder?.encoding ?? 'utf-8';
  }

  /**
   * True if text is decoded although the caller chose no encoding. Known at the end, and usually after {@link head}.
   */
  get isDetected(): boolean {
    return !this.#isGiven && this.#decoder !== undefined;
  }

  /** True if everything has been read. */
  get ended(): boolean {
    return this.#isDone && this.#rest.length === 0 && this.#held.length === 0;
  }

  /** Returns at least this number of first bytes, unless there are fewer, as UTF-8 without a byte order mark. */
  async head(length: number): Promise<Uint8Array> {
    let raw: Uint8Array = new Uint8Array();
    const wanted = this.#isGiven ? 3 : Math.max(3, length);
    while (raw.length < wanted && !this.#isDone) raw = joined(raw, await this.#nextRaw());
    const marked = markedEncoding(raw);
    if (marked === undefined && !this.#isGiven) this.#detect(raw);
    else this.#decodeFrom(marked);
    this.markLength = isMarkedUtf8(raw) ? 3 : 0;
    this.#mayChange = marked === undefined && !this.#isGiven && this.#decoder === undefined;
    this.#rest = this.#toUtf8(raw.subarray(this.markLength));
    let head: Uint8Array = new Uint8Array();
    while (head.length < length && !this.ended) head = joined(head, await this.next(length));
    return head;
  }

  /** Returns at most `most` of the next bytes as UTF-8; the result is empty at the end, and occasionally before it. */
  async next(max: number): Promise<Uint8Array> {
    const bytes = this.#rest.length > 0 ? this.#rest : this.#toUtf8(await this.#nextRaw());
    this.#rest = bytes.subarray(max);
    return bytes.subarray(0, max);
  }

  /** From now on, replaces runs of blanks with one blank and removes blanks around lines. Returns the changed head. */
  squeezeBlanks(head: Uint8Array): Uint8Array {
    return this.change(head, blankSqueezer());
  }

  /** From now on, changes all bytes. Returns the changed head. */
  change(head: Uint8Array, change: (bytes: Uint8Array) => Uint8Array): Uint8Array {
    const earlier = this.#change;
    const changed = change(head);
    this.#rest = change(this.#rest);
    this.#change = earlier ? (bytes) => change(earlier(bytes)) : change;
    return changed;
  }

  /**
   * Omits the end of the source.
   *
   * @param end The amount to read.
   * @param text The text from there on.
   * @param unit How much of the source a character takes.
   * @returns False if the end has already been read.
   */
  endAt(end: number, text: string, unit: number): boolean {
    const excess = Math.max(0, this.amountRead - end);
    const isPlain = unit === 1 && this.#decoder === undefined;
    const bytes = isPlain ? excess : this.#encoder.encode(text.slice(0, excess / unit)).length;
    if (bytes > this.#rest.length) return false;
    this.#rest = this.#rest.subarray(0, this.#rest.length - bytes);
    this.#end = end;
    if (excess > 0) this.#isDone = true;
    return true;
  }

  /** Releases the source. Never throws and never waits, because a source may hang. */
  cancel(): void {
    Promise.resolve()
      .then(() => this.#pull.cancel())
      .catch(() => {});
  }

  #decodeFrom(encoding: Encoding | undefined): void {
    if (encoding === undefined) return;
    if (encoding === 'utf-8') this.#decoder = undefined;
    else this.#decoder = decoderFor(encoding);
    if (this.#decoder?.encoding === 'utf-8') this.#decoder = undefined;
  }

  #detect(raw: Uint8Array): void {
    const encoding = getEncoding(raw.subarray(0, 1 << 16), this.#isDone && raw.length <= 1 << 16);
    if (encoding !== 'binary') this.#decodeFrom(encoding);
  }

  #toUtf8(bytes: Uint8Array): Uint8Array {
    const decoded = this.#decoded(this.#mayChange ? this.#withoutPart(bytes) : bytes);
    return this.#change ? this.#change(decoded) : decoded;
  }

  // The first letters beyond ASCII determine the encoding, wherever they occur.
  #withoutPart(bytes: Uint8Array): Uint8Array {
    const all = this.#held.length > 0 ? joined(this.#held, bytes) : bytes;
    this.#held = all.subarray(0, 0);
    const first = findNonAscii(all);
    if (first < 0) return all;
    if (all.length - first < longestCharacter && !this.#isDone) {
      this.#held = all.slice(first);
      return all.subarray(0, first);
    }
    this.#mayChange = false;
    this.#detect(all.subarray(first));
    return all;
  }

  #decoded(bytes: Uint8Array): Uint8Array {
    if (!this.#decoder) return bytes;
    try {
      return this.#encoder.encode(this.#decoder.decode(bytes, { stream: !this.#isDone }));
    } catch {
      throw badFile(`text in ${this.#decoder.encoding}`, 'another encoding or a binary file');
    }
  }

  async #nextRaw(): Promise<Uint8Array> {
    this.#signal?.throwIfAborted();
    await this.#takeTurns();
    const { done, value } = await untilAborted(this.#pull.next(), this.#signal);
    this.#isDone = done === true;
    if (done && this.#half !== '') throw badFile('Unicode text', 'half of a surrogate pair');
    if (done) return new Uint8Array();
    const left = this.#end - this.amountRead;
    const all = value as Uint8Array | string;
    const chunk = all.length > left ? all.slice(0, left) : all;
    this.amountRead += chunk.length;
    if (this.amountRead >= this.#end) this.#isDone = true;
    return typeof chunk === 'string' ? this.#encode(chunk) : chunk;
  }

  // Chunks of text may end within a character.
  #encode(chunk: string): Uint8Array {
    const text = this.#half + chunk;
    this.#half = /[\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : '';
    const whole = this.#half === '' ? text : text.slice(0, -1);
    if (!/\p{Surrogate}/u.test(whole)) return this.#encoder.encode(whole);
    throw badFile('Unicode text', 'half of a surrogate pair');
  }

  // A source in memory would otherwise block all events until its end.
  async #takeTurns(): Promise<void> {
    if (performance.now() - this.#turnBegan < maxTurn) return;
    await turn();
    this.#turnBegan = performance.now();
  }
}

function decoderFor(encoding: Encoding): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw invalid('encoding', "the name of an encoding, such as 'utf-8' or 'windows-1252'", shown(encoding));
  }
}

const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const space = 32;

function blankSqueezer(): (bytes: Uint8Array) => Uint8Array {
  let isLineStart = true;
  let hasBlank = false;
  return (bytes) => {
    const squeezed = new Uint8Array(bytes.length + 1);
    let length = 0;
    for (const byte of bytes) {
      if (byte === space || byte === tab) {
        hasBlank = !isLineStart;
        continue;
      }
      const isLineEnd = byte === lineFeed || byte === carriageReturn;
      if (hasBlank && !isLineEnd) squeezed[length++] = space;
      squeezed[length++] = byte;
      isLineStart = isLineEnd;
      hasBlank = false;
    }
    return squeezed.subarray(0, length);
  };
}

const isMarkedUtf8 = ([a, b, c]: Uint8Array) => a === 0xef && b === 0xbb && c === 0xbf;

function markedEncoding(head: Uint8Array): Encoding | undefined {
  if (isMarkedUtf8(head)) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined;
}

const longestCharacter = 4; // bytes in UTF-8
const nonAscii = 0x80808080;

/** @internal Returns the place of the first byte that is not ASCII; -1 if all bytes are. */
export function findNonAscii(bytes: Uint8Array): number {
  const start = -bytes.byteOffset & 3; // words are aligned
  if (bytes.length < start + 4) return findIn(bytes, 0);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + start, (bytes.length - start) >> 2);
  let word = 0;
  // Reading eight words at a time takes a quarter of the time of single words.
  const isAscii = (i: number) =>
    (((words[i] as number) |
      (words[i + 1] as number) |
      (words[i + 2] as number) |
      (words[i + 3] as number) |
      (words[i + 4] as number) |
      (words[i + 5] as number) |
      (words[i + 6] as number) |
      (words[i + 7] as number)) &
      nonAscii) ===
    0;
  while (word + 8 <= words.length && isAscii(word)) word += 8;
  const from = word === 0 ? 0 : start + 4 * word;
  if (from > 0 && bytes.subarray(0, start).some((byte) => byte > 127)) return findIn(bytes, 0);
  return findIn(bytes, from);
}

function findIn(bytes: Uint8Array, from: number): number {
  for (let i = from; i < bytes.length; i++) if ((bytes[i] as number) > 127) return i;
  return -1;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** @internal */
export interface Pull {
  next(): Promise<IteratorResult<Uint8Array | string, unknown> | ReadableStreamReadResult<Uint8Array>>;
  cancel(): unknown;
}

/** @internal Returns the pieces of a source, one after another. */
export function pullFrom(source: CsvSource): Pull {
  if (typeof source === 'string') return pullFrom(slices(requireText(source)));
  if (source instanceof Blob) return pullFrom(inPieces(bytesOfBlob(source)));
  if (isBytes(source)) return pullFrom(toPieces(copyBytes(source)));
  if (typeof source === 'object' && source !== null && 'getReader' in source) {
    const reader = source.getReader();
    return { next: () => reader.read(), cancel: () => reader.cancel() };
  }
  if (typeof source === 'object' && source !== null && Symbol.asyncIterator in source) {
    const iterator = source[Symbol.asyncIterator]();
    return { next: () => iterator.next(), cancel: () => iterator.return?.() };
  }
  throw badFile('text, bytes, a Blob, a ReadableStream or an async iterable of bytes', shown(source));
}

/** @internal Compares by tag, because objects from a test's or frame's realm are instances of other classes. */
export const isBytes = (source: unknown): source is Uint8Array | ArrayBuffer =>
  ['[object Uint8Array]', '[object ArrayBuffer]'].includes(Object.prototype.toString.call(source));

/** @internal Data that can be read at any position. */
export interface Readable {
  byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer>;
  /** Fills `into` with the bytes from `start`, synchronously; omitted if reading is asynchronous. */
  readInto?(into: Uint8Array, start: number): void;
}

/** @internal */
export const bytesOfBlob = (blob: Blob): Readable => ({
  byteLength: blob.size,
  slice: (start, end) => blob.slice(start, end).arrayBuffer().catch(asUnreadable),
});

// Converts the error that hosts throw if the file behind a Blob was changed or deleted.
function asUnreadable(error: Error): never {
  throw /^Not(Readable|Found)Error$/.test(error.name) ? unreadable() : error;
}

const blockLength = 1 << 20; // bytes

/**
 * @internal Yields blocks of bytes, and reads the next block while one is processed. A Blob's own stream is many
 *   times slower.
 */
export async function* inPieces({ byteLength, slice }: Readable): AsyncGenerator<Uint8Array> {
  const read = (start: number) => {
    const block = slice(start, Math.min(start + blockLength, byteLength));
    block.catch(() => {}); // reported to the caller that awaits the block
    return block;
  };
  let block = read(0);
  for (let next = blockLength; next < byteLength; next += blockLength) {
    const bytes = new Uint8Array(await block);
    block = read(next);
    yield bytes;
  }
  yield new Uint8Array(await block);
}

async function* toPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += blockLength) yield bytes.subarray(start, start + blockLength);
}

/** @internal Returns a copy of the bytes, which does not change while it is read. */
export const copyBytes = (source: Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> =>
  new Uint8Array(source instanceof Uint8Array ? source : source.slice(0));

const path = /^(?:file:|\.{0,2}[/\\]|[a-z]:[/\\])|\.(?:csv|tsv|txt|parquet|arrow|feather|xlsx|ndjson|jsonl|gz|zst)$/i;

// Rejects a path passed as text: the text of a file has line breaks.
function requireText(text: string): string {
  if (/[\r\n]/.test(text.slice(0, maxPathLength)) || text.length > maxPathLength || !path.test(text)) return text;
  throw badFile(
    'the text of a file, or in Node createReadStream(path) or await openAsBlob(path)',
    `a string that looks like a path: '${text}'`,
  );
}

const maxPathLength = 4096;

const sliceLength = 1 << 18; // UTF-16 units

async function* slices(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += sliceLength) yield text.slice(start, start + sliceLength);
}
