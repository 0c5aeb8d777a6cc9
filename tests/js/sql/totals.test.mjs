// SPDX-License-Identifier: Apache-2.0
//
// Counts and sums by engines equal those of the rows, for the families that take a row per combination.

import { load as loadRankings } from 'fairwasm/rankings';
import { totals, totalsStatement } from 'fairwasm/sql';
import { misuse } from '../../misuse.mjs';
import { unless } from '../../optional.mjs';
import { getError, repeated } from '../support.mjs';
import { engines } from './engines.mjs';

function upToRounding(value) {
  if (Number.isFinite(value)) return expect.closeTo(value, 9);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(upToRounding);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, upToRounding(each)]));
}

const rankings = await loadRankings();
const rows = Array.from({ length: 120 }, (_, i) => ({
  item: i % 10,
  name: i % 20 < 10 ? 'Emily' : 'Greg',
  hired: ['yes', 'no'][((i * 7) % 5) % 2],
  region: ['north', 'south', "o'west"][i % 3],
  policy: `p${i % 12}`,
  claims: (i * i) % 4,
  years: 1 + (i % 5) / 4,
}));
const column = (name) => rows.map((row) => row[name]);
const quoted = (value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value));

for (const [name, { dialect, missing, start }] of Object.entries(engines)) {
  unless(missing, describe)(name, () => {
    let engine;
    beforeAll(async () => {
      engine = await start();
      await engine.run(
        'CREATE TABLE decided (item INTEGER, name VARCHAR(9), hired VARCHAR(9), region VARCHAR(9), ' +
          'policy VARCHAR(9), claims INTEGER, years DOUBLE PRECISION)',
      );
      const lines = rows.map((row) => `(${Object.values(row).map(quoted).join(', ')})`);
      await engine.run(`INSERT INTO decided VALUES ${lines.join(', ')}`);
    });
    afterAll(() => engine?.stop());

    const ask = async (what) => {
      const answer = await engine.ask(totalsStatement({ table: 'decided', ...what }, dialect));
      return totals(answer, what);
    };

    test('repeated decisions equal those of the runs', async () => {
      const { by, rows: runs } = await ask({ by: ['item', 'name', 'hired'] });
      const known = { reference: 'Emily', permutations: 0 };
      const counted = repeated.compareVariants({
        ...{ item: by.item, variant: by.name, outcome: by.hired, rows: runs },
        ...known,
      });
      const direct = repeated.compareVariants({
        ...{ item: column('item'), variant: column('name'), outcome: column('hired') },
        ...known,
      });
      expect(counted.runs).toBe(120);
      expect(counted.variants[0].gap.value).toBeCloseTo(direct.variants[0].gap.value, 12);
      expect(counted.variants[0].squaredEffect.value).toBeCloseTo(direct.variants[0].squaredEffect.value, 12);
    });

    test('rates per exposure equal those of the rows', async () => {
      const { by, sums, incomplete } = await ask({ by: ['region', 'policy'], sums: ['claims', 'years'] });
      expect(incomplete).toBe(0);
      const counted = repeated.ratesPerExposure({
        ...{ group: by.region, cluster: by.policy, events: sums.claims, exposure: sums.years },
      });
      const direct = repeated.ratesPerExposure({
        group: column('region'),
        cluster: column('policy'),
        events: column('claims'),
        exposure: column('years'),
      });
      counted.groups.forEach(({ rate, variance }, i) => {
        expect(rate.value).toBeCloseTo(direct.groups[i].rate.value, 12);
        expect(variance).toBeCloseTo(Number(direct.groups[i].variance), 12);
      });
    });

    test('shares equal those of the rows', async () => {
      const { by, rows: counts } = await ask({ by: ['region'], where: { claims: { above: 0 } } });
      const reference = { north: 1 / 3, south: 1 / 3, "o'west": 1 / 3 };
      const kept = rows.filter(({ claims }) => claims > 0).map(({ region }) => region);
      expect(rankings.shares({ group: by.region, rows: counts, reference })).toEqual(
        rankings.shares({ group: kept, reference }),
      );
    });

    test('rankings equal those of the rows', async () => {
      const { by, rows: counts } = await ask({ by: ['item', 'claims', 'region'] });
      // Positions begin with 1.
      const position = by.claims.map((claims) => Number(claims) + 1);
      const counted = rankings.rankings({ query: by.item, group: by.region, position, rows: counts });
      const query = column('item');
      const whole = { query, group: column('region'), position: column('claims').map((claims) => claims + 1) };
      // The database may return lists in another order, in which sums are rounded differently.
      expect(counted).toEqual(upToRounding(rankings.rankings(whole)));
    });

    test('counts rows without one of the numbers, which are in no sum', async () => {
      await engine.run("INSERT INTO decided VALUES (1, 'Emily', 'no', 'north', 'p1', 3, NULL)");
      const { rows: counts, sums, incomplete } = await ask({ by: ['name'], sums: ['claims', 'years'] });
      expect(counts.reduce((all, each) => all + each)).toBe(121);
      expect(incomplete).toBe(1);
      expect(sums.claims.reduce((all, each) => all + each)).toBe(column('claims').reduce((all, each) => all + each));
    });
  });
}

const of = { table: 't', by: ['g'], sums: ['x'] };
test.each([
  [() => totalsStatement({ ...of, by: [] }, 'duckdb'), 'by'],
  [() => totalsStatement({ ...of, sums: ['g'] }, 'duckdb'), 'sums'],
  [() => totalsStatement({ ...of, counts: 'g' }, 'duckdb'), 'sums'],
  [() => totalsStatement(misuse({ by: ['g'] }), 'duckdb'), 'table'],
  [() => totalsStatement(of, misuse('dbase')), 'dialect'],
  [() => totals([{ g: 'a', x: 'many', n: 1, fairwasm_incomplete: 0 }], { by: ['g'], sums: ['x'] }), 'x'],
  [() => totals([{ g: 'a', n: 1.5 }], { by: ['g'] }), 'rows'],
])('rejects invalid input: %s', (compute, argument) => {
  expect(getError(compute)).toMatchObject({ code: 'invalidArgument', argument });
});
