// SPDX-License-Identifier: Apache-2.0
//
// Bytes as text in a script element: deflated, and base64, in which no tag can begin. Their number stands before them, so
// that a small file cannot ask for all memory.

import { deflateSync } from '../vendor/fflate.js';

const chunk = 2 ** 13; // as many arguments as a function takes anywhere

/** The bytes for {@link inflated}; the same for the same bytes on every machine. */
export function deflated(bytes: Uint8Array<ArrayBuffer>): string {
  const short = deflateSync(bytes, { level: 9 });
  const all = new Uint8Array(4 + short.length);
  new DataView(all.buffer).setUint32(0, bytes.length);
  all.set(short, 4);
  let letters = '';
  for (let from = 0; from < all.length; from += chunk) {
    letters += String.fromCharCode(...all.subarray(from, from + chunk));
  }
  return btoa(letters);
}
