// SPDX-License-Identifier: Apache-2.0
//
// Usage of the command line: printed text, written files, and exit codes.

import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findExample, findMetric, format as formatResult, metrics, reportExample } from 'fairwasm';
import { metricAdvice } from '#fairwasm/metrics/advice.js';
import { unless } from '../../optional.mjs';
import { present } from '../../present.mjs';
import { fair } from '../support.mjs';
import { runCommand } from './command.mjs';
import { onTerminal, program, withoutTerminal } from './terminal.mjs';

const main = join(process.cwd(), 'dist', 'cli', 'main.js');
const compas = reportExample(fair, findExample('compas'));

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fairwasm = (args, options) => runCommand(args, { cwd: folder, ...options });

function file(name, text) {
  writeFileSync(join(folder, name), text);
  return name;
}

const people = `y,p,race,sex,w,s
1,1,a,f,1,0.9
0,1,a,m,2,0.6
0,0,a,f,1,0.2
1,0,a,m,2,0.4
1,1,b,f,0.5,0.8
1,1,b,m,0.5,0.7
1,0,b,f,1,0.3
0,1,c,m,3,0.5
`;
const asUsual = ['--label', 'y', '--prediction', 'p', '--group', 'race'];
const auditPeople = (...options) => fairwasm(['audit', file('people.csv', people), ...asUsual, ...options]);
const json = ({ stdout }) => JSON.parse(stdout);

/** Expects no standard output and one line on standard error. */
function expectOnlyComplaint({ status, stdout, stderr }, expectedStatus, ...parts) {
  expect({ status, stdout }).toEqual({ status: expectedStatus, stdout: '' });
  expect(stderr).toMatch(/^fairwasm: [^\n]+\n$/);
  for (const part of parts) expect(stderr).toContain(part);
}

test.each([
  [0, ['metrics']],
  [1, ['audit', 'no such file.csv', '--prediction', 'p', '--group', 'g']],
  [2, ['audit', 'https://example.org/people.csv', '--prediction', 'p', '--group', 'g']],
  [2, ['audit']],
  [3, ['audit', '--example', 'compas', '--fail-under', 'disparateImpact=0.8']],
  [0, ['audit', '-', '--prediction', 'p', '--group', 'race', '--format', 'json']],
])('a separate process exits with %i and prints the same as the test thread', (expected, args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd: folder,
    input: people,
    encoding: 'utf8',
  });
  expect(status).toBe(expected);
  expect({ status, stdout, stderr }).toEqual(fairwasm(args, { input: people }));
});

