// SPDX-License-Identifier: Apache-2.0
//
// A Zstandard file without compression (RFC 8878): Node 20 has no compressor.

const longestBlock = 1 << 17;

/** A frame of raw blocks that holds the text. */
export function zstdOf(text) {
  const content = Buffer.from(text);
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]); // one segment, its size in four bytes
  header.writeUInt32LE(content.length, 5);
  const parts = [header];
  for (let at = 0; at < content.length; at += longestBlock) {
    const block = content.subarray(at, at + longestBlock);
    const isLast = at + longestBlock >= content.length;
    const start = Buffer.alloc(3);
    start.writeUIntLE((block.length << 3) | Number(isLast), 0, 3);
    parts.push(start, block);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** `race,hired` and five times `a,1` and `b,0`, as the zstd program compresses them. */
export const compressed = Buffer.from(
  'KLUv/QRoxQAAkHJhY2UsaGlyZWQKYSwxCmIsMAEAjjcMQaWucg==',
  'base64',
);
