// SPDX-License-Identifier: Apache-2.0
//
// Scores and regression predictions counted by an engine: equal numbers are grouped, and counts are equivalent to rows.

import { BA_MALS, DBA, MDBA } from 'fairwasm/amplification';
import { counted, medianStatement, statement } from 'fairwasm/sql';
import { misuse } from '../../misuse.mjs';
import { unless } from '../../optional.mjs';
import { present } from '../../present.mjs';
import { amplification, fair, getError, impact, predictability } from '../support.mjs';
import { engines } from './engines.mjs';
import { column, differences, manyRows, toTable } from './rows.mjs';

// Scores with few digits, as many systems return them.
const rows = manyRows().map((row) => ({ ...row, s: Math.round(row.s * 100) / 100 }));
const groups = { sex: column(rows, 'sex') };

for (const [name, { dialect, missing, start }] of Object.entries(engines)) {
  unless(missing, describe)(name, () => {
    let engine;
    beforeAll(async () => {
      engine = await start();
      for (const text of toTable('decisions', rows)) await engine.run(text);
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
      tally.updateCounted({ ...counts, label: present(counts.label), score: present(score) });
      const own = fair.scoreTally(['sex']);
      const ownWeight = weight && column(rows, 'w');
      own.update({ groups, label: column(rows, 'y'), score: column(rows, 's'), weight: ownWeight });
      expect(differences(tally.by(['sex']), own.by(['sex']))).toEqual([]);
      expect(differences(tally.differences(['sex']), own.differences(['sex']))).toEqual([]);
    });

    test.each([
      ['numeric predictions', undefined],
      ['weighted numeric predictions', 'w'],
    ])('%s', async (_, weight) => {
      const what = { groups: ['sex'], label: 'age', prediction: 'p', weight };
      const counts = await countsBy(what);
      const { label, prediction } = counts;
      const tally = fair.regressionTally(['sex']);
      tally.updateCounted({ ...counts, label: present(label), prediction: present(prediction) });
      const own = fair.regressionTally(['sex']);
      const ownWeight = weight && column(rows, 'w');
      const numbers = { label: column(rows, 'age'), prediction: column(rows, 'p') };
      own.update({ groups, ...numbers, weight: ownWeight });
      expect(differences(tally.estimates(['sex']), own.estimates(['sex']))).toEqual([]);
    });

    unless(['sqlite', 'mysql'].includes(dialect) && `${name} has no exact median`, test)(
      'computes selection rates above the median as from scores',
      async () => {
        const known = "SELECT * FROM decisions WHERE race <> 'A'";
        const kept = rows.filter(({ race }) => race !== 'A');
        const middle = await engine.ask(medianStatement({ query: known, column: 's' }, dialect));
        const sorted = column(kept, 's').sort((a, b) => a - b);
        const half = sorted.length / 2;
        const median = (sorted[Math.floor(half - 0.5)] + sorted[Math.floor(half)]) / 2;
        expect(Number(middle.median[0])).toBe(median);
        const what = { groups: ['sex', 'race'], label: 'y' };
        const getCounts = async (source) => counted(await engine.ask(statement({ ...source, ...what }, dialect)), what);
        const all = await getCounts({ query: known });
        const above = await getCounts({ query: known, where: { s: { above: median } } });
        const getKeys = (counts) =>
          counts.groups.sex.map((each, i) => JSON.stringify([each, counts.groups.race[i], String(counts.label[i])]));
        const selected = new Map(getKeys(above).map((key, i) => [key, above.rows[i]]));
        const table = impact.tables({
          groups: all.groups,
          applicants: all.rows,
          selected: getKeys(all).map((key) => selected.get(key) ?? 0),
          confidence: false,
        });
        const own = impact.tables({
          groups: { sex: column(kept, 'sex'), race: column(kept, 'race') },
          score: column(kept, 's'),
        });
        const getRates = ({ outcomes }) =>
          outcomes[0].tables.map(({ categories }) => categories.map((each) => [each.name, each.rate]));
        expect(getRates(table)).toEqual(getRates(own));
      },
    );

    test('computes the same exact attacker limit from counts as from rows', async () => {
      const what = { groups: ['race'], label: 'y', prediction: 'p' };
      const tally = fair.tally({ groups: ['race'], label: true, prediction: true });
      tally.updateCounted(await countsBy(what));
      const own = fair.tally({ groups: ['race'], label: true, prediction: true });
      own.update({ groups: { race: column(rows, 'race') }, label: column(rows, 'y'), prediction: column(rows, 'p') });
      const { leakage, lambdaD, lambdaM } = predictability.exactLeakage(own);
      expect(predictability.exactLeakage(tally)).toMatchObject({ leakage, lambdaD, lambdaM });
    });

    test.each([DBA, BA_MALS, MDBA])('counts co-occurring attributes and tasks: %p', async (Metric) => {
      const what = { groups: ['race'], label: 'y', prediction: 'p' };
      const counts = await countsBy(what);
      const of = (attribute, label, prediction, /** @type {Float64Array | undefined} */ weight) => {
        const each = amplification.cooccurrence({ tasks: ['task'], taskPrediction: true });
        const named = (flags) => flags.map((flag) => (Number(flag) === 1 ? ['task'] : []));
        const tasks = { task: named(label), taskPrediction: named(prediction) };
        each.update({ attribute, ...tasks, weight });
        return new Metric(each).computeBiasAmp({ draws: 1 });
      };
      const [one, other] = await Promise.all([
        of(counts.groups.race, counts.label, counts.prediction, counts.rows),
        of(column(rows, 'race'), column(rows, 'y'), column(rows, 'p'), undefined),
      ]);
      expect(one.value).not.toBe(0);
      const said = (found) => [found.value, found.matrix];
      expect(said(one)).toEqual(said(other));
    });
  });
}

