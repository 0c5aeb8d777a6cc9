// SPDX-License-Identifier: Apache-2.0
//
// The line of a file on which a row begins, for messages.

import { lineOfRow } from '../../../dist/data/csv-line.js';

const text = 'a,b\n1,2\n\n"3\n3",4\n5,6\n7\n8,9\n';

test.each([
  [0, 2],
  [1, 4],
  [2, 6],
])('row %i begins on line %i', async (row, line) => {
  expect(await lineOfRow(text, row)).toBe(line);
});

test('does not read beyond a rejected row', async () => {
  expect(await lineOfRow(text, 3)).toBe(7);
  expect(await lineOfRow(text, 4)).toBe(7);
});

test('returns the last line for a file with fewer rows', async () => {
  expect(await lineOfRow('a\n1\n2\n', 7)).toBe(await lineOfRow('a\n1\n2\n', 2));
});

test('counts a first line that sets the delimiter', async () => {
  expect(await lineOfRow('sep=;\na;b\n1;2\n', 0)).toBe(3);
});

test('handles a header over several lines, another delimiter, and many pieces', async () => {
  const rows = Array.from({ length: 60_000 }, (_, i) => `${i};x\n`).join('');
  expect(await lineOfRow(`"a\nb";c\n${rows}`, 59_999, { delimiter: ';' })).toBe(60_002);
});
