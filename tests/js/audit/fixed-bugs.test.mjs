// SPDX-License-Identifier: Apache-2.0
//
// Regression tests for fixed bugs.

import { load } from 'fairwasm';
import { misuse } from '../../misuse.mjs';
import { fair, getError } from '../support.mjs';

const columns = { label: [1, 0, 1, 0], prediction: [1, 0, 1, 1], groups: { g: ['a', 'a', 'b', 'b'] } };

test('reports that rows without weight have no weight, rather than no rows', () => {
  const audit = fair.audit({ ...columns, weight: [0, 0, 1, 1] });
  const { accuracy, selectionRate } = audit.frame('g').group({ g: 'a' }).rates;
  for (const rate of [accuracy, selectionRate]) {
    expect(rate.value).toBeNaN();
    expect(rate.reason).toBe('all weights are 0 among g = a');
  }
});

test.each([undefined, null, 7, {}, [undefined], [7], ['g', null]])(
  'rejects a frame by %p with a FairwasmError',
  (by) => {
    const error = getError(() => fair.audit(columns).frame(misuse(by)));
    expect([error.code, error.argument]).toEqual(['invalidArgument', 'by']);
  },
);

test('canceling one load does not cancel the others', async () => {
  const giving = new AbortController();
  const [given, waited] = [load({ signal: giving.signal }), load()];
  giving.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  expect((await waited).audit(columns).report().rows).toBe(4);
});
