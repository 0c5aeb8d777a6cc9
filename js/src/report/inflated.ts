// SPDX-License-Identifier: Apache-2.0
//
// Bytes out of the text that deflated.ts made of them. A saved report's own script takes this file along.

import { inflateSync } from '../vendor/fflate.js';

const most = 2 ** 28;

/** Throws for text that is cut off, or of another form, and for more than 256 MB. */
export function inflated(text: string): Uint8Array<ArrayBuffer> {
  const all = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const size = new DataView(all.buffer).getUint32(0);
  if (size > most) throw new RangeError(`${size} bytes`);
  // What does not fit into them is not kept.
  const bytes = inflateSync(all.subarray(4), { out: new Uint8Array(size) });
  if (bytes.length !== size) throw new RangeError(`${bytes.length} of ${size} bytes`);
  return bytes;
}
