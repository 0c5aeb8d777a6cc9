// SPDX-License-Identifier: Apache-2.0
//
// Random or changed Zstandard data: decompressed or rejected, with the same result for any split into pieces.
// Decompression stops after a maximum number of bytes.

import { zstdDecompressors } from '../../../dist/data/files/decompress.js';
import { accepted, beginning, choices, require } from '../support.mjs';

const magic = [0x28, 0xb5, 0x2f, 0xfd];
const most = 1 << 16;
const decompressor = await zstdDecompressors();

function unpacked(bytes, nextLength) {
  const unpack = decompressor();
  const pieces = [];
  let length = 0;
  for (let start = 0; start < bytes.length && length < most; ) {
    const end = start + nextLength();
    pieces.push(...unpack(bytes.subarray(start, end), false));
    length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    start = end;
  }
  if (length < most) pieces.push(...unpack(new Uint8Array(), true));
  return Buffer.concat(pieces).subarray(0, most);
}

export function fuzz(data) {
  if (data.length === 0) return;
  const bytes = beginning(data, magic);
  const choose = choices(bytes);
  const whole = accepted(() => unpacked(bytes, () => 512));
  const again = accepted(() => unpacked(bytes, () => 1 + choose(200)));
  if (whole?.length === most || again?.length === most) return; // later damage is not reached
  require((whole === undefined) === (again === undefined), 'pieces are rejected if and only if the whole file is');
  if (whole) require(whole.equals(again), 'pieces have the same content as the whole file');
}
