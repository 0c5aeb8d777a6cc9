// SPDX-License-Identifier: Apache-2.0
//
// Random or changed Parquet pages with each codec: rejected, or decompressed at once. The content equals that of Node's
// Brotli and gzip if they return as many bytes.

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compressors } from '../../../dist/vendor/hyparquet-compressors.js';
import { require } from '../support.mjs';

const codecs = Object.keys(compressors);
const others = { BROTLI: brotliDecompressSync, GZIP: gunzipSync };

// The reader reports damaged pages, so any error is accepted here.
function unpacked(unpack) {
  try {
    return unpack();
  } catch {
    return undefined;
  }
}

export function fuzz(data) {
  if (data.length < 3) return;
  const [kind, low, high] = data;
  const codec = codecs[kind % codecs.length];
  const length = low | ((high & 15) << 8);
  const bytes = Uint8Array.from(data.subarray(3));
  const page = unpacked(() => compressors[codec](bytes, length));
  if (page?.length !== length || !others[codec]) return;
  const other = unpacked(() => others[codec](bytes, { maxOutputLength: 1 << 16 }));
  if (other?.length === length) require(other.equals(page), `${codec} as Node unpacks it`);
}
