// SPDX-License-Identifier: Apache-2.0
//
// What is refused again and again leaves nothing behind: after a hundred thousand errors a page used to be out of stack.
import { errorOf, fair } from '../support.mjs';

test('a call works after 200,000 that were refused', () => {
  const tally = fair.tally({ groups: ['sex'], label: true });
  tally.update({ groups: { sex: ['f', 'm'] }, label: [1, 0] });
  const damaged = tally.toBytes();
  damaged[20] ^= 1;
  for (let i = 0; i < 200_000; i++) {
    expect(errorOf(() => fair.tallyFromBytes(damaged)).code).toBe('corruptBytes');
  }
  const twice = fair.tallyFromBytes(tally.toBytes());
  twice.merge(tally);
  expect(twice.toBytes()).not.toEqual(tally.toBytes());
});
