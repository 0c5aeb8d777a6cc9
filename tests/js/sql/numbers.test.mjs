// SPDX-License-Identifier: Apache-2.0
//
// Scores and predicted numbers that an engine counted: rows with the same numbers are alike, and their counts say as
// much as the rows.

import { counted, statement } from 'fairwasm/sql';
import { unless } from '../../optional.mjs';
import { errorOf, fair } from '../support.mjs';
import { engines } from './engines.mjs';
import { column, differences, manyRows, tableOf } from './rows.mjs';

// Scores with few digits, as many systems give them.
const rows = manyRows().map((row) => ({ ...row, s: Math.round(row.s * 100) / 100 }));
const groups = { sex: column(rows, 'sex') };

for (const [name, { dialect, missing, start }] of Object.entries(engines)) {
  unless(missing, describe)(name, () => {
    let engine;
    beforeAll(async () => {
      engine = await start();
      for (const text of tableOf('decisions', rows)) await engine.run(text);
    });
    afterAll(() => engine?.stop());

    async function countsBy(what) {
      const answer = await engine.ask(statement({ table: 'decisions', ...what }, dialect));
      expect(answer.n.length).toBeLessThan(rows.length);
      return counted(answer, what);
    }

    test.each([
      ['scores', undefined],
      ['weighted scores', 'w'],
    ])('%s', async (_, weight) => {
      const what = { groups: ['sex'], label: 'y', prediction: 's', weight };
      const { prediction: score, ...counts } = await countsBy(what);
      const tally = fair.scoreTally(['sex']);
      tally.addCounted({ ...counts, score });
      const own = fair.scoreTally(['sex']);
      const ownWeight = weight && column(rows, 'w');
      own.update({ groups, label: column(rows, 'y'), score: column(rows, 's'), weight: ownWeight });
      expect(differences(tally.by(['sex']), own.by(['sex']))).toEqual([]);
      expect(differences(tally.differences(['sex']), own.differences(['sex']))).toEqual([]);
    });

    test.each([
      ['predicted numbers', undefined],
      ['weighted predicted numbers', 'w'],
    ])('%s', async (_, weight) => {
      const what = { groups: ['sex'], label: 'age', prediction: 'p', weight };
      const counts = await countsBy(what);
      const tally = fair.regressionTally(['sex']);
      tally.addCounted(counts);
      const own = fair.regressionTally(['sex']);
      const ownWeight = weight && column(rows, 'w');
      const numbers = { label: column(rows, 'age'), prediction: column(rows, 'p') };
      own.update({ groups, ...numbers, weight: ownWeight });
      expect(differences(tally.estimates(['sex']), own.estimates(['sex']))).toEqual([]);
    });
  });
}

const counts = { label: [1, 0], rows: [3, 2], groups: { sex: ['f', 'm'] } };
test.each([
  ['rows', { rows: [1.5, 2] }],
  ['rows', { rows: [1, -2] }],
  ['rows', { rows: [1] }],
  ['weight', { weights: { sum: [9, 1], squares: [1, 1] } }],
  ['addCounted', { weight: [1, 1] }],
  ['addCounted', { scores: {} }],
])('refuses counts of which %s is wrong', (argument, change) => {
  const scores = { ...counts, score: [0.5, 0.25], ...change };
  expect(errorOf(() => fair.scoreTally(['sex']).addCounted(scores)).argument).toBe(argument);
  const numbers = { ...counts, prediction: [1, 2], ...change };
  expect(errorOf(() => fair.regressionTally(['sex']).addCounted(numbers)).argument).toBe(argument);
});

test('a failed call changes nothing', () => {
  const tally = fair.scoreTally(['sex']);
  tally.addCounted({ ...counts, score: [0.5, 0.25] });
  const bytes = tally.toBytes();
  errorOf(() => tally.addCounted({ ...counts, groups: { sex: ['x', 'y'] }, score: [0.5, 2] }));
  expect(tally.toBytes()).toEqual(bytes);
});
