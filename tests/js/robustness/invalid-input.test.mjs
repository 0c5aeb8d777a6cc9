// SPDX-License-Identifier: Apache-2.0
//
// Inputs that deel-lip accepts and fairwasm rejects: errors name the argument and the row. The golden values check that
// every such input is rejected.

import { metrics } from 'fairwasm';
import { getError, robustness } from '../support.mjs';

const tensor = (shape, ...data) => ({ shape, data: Float64Array.from(data) });
const score = tensor([2, 2], 3, 1, 1, 2);

test.each([
  ['two positives', { label: tensor([2, 2], 0, 1, 1, 1) }, ['invalidArgument', 'label', 1]],
  ['no positive', { label: tensor([2, 2], 0, 0, 0, 1) }, ['invalidArgument', 'label', 0]],
  ['a smoothed label', { label: tensor([2, 2], 1, 0, 0.1, 0.9) }, ['invalidArgument', 'label', 1]],
  ['different shapes', { label: tensor([1, 2], 0, 1) }, ['shapeMismatch', 'label', undefined]],
  ['no constant', { lipConst: 0 }, ['invalidArgument', 'lipConst', undefined]],
  ['NaN', { score: tensor([2, 2], 3, 1, Number.NaN, 2) }, ['invalidArgument', 'score', 1]],
])('%s', (_, change, expected) => {
  const input = { label: tensor([2, 2], 1, 0, 0, 1), score, lipConst: 1, ...change };
  const error = getError(() => robustness.categoricalProvableRobustAccuracy(input));
  expect([error.code, error.argument, error.row]).toEqual(expected);
});

test('the table of metrics has a row for each', () => {
  for (const { name } of metrics.filter(({ kind }) => kind === 'certificate')) {
    expect(robustness[name]).toBeInstanceOf(Function);
  }
});
