// Files as programs and people write them, through the command line. Expected values are calculated by hand.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { profileCsv } from 'fairwasm';
import { zipSync } from 'fflate';
import { toWorkbook } from '../data/workbook.mjs';
import { runCommand } from './command.mjs';

const cwd = mkdtempSync(join(tmpdir(), 'fairwasm-files-'));
afterAll(() => rmSync(cwd, { recursive: true }));

/** Runs a command on a file with these contents. */
function run(command, content, ...options) {
  writeFileSync(join(cwd, 'file'), content);
  return runCommand([command, 'file', ...options, '--format', 'json'], { cwd });
}

function json(...args) {
  const { status, stdout, stderr } = run(...args);
  expect([status, stderr.includes('Error')]).toEqual([0, false]);
  return JSON.parse(stdout);
}

/** Selection rates by group. */
function rates(content, ...options) {
  const { breakdowns } = json('audit', content, ...options);
  return breakdowns[0].groups.map(({ name, rates: all }) => [name, all.selectionRate.value]);
}

const hired = ['--prediction', 'hired', '--group', 'sex'];
const people = [
  ['m', 1],
  ['m', 0],
  ['f', 0],
  ['f', 0],
];
const expected = [
  ['m', 0.5],
  ['f', 0],
];
const latin1 = (text) => Buffer.from(text, 'latin1');

test('a header with more commas than semicolons', async () => {
  const name = 'Sex (m, f, other or not stated)';
  const text = `${name};Outcome (0 no, 1 yes, blank if not known);Decision (0, 1)
m;1;1
m;0;1
f;1;0
f;0;1
f;1;1
f;0;0
`;
  const options = ['--prediction', 'Decision (0\\, 1)', '--group', name.replaceAll(',', '\\,')];
  expect(rates(text, '--prediction', 'Decision (0, 1)', ...options.slice(2))).toEqual([
    ['f', 0.5],
    ['m', 1],
  ]);
  expect((await profileCsv(text)).columns).toHaveLength(3);
});

test('no header, and blanks between fields', () => {
  const text = `A11 6 A34 A43 1169 A91 1
A12 48 A32 A43 5951 A92 2
A14 12 A34 A46 2096 A91 1
A11 42 A32 A42 7882 A91 2
A11 24 A33 A40 4870 A92 1
`;
  const found = [
    ['A91', 2 / 3],
    ['A92', 1 / 2],
  ];
  const columns = ['--columns', 'a,b,c,d,e,sex,credit', '--prediction', 'credit', '--group', 'sex'];
  const numbered = ['--no-header', '--prediction', 'column 7', '--group', 'column 6'];
  for (const options of [columns, numbered, numbered.slice(1)])
    expect(rates(text, ...options, '--favorable', '1')).toEqual(found);
});

test.each([[[]], [['--encoding', 'windows-1252']]])('Latin 1 with %j', (options) => {
  const text = latin1('género,aprobado\nmujer,sí\nmujer,no\nhombre,sí\nhombre,sí\n');
  const roles = ['--prediction', 'aprobado', '--group', 'género', '--favorable', 'sí'];
  expect(rates(text, ...roles, ...options)).toEqual([
    ['hombre', 1],
    ['mujer', 0.5],
  ]);
});

test('a first line that names the delimiter', () => {
  const text = 'sep=;\r\nsex;hired\r\nm;1\r\nm;0\r\nf;0\r\nf;0\r\n';
  expect(Object.fromEntries(rates(text, ...hired))).toEqual(Object.fromEntries(expected));
});

test('a workbook, a ZIP archive with a table, and JSON', () => {
  const rows = people.map(([sex, is]) => ({ sex, hired: is }));
  const csv = ['sex,hired', ...people].join('\n');
  for (const content of [
    toWorkbook(['sex', 'hired'], people),
    zipSync({ 'people.csv': Buffer.from(csv), 'readme/': new Uint8Array() }),
    JSON.stringify(rows),
    JSON.stringify(rows, null, 2),
  ])
    expect(Object.fromEntries(rates(content, ...hired))).toEqual(Object.fromEntries(expected));
  const several = zipSync({ 'a.csv': Buffer.from(csv), 'b.csv': Buffer.from('x\n1\n') });
  expect(run('audit', several, ...hired).stderr).toMatch(/a\.csv, b\.csv/);
  expect(rates(several, ...hired, '--sheet', 'a.csv')).toHaveLength(2);
});

