// SPDX-License-Identifier: Apache-2.0

import { studentQuantile } from '../../../dist/core/intervals.js';

// Tabulated quantiles of Student's t.
test.each([
  [1, 12.706205],
  [2, 4.302653],
  [3, 3.182446],
  [9, 2.262157],
  [30, 2.042272],
  [199, 1.971957],
])('t with %i degrees of freedom', (degrees, expected) => {
  expect(studentQuantile(0.95, degrees)).toBeCloseTo(expected, 5);
});
