// SPDX-License-Identifier: Apache-2.0
//
// Real engines: their counts give the report of the rows, and tables and columns with any names are read correctly.

import { auditCounts, statement } from 'fairwasm/sql';
import { unless } from '../../optional.mjs';
import { present } from '../../present.mjs';
import { lehmer } from '../../random-numbers.mjs';
import { fair } from '../support.mjs';
import { engines } from './engines.mjs';
import { hostileName } from './hostile-names.mjs';
import { column, differences, manyRows, toTable } from './rows.mjs';

const rows = manyRows();
const groups = { race: column(rows, 'race'), sex: column(rows, 'sex') };
const label = column(rows, 'y');
const prediction = column(rows, 'p');
const score = column(rows, 's');
const weight = column(rows, 'w');

/** @type {[what: string, input: any, named: any][]} */
const audits = [
  ['decisions', { label, prediction }, { label: 'y', prediction: 'p' }],
  ['only outcomes', { label }, { label: 'y' }],
  ['weights', { label, prediction, weight }, { label: 'y', prediction: 'p', weight: 'w' }],
  ['scores', { label, prediction, score }, { label: 'y', prediction: 'p', score: 's' }],
  ['weighted scores', { label, prediction, score, weight }, { label: 'y', prediction: 'p', score: 's', weight: 'w' }],
  ['a threshold', { label, score, threshold: 0.4 }, { label: 'y', score: 's', threshold: 0.4 }],
];

for (const [name, tested] of Object.entries(engines)) {
  const { dialect, missing, start, noNumber, noName, ignoresCase = false } = tested;
  unless(missing, describe)(name, () => {
    let engine;
    beforeAll(async () => {
      engine = await start();
      for (const text of toTable('decisions', rows)) await engine.run(text);
    });
    afterAll(() => engine?.stop());

    test.each(audits)('%s gives the report of the rows', async (_, input, named) => {
      const what = { groups: ['race', 'sex'], ...named };
      const answer = await engine.ask(statement({ table: 'decisions', ...what }, dialect));
      const counted = auditCounts(fair, answer, { ...what, source: 'decisions' });
      const { threshold, ...columns } = named;
      const context = { source: 'decisions', columns };
      const report = fair.audit({ groups, ...input }).report(context);
      expect(differences(counted, report)).toEqual([]);
      expect(counted.rows).toBe(rows.length);
    });

    test('ranges and filters equal those of the rows', async () => {
      const isAsked = ({ race }) => ignoresCase || race !== 'A';
      const kept = rows.filter((row) => row.age >= 10 && row.age < 70 && isAsked(row));
      const range = ({ age }) => (age < 18 ? 'below 18' : age < 65 ? '18 to below 65' : '65 and above');
      const what = { groups: ['age'], label: 'y' };
      const where = { age: { atLeast: 10, below: 70 }, race: ['a', "o'b"] };
      const asked = { table: 'decisions', ...what, bins: { age: [18, 65] }, where };
      const answer = await engine.ask(statement(asked, dialect));
      const counted = auditCounts(fair, answer, what);
      const report = fair
        .audit({ groups: { age: kept.map(range) }, label: column(kept, 'y') })
        .report({ columns: { label: 'y' } });
      expect(counted.rows).toBe(kept.length);
      for (const { categories, counts } of report.breakdowns[0].groups) {
        const same = counted.breakdowns[0].groups.find((group) => group.categories.age === categories.age);
        expect(present(same).counts).toEqual(counts);
      }
    });

    unless(noNumber, test)('a value that is not a number is outside every range', async () => {
      const values = "SELECT 1 AS y, CAST(x AS DOUBLE PRECISION) AS age FROM (VALUES ('NaN'), ('20'), ('70')) AS v(x)";
      const what = { groups: ['age'], label: 'y' };
      const answer = await engine.ask(statement({ query: values, ...what, bins: { age: [18, 65] } }, dialect));
      expect([...answer.age].sort()).toEqual(['18 to below 65', '65 and above', null]);
    });

    test('omits small cells in the database', async () => {
      const what = { groups: ['race', 'sex'], label: 'y', prediction: 'p', minCellSize: 20 };
      const answer = await engine.ask(statement({ table: 'decisions', ...what }, dialect));
      const all = await engine.ask(statement({ table: 'decisions', ...what, minCellSize: undefined }, dialect));
      const large = all.n.map(Number).filter((n) => n >= 20);
      expect(answer.n.map(Number).sort()).toEqual(large.sort());
      expect(large.length).toBeLessThan(all.n.length);
    });

    test('rejects an unknown column instead of grouping by a constant', async () => {
      const asked = { table: 'decisions', groups: ['racee'], label: 'y' };
      await expect(engine.ask(statement(asked, dialect))).rejects.toThrow(/racee/);
    });

    test('reads 10,000 hostile names unchanged', async () => {
      const next = lehmer(11);
      for (let table = 0; table < 50; table++) {
        const names = Array.from({ length: 200 }, (_, i) => hostileName(next, i, noName));
        const title = `${hostileName(next, table, noName)} ${table}`;
        await engine.run(
          `CREATE TABLE ${quoted(title)} (${names.map((each) => `${quoted(each)} INTEGER`).join(', ')})`,
        );
        await engine.run(`INSERT INTO ${quoted(title)} VALUES (${names.map((_, i) => i).join(', ')})`);
        const { text, parameters } = statement({ table: title, groups: names.slice(1), label: names[0] }, dialect);
        const answer = await engine.ask({ text, parameters });
        expect(Object.keys(answer).sort()).toEqual([...names, 'n'].sort());
        names.forEach((each, i) => {
          expect(answer[each].map(Number)).toEqual([i]);
        });
        await engine.run(`DROP TABLE ${quoted(title)}`);
      }
      const { n } = await engine.ask({ text: 'SELECT COUNT(*) AS n FROM decisions', parameters: [] });
      expect(Number(n[0])).toBe(rows.length);
    }, 120_000);
  });
}

/** Quotes by the SQL standard, independently of the package. */
const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
