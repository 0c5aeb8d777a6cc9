// SPDX-License-Identifier: Apache-2.0
//
// Bytes as a string for a script element: deflated and base64-encoded, so that it cannot contain a tag. The
// uncompressed length comes first, to limit the memory that a small file can request.

import { deflateSync } from '../vendor/fflate.js';

/** Encodes bytes for {@link inflated}; equal bytes give equal strings on every machine. */
export function deflated(bytes: Uint8Array<ArrayBuffer>): string {
  const short = deflateSync(bytes, { level: 9 });
  const all = new Uint8Array(4 + short.length);
  new DataView(all.buffer).setUint32(0, bytes.length);
  all.set(short, 4);
  let letters = '';
  for (const byte of all) letters += String.fromCharCode(byte);
  return btoa(letters);
}
