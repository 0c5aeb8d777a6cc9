// SPDX-License-Identifier: Apache-2.0
//
// Adverse impact of people with several applications.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'fairwasm';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { runCommand } from '../cli/command.mjs';
import { getError, impact } from '../support.mjs';

/** Returns people with this many applications each; every `of`-th person of a group is always selected. */
function draw(people, applications) {
  /** @type {{ sex: string[], selected: number[], cluster: string[] }} */
  const rows = { sex: [], selected: [], cluster: [] };
  for (const [sex, of] of /** @type {[string, number][]} */ ([
    ['f', 4],
    ['m', 2],
  ])) {
    for (let person = 0; person < people; person++) {
      for (let i = 0; i < applications; i++) {
        rows.sex.push(sex);
        rows.selected.push(person % of === 0 ? 1 : 0);
        rows.cluster.push(`${sex}${person}`);
      }
    }
  }
  const { sex, ...others } = rows;
  return { groups: { sex }, reference: { sex: 'm' }, ...others };
}

const getTable = (input) => impact.tables(input).outcomes[0].tables[0];
const getFirst = (input) => present(present(getTable(input).categories[0]).impactRatio);

// Jackknife: r / r' of a person without selection is (n - 1) / n or its inverse; of others (s - 1) n / (s (n - 1)).
test('has Student’s interval of the logarithm of a ratio', () => {
  const input = draw(40, 3);
  const { categories, fourFifths } = getTable(input);
  const ratio = present(categories[0].impactRatio);
  expect(ratio.value).toBe(0.5);
  const of = (selected) => {
    const up = Math.log(((selected - 1) / 39) * (40 / selected)) ** 2;
    return [...Array(selected).fill(up), ...Array(40 - selected).fill(Math.log(40 / 39) ** 2)];
  };
  const squares = [...of(10), ...of(20)];
  const sum = (values) => values.reduce((all, each) => all + each, 0);
  const all = sum(squares);
  const kurtosis = (80 * sum(squares.map((each) => each ** 2))) / all ** 2;
  expect(2 * (80 / (kurtosis - 1))).toBeGreaterThan(79); // so that there are 79 degrees of freedom
  const reach = 1.990450209929959 * Math.sqrt((79 / 80) * all); // scipy: stats.t.ppf(.975, 79)
  expect(present(ratio.ci)[0]).toBeCloseTo(0.5 * Math.exp(-reach), 9);
  expect(present(ratio.ci)[1]).toBeCloseTo(0.5 * Math.exp(reach), 9);
  const [against] = present(fourFifths?.againstReference).comparisons;
  expect(against.ratio.ci).toEqual(ratio.ci);
  expect(against.ratio.pValue).toBeLessThan(0.05);
  expect(against.belowFourFifths).toBe(true);
});

test('counts people, not applications', () => {
  const [one, five] = [getFirst(draw(40, 1)), getFirst(draw(40, 5))];
  expect(present(five.ci)[0]).toBeCloseTo(present(one.ci)[0], 12);
  const { cluster: _, ...rows } = draw(40, 5);
  expect(present(getFirst(rows).ci)[0]).toBeGreaterThan(present(five.ci)[0]);
});

test('has no tests, because they assume independent applicants', () => {
  const { againstReference } = present(getTable(draw(40, 2)).fourFifths);
  const [women] = present(againstReference).comparisons;
  expect([women.z, women.zPValue, women.yatesPValue, women.fisher.twoSided]).toEqual(Array(4).fill(Number.NaN));
  expect(Object.keys(women.reasons).sort()).toEqual(['fisher', 'yatesPValue', 'z', 'zPValue']);
  expect(women.zIsSignificant).toBe(false);
  const [low, high] = present(women.oddsRatio.ci);
  expect([low < 1 / 3, high > 1 / 3]).toEqual([true, true]);
});