describe('help', () => {
  const commands = [
    ...[
      'audit',
      'compare',
      'metric',
      'amplification',
      'captions',
      'coverage',
      'leakage',
      'dpa',
      'lic',
      'dbac',
      'robustness',
      'slices',
      'repeated',
      'exposure',
      'predict',
    ],
    ...['metrics', 'explain', 'examples'],
  ];

  test.each([['--help'], ['-h'], ['help']])('%s lists the commands', (option) => {
    const { status, stdout, stderr } = fairwasm([option]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const command of commands) expect(stdout).toContain(`\n  ${command}`);
  });

  test('audit --help fits into 40 lines, and --all lists every option', () => {
    const { stdout } = fairwasm(['audit', '--help']);
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
    expect(fairwasm(['audit', '--help', '--all']).stdout).toContain('--equivalence');
  });

  test.each(commands)('%s --help fits into 80 columns and has examples', (command) => {
    const { status, stdout } = fairwasm([command, '--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: fairwasm [\s\S]*\nExamples?\n {2}fairwasm /);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(fairwasm(['--help', command]).stdout).toBe(stdout);
    expect(fairwasm(['help', command]).stdout).toBe(stdout);
  });

  test('--version prints the package’s version', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(fairwasm(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('invalid usage exits with 2 and prints one line', () => {
  test.each([
    [['aduit'], "did you mean 'audit'?"],
    [['--nonsense'], '--nonsense'],
    [['nothing-like-it'], 'audit, classes, errors, labels, compare, impact, metric, amplification'],
    [['metrics', 'x'], "'x'"],
    [['examples', 'x'], "'x'"],
    [['explain'], 'one metric'],
    [['explain', 'accuracy', 'errorRate'], 'one metric'],
    [['explain', 'acuracy'], "did you mean 'accuracy'?"],
    [['audit'], 'pass a CSV file'],
    [['audit', 'a.csv', 'b.csv', '--label', 'y', '--group', 'g'], "'b.csv'"],
    [['audit', 'a.csv', '--labl', 'y'], "did you mean '--label'?"],
    [['audit', 'a.csv', '-x', 'y'], "unknown option '-x' (fairwasm audit --help)"],
    [['audit', 'a.csv', '--y-true', 'y'], "did you mean '--label'?"],
    [['audit', 'a.csv', '--sample_weight', 'w'], "did you mean '--weight'?"],
    [['audit', 'a.csv', '--sensitive-features', 'w'], "did you mean '--group'?"],
    [['audit', 'a.csv', '--protected_attribute', 'w'], "did you mean '--group'?"],
    [['audit', 'a.csv', '--label'], '--label'],
    [['audit', 'a.csv', '--label', 'y'], '--group'],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g,g'], "'g' twice"],
    [['audit', 'a.csv', '--group', 'g'], '--prediction'],
    [['audit', 'a.csv', '--score', 's', '--group', 'g'], '--threshold'],
    [['audit', 'a.csv', '--label', 'y', '--threshold', '1', '--group', 'g'], '--score'],
    [['audit', 'a.csv', '--prediction', 'p', '--score', 's', '--threshold', '1', '--group', 'g'], '--prediction'],
    [['audit', 'a.csv', '--score', 's', '--threshold', 'high', '--group', 'g'], "'high'"],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g', '--privileged', 'a'], 'NAME=VALUE'],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g', '--privileged', 'h=a'], "'h'"],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g', '--missing', 'guess'], "'guess'"],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g', '--format', 'xml'], "'xml'"],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g', '--delimiter', '::'], "'::'"],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g', '--delimiter', '§'], "'§'"],
    [['robustness', 'a.csv', '--label', 'y', '--lipschitz', '1', '--delimiter', '::'], "'::'"],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g', '--fail-under', 'fairness=1'], "'fairness'"],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g', '--fail-under', 'accuracy'], 'NAME=VALUE'],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g', '--fail-under', 'accuracy=x'], "'x'"],
    [['audit', '--example', 'compas', '--fail-under', 'statisticalParityDifference=0.1'], 'at most 0'],
    [['audit', '--example', 'compas', '--fail-over', 'disparateImpact=0.8'], 'at least 1'],
    [['audit', '--example', 'berkeley', '--fail-under', 'accuracy=0.5'], 'needs --label'],
    [['audit', '--example', 'titanic'], 'compas, berkeley'],
    [['audit', '--example', 'compas', 'a.csv'], 'file'],
    [['audit', '--example', 'compas', '--label', 'y'], '--label'],
  ])('%j', (args, part) => {
    expectOnlyComplaint(fairwasm(args), 2, part);
  });

  test('rejects --output over the input, by any name', () => {
    file('data.csv', people);
    symlinkSync('data.csv', join(folder, 'link.csv'));
    const result = fairwasm(['audit', 'data.csv', ...asUsual, '--output', 'link.csv']);
    expectOnlyComplaint(result, 2, 'overwrite');
    expect(readFileSync(join(folder, 'data.csv'), 'utf8')).toBe(people);
  });
});

