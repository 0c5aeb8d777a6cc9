// SPDX-License-Identifier: Apache-2.0
//
// The checksum of ZIP archives, bit by bit.

/** @param {Uint8Array} bytes */
export function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
