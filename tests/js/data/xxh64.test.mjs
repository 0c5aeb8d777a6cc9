// SPDX-License-Identifier: Apache-2.0
//
// The hash of Zstandard's checksums equals another implementation for any split of the bytes.

import fc from 'fast-check';
import xxhash from 'xxhash-wasm';
import { Xxh64 } from '../../../dist/data/files/xxh64.js';

const { create64 } = await xxhash();

function getLowBits(pieces) {
  const hash = new Xxh64();
  for (const piece of pieces) hash.update(piece);
  return hash.lowBits();
}

test('matches the specification for an empty input and a text', () => {
  expect(getLowBits([])).toBe(0x51d8e999);
  expect(getLowBits([new TextEncoder().encode('abc')])).toBe(0xad770999);
});

test('matches xxhash-wasm for any bytes in any pieces', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 12 });
  fc.assert(
    fc.property(pieces, (pieces) => {
      const other = create64();
      for (const piece of pieces) other.update(piece);
      expect(getLowBits(pieces)).toBe(Number(other.digest() & 0xffffffffn));
    }),
    { numRuns: 1000 },
  );
});
