// SPDX-License-Identifier: Apache-2.0
//
// Decodes the strings of deflated.ts. The script in a saved report includes this file.

import { inflateSync } from '../vendor/fflate.js';

const max = 2 ** 28;

/** Throws for a truncated or malformed string, and for more than 256 MB. */
export function inflated(text: string): Uint8Array<ArrayBuffer> {
  const all = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const size = new DataView(all.buffer).getUint32(0);
  if (size > max) throw new RangeError(`${size} bytes`);
  // Bytes beyond the stated length are dropped.
  const bytes = inflateSync(all.subarray(4), { out: new Uint8Array(size) });
  if (bytes.length !== size) throw new RangeError(`${bytes.length} of ${size} bytes`);
  return bytes;
}
