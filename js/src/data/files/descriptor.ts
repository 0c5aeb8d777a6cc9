// SPDX-License-Identifier: Apache-2.0
//
// A file that the process has open. It is read synchronously: what the machine has in its cache, as it nearly always does
// when a file is read from its beginning to its end, is read in less time than another thread takes to answer.

import { type Readable, unreadable } from '../byte-input.js';

/** The bytes of an open file. Throws `unreadable` where the file has become shorter. */
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
