// SPDX-License-Identifier: Apache-2.0
//
// Writes uncompressed Zstandard files (RFC 8878), because Node 20 has no compressor.

const maxBlockLength = 1 << 17;

/** Returns a frame of raw blocks with the text. */
export function toZstd(text) {
  const content = Buffer.from(text);
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]); // one segment with a four-byte size
  header.writeUInt32LE(content.length, 5);
  const parts = [header];
  for (let at = 0; at < content.length; at += maxBlockLength) {
    const block = content.subarray(at, at + maxBlockLength);
    const isLast = at + maxBlockLength >= content.length;
    const start = Buffer.alloc(3);
    start.writeUIntLE((block.length << 3) | Number(isLast), 0, 3);
    parts.push(start, block);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** `race,hired` and five times `a,1` and `b,0`, compressed by the zstd program. */
export const compressed = Buffer.from('KLUv/QRoxQAAkHJhY2UsaGlyZWQKYSwxCmIsMAEAjjcMQaWucg==', 'base64');

/** Returns the rows in {@link compressedRows}. */
export function someRows() {
  let state = 1;
  return Array.from({ length: 120 }, () => {
    state = (state * 48271) % 2147483647;
    const race = 'abcdef'[state % 6].repeat(1 + ((state >> 4) % 3));
    return { race, hired: String((state >> 16) % 2) };
  });
}

/** The rows as CSV, compressed by `zstd -19`: literals and sequences with custom tables, and a checksum at the end. */
export const compressedRows = Buffer.from(
  [
    'KLUv/WReAQ0GACJGDg3g6UrdYCcpGeVuY3AIE5rs1mXhp7Vp/39DofHErpCG/zentrRhVQkBABt6Qm/YCdsJ7dWHCDx1BEeoQbo0',
    '7X8GIIQwxo4HEEJFFbUwBi6wXXQQZELghWtGrXjJJHhzz+Tc/BeNQrHVyojJl1Zauys8dCVmGU398S+SFIA4QQopNTF68IDHSsw/',
    'iFdTkM9veqoRky8s7ItcA0aO9pYMNz/5Ge5sGncykMLlFpcqd8D4gQ47RxLaDp7ZQ2JcqQLPldsQ',
  ].join(''),
  'base64',
);