describe('bad input exits with 1 and prints one line with file, line, and column, without a partial report', () => {
  test.each([
    ['a missing value', '1,1,a\n,0,b\n', ['bad.csv, line 3, column y:', 'a missing value']],
    ['too few fields', '1,1,a\n1,0\n', ['bad.csv, line 3: expected 3 fields']],
    ['an unclosed quote', '1,1,a\n1,0,"b\n', ['bad.csv, line 3:', 'quote']],
    ['labels without a favorable one', 'up,down,a\ndown,up,a\n', ['bad.csv, favorable:', "'up', 'down'"]],
    ['no rows', '', ['bad.csv:', 'only a header']],
    ['zero bytes', '1,\0,a\n', ['bad.csv, line 2:', 'binary']],
    ['a name that would move the cursor', '\x1b[2J,\x1b[2J,a\n', ['bad.csv, favorable:']],
  ])('%s', (_, rows, parts) => {
    const target = join(folder, 'report.txt');
    rmSync(target, { force: true });
    const args = ['audit', file('bad.csv', `y,p,race\n${rows}`), ...asUsual];
    const result = fairwasm(args);
    expectOnlyComplaint(result, 1, ...parts);
    expect(result.stderr).not.toMatch(/\p{Cc}./u);
    expectOnlyComplaint(fairwasm([...args, '--output', target]), 1);
    expect(existsSync(target)).toBe(false);
    writeFileSync(target, 'earlier');
    expectOnlyComplaint(fairwasm([...args, '--output', target]), 1);
    expect(readFileSync(target, 'utf8')).toBe('earlier');
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test.each([
    ['fields with line breaks', 'y,p,race\n1,1,"a\nb"\n1,0,"c\r\nd"\n,0,a\n', 6],
    ['blank lines', '\n\ny,p,race\n\n1,1,a\n\n\n,0,a\n', 8],
    ['Windows line ends', 'y,p,race\r\n1,1,a\r\n,0,a\r\n', 3],
    ['carriage returns as line ends', 'y,p,race\r1,1,a\r,0,a\r', 3],
    ['no line end at the end', 'y,p,race\n1,1,a\n,0,a', 3],
    ['a byte order mark, and a quote within a field', '\ufeffy,p,race\n1,1,5"\n,0,a\n', 3],
    ['more than one batch', `y,p,race\n${'1,1,"a\n"\n'.repeat(50_000)}1,0,b\n,1,a\n`, 2 + 100_000 + 1],
  ])('reports the line of the file: %s', (_, text, line) => {
    const result = fairwasm(['audit', file('lines.csv', text), ...asUsual]);
    expectOnlyComplaint(result, 1, `lines.csv, line ${line}, column y: expected`);
  });

  test('finds the line with the given delimiter', () => {
    const text = 'y#p#race;x\n1#1#a\n1#1#"b\nc"\n#0#a\n';
    const args = ['audit', file('hash.csv', text), '--delimiter', '#', '--label', 'y', '--prediction', 'p'];
    expectOnlyComplaint(fairwasm([...args, '--group', 'race;x']), 1, 'hash.csv, line 5, column y:');
  });

  test('lists the existing columns for an unknown column', () => {
    const args = ['audit', file('people.csv', people), '--label', 'y', '--group', 'rcae'];
    expectOnlyComplaint(fairwasm(args), 1, 'people.csv, column rcae:', 'y, p, race', "did you mean 'race'?");
  });

  test('rejects an unknown privileged group', () => {
    expectOnlyComplaint(auditPeople('--privileged', 'race=z'), 1, 'people.csv, privileged:', 'a, b, c');
  });

  test('rejects a non-numeric score and a negative weight', () => {
    const score = fairwasm([
      'audit',
      file('s.csv', 'y,s,g\n1,0.5,a\n0,high,a\n'),
      '--label',
      'y',
      '--score',
      's',
      '--group',
      'g',
    ]);
    expectOnlyComplaint(score, 1, "s.csv, line 3, column s: expected a finite number, got 'high'");
    const weight = fairwasm([
      'audit',
      file('w.csv', 'y,w,g\n1,1,a\n0,-2,a\n'),
      '--label',
      'y',
      '--weight',
      'w',
      '--group',
      'g',
    ]);
    expectOnlyComplaint(weight, 1, 'w.csv, line 3, column w:');
  });

  test('rejects a column of names as labels early and briefly', () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => `name${i},a`).join('\n');
    const result = fairwasm(['audit', file('names.csv', `n,g\n${rows}\n`), '--label', 'n', '--group', 'g']);
    expectOnlyComplaint(result, 1, 'names.csv, line 4098, column n:');
    expect(result.stderr.length).toBeLessThan(1000);
  });

  test('reports missing files, folders, and unreadable files', () => {
    expectOnlyComplaint(fairwasm(['audit', 'none.csv', ...asUsual]), 1, 'none.csv: file not found');
    mkdirSync(join(folder, 'sub'), { recursive: true });
    expectOnlyComplaint(fairwasm(['audit', 'sub', ...asUsual]), 1, 'sub: this is a folder');
  });

  test('names standard input in errors', () => {
    const result = fairwasm(['audit', '-', ...asUsual], { input: 'y,p,race\n1,x\n' });
    expectOnlyComplaint(result, 1, 'standard input, line 2:');
  });

  test('reports output that cannot be written', () => {
    expectOnlyComplaint(
      auditPeople('--output', 'nowhere/report.txt'),
      1,
      'nowhere/report.txt',
      'the folder does not exist',
    );
  });
});