test('numbers with decimal commas, percent signs, and thousands separators', () => {
  const scores = ['--label', 'y', '--score', 'p', '--threshold', '0.5', '--group', 'sex'];
  const rateOfMen = (...args) => Object.fromEntries(rates(...args)).m;
  const commas = 'sex;y;p\nm;1;0,75\nm;0;0,25\nf;0;0,5\nf;1;0,1\n';
  expect(rateOfMen(commas, ...scores)).toBe(0.5);
  expect(rateOfMen(commas, ...scores, '--decimal', ',')).toBe(0.5);
  expect(rateOfMen('sex,y,p\nm,1,75%\nm,0,25%\nf,0,50%\nf,1,10%\n', ...scores)).toBe(0.5);
  const weights = 'sex,hired,w\nm,1,"1,000"\nm,0,"3,000"\nf,0,500\nf,1,500\n';
  expect(rateOfMen(weights, ...hired, '--weight', 'w')).toBe(0.25);
  const unclear = 'sex;hired;w\nm;1;1,000\nm;0;3,000\nf;0;2,000\nf;1;1,500\n';
  const { status, stderr } = run('audit', unclear, ...hired, '--weight', 'w');
  expect(status).toBe(1);
  expect(stderr).toMatch(/decimal mark.*thousands separator.*'1,000'/);
  expect(rateOfMen(unclear, ...hired, '--weight', 'w', '--thousands', ',')).toBe(0.25);
});

const combinations = [
  ['1.0', '0.0'],
  ['True', 'False'],
  ['true', 'false'],
  ['Yes ', 'no'],
  ['1', '-1'],
];
test.each(combinations)('indicators of %s and %s mean 1 and 0 in every command', (yes, no) => {
  const write = (header, rows) =>
    [header, ...rows].map((row) => row.map((v) => ({ 1: yes, 0: no })[v] ?? v).join()).join('\n');
  const both = (command, [header, ...rows], ...options) => {
    const given = json(command, write(header, rows), ...options);
    const plain = json(command, [header, ...rows].join('\n'), ...options);
    // A single column of labels keeps its own names.
    const text = JSON.stringify({ ...given, warnings: [] });
    expect(JSON.parse(text.replaceAll('"Yes"', '"1"').replaceAll('"no"', '"0"'))).toEqual({ ...plain, warnings: [] });
  };
  both(
    'amplification',
    [
      ['male', 'female', 'oven', 'p_oven'],
      [1, 0, 1, 1],
      [1, 0, 0, 1],
      [0, 1, 1, 1],
      [0, 1, 1, 0],
    ],
    ...['--attribute', 'male,female', '--task', 'oven', '--prediction', 'p_oven', '--draws', '0'],
  );
  both(
    'labels',
    [
      ['g', 'person', 'child', 'p_person', 'p_child'],
      ['a', 1, 0, 1, 1],
      ['a', 0, 1, 0, 1],
      ['b', 1, 1, 1, 0],
      ['b', 0, 0, 1, 0],
    ],
    ...['--label', 'person,child', '--prediction', 'p_person,p_child', '--group', 'g'],
    '--no-intervals',
  );
  if (no.toLowerCase() === 'false' || no === '0.0')
    both(
      'impact',
      [
        ['sel', 'Black', 'White'],
        [1, 1, 0],
        [0, 1, 0],
        [1, 0, 1],
      ],
      ...['--selected', 'sel', '--probability', 'Black=Black', '--probability', 'White=White'],
      '--no-intervals',
    );
});

test.each([
  ['a zero-width space', 'Male', 'Male\u200b'],
  ['a left-to-right mark', 'Male', 'Male\u200e'],
  ['a soft hyphen', 'Male', 'Male\u00ad'],
  ['a zero-width joiner', 'Male', 'Male\u200d'],
  ['a no-break space', 'Two or more', 'Two\u00a0or more'],
  ['case and blanks', 'Two or more', 'TWO or  More '],
])('values that differ by %s are one group', (_, one, other) => {
  const text = `sex,hired\n${one},1\n${other},0\n${one},1\n${other},1\nFemale,0\nFemale,1\n`;
  expect(rates(text, ...hired)).toEqual([
    [one, 0.75],
    ['Female', 0.5],
  ]);
});

