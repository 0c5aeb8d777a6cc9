// SPDX-License-Identifier: Apache-2.0
//
// Reads a file that the process has open, synchronously: data in the operating system's cache, as is usual for a file
// that is read from start to end, is returned faster than another thread could answer.

import { type Readable, unreadable } from '../byte-input.js';

/** Returns the bytes of an open file. Throws `unreadable` if the file has become shorter. */
export function bytesOfDescriptor(descriptor: number, byteLength: number): Required<Readable> {
  const { readSync } = globalThis.process.getBuiltinModule('node:fs');
  const readInto = (into: Uint8Array, start: number): void => {
    for (let read = 0; read < into.length; ) {
      const more = readSync(descriptor, into, read, into.length - read, start + read);
      if (more === 0) throw unreadable();
      read += more;
    }
  };
  return {
    byteLength,
    readInto,
    slice: async (start, end = byteLength) => {
      const bytes = new Uint8Array(end - start);
      readInto(bytes, start);
      return bytes.buffer;
    },
  };
}