describe('audit', () => {
  test('accepts the letters of options', () => {
    const short = ['-l', 'y', '-p', 'p', '-g', 'race', '-f', 'json'];
    const path = file('letters.csv', people);
    expect(fairwasm(['audit', path, ...short]).stdout).toBe(
      fairwasm(['audit', path, ...asUsual, '--format', 'json']).stdout,
    );
  });

  test('reads every option', () => {
    const report = json(
      auditPeople(
        '--score',
        's',
        '--weight',
        'w',
        '--group',
        'sex',
        '--privileged',
        'race=b',
        '--privileged',
        'sex=m',
        '--favorable',
        '1',
        '--format',
        'json',
      ),
    );
    expect(report).toMatchObject({
      source: 'people.csv',
      columns: { label: 'y', prediction: 'p', score: 's', weight: 'w' },
      rows: 8,
      instances: 11,
      favorable: ['1'],
    });
    expect(report.breakdowns.map(({ by, reference }) => [by, reference])).toEqual([
      [['race'], 'b'],
      [['sex'], 'm'],
      [['race', 'sex'], 'b, m'],
    ]);
    expect(report.rates).toContain('generalizedTruePositiveRate');
  });

  test('--cluster selects the column of clusters', () => {
    const name = file('repeated.csv', 'p,g,who\n1,a,x\n0,a,x\n1,b,y\n0,b,\n1,b,z\n');
    const args = ['audit', name, '--prediction', 'p', '--group', 'g', '--cluster', 'who'];
    expectOnlyComplaint(fairwasm(args), 1, 'repeated.csv, line 5, column who:');
    const dropped = [...args, '--missing', 'drop'];
    const report = json(fairwasm([...dropped, '--format', 'json']));
    expect(report).toMatchObject({ rows: 4, clusters: 3, columns: { cluster: 'who' } });
    for (const format of ['text', 'markdown', 'html']) {
      const { stdout } = fairwasm([...dropped, '--format', format]);
      expect(stdout).toContain('4 of 3 clusters (who)');
      expect(stdout).toContain('only 3 clusters');
    }
  });

  test('--group accepts comma-separated names as well as repetition', () => {
    const once = auditPeople('--group', 'sex', '--format', 'json');
    const commas = fairwasm([
      'audit',
      'people.csv',
      '--label',
      'y',
      '--prediction',
      'p',
      '--group',
      'race,sex',
      '--format',
      'json',
    ]);
    expect(commas).toEqual(once);
  });

  test('--missing-values replaces the default strings', () => {
    const text = 'd,g\n1,a\nn.k.,b\n0,b\n1,NA\n';
    const args = ['audit', file('nk.csv', text), '--prediction', 'd', '--group', 'g'];
    const asked = ['--missing', 'drop', '--missing-values', 'n.k.,-', '--format', 'json'];
    const report = json(fairwasm([...args, ...asked]));
    expect(report).toMatchObject({ rows: 3, droppedRows: 1 });
    expect(report.breakdowns[0].groups.map(({ name }) => name)).toContain('NA');
    const usual = fairwasm([...args, '--missing', 'drop', '--favorable', '1', '--format', 'json']);
    expect(json(usual)).toMatchObject({ rows: 4, droppedRows: 0 });
  });

  test('renames values with --recode', () => {
    const path = file('recode.csv', 'd,a:b\n1,M\n0,male\n1,f\n0,x\n');
    const all = ['audit', path, '--prediction', 'd', '--group', 'a:b', '--format', 'json'];
    const report = json(fairwasm([...all, '--recode', 'a\\:b:M=male', '--recode', 'a\\:b:x=']));
    const groups = report.breakdowns[0].groups.map(({ name, counts }) => [name, counts.rows]);
    expect(Object.fromEntries(groups)).toMatchObject({ male: 2, f: 1 });
    expect(report.warnings.join()).toContain('‘M’ as ‘male’');
    expect(fairwasm([...all, '--recode', 'sex=male']).stderr).toContain('COLUMN:VALUE=NAME');
  });

  test('warns about likely mistakes in the data for every output', () => {
    const text = 'd,g\n1,old\n0,Old\n0,old\n1,young\n';
    const path = file('spelled.csv', text);
    const all = ['audit', path, '--prediction', 'd', '--group', 'g'];
    const args = [...all, '--keep-spellings'];
    const merged = 'g: values that differ only in spelling were merged: ‘Old’ as ‘old’.';
    expect(fairwasm(all).stdout.replace(/\s+/g, ' ')).toContain(`Before you rely on this: ${merged}`);
    const warning = 'g: ‘old’ and ‘Old’ are two groups, possibly by mistake.';
    const shown = fairwasm(args);
    expect(shown.stdout.replace(/\s+/g, ' ')).toContain(`Before you rely on this: ${warning}`);
    expect(shown.stderr).toBe('');
    expect(fairwasm([...args, '--format', 'markdown']).stdout).toContain('- g: ‘old’');
    for (const more of [
      ['--format', 'csv'],
      ['--format', 'json'],
      ['--output', 'spelled.txt'],
    ]) {
      expect(fairwasm([...args, ...more]).stderr).toBe(`fairwasm: note: ${warning}\n`);
    }
  });

  test('escapes a comma in a column’s name with a backslash', () => {
    const text = 'd,"race, sex",age\n1,"a, f",old\n0,"a, m",old\n1,"b, f",young\n';
    const args = ['audit', file('comma.csv', text), '--prediction', 'd', '--format', 'json'];
    const report = json(fairwasm([...args, '--group', 'race\\, sex,age']));
    expect(report.breakdowns.map(({ by }) => by)).toEqual([['race, sex'], ['age'], ['race, sex', 'age']]);
  });

  test('--threshold makes predictions', () => {
    const report = json(
      fairwasm([
        'audit',
        'people.csv',
        '--label',
        'y',
        '--score',
        's',
        '--threshold',
        '0.65',
        '--group',
        'race',
        '--format',
        'json',
      ]),
    );
    expect(report.threshold).toBe(0.65);
    expect(report.overall.counts.predictedPositives).toBe(3);
  });

  test('accepts several favorable labels and --missing drop', () => {
    const text = 'd,g\nhired,a\ninvited,b\nrejected,a\n,b\n';
    const args = [
      'audit',
      file('d.csv', text),
      '--prediction',
      'd',
      '--group',
      'g',
      '--favorable',
      'hired',
      '--favorable',
      'invited',
      '--format',
      'json',
    ];
    expectOnlyComplaint(fairwasm(args), 1, 'd.csv, line 5, column d:');
    const report = json(fairwasm([...args, '--missing', 'drop']));
    expect(report).toMatchObject({ rows: 3, droppedRows: 1, favorable: ['hired', 'invited'] });
    expect(report.overall.counts.predictedPositives).toBe(2);
  });

  test('--delimiter sets the delimiter', () => {
    const bar = file('bar.csv', people.replaceAll(',', '|'));
    expect(fairwasm(['audit', bar, ...asUsual, '--delimiter', '|']).status).toBe(0);
    expect(fairwasm(['audit', bar, ...asUsual]).status).toBe(0);
    const tab = file('tab.csv', people.replaceAll(',', '\t'));
    expect(fairwasm(['audit', tab, ...asUsual, '--delimiter', 'tab']).status).toBe(0);
  });

  test('standard input and a file give equal numbers', () => {
    const fromFile = json(auditPeople('--format', 'json'));
    const fromInput = json(fairwasm(['audit', '-', ...asUsual, '--format', 'json'], { input: people }));
    expect(fromInput).toEqual({ ...fromFile, source: 'standard input' });
  });

  test.each([
    ['text', (result) => formatResult(result, 'text')],
    ['json', (result) => formatResult(result, 'json')],
    ['markdown', (result) => formatResult(result, 'markdown')],
    ['csv', (result) => formatResult(result, 'csv')],
  ])('--format %s prints the package’s rendering', (format, render) => {
    const { stdout, stderr } = fairwasm(['audit', '--example', 'compas', '--format', format]);
    expect(stdout).toBe(render(compas));
    expect(stderr).toBe('');
  });

  test('--output writes the file and nothing to standard output', () => {
    const result = fairwasm(['audit', '--example', 'compas', '--output', 'out.txt']);
    expect(result).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe(formatResult(compas, 'text'));
  });

  test('--output keeps the permissions of the replaced file', () => {
    file('private.txt', '');
    chmodSync(join(folder, 'private.txt'), 0o600);
    fairwasm(['audit', '--example', 'compas', '--output', 'private.txt']);
    expect(statSync(join(folder, 'private.txt')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'private.txt')).size).toBeGreaterThan(1000);
  });

  test('--output to a device does not replace the device', () => {
    expect(fairwasm(['audit', '--example', 'compas', '--output', '/dev/null']).status).toBe(0);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  test('a closed pipe is not an error', async () => {
    const child = spawn(process.execPath, [
      main,
      'audit',
      '--example',
      'compas', // an example without notes
      '--format',
      'json',
    ]);
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const status = await new Promise((resolve) => {
      child.on('close', resolve);
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('uncertainty', () => {
  const auditJson = (...args) =>
    JSON.parse(fairwasm(['audit', '--example', 'compas', '--format', 'json', ...args]).stdout);

  test('is computed with the given options for files and examples', () => {
    const uncertainty = { confidence: 0.9, draws: 50, seed: 7 };
    const asked = ['--confidence', '0.9', '--draws', '50', '--seed', '7'];
    const expected = reportExample(fair, findExample('compas'), { uncertainty });
    expect(auditJson(...asked)).toEqual(JSON.parse(formatResult(expected, 'json')));

    const rows = file('asked.csv', 'g,p\na,1\na,0\nb,1\nb,1\n');
    const command = ['audit', rows, '--prediction', 'p', '--group', 'g', '--format', 'json'];
    expect(JSON.parse(fairwasm([...command, ...asked]).stdout).uncertainty).toEqual({
      ...uncertainty,
      simultaneous: false,
    });
    const together = JSON.parse(fairwasm([...command, '--simultaneous']).stdout);
    expect(together.uncertainty.simultaneous).toBe(true);
  });

  test('can be disabled', () => {
    const report = auditJson('--no-intervals');
    expect(report.uncertainty).toBeNull();
    expect(JSON.stringify(report)).not.toMatch(/"ci"|"pValue"/);
  });

  test.each([
    [['--confidence', '95'], "--confidence requires a number between 0 and 1, got '95'"],
    [['--draws', '0'], "--draws requires a whole number from 1 to 1000000, got '0'"],
    [['--draws', '1.5'], "--draws requires a whole number from 1 to 1000000, got '1.5'"],
    [['--seed', 'x'], "--seed requires a whole number of at least 0, got 'x'"],
    [['--no-intervals', '--seed', '1'], '--seed cannot be combined with --no-intervals'],
  ])('rejects %j as invalid usage', (args, message) => {
    const { status, stdout, stderr } = fairwasm(['audit', '--example', 'compas', ...args]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});

test('HTML is available as a format', () => {
  const { status, stdout } = fairwasm(['audit', '--example', 'compas', '--format', 'html']);
  expect([status, stdout]).toEqual([0, formatResult(compas, 'html')]);
});

describe('limits', () => {
  const guard = (...options) => fairwasm(['audit', '--example', 'compas', ...options]);

  test('a satisfied limit exits with 0 without a message', () => {
    const result = guard(
      '--fail-under',
      'disparateImpact=0.7',
      '--fail-over',
      'disparateImpact=1.7',
      '--fail-under',
      'accuracy=0.6',
    );
    expect(result).toMatchObject({ status: 0, stderr: '' });
  });

  test('a limit at an end of the interval passes only if it is significant', () => {
    // Disparate impact of Other 0.780 with the adjusted interval 0.666 to 0.910.
    const at = (end, limit) => guard('--fail-under', `disparateImpact=${limit}`, '--at', end);
    expect(at('upper', 0.91)).toMatchObject({ status: 0 });
    expect(at('upper', 0.92).stderr).toMatch(/is at the upper end of its interval 0\.91, below the limit of 0\.92/);
    expect(at('lower', 0.66)).toMatchObject({ status: 0 });
    expect(at('lower', 0.67)).toMatchObject({ status: 3 });
    const gap = (end, limit) => guard('--fail-over', `statisticalParityDifference=${limit}`, '--at', end).status;
    // +0.240, +0.205 to +0.274, and -0.076, -0.121 to -0.030.
    expect([gap('lower', 0.21), gap('lower', 0.2)]).toEqual([0, 3]);
    expect([gap('upper', 0.28), gap('upper', 0.27)]).toEqual([0, 3]);
    expect(guard('--at', 'lower')).toMatchObject({ status: 2 });
    expect(at('below', 0.7)).toMatchObject({ status: 2 });
    expect(guard('--fail-under', 'disparateImpact=0.7', '--at', 'lower', '--no-intervals').stderr).toMatch(
      /--at lower requires intervals\./,
    );
  });

  test('a crossed limit exits with 3, with the report and the groups that crossed it', () => {
    const result = guard('--fail-under', 'disparateImpact=0.8', '--fail-over', 'falsePositiveRate=0.4');
    expect(result.status).toBe(3);
    expect(result.stdout).toBe(formatResult(compas, 'text'));
    expect(result.stderr.split('\n')).toEqual([
      'fairwasm: limit crossed: disparateImpact of Other compared with Caucasian (by race) is 0.78, below the limit of 0.8',
      'fairwasm: limit crossed: falsePositiveRate of African-American (by race) is 0.448, above the limit of 0.4',
      '',
    ]);
  });

  test('--fail-over applies to differences in both directions, --fail-under only below', () => {
    const over = guard('--fail-over', 'equalOpportunityDifference=0.1');
    expect(over.stderr).toContain(
      'of African-American compared with Caucasian (by race) is 0.197, above the limit of 0.1\n',
    );
    expect(over.stderr).toContain('of Other compared with Caucasian (by race) is -0.104, below the limit of -0.1\n');
    const under = guard('--fail-under', 'equalOpportunityDifference=-0.1');
    expect(under.stderr.match(/limit crossed/g)).toHaveLength(1);
    expect(under.stderr).toContain('of Other');
  });

  test('skips and names small groups', () => {
    const over = (least) => guard('--fail-under', 'rows=2000', '--min-rows', least);
    const found = over('1100');
    expect(found).toMatchObject({ status: 0 });
    expect(found.stderr).toBe(
      'fairwasm: note: rows of Other (by race) is exempt: only 1,064 rows, and --min-rows requires 1,100\n',
    );
    expect(over('1064')).toMatchObject({ status: 3 });
    // No group is left to be checked.
    expect(over('100000')).toMatchObject({ status: 3 });
    expect(over('0.5').stderr).toContain('--min-rows requires a whole number');
    const spread = guard('--fail-over', 'selectionRate.difference=0.5', '--min-rows', '30');
    expect(spread).toMatchObject({ status: 2 });
    expect(guard('--min-rows', '30').stderr).toContain('--min-rows requires --fail-under or --fail-over');
  });

  test('a limit that is met exactly is satisfied', () => {
    const exact = compas.breakdowns[0].comparisons[1].disparities.disparateImpact.value;
    expect(guard('--fail-under', `disparateImpact=${exact}`).status).toBe(0);
  });

  test('shows a value that rounds to its limit with all digits', () => {
    const { value } = compas.breakdowns[0].spreads.accuracy.max;
    const limit = Number(value.toFixed(3));
    const [side, word] = value > limit ? ['over', 'above'] : ['under', 'below'];
    expect(value).not.toBe(limit);
    expect(guard(`--fail-${side}`, `accuracy.max=${limit}`).stderr).toContain(
      `is ${value}, ${word} the limit of ${limit}`,
    );
  });

  test.each([
    ['selectionRate.difference', 'over', 'selectionRate.difference'],
    ['demographicParityDifference', 'over', 'selectionRate.difference'],
    ['demographic_parity_difference', 'over', 'selectionRate.difference'],
    ['demographicParityRatio', 'under', 'selectionRate.ratio'],
    ['accuracyDifference', 'over', 'accuracy.difference'],
    ['subgroupAccuracyDifference', 'over', 'accuracy.difference'],
    ['falsePositiveRate.differenceToOverall', 'over', 'falsePositiveRate.differenceToOverall'],
    ['accuracy.min', 'under', 'accuracy.min'],
  ])('%s limits the gap between groups', (name, side, path) => {
    const [rate, statistic] = path.split('.');
    const { value } = compas.breakdowns[0].spreads[rate][statistic];
    const beyond = side === 'over' ? value * 0.99 : value * 1.01;
    const crossed = guard(`--fail-${side}`, `${name}=${beyond}`);
    expect(crossed.status).toBe(3);
    const shown = Number(value.toFixed(3));
    const word = side === 'over' ? 'above' : 'below';
    expect(crossed.stderr).toBe(
      `fairwasm: limit crossed: ${name} by race is ${shown}, ${word} the limit of ${beyond}\n`,
    );
    expect(guard(`--fail-${side}`, `${name}=${value}`).status).toBe(0);
  });

  test('a count can be limited to reject small groups', () => {
    const { status, stderr } = auditPeople('--fail-under', 'rows=2');
    expect(status).toBe(3);
    expect(stderr).toBe('fairwasm: limit crossed: rows of c (by race) is 1, below the limit of 2\n');
    expect(auditPeople('--fail-under', 'rows=1').status).toBe(0);
  });

  test.each([
    ['selectionRate.diference=0.1', "did you mean 'difference'?"],
    ['selectionRate.spread=0.1', 'one of min, max, difference'],
    ['disparateImpact.difference=0.1', 'only rates have a .difference'],
    ['theilIndex=0.1', 'theilIndex is none of these'],
    ['selectionRate.difference=-0.1', 'at least 0'],
  ])('rejects --fail-over %s as invalid usage', (gate, part) => {
    expectOnlyComplaint(guard('--fail-over', gate), 2, part);
  });

  test('an infinite value exceeds every limit', () => {
    const args = ['audit', file('inf.csv', 'd,g\n1,a\n0,b\n0,b\n'), '--prediction', 'd', '--group', 'g'];
    const { status, stderr } = fairwasm([...args, '--fail-over', 'disparateImpact=10']);
    expect(status).toBe(3);
    expect(stderr).toContain('is ∞, above the limit of 10');
  });

  test('names undefined values, and does not fail if others can be checked', () => {
    const { status, stderr } = auditPeople('--fail-over', 'equalOpportunityDifference=0.5');
    expect(status).toBe(0);
    expect(stderr).toContain(
      'note: equalOpportunityDifference of c compared with a (by race) is undefined: one of the groups has no actual positives',
    );
  });

  test('fails if no value can be checked', () => {
    const args = ['audit', file('single.csv', 'd,g\n1,a\n0,a\n'), '--prediction', 'd', '--group', 'g'];
    const { status, stderr } = fairwasm([...args, '--fail-under', 'disparateImpact=0.8']);
    expect(status).toBe(3);
    expect(stderr).toContain('could not be checked for any group');
  });
});

describe('the other commands', () => {
  test('metrics lists every metric in 80 columns', () => {
    const { status, stdout } = fairwasm(['metrics']);
    expect(status).toBe(0);
    for (const { name } of metrics) expect(stdout).toMatch(new RegExp(`^  ${name}( |$)`, 'm'));
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('explain describes a metric in 80 columns', () => {
    const { stdout } = fairwasm(['explain', 'disparateImpact']);
    const { title, meaning, formula, reference, undefinedWhen } = present(findMetric('disparateImpact'));
    const words = stdout.replace(/\s+/g, ' ');
    for (const text of [title, meaning, formula, reference, undefinedWhen]) expect(words).toContain(text);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test.each([
    ['recall', 'truePositiveRate'],
    ['disparate_impact_ratio', 'disparateImpact'],
    ['true_positive_rate_difference', 'equalOpportunityDifference'],
    ['consistency_score', 'consistency'],
    ['AUC', 'areaUnderCurve'],
  ])('explain finds %s', (alias, name) => {
    const { status, stdout } = fairwasm(['explain', alias]);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`\\n  In code {4}${name}\\n  Also {7}`));
    expect(stdout).toBe(fairwasm(['explain', name]).stdout);
  });

  test('explain distinguishes the gap between groups from the rate', () => {
    const gap = fairwasm(['explain', 'demographic_parity_difference']).stdout;
    expect(gap).toContain('is selectionRate.difference in a report');
    expect(gap.endsWith(fairwasm(['explain', 'selectionRate']).stdout)).toBe(true);
    const ratio = fairwasm(['explain', 'demographicParityRatio', '--format', 'json']);
    expect(json(ratio)).toMatchObject({ name: 'selectionRate', statistic: 'ratio' });
  });

  test.each([
    ['consistency', 'fairwasm metric consistency FILE.csv --label COLUMN --feature COLUMN'],
    ['SMD', 'metric standardizedMeanDifference FILE.csv --prediction COLUMN --group COLUMN'],
    ['BA_MALS', 'fairwasm amplification --help'],
  ])('explain prints the command that computes %s', (name, command) => {
    const { stdout } = fairwasm(['explain', name]);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(command);
  });

  test('explain accepts the name of a spread in a report', () => {
    const { stdout } = fairwasm(['explain', 'selectionRate.ratio']);
    expect(stdout).toMatch(/^selectionRate\.ratio in a report: the smallest value of a group divided/);
    expect(fairwasm(['explain', 'selectionRate.rato']).status).toBe(2);
  });

  test('suggests a metric for a misspelled name from another library', () => {
    expectOnlyComplaint(fairwasm(['explain', 'sensitivty']), 2, "did you mean 'sensitivity'?");
  });

  test('metrics and explain print JSON', () => {
    const rows = JSON.parse(fairwasm(['metrics', '--format', 'json']).stdout);
    expect(rows.map(({ name }) => name)).toEqual(metrics.map(({ name }) => name));
    const row = JSON.parse(fairwasm(['explain', 'disparateImpact', '--format', 'json']).stdout);
    expect(row).toEqual({
      ...findMetric('disparateImpact'),
      range: [0, null],
      advice: metricAdvice('disparateImpact'),
    });
    expect(fairwasm(['metrics', '--format', 'xml']).status).toBe(2);
  });

  test('examples lists those that audit --example accepts', () => {
    const { stdout } = fairwasm(['examples']);
    const names = [...stdout.matchAll(/^(\w+): /gm)].map(([, name]) => name);
    expect(names).toEqual(['compas', 'berkeley']);
    for (const name of names) expect(fairwasm(['audit', '--example', name]).status).toBe(0);
  });
});

unless(withoutTerminal, describe)('on a terminal', () => {
  const show = (command, env) => onTerminal(command, { cwd: folder, env });

  test('uses color unless NO_COLOR is set', () => {
    const colored = show(`${program} audit --example compas`);
    expect(colored).toBe(formatResult(compas, 'text', { color: true }));
    expect(show(`${program} audit --example compas`, { NO_COLOR: '1' })).toBe(formatResult(compas, 'text'));
  });

  test('fills a wider terminal and does not exceed a narrower one', () => {
    const widths = [50, 120].map((columns) => {
      const out = show(`stty cols ${columns}; ${program} audit --example compas`);
      expect(out).toBe(formatResult(compas, 'text', { color: true, width: columns }));
      // biome-ignore lint/suspicious/noControlCharactersInRegex: escapes have no width
      return Math.max(...out.split('\n').map((line) => line.replace(/\x1b\[\d+m/g, '').length));
    });
    expect(widths[0]).toBeLessThanOrEqual(50);
    expect(widths[1]).toBeGreaterThan(80);
    expect(widths[1]).toBeLessThanOrEqual(120);
  });

  // Some terminals interpret characters from U+0080 on as commands, and JSON does not escape them.
  test.each(['json', 'csv', 'markdown'])('escapes control characters in names as %s', (format) => {
    file('named.csv', 'y,p,g\x9b2J\n1,1,\u202ea\n0,1,\x1b[8mb\n');
    const command = 'audit named.csv --label y --prediction p --group "$(printf \'g\\302\\2332J\')"';
    const shown = show(`${program} ${command} --format ${format}`);
    expect(shown).toContain('\ufffd');
    expect(shown).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u);
  });

  test('writes files without color', () => {
    show(`${program} audit --example compas --output plain.txt`);
    expect(readFileSync(join(folder, 'plain.txt'), 'utf8')).toBe(formatResult(compas, 'text'));
  });
});
