// SPDX-License-Identifier: Apache-2.0
//
// Continues to count a file whose first letters beyond ASCII are Windows-1252. Loaded only for such a file.

import type { Progress } from '../../core/long-run.js';
import { ByteInput, findNonAscii, inPieces, type Readable } from '../byte-input.js';
import type { CsvOptions } from '../coded-csv.js';
import { getEncoding } from '../intake/encoding.js';

const blockLength = 1 << 20;

// True if the first letters beyond ASCII are not UTF-8, so that all rows before them are read correctly.
async function isLatin1({ byteLength, slice }: Readable, first: number): Promise<boolean> {
  for (let start = first; start < byteLength; start += blockLength) {
    const result = findNonAscii(new Uint8Array(await slice(start, start + blockLength)));
    if (result < 0) continue;
    const at = start + result;
    return getEncoding(new Uint8Array(await slice(at, at + (1 << 16))), false) === 'windows-1252';
  }
  return false;
}

/** Returns an input of the bytes from `from`; undefined if the text from `first` is not Windows-1252. */
export async function openLatin1<Options extends CsvOptions>(
  access: Readable,
  first: number,
  from: number,
  value: Options,
): Promise<{ input: ByteInput; options: Options } | undefined> {
  if (!(await isLatin1(access, first))) return undefined;
  const byteLength = access.byteLength - from;
  const slice = (start: number, end = byteLength) => access.slice(from + start, from + end);
  const options: Options = {
    ...value,
    onProgress: ({ done, total }: Progress) => value.onProgress?.({ done: from + done, total }),
  };
  return { input: new ByteInput(inPieces({ byteLength, slice }), { signal: value.signal }), options };
}