describe("Local Law 144's categories are a closed list", () => {
  const roles = ['--rule', 'local-law-144', '--sex', 'sex', '--race', 'race'];
  const ratios = (text, ...options) => {
    const { outcomes } = json('impact', text, ...roles, '--selected', 'selected', ...options);
    const { categories } = outcomes[0].tables.find(({ by }) => by.join() === 'sex');
    return categories.map(({ name, impactRatio, ratio }) => [name, (impactRatio ?? ratio).value]);
  };

  test.each(['Unknown', 'Decline to self-identify', 'Prefer not to say', 'Not Specified', 'NA', '#N/A'])(
    '%s is unknown',
    (unknown) => {
      const men = 'Male,White,1\n'.repeat(2) + 'Male,White,0\n'.repeat(2);
      const women = `Female,White,1\n${'Female,White,0\n'.repeat(3)}`;
      const text = `sex,race,selected\n${men}${women}${`${unknown},White,1\n`.repeat(2)}`;
      expect(ratios(text)).toEqual([
        ['Female', 0.5],
        ['Male', 1],
      ]);
    },
  );

  test('--unknown adds a name', () => {
    const text =
      'sex,race,selected\nMale,White,1\nMale,White,0\nFemale,White,0\nFemale,White,1\nNA,White,1\nX,White,1\n';
    expect(ratios(text, '--unknown', 'X').map(([, ratio]) => ratio)).toEqual([1, 1]);
  });
});

test('accepts column names with =, commas, and quotes in every option', () => {
  const name = 'a=b, "c"';
  const text = `"${name.replaceAll('"', '""')}",hired\n5,1\n5,0\n9,1\n9,1\n,1\n`;
  const group = name.replaceAll(',', '\\,');
  const roles = ['--prediction', 'hired', '--group', group];
  const escaped = name.replaceAll(',', '\\,').replaceAll('=', '\\=');
  const two = [
    ['--bins', `${escaped}=7`],
    ['--largest', `${escaped}=1`],
    ['--privileged', `${escaped}=9`],
  ];
  for (const options of two)
    expect(
      rates(text, ...roles, '--missing', 'drop', ...options)
        .slice(0, 2)
        .map(([, rate]) => rate)
        .sort(),
    ).toEqual([0.5, 1]);
  expect(rates(text, ...roles, '--where', `${escaped}>=9`)).toEqual([['9', 1]]);
});

describe('decisions from scores', () => {
  // Labels are words; m has the scores 10, 20, and 30, and f 20, 40, and 50.
  const loans = 'paid,points,sex\nyes,10,m\nno,20,m\nyes,30,m\nno,20,f\nyes,40,f\nyes,50,f\nno,,f\n';
  const asked = ['--label', 'paid', '--score', 'points', '--group', 'sex', '--missing', 'drop'];
  const third = 1 / 3;

  test.each([
    ['the best half', ['--top-share', '0.5'], { m: third, f: 2 * third }],
    ['ties with the last row', ['--top-share', '0.7'], { m: 2 * third, f: 1 }],
    ['the lowest third', ['--top-share', '0.34', '--lower-is-better'], { m: 2 * third, f: third }],
    ['a maximum', ['--threshold', '20', '--lower-is-better'], { m: 2 * third, f: third }],
    [
      'a threshold for each group',
      ['--group-threshold', 'm=20', '--group-threshold', 'f=45'],
      { m: 2 * third, f: third },
    ],
  ])('selects %s', (_, options, selected) => {
    const { breakdowns, favorable } = json('audit', loans, ...asked, ...options);
    expect(favorable).toEqual(['yes']);
    const found = breakdowns[0].groups.map(({ name, rates: all }) => [name, all.selectionRate.value]);
    for (const [name, value] of found) expect(value).toBeCloseTo(selected[name], 12);
    expect(found).toHaveLength(2);
  });

  test.each([
    [['--top-share', '1.5'], '--top-share requires a number from 0 to 1'],
    [['--top-share', '0.5', '--threshold', '20'], 'pass one of --threshold, --top-share'],
    [['--group-threshold', 'm=20'], "group 'f' of sex has no threshold"],
    [['--lower-is-better'], 'pass one of --threshold, --top-share'],
    [['--top-share', '0.5', '--prediction', 'paid'], 'Remove --prediction'],
  ])('rejects %s', (options, message) => {
    const { status, stderr } = run('audit', loans, ...asked, ...options);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  test('names the row of a score that is not a number', () => {
    const { status, stderr } = run('audit', `${loans}yes,many,m\n`, ...asked, '--top-share', '0.5');
    expect(status).toBe(1);
    expect(stderr).toMatch(/line 9, .*points: expected a number, got 'many'/);
  });
});