test.each(/** @type {const} */ (['sqlite', 'mysql']))(
  'rejects medians for %s, which cannot compute them exactly',
  (dialect) => {
    const error = getError(() => medianStatement({ table: 't', column: 's' }, dialect));
    expect(error).toMatchObject({ code: 'invalidArgument', argument: 'dialect' });
    expect(error.message).toContain('count the rows by value');
  },
);

test.each([
  ['column', { table: 't' }],
  ['table', { column: 's' }],
  ['where s', { table: 't', column: 's', where: { s: [] } }],
  ['medianStatement', { table: 't', column: 's', groups: ['a'] }],
])('a median rejects a wrong %s', (argument, what) => {
  const error = getError(() => medianStatement(misuse(what), 'duckdb'));
  expect(`${error.argument} ${error.message}`).toContain(argument);
});

const counts = { label: [1, 0], rows: [3, 2], groups: { sex: ['f', 'm'] } };
test.each([
  ['rows', { rows: [1.5, 2] }],
  ['rows', { rows: [1, -2] }],
  ['rows', { rows: [1] }],
  ['weight', { weights: { sum: [9, 1], squares: [1, 1] } }],
  ['updateCounted', { weight: [1, 1] }],
  ['updateCounted', { scores: {} }],
])('rejects counts with a wrong %s', (argument, change) => {
  const scores = { ...counts, score: [0.5, 0.25], ...change };
  expect(getError(() => fair.scoreTally(['sex']).updateCounted(scores)).argument).toBe(argument);
  const numbers = { ...counts, prediction: [1, 2], ...change };
  expect(getError(() => fair.regressionTally(['sex']).updateCounted(numbers)).argument).toBe(argument);
});

test('a failed call changes nothing', () => {
  const tally = fair.scoreTally(['sex']);
  tally.updateCounted({ ...counts, score: [0.5, 0.25] });
  const bytes = tally.toBytes();
  getError(() => tally.updateCounted({ ...counts, groups: { sex: ['x', 'y'] }, score: [0.5, 2] }));
  expect(tally.toBytes()).toEqual(bytes);
});
