// SPDX-License-Identifier: Apache-2.0
//
// Repeated errors leave nothing behind. Previously, a page ran out of stack after 100,000 errors.
import { fair, getError } from '../support.mjs';

test('a call succeeds after 200,000 rejected ones', () => {
  const tally = fair.tally({ groups: ['sex'], label: true });
  tally.update({ groups: { sex: ['f', 'm'] }, label: [1, 0] });
  const damaged = tally.toBytes();
  damaged[20] ^= 1;
  const codes = new Set();
  for (let i = 0; i < 200_000; i++) codes.add(getError(() => fair.tallyFromBytes(damaged)).code);
  expect([...codes]).toEqual(['corruptBytes']);
  const twice = fair.tallyFromBytes(tally.toBytes());
  twice.merge(tally);
  expect(twice.toBytes()).not.toEqual(tally.toBytes());
});
