// SPDX-License-Identifier: Apache-2.0
//
// Hostile texts: a million blanks, semicolons, or quotes. Algorithms with quadratic time would take hours and exceed
// the time limit of a test.

import { parseBiasDictionary } from 'fairwasm/amplification';
import { statement } from 'fairwasm/sql';
import { treebankTokens } from '#fairwasm/amplification/tokens.js';
import { getError } from '../support.mjs';

const million = 1e6;

test.each([' ', '\t', '.', ' .', "'", '"', "''", '`', '(', ')', '-', ',', '\u2019', 'a', "n't"])(
  'a caption with a million of %j is split into words',
  (run) => {
    const words = treebankTokens(`begin a.${run.repeat(million / run.length)}end`);
    expect(words[0]).toBe('begin');
    expect(words.at(-1)).toMatch(/end$/);
  },
);

test.each([' ', '\t', 'a', ' a'])('reads a dictionary with a million of %j in a line in linear time', (run) => {
  const long = run.repeat(million / run.length);
  expect(parseBiasDictionary(`woman${long} 0.5`)).toEqual({ [`woman${long}`.trimEnd()]: 0.5 });
  const error = getError(() => parseBiasDictionary(`woman${long}\n`));
  expect(error).toMatchObject({ code: 'invalidArgument', argument: 'dictionary' });
});

test('rejects a query with a million semicolons in linear time', () => {
  const query = `SELECT '${';'.repeat(million)}' AS sex, 1 AS hired;`;
  const { text } = statement({ query, groups: ['sex'], prediction: 'hired' }, 'sqlite');
  expect(text).toContain(query.slice(0, -1));
});
