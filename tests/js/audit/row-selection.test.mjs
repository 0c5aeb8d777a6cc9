// Ranges of a number as groups, and conditions on the rows of a file.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditCsv } from 'fairwasm';
import { runCommand } from '../cli/command.mjs';
import { fair } from '../support.mjs';

const ages = 'age,good\n25,0\n25,0\n26,1\n60,1\n,1\n';
const loans = 'sex,action\nF,1\nF,2\nF,3\nF,4\nM,1\nM,3\nM,5\nM,\n';

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-selection-'));
  writeFileSync(join(folder, 'ages.csv'), ages.replace('\n,1', ''));
  writeFileSync(join(folder, 'loans.csv'), loans);
  writeFileSync(join(folder, 'odd.csv'), 'Age >= 62,p\n0,1\n1,0\n0,1\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const getRates = (report) =>
  Object.fromEntries(report.breakdowns[0].groups.map(({ name, rates }) => [name, rates.selectionRate.value]));
/** @type {{ prediction: string, groups: string[], missing: 'drop' }} */
const byAge = { prediction: 'good', groups: ['age'], missing: 'drop' };

test.each([
  [{ age: [26] }, { 'below 26': 0, '26 and above': 1, '(missing)': 1 }],
  [{ age: [25, 26] }, { '25 to below 26': 0, '26 and above': 1, '(missing)': 1 }],
  [{ age: { upTo: [25] } }, { '25 and below': 0, 'above 25': 1, '(missing)': 1 }],
])('cuts a column into ranges: %j', async (bins, rates) => {
  expect(getRates(await auditCsv(fair, ages, { ...byAge, bins }))).toEqual(rates);
});

test('rejects limits that do not ascend, and values that are not numbers', async () => {
  await expect(auditCsv(fair, ages, { ...byAge, bins: { age: [30, 20] } })).rejects.toMatchObject({
    argument: 'bins of age',
  });
  const text = 'age,good\n25,0\nold,1\n';
  await expect(auditCsv(fair, text, { ...byAge, bins: { age: [30] } })).rejects.toMatchObject({
    argument: 'age',
    row: 1,
  });
});

test('reads points in ranges as the rest of the file does', async () => {
  const bins = { income: [5000] };
  const what = { prediction: 'good', groups: ['income'], bins };
  const text = 'income;share;good\n1.390;0,5;0\n9.100;0,25;1\n';
  expect(getRates(await auditCsv(fair, text, what))).toEqual({ 'below 5000': 0, '5000 and above': 1 });
  const open = text.replaceAll(',', '.').replace('0.5', '1').replace('0.25', '2');
  await expect(auditCsv(fair, open, what)).rejects.toThrow(/income: .*pass the decimal mark/);
  const given = await auditCsv(fair, open, what, { decimal: '.' });
  expect(getRates(given)).toEqual({ 'below 5000': 0.5 });
});

const byAction = { prediction: 'action', favorable: [1, 2], groups: ['sex'] };
test.each([
  [
    { operator: '=', value: [1, 2, 3] },
    { F: 2 / 3, M: 1 / 2 },
  ],
  [
    { operator: '<=', value: 3 },
    { F: 2 / 3, M: 1 / 2 },
  ],
  [
    { operator: '!=', value: ['', 4, '5.0'] },
    { F: 2 / 3, M: 1 / 2 },
  ],
  [
    { operator: '>', value: 1 },
    { F: 1 / 3, M: 0 },
  ],
])('keeps the rows that meet a condition: %j', async (condition, rates) => {
  const where = [{ column: 'action', .../** @type {any} */ (condition) }];
  const report = await auditCsv(fair, loans, { ...byAction, where });
  expect(getRates(report)).toEqual(rates);
  expect(report.warnings[0]).toMatch(/^The conditions keep \d of 8 rows\.$/);
});

// Groups of two rows each, with both outcomes.
const dated = (...dates) =>
  `hired,day,good\n${dates.map((date, i) => `${date},d${i + 1},0\n${date},d${i + 1},1`).join('\n')}\n`;
const iso = dated('2023-12-31', '2024-01-01', '2024-01-31 18:00', '2024-02-01');
const american = dated('12/31/2023', '1/1/2024', '1/31/2024 6:00 PM', '2/1/2024');
const german = dated('31.12.2023', '1.1.2024', '31.1.2024 18:00', '1.2.2024');

describe.each([
  ['ISO 8601', iso],
  ['American', american],
  ['German', german],
])('dates in %s notation', (_, text) => {
  const keep = async (operator, value) => {
    const where = [{ column: 'hired', operator, value }];
    const report = await auditCsv(fair, text, { prediction: 'good', groups: ['day'], where });
    return report.breakdowns[0].groups.map(({ name }) => name).join(' ');
  };

  test.each([
    ['>=', '2024-01-01', 'd2 d3 d4'],
    ['<', '2024-01-01', 'd1'],
    ['>', '2024-01-31', 'd4'],
    ['<=', '2024-01-31', 'd1 d2 d3'],
    ['>', '2024-01', 'd4'],
    ['>=', 2024, 'd2 d3 d4'],
    ['=', '2024', 'd2 d3 d4'],
    ['=', '2024-Q1', 'd2 d3 d4'],
    ['=', 'Jan 2024', 'd2 d3'],
    ['=', ['2023', '2024-02'], 'd1 d4'],
    ['!=', '2024', 'd1'],
    ['=', '2024-W05', 'd3 d4'],
    ['>=', '31 Jan 2024', 'd3 d4'],
    ['>', '2024-01-31T17:59:00Z', 'd3 d4'],
  ])('%s %s keeps the rows in this period', async (operator, value, days) => {
    expect(await keep(operator, value)).toBe(days);
  });

  test('form groups by ranges', async () => {
    const bins = { hired: ['2024-01-01', '2024-02'] };
    const report = await auditCsv(fair, text, { prediction: 'good', groups: ['hired'], bins });
    expect(report.breakdowns[0].groups.map(({ name, counts }) => [name, counts.rows])).toEqual([
      ['2024-01-01 to before 2024-02', 4],
      ['2024-02 and later', 2],
      ['before 2024-01-01', 2],
    ]);
  });
});

describe('dates that are not clear', () => {
  const unclear = dated('1/2/2024', '3/4/2024', '5/6/2024', '5/5/2024');
  const options = { prediction: 'good', groups: ['day'] };
  /** @returns {any} */
  const from = (value) => [{ column: 'hired', operator: '>=', value }];

  test('need no order of day and month if it does not matter', async () => {
    const report = await auditCsv(fair, unclear, { ...options, where: from('2024-01-01') });
    expect(report.rows).toBe(8);
  });

  test('are rejected with the option that decides the order', async () => {
    const where = from('2024-02-01');
    await expect(auditCsv(fair, unclear, { ...options, where })).rejects.toMatchObject({
      argument: 'hired',
      row: 0,
      expected: expect.stringContaining('dateOrder'),
    });
    const rowsWith = async (dateOrder) => (await auditCsv(fair, unclear, { ...options, where }, { dateOrder })).rows;
    expect(await rowsWith('dmy')).toBe(8);
    expect(await rowsWith('mdy')).toBe(6);
  });

  test.each([
    ['a value that is not a date', dated('2024-01-01', 'soon'), '2024-01-01', 2],
    ['a column of numbers', dated('5', '6'), '2024-01-01', 0],
  ])('%s is rejected with its row', async (_, text, value, row) => {
    await expect(auditCsv(fair, text, { ...options, where: from(value) })).rejects.toMatchObject({
      argument: 'hired',
      row,
      expected: 'a column of dates, to compare it with 2024-01-01',
    });
  });

  test.each([['soon'], ['2024-13-01'], [['2024-01-01', '2024-02-01']]])('rejects the limit %j', async (value) => {
    await expect(auditCsv(fair, iso, { ...options, where: from(value) })).rejects.toMatchObject({
      argument: 'where hired',
      expected: 'one number or date after >=',
    });
  });

  test.each([[['2024-02-01', '2024-01-01']], [['1/2/2024']], [['soon']]])('rejects the ranges %j', async (hired) => {
    await expect(auditCsv(fair, iso, { ...options, groups: ['hired'], bins: { hired } })).rejects.toMatchObject({
      argument: 'bins of hired',
    });
  });
});

test('names the row of the file if rows before it are omitted', async () => {
  /** @type {import('fairwasm').CsvAuditOptions['where']} */
  const where = [{ column: 'sex', operator: '=', value: 'M' }];
  await expect(auditCsv(fair, loans, { ...byAction, where })).rejects.toMatchObject({ code: 'missingValue', row: 7 });
});

describe('on the command line', () => {
  const audit = (...args) => {
    const { status, stdout, stderr } = runCommand(['audit', ...args, '--format', 'json'], { cwd: folder });
    return status === 0 ? JSON.parse(stdout) : stderr;
  };

  test.each([
    ['age=26', { 'below 26': 0, '26 and above': 1 }],
    ['age>25', { '25 and below': 0, 'above 25': 1 }],
  ])('--bins %s', (bins, rates) => {
    const report = audit('ages.csv', '--prediction', 'good', '--group', 'age', '--bins', bins);
    expect(getRates(report)).toEqual(rates);
  });

  test('--where and --bins accept dates, and --date-order decides their notation', () => {
    writeFileSync(join(folder, 'dates.csv'), dated('1/2/2024', '3/4/2024', '5/6/2024', '5/5/2024'));
    const roles = ['dates.csv', '--prediction', 'good', '--group', 'day'];
    expect(audit(...roles, '--where', 'hired>=2024-02-01')).toContain('--date-order');
    expect(audit(...roles, '--where', 'hired>=2024-02-01', '--date-order', 'mdy').rows).toBe(6);
    const bins = ['--bins', 'hired=2024-03-01', '--date-order', 'mdy'];
    const report = audit('dates.csv', '--prediction', 'good', '--group', 'hired', ...bins);
    expect(getRates(report)).toEqual({ 'before 2024-03-01': 1 / 2, '2024-03-01 and later': 1 / 2 });
  });

  const loan = ['loans.csv', '--prediction', 'action', '--favorable', '1', '--favorable', '2'];
  test.each([['action=1,2,3'], ['action<=3'], ['action=1', 'action=2', 'action=3'], ['action>=1', 'action<4']])(
    '--where %s',
    (...conditions) => {
      const where = conditions.flatMap((condition) => ['--where', condition]);
      const report = audit(...loan, '--group', 'sex', ...where);
      expect(getRates(report)).toEqual({ F: 2 / 3, M: 1 / 2 });
    },
  );

  test('rejects text that is not a condition', () => {
    expect(audit(...loan, '--group', 'sex', '--where', 'action')).toMatch(/takes COLUMN=VALUE/);
  });

  test('takes a column with an equals sign as an attribute', () => {
    const report = audit(
      ...['odd.csv', '--prediction', 'p', '--group', 'Age >= 62'],
      ...['--privileged', 'Age >= 62=1'],
    );
    expect(report.breakdowns[0].reference.name ?? report.breakdowns[0].reference).toBe('1');
  });
});

describe('blanks', () => {
  const what = { prediction: 'recid', groups: ['sex'], missing: /** @type {const} */ ('drop') };

  test('warns that a blank may mean no if the only other value means yes', async () => {
    const text = 'sex,recid\nm,1\nm,\nf,\nf,1\nf,\n';
    const { warnings, droppedRows } = await auditCsv(fair, text, what);
    expect(droppedRows).toBe(3);
    expect(warnings).toEqual([
      'This report covers only 2 of 5 rows (40%): the others have missing values.',
      'Every prediction is ‘1’, and rows with missing values were omitted. If a blank means no, read blanks as no.',
    ]);
    const both = 'sex,recid\nm,1\nm,0\nf,1\nf,\n';
    expect((await auditCsv(fair, both, what)).warnings).toEqual([]);
  });

  const marked = 'sex,was,is,truth\nm,x,x,x\nm,,x,\nf,,,x\nf,x,,\nf,,,\n';

  test('reads a blank as the value that it means', async () => {
    const blanks = { is: 'no' };
    const asked = { prediction: 'is', groups: ['sex'], favorable: 'x', blanks };
    const { rows, warnings, breakdowns } = await auditCsv(fair, marked, asked);
    expect([rows, warnings]).toEqual([5, ['is: a blank was read as ‘no’.']]);
    const rates = breakdowns[0]?.groups.map((each) => [each.name, each.rates.selectionRate?.value]);
    expect(rates).toEqual([
      ['f', 0],
      ['m', 1],
    ]);
    const where = [{ column: 'is', operator: /** @type {const} */ ('='), value: 'no' }];
    expect((await auditCsv(fair, marked, { ...asked, where })).rows).toBe(3);
    const none = { ...asked, blanks: { is: ' ' } };
    await expect(auditCsv(fair, marked, none)).rejects.toThrow(/blanks of is.*expected a value/);
  });

  test.each([
    ['audit', ['--prediction', 'is', '--label', 'truth', '--favorable', 'x'], 'prediction'],
    ['classes', ['--prediction', 'is', '--label', 'truth'], 'prediction'],
    ['compare', ['--prediction', 'was', '--against', 'is', '--favorable', 'x'], 'is'],
  ])('%s reports blanks before any figure, and reads them as no', (command, options, role) => {
    writeFileSync(join(folder, 'marked.csv'), marked);
    const run = (...more) =>
      runCommand([command, 'marked.csv', '--group', 'sex', ...options, ...more], { cwd: folder });
    const stopped = run();
    expect(stopped.status).toBe(1);
    expect(stopped.stderr).toMatch(/if a blank means no, pass --blank '\w+=no': the only other/);
    const dropped = run('--missing', 'drop').stdout.replace(/\s+/g, ' ');
    expect(dropped).toMatch(/^ *marked.csv Rows \d .*This report covers only \d of 5 rows/);
    expect(dropped).toContain(`Every ${role} is ‘x’, and rows with missing values were omitted.`);
    const columns = ['was', 'is', 'truth'].filter((name) => options.includes(name));
    const filled = run(...columns.flatMap((name) => ['--blank', `${name}=no`]), '--format', 'json');
    expect(JSON.parse(filled.stdout)).toMatchObject({ rows: 5, droppedRows: 0 });
  });

  test('labels names the only other value of an indicator with a blank', () => {
    const options = ['--label', 'truth', '--prediction', 'is', '--group', 'sex'];
    writeFileSync(join(folder, 'ones.csv'), marked.replaceAll('x', '1').replace('se1', 'sex'));
    const run = (...more) => runCommand(['labels', 'ones.csv', ...options, ...more], { cwd: folder });
    expect(run().stderr).toMatch(/if a blank means no, pass --blank 'truth=no'/);
    const filled = run('--blank', 'truth=no', '--blank', 'is=no', '--format', 'json');
    expect(JSON.parse(filled.stdout)).toMatchObject({ rows: 5 });
  });
});
