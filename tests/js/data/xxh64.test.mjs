// SPDX-License-Identifier: Apache-2.0
//
// The hash of Zstandard's checksums is that of another implementation, whatever the pieces are that bytes come in.

import fc from 'fast-check';
import xxhash from 'xxhash-wasm';
import { Xxh64 } from '../../../dist/data/files/xxh64.js';

const { create64 } = await xxhash();

function lowBitsOf(pieces) {
  const hash = new Xxh64();
  for (const piece of pieces) hash.update(piece);
  return hash.lowBits();
}

test('of nothing, and of a text, as the specification has them', () => {
  expect(lowBitsOf([])).toBe(0x51d8e999);
  expect(lowBitsOf([new TextEncoder().encode('abc')])).toBe(0xad770999);
});

test('of any bytes in any pieces, as xxhash-wasm has it', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 12 });
  fc.assert(
    fc.property(pieces, (pieces) => {
      const other = create64();
      for (const piece of pieces) other.update(piece);
      expect(lowBitsOf(pieces)).toBe(Number(other.digest() & 0xffffffffn));
    }),
    { numRuns: 1000 },
  );
});