test('supports classes, intersections, unknown categories, and crossed clusters', () => {
  const { groups, cluster, selected } = draw(40, 2);
  const place = cluster.map((_, row) => (row % 7 === 0 ? '' : 'ab'[row % 2]));
  const given = { groups: { ...groups, place }, cluster };
  const all = impact.tables({ ...given, assigned: selected.map((each) => `class ${each}`) });
  expect(all.clusters).toBe(80);
  const [, no] = all.outcomes;
  const yes = impact.tables({ ...given, selected });
  yes.outcomes[0].tables.forEach(({ categories }, i) => {
    categories.forEach(({ impactRatio }, j) => {
      expect(no.tables[i].categories[j].impactRatio).toEqual(impactRatio);
      expect(present(impactRatio).ci).toBeDefined();
    });
  });
  const crossedCluster = cluster.map((_, row) => row % 10);
  const crossed = getFirst({ ...given, selected, crossedCluster });
  expect(crossed.ci).not.toEqual(getFirst({ ...given, selected }).ci);
  const { warnings } = impact.tables({ ...given, selected, crossedCluster });
  expect(warnings).toContainEqual(expect.stringMatching(/only 10 clusters/));
});

test('counts of each cluster have the intervals of its rows', () => {
  const input = draw(40, 3);
  const { sex } = input.groups;
  const people = [...new Set(input.cluster)];
  const first = people.map((person) => input.cluster.indexOf(person));
  const counted = impact.tables({
    groups: { sex: first.map((row) => sex[row]) },
    reference: input.reference,
    cluster: people,
    applicants: first.map(() => 3),
    selected: first.map((row) => 3 * input.selected[row]),
  });
  const [table] = counted.outcomes[0].tables;
  expect(counted.clusters).toBe(80);
  expect(table.categories.map((each) => each.impactRatio)).toEqual(
    getTable(input).categories.map((each) => each.impactRatio),
  );
});

test('applies to the tables of Local Law 144', () => {
  const { groups, cluster, selected } = draw(40, 2);
  const race = cluster.map((_, row) => (row % 4 < 2 ? 'Asian' : 'White'));
  const sex = groups.sex.map((each) => (each === 'f' ? 'Female' : 'Male'));
  const report = impact.localLaw144({ sex, race, cluster, selected });
  const plain = impact.tables({ groups: { race, sex }, cluster, selected });
  expect(report.clusters).toBe(80);
  const ratios = ({ outcomes }) =>
    outcomes[0].tables.map(({ categories }) => categories.map((each) => each.impactRatio));
  expect(ratios(report)).toEqual(ratios(plain));
});

test('has no interval of a category without selections', () => {
  const { groups, cluster, selected } = draw(40, 2);
  const none = selected.map((each, row) => (groups.sex[row] === 'f' ? 0 : each));
  const ratio = getFirst({ groups, cluster, selected: none });
  expect(ratio).toEqual({ value: 0, warning: 'no interval: with clusters, it requires a selection in the category' });
});

test.each([
  [{ cluster: [1] }, 'shapeMismatch', 'cluster'],
  [{ cluster: undefined, crossedCluster: [1] }, 'invalidArgument', 'cluster'],
])('rejects unsuitable clusters', (more, code, argument) => {
  const input = misuse({ ...draw(40, 1), ...more });
  expect(getError(() => impact.tables(input))).toMatchObject({ code, argument });
});

test('is available in the terminal, and described', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairwasm-'));
  const { groups, selected, cluster } = draw(20, 2);
  const lines = cluster.map((person, row) => [groups.sex[row], selected[row], person].join());
  writeFileSync(join(folder, 'hires.csv'), ['sex,hired,person', ...lines].join('\n'));
  const options = ['--group', 'sex', '--selected', 'hired', '--cluster', 'person'];
  const run = (...more) => runCommand(['impact', 'hires.csv', ...options, ...more], { cwd: folder });
  const report = impact.tables({ groups, selected, cluster });
  const { outcomes } = JSON.parse(run('--format', 'json').stdout);
  expect(outcomes).toEqual(JSON.parse(JSON.stringify(report.outcomes)));
  expect(run().stdout).toMatch(/Clusters\s+40/);
  expect(format(report, 'text')).toMatch(/Clusters\s+40/);
  rmSync(folder, { recursive: true });
});
