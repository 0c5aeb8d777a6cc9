// SPDX-License-Identifier: Apache-2.0
//
// Checking codes four at a time gives the same result as checking each one.
import fc from 'fast-check';
import { areBelow } from '../../../dist/data/codes.js';

const codes = fc.uint8Array({ minLength: 0, maxLength: 40, max: 255 });

test('checks bytes with any alignment', () => {
  fc.assert(
    fc.property(codes, fc.integer({ min: 0, max: 256 }), fc.nat(5), (all, count, from) => {
      const part = all.subarray(Math.min(from, all.length));
      expect(areBelow(part, count)).toBe(part.every((code) => code < count));
    }),
    { numRuns: 2000 },
  );
});

// Every byte next to every other one: no carries occur.
test.each([1, 2, 6, 127, 128, 129, 255, 256])('checks codes below %i', (count) => {
  for (let one = 0; one < 256; one++) {
    for (const other of [0, count - 1, 127, 128, 255]) {
      const all = Uint8Array.of(other, one, other, 0, 0, one, 0, other);
      expect(areBelow(all, count)).toBe(all.every((code) => code < count));
    }
  }
});

test('checks words', () => {
  expect(areBelow(Uint32Array.of(0, 2 ** 31), 2 ** 31 + 1)).toBe(true);
  expect(areBelow(Uint32Array.of(0, 2 ** 31), 2 ** 31)).toBe(false);
});
