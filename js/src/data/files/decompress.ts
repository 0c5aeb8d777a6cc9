// SPDX-License-Identifier: Apache-2.0
//
// Compressed files as streams of their contents.

import { badFile, type CsvSource, pullFrom } from '../byte-input.js';
import { Xxh64 } from './xxh64.js';

/** Yields the bytes of a gzip file, with the platform's decompressor. */
export async function* gunzipped(source: CsvSource): AsyncGenerator<Uint8Array> {
  const pull = pullFrom(source);
  let failure: unknown; // an error of the source, as opposed to the file
  const compressed = async function* () {
    try {
      for (let next = await pull.next(); !next.done; next = await pull.next()) yield next.value as Uint8Array;
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  const isNode = typeof globalThis.process?.getBuiltinModule === 'function';
  try {
    yield* isNode ? inNode(compressed()) : inBrowser(compressed());
  } catch (error) {
    throw failure ?? badFile('a complete gzip file', (error as Error).message);
  } finally {
    Promise.resolve(pull.cancel()).catch(() => {});
  }
}

// In Node 20, canceling the readable side of a DecompressionStream can end the process.
async function* inNode(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { createGunzip } = globalThis.process.getBuiltinModule('node:zlib');
  const { pipeline, Readable } = globalThis.process.getBuiltinModule('node:stream');
  const gunzip = createGunzip({ chunkSize: 1 << 16 });
  // Destroys both when one ends, and reports errors to the reader.
  pipeline(Readable.from(compressed), gunzip, () => {});
  yield* gunzip;
}

async function* inBrowser(compressed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const stream = new ReadableStream<BufferSource>({
    async pull(controller) {
      const { done, value } = await compressed.next();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
  });
  const reader = stream.pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Yields the bytes of a Zstandard file, with fzstd, because browsers have no decompressor for it. */
export async function* unzstd(source: CsvSource): AsyncGenerator<Uint8Array> {
  const pull = pullFrom(source);
  const unpacked = (await zstdDecompressors())();
  try {
    for (;;) {
      const { done, value } = await pull.next();
      if (done) return yield* unpacked(new Uint8Array(), true);
      const bytes = value as Uint8Array;
      for (let at = 0; at < bytes.length; at += atOnce) yield* unpacked(bytes.subarray(at, at + atOnce), false);
    }
  } finally {
    pull.cancel();
  }
}

const atOnce = 512; // bytes, of which four can become 128 KiB

/** Returns a factory of streaming Zstandard decompressors, one per file. */
export async function zstdDecompressors(): Promise<() => Decompressor> {
  const { Decompress } = await import('../../vendor/fzstd.js');
  return () => checked(Decompress);
}

export type Decompressor = (bytes: Uint8Array, isLast: boolean) => Uint8Array[];

// Most writers end a frame with a checksum of its content.
function checked(Decompress: typeof import('fzstd').Decompress): Decompressor {
  const ready: Uint8Array[] = [];
  let hash = new Xxh64();
  const stream = new Decompress((chunk: Uint8Array) => {
    hash.update(chunk);
    ready.push(chunk);
  });
  const onframe = (checksum?: number) => {
    if (checksum !== undefined && checksum !== hash.lowBits())
      throw new Error('a checksum that does not match the content');
    hash = new Xxh64();
  };
  Object.assign(stream, { onframe });
  return (bytes, isLast) => {
    try {
      stream.push(bytes, isLast);
    } catch (error) {
      throw badFile('a complete Zstandard file', (error as Error).message);
    }
    return ready.splice(0);
  };
}
