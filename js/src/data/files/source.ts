// SPDX-License-Identifier: Apache-2.0
//
// The source of a file after its beginning was inspected: still from the start as a stream or, for formats with a
// footer, as random-access data.

import { FairwasmError } from '../../core/error.js';
import { untilAborted } from '../../core/long-run.js';
import {
  badFile,
  bytesOfBlob,
  type CsvSource,
  copyBytes,
  isBytes,
  type Pull,
  pullFrom,
  type Readable,
} from '../byte-input.js';
import { headLength } from './format.js';

/** Random-access data, for which Parquet is not read as a whole. */
export interface RandomAccess extends Readable {
  /** The source in a worker: the Blob, or the file descriptor of this process. */
  readonly blob?: Blob | undefined;
  readonly descriptor?: number | undefined;
}

/** A source whose first bytes have been read. */
export interface Begun {
  head: Uint8Array;
  source: CsvSource;
}

/** Reads the beginning. Rejects with the signal's reason if a source hangs. */
export async function begin(source: CsvSource, signal?: AbortSignal): Promise<Begun> {
  if (typeof source === 'string') return { head: new TextEncoder().encode(source.slice(0, headLength)), source };
  if (isBytes(source)) return { head: new Uint8Array(source.slice(0, headLength)), source };
  if (canBeReadAnywhere(source)) {
    const { byteLength, slice } = accessTo(source);
    return { head: new Uint8Array(await slice(0, Math.min(headLength, byteLength))), source };
  }
  return beginStream(source, signal);
}

// The bytes that were inspected are returned again.
async function beginStream(source: CsvSource, signal: AbortSignal | undefined): Promise<Begun> {
  const pull = pullFrom(source);
  const first: (Uint8Array | string)[] = [];
  let length = 0;
  let isDone = false;
  try {
    while (length < headLength && !isDone) {
      const { done, value } = await untilAborted(pull.next(), signal);
      isDone = done === true;
      if (isDone) break;
      first.push(value as Uint8Array | string);
      length += (value as Uint8Array | string).length;
    }
  } catch (error) {
    Promise.resolve(pull.cancel()).catch(() => {});
    throw error;
  }
  return { head: await getHead(first), source: again(first, pull) };
}

// Not a generator, because a generator that waits for a hanging source cannot be stopped.
function again(first: readonly (Uint8Array | string)[], pull: Pull): CsvSource {
  const ahead = first.values();
  const iterator = {
    async next(): Promise<IteratorResult<Uint8Array | string, undefined>> {
      const known = ahead.next();
      const { done, value } = known.done ? await pull.next() : known;
      return done ? { done, value: undefined } : { done: false, value: value as Uint8Array };
    },
    async return() {
      await pull.cancel();
      return { done: true as const, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

const getHead = async (pieces: (Uint8Array | string)[]): Promise<Uint8Array> => {
  const bytes = await new Blob(pieces as BlobPart[]).arrayBuffer();
  return new Uint8Array(bytes).subarray(0, headLength);
};

const isRandomAccess = (source: unknown): source is RandomAccess =>
  typeof source === 'object' &&
  source !== null &&
  Symbol.asyncIterator in source &&
  typeof (source as unknown as RandomAccess).slice === 'function' &&
  typeof (source as unknown as RandomAccess).byteLength === 'number';

export const canBeReadAnywhere = (source: CsvSource): source is (Blob | RandomAccess) & CsvSource =>
  source instanceof Blob || isRandomAccess(source);

export function accessTo(file: Blob | RandomAccess): RandomAccess {
  return file instanceof Blob ? { ...bytesOfBlob(file), blob: file } : file;
}

/** A stream is read to its end, because its last bytes are not available otherwise. */
export async function randomAccess(source: CsvSource): Promise<RandomAccess> {
  if (canBeReadAnywhere(source)) return accessTo(source);
  const bytes = await readWhole(source);
  return {
    byteLength: bytes.byteLength,
    slice: async (start, end) => bytes.slice(start, end),
    get blob() {
      return new Blob([bytes]); // workers can share it
    },
  };
}

export async function readWhole(source: CsvSource): Promise<ArrayBuffer> {
  if (isBytes(source)) return copyBytes(source).buffer;
  if (canBeReadAnywhere(source)) return accessTo(source).slice(0);
  const pull = pullFrom(source);
  const chunks: BlobPart[] = [];
  for (;;) {
    const { done, value } = await pull.next();
    if (done) break;
    chunks.push(value as BlobPart);
  }
  return new Blob(chunks).arrayBuffer();
}

/** Converts an error that a library throws for unreadable bytes, which is only a message about bytes. */
export async function readable<T>(expected: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FairwasmError) throw error;
    throw badFile(expected, error instanceof Error ? error.message : String(error));
  }
}
