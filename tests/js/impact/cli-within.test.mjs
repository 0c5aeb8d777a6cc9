// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm impact --within` and `--surname`.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../cli/command.mjs';
import { impact } from '../support.mjs';

// Department a selects 3 of 4 women and 6 of 8 men; b selects 2 of 8 women and 1 of 4 men.
const rows = [
  ...['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm', 'm', 'm', 'm', 'm'].map((sex, i) => ({
    ...{ sex, department: 'a', hired: i === 3 || i > 9 ? 'no' : 'yes' },
    ...{ name: i % 2 ? 'Olson' : 'Garcia', tract: `${i % 3}` },
  })),
  ...['f', 'f', 'f', 'f', 'f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'].map((sex, i) => ({
    ...{ sex, department: 'b', hired: i < 2 || i === 8 ? 'yes' : 'no' },
    ...{ name: i % 4 ? 'Washington' : 'Unlisted', tract: `${i % 3}` },
  })),
];
const column = (name) => rows.map((row) => row[name]);

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-within-'));
  const write = (name, lines) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  write('hires.csv', ['sex,department,hired,name,tract', ...rows.map((row) => Object.values(row).join())]);
  write(
    'census.csv',
    'name,rank,count,pctwhite,pctblack\nOLSON,1,200,90,10\nGARCIA,2,300,50,50\nWASHINGTON,3,100,(S),90'.split('\n'),
  );
  write('surnames.csv', ['name,white,black', 'OLSON,90,10', 'GARCIA,50,50', 'WASHINGTON,10,90']);
  write('tracts.csv', ['tract,white,black', '0,80,20', '1,20,80', '2,50,50']);
  write('one.csv', ['name', 'OLSON']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args) => runCommand(['impact', 'hires.csv', ...args], { cwd: folder });
const within = ['--within', 'department', '--group', 'sex', '--selected', 'hired'];
const byName = ['--surname', 'name', '--surname-table', 'surnames.csv', '--selected', 'hired'];

describe('fairwasm impact --within', () => {
  test('prints the package’s results', () => {
    const found = JSON.parse(run(...within, '--format', 'json').stdout);
    const expected = impact.conditionalDisparity({
      group: column('sex'),
      selected: column('hired'),
      within: column('department'),
    });
    expect(found).toMatchObject(JSON.parse(JSON.stringify(expected)));
    expect(found.columns).toEqual({ group: 'sex', selected: 'hired', within: 'department' });
    // 7 of 12 rejected people and 5 of 12 selected ones are women; in each department, the proportions are equal.
    const [women] = found.groups;
    expect(women.disparity.value).toBeCloseTo(7 / 12 - 5 / 12, 12);
    expect(women.conditional.value).toBeCloseTo(0, 12);
  });

  test.each([['text'], ['markdown'], ['csv']])('prints both tables as %s', (format) => {
    const { status, stdout } = run(...within, '--format', format, '--confidence', '0.9');
    expect(status).toBe(0);
    expect(stdout).toContain('Disparity by group');
    expect(stdout).toContain('Disparity by stratum');
  });

  test.each([
    [2, [...within, '--score', 'hired'], '--score cannot be combined with --within'],
    [2, ['--within', 'department', '--selected', 'hired'], 'exactly one --group'],
    [2, ['--within', 'department', '--group', 'sex'], 'pass --selected'],
    [1, [...within.slice(2), '--within', 'team'], 'column team:'],
  ])('exits with %i for %j', (code, args, part) => {
    const { status, stderr } = run(...args);
    expect(status).toBe(code);
    expect(stderr).toContain(part);
  });
});

describe('fairwasm impact --surname', () => {
  const tables = {
    surname: { name: ['OLSON', 'GARCIA', 'WASHINGTON'], counts: { white: [90, 50, 10], black: [10, 50, 90] } },
    place: { name: ['0', '1', '2'], counts: { white: [80, 20, 50], black: [20, 80, 50] } },
  };

  test('computes bounds from inferred probabilities', () => {
    const place = ['--place', 'tract', '--place-table', 'tracts.csv'];
    const found = JSON.parse(run(...byName, ...place, '--format', 'json').stdout);
    const inferred = impact.inferProbabilities({ surname: column('name'), place: column('tract'), tables });
    const { probabilities } = inferred;
    const expected = impact.byProbability({ probabilities, selected: column('hired') });
    expect(found.categories).toEqual(JSON.parse(JSON.stringify(expected.categories)));
    // 3 of 24 names are in no table.
    expect(found.notes.join(' ')).toContain('surname 12.5%, place 0.0% of the rows');
  });

  test('reads tables of percentages with other columns', () => {
    const census = ['--surname', 'name', '--surname-table', 'census.csv', '--selected', 'hired'];
    const columns = ['--category', 'white=pctwhite', '--category', 'black=pctblack'];
    const given = [...census, ...columns, '--people', 'count', '--format', 'json'];
    const found = JSON.parse(run(...given).stdout);
    const { probabilities } = impact.inferProbabilities({
      surname: column('name'),
      tables: {
        surname: {
          ...tables.surname,
          counts: { white: [90, 50, '(S)'], black: [10, 50, 90] },
          people: [200, 300, 100],
        },
      },
    });
    const expected = impact.byProbability({ probabilities, selected: column('hired') });
    expect(found.categories).toEqual(JSON.parse(JSON.stringify(expected.categories)));
  });

  test('prints them as text', () => {
    const { status, stdout } = run(...byName);
    expect(status).toBe(0);
    expect(stdout).toContain('Ratios are to black');
    expect(stdout).toContain('Not in the tables: surname 12.5%');
  });

  test.each([
    [2, byName.slice(0, 2), 'pass --surname-table'],
    [2, ['--place', 'tract', '--place-table', 'tracts.csv', ...byName.slice(4)], '--surname'],
    [2, [...byName, '--probability', 'white=hired'], 'either --probability or --surname'],
    [2, [...byName, '--rule', 'local-law-144'], 'does not allow imputed categories. Remove --rule or --surname'],
    [2, ['--selected', 'hired', '--category', 'a=b'], '--category requires --surname'],
    [2, [...byName, '--category', 'white=whit', '--category', 'black=black'], "category 'white'"],
    [2, [...byName, '--people', 'count'], '--people count: no table has this column'],
    [2, [...byName, '--group', 'sex'], '--group cannot be combined'],
    [2, [...byName.slice(0, 3), 'one.csv', ...byName.slice(4)], 'one.csv requires'],
    [2, [...byName.slice(0, 3), 'census.csv', ...byName.slice(4)], 'not categories: rank, count'],
    [1, [...byName.slice(0, 3), 'none.csv', ...byName.slice(4)], 'none.csv'],
  ])('exits with %i for %j', (code, args, part) => {
    const { status, stderr } = run(...args);
    expect(status).toBe(code);
    expect(stderr).toContain(part);
  });
});
