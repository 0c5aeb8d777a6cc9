// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { adjustedFor, confidenceOfEach } from '#fairwasm/claims/adjust.js';

const counts = fc.integer({ min: 1, max: 5000 });
const levels = fc.double({ min: 0.5, max: 0.999, noNaN: true });

test('intervals of independent values at the level of each hold together at the level of all', () => {
  fc.assert(
    fc.property(counts, levels, (count, confidence) => {
      const each = confidenceOfEach(count, confidence);
      expect(each ** count).toBeCloseTo(confidence, 10);
      expect(adjustedFor(count, 1 - each)).toBeCloseTo(1 - confidence, 10);
    }),
  );
});

test('one value needs no adjustment', () => {
  expect(confidenceOfEach(1, 0.95)).toBeCloseTo(0.95, 15);
});
