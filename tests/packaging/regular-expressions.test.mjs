// SPDX-License-Identifier: Apache-2.0
//
// The check of regular expressions finds them in code, and detects those with superlinear time.

import { expressionsIn, verdictOn } from '../../scripts/lib/regular-expressions.mjs';

test('finds regular expressions and nothing else', () => {
  const source = "const half = 4 / 2 / 1; // a/b/c\nconst word = '/no/';\nconst is = /a[/]b/u.test(word);\n";
  expect(expressionsIn('x.ts', source)).toEqual([{ text: '/a[/]b/u', place: 'x.ts:3' }]);
});

test.each([
  ['/^[a-z]+$/', 'safe'],
  ['/(a+)+$/', 'exponential'],
  ['/a.*b.*c/', expect.stringContaining('polynomial')],
])('%s is %s', async (text, verdict) => {
  expect(await verdictOn(text)).toEqual(verdict);
});
