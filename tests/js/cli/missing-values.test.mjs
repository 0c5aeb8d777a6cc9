// SPDX-License-Identifier: Apache-2.0
//
// The rule for missing groups and missing values in every command that compares groups (docs/values.md).

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '../../../dist/cli/commands.js';
import { runCommand } from './command.mjs';

let folder;
const save = (name, rows) => writeFileSync(join(folder, name), `${rows.join('\n')}\n`);

// 24 rows: 8 men, 8 women, 6 people without a group, and 2 of an unknown one. `gap.csv` also lacks the label of one man.
const sexes = [...'mmmmmmmmffffffff', '', '', '', '', '', '', 'Unknown', 'Unknown'];
const header = 'sex,y,p,s,low,high,n,t,city';
const line = (sex, row, y) =>
  [sex, y, row % 3 ? 1 : 0, (row % 10) / 10, 0, 1, row + 1, row % 4, row % 2 ? 'a' : 'b'].join(',');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-missing-'));
  const rows = sexes.map((sex, row) => line(sex, row, row % 2));
  save('rows.csv', [header, ...rows]);
  save('gap.csv', [header, ...rows.map((each, row) => (row === 0 ? line('m', 0, '') : each))]);
  save('denied.csv', ['sex,p,city', ...sexes.map((sex, row) => `${sex},0,${row % 2 ? 'a' : 'b'}`)]);
  save('actions.csv', ['action,cost,city', 'move,1,b']);
  const people = sexes.map((sex, row) => `${sex},0,${row % 2 ? 'a' : 'b'},${row % 3 ? 1 : 0}`);
  save('people.csv', ['sex,p,city,move', ...people]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (command, ...args) => runCommand([command, ...args], { cwd: folder });

// Arguments after the file, what becomes of a missing group, and of a missing label.
const rules = {
  audit: ['rows.csv', '--label y --prediction p', 'group', 'drop'],
  classes: ['rows.csv', '--label y --prediction p', 'group', 'drop'],
  errors: ['rows.csv', '--label y --prediction s', 'group', 'drop'],
  labels: ['rows.csv', '--label y --prediction p', 'group', 'drop'],
  compare: ['rows.csv', '--label y --prediction p --against t --favorable 1', 'group', 'drop'],
  impact: ['rows.csv', '--selected y', 'unknown', 'drop'],
  metric: ['rows.csv', '--label y --prediction p', 'group', 'error'],
  coverage: ['rows.csv', '--label y --low low --high high', 'group', 'drop'],
  amounts: ['rows.csv', '--amount y', 'group', 'drop'],
  exposure: ['rows.csv', '--events y --exposure n', 'group', 'drop'],
  shares: ['rows.csv', '--reference m=0.5,f=0.5', 'unknown', 'none'],
  rankings: ['rows.csv', '--position n --relevance y', 'group', 'drop'],
  monitoring: ['rows.csv', '--outcome y --reference m --batch-size 4', 'group', 'drop'],
  thresholds: ['rows.csv', '--label y --score s --constraint demographicParity', 'group', 'drop'],
  proxies: ['rows.csv', '--search city --permutations 9', 'group', 'none'],
  recourse: ['people.csv', '--actions actions.csv --min-rows 1 --min-support 0', 'two', 'none'],
};
// Tested with files of networks.
const elsewhere = ['robustness'];

const loaded = Object.fromEntries(
  await Promise.all(Object.entries(commands).map(async ([name, { load }]) => [name, (await load()).options])),
);

test('every command with groups has a rule, --unknown, and a row in the documentation', () => {
  const withGroups = Object.keys(loaded).filter(
    (name) => 'group' in loaded[name] && !['sql', 'captions', 'mcp'].includes(name),
  );
  expect(withGroups.filter((name) => !(name in rules) && !elsewhere.includes(name))).toEqual([]);
  expect(withGroups.filter((name) => !('unknown' in loaded[name]))).toEqual([]);
  const table = readFileSync(new URL('../../../docs/values.md', import.meta.url), 'utf8');
  expect(withGroups.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
  const dropping = Object.keys(rules).filter((name) => rules[name][3] === 'drop');
  expect(dropping.filter((name) => !('missing' in loaded[name]))).toEqual([]);
});

const args = (name, file = rules[name][0]) => [
  ...(name === 'metric' ? ['accuracy'] : []),
  ...[file, '--group', 'sex', ...rules[name][1].split(' '), '--format', 'json'],
];

test.each(Object.keys(rules).filter((name) => rules[name][2] === 'group'))('%s keeps a missing group', (name) => {
  const { status, stdout, stderr } = run(name, ...args(name));
  expect({ status, stderr }).toMatchObject({ status: 0 });
  if (name !== 'proxies') expect(stdout).toContain('(missing)');
});

test.each(Object.keys(rules).filter((name) => rules[name][2] !== 'two'))(
  '%s omits unknown groups with --unknown',
  (name) => {
    const { status, stdout, stderr } = run(name, ...args(name), '--unknown', 'Unknown');
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(stdout).not.toMatch(/"(?:\(missing\)|Unknown)"/);
    if (name !== 'impact') expect(stderr).toContain('sex: 8 rows with a missing value or ‘Unknown’ were omitted.');
  },
);

test('recourse accepts two groups only without the unknown ones', () => {
  expect(run('recourse', ...args('recourse'), '--unknown', 'Unknown')).toMatchObject({ status: 0 });
});

test.each(Object.keys(rules).filter((name) => rules[name][3] === 'drop'))(
  '%s drops a missing label if requested',
  (name) => {
    const first = run(name, ...args(name, 'gap.csv'));
    expect(first.status).not.toBe(0);
    expect(first.stderr).toContain('--missing drop omits such rows');
    const { status, stderr } = run(name, ...args(name, 'gap.csv'), '--missing', 'drop');
    expect({ status, stderr }).toMatchObject({ status: 0 });
  },
);

test('a missing group is exact in each table', () => {
  const json = (...given) => JSON.parse(run(...given, '--format', 'json').stdout);
  // 68: exact matches are 1 for m, 0 for f, and 1 without a group.
  save('tags.csv', ['g,a,b,pa,pb', 'm,1,0,1,0', 'm,0,1,0,1', 'f,1,1,0,1', 'f,0,1,1,1', ',1,0,1,0', ',0,0,0,0']);
  const labels = json('labels', 'tags.csv', '--label', 'a,b', '--prediction', 'pa,pb', '--group', 'g');
  const exact = labels.breakdowns[0].groups.map(({ name, values }) => [name, values.exactMatchRatio?.value]);
  expect(exact.map(([name]) => name)).toEqual(['f', 'm', '(missing)']);
  save('ats.csv', ['sex,selected', 'm,yes', 'm,no', 'f,yes', 'f,']);
  const given = ['impact', 'ats.csv', '--group', 'sex', '--selected', 'selected', '--missing', 'drop'];
  const { applicants, droppedRows, outcomes } = json(...given);
  expect([applicants, droppedRows]).toEqual([3, 1]);
  expect(outcomes[0].tables[0].categories.map(({ name, rate }) => [name, rate])).toEqual([
    ['f', 1],
    ['m', 0.5],
  ]);
});

test('the note about repeated people names --cluster only if the command has it', () => {
  const people = Array.from({ length: 40 }, (_, row) => `${row >> 1},${row % 3 ? 'm' : 'f'},${row % 2}`);
  save('repeats.csv', ['person,sex,y', ...people]);
  const metric = run('metric', 'accuracy', 'repeats.csv', '--label', 'y', '--prediction', 'y', '--group', 'sex');
  expect(metric.stderr).toContain('These rows are treated as independent. (--cluster)');
  const proxies = run('proxies', 'repeats.csv', '--group', 'sex', '--search', 'y', '--permutations', '0');
  expect(proxies.stderr).toMatch(/treated as independent\.$/m);
});

test('names of columns and groups may contain equals signs', () => {
  save('age.csv', ['Age >= 62,y', ...[0, 0, 0, 1, 1, 1].map((old, row) => `${old},${row % 2}`)]);
  const given = [
    'age.csv',
    '--group',
    'Age >= 62',
    '--selected',
    'y',
    '--reference',
    'Age >= 62=0',
    '--format',
    'json',
  ];
  const { status, stdout } = run('impact', ...given);
  expect(status).toBe(0);
  expect(JSON.parse(stdout).outcomes[0].tables[0].fourFifths.againstReference.group).toBe('0');
  save('range.csv', ['g', '>=62', '>=62', '<62']);
  const shares = run('shares', 'range.csv', '--group', 'g', '--reference', '>=62=0.5,<62=0.5');
  expect(shares.status).toBe(0);
});
