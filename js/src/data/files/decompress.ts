// SPDX-License-Identifier: Apache-2.0
//
// Compressed files as streams of what is in them.

import { badFile, type CsvSource, pullFrom } from '../byte-input.js';

/** The bytes of a gzip file, by the platform's own decompressor. */
export async function* gunzipped(source: CsvSource): AsyncGenerator<Uint8Array> {
  const pull = pullFrom(source);
  let failure: unknown; // of the source, which is not the file's
  const compressed = new ReadableStream<BufferSource>({
    async pull(controller) {
      try {
        const { done, value } = await pull.next();
        if (done) controller.close();
        else controller.enqueue(value as unknown as BufferSource);
      } catch (error) {
        failure = error;
        controller.error(error);
      }
    },
    cancel: () => void pull.cancel(),
  });
  const reader = compressed.pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error) => {
        throw failure ?? badFile('a gzip file that is whole', error.message);
      });
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** The bytes of a Zstandard file, by fzstd: browsers have no decompressor for it. */
export async function* unzstd(source: CsvSource): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('../../vendor/fzstd.js');
  const pull = pullFrom(source);
  let ready: Uint8Array[] = [];
  const stream = new Decompress((chunk: Uint8Array) => void ready.push(chunk));
  try {
    for (;;) {
      const { done, value } = await pull.next();
      try {
        stream.push(done ? new Uint8Array() : (value as Uint8Array), done === true);
      } catch (error) {
        throw badFile('a Zstandard file that is whole', (error as Error).message);
      }
      yield* ready;
      ready = [];
      if (done) return;
    }
  } finally {
    pull.cancel();
  }
}
