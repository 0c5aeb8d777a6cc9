// SPDX-License-Identifier: Apache-2.0
//
// The command line as people and scripts use it: what it prints, what it writes, how it ends.

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
import {
  findExample,
  findMetric,
  metricAdvice,
  metrics,
  reportCsv,
  reportExample,
  reportHtml,
  reportJson,
  reportMarkdown,
  reportText,
} from 'fairwasm';
import { unless } from '../../optional.mjs';
import { fair } from '../support.mjs';

const main = join(process.cwd(), 'dist', 'cli', 'main.js');
const compas = reportExample(fair, findExample('compas'));

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fairwasm(args, { input = '', env = {} } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd: folder,
    input,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: undefined, ...env },
  });
  return { status, stdout, stderr };
}

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
const auditPeople = (...options) =>
  fairwasm(['audit', file('people.csv', people), ...asUsual, ...options]);
const json = ({ stdout }) => JSON.parse(stdout);

/** Nothing on standard output, one line on standard error. */
function expectOnlyComplaint({ status, stdout, stderr }, expectedStatus, ...parts) {
  expect({ status, stdout }).toEqual({ status: expectedStatus, stdout: '' });
  expect(stderr).toMatch(/^fairwasm: [^\n]+\n$/);
  for (const part of parts) expect(stderr).toContain(part);
}

describe('help', () => {
  const commands = [
    ...['audit', 'amplification', 'captions', 'leakage', 'dpa', 'robustness'],
    ...['metrics', 'explain', 'examples'],
  ];

  test.each([['--help'], ['-h']])('%s lists the commands', (option) => {
    const { status, stdout, stderr } = fairwasm([option]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    for (const command of commands) expect(stdout).toContain(`\n  ${command}`);
  });

  test.each(commands)('%s --help fits into 80 columns and has examples', (command) => {
    const { status, stdout } = fairwasm([command, '--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: fairwasm [\s\S]*\nExamples?\n {2}fairwasm /);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(fairwasm(['--help', command]).stdout).toBe(stdout);
  });

  test('--version is the package’s', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(fairwasm(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('wrong usage ends with 2, one line and nothing else', () => {
  test.each([
    [[], 'audit, amplification, captions, leakage, dpa, robustness, metrics, explain, examples'],
    [['aduit'], "did you mean 'audit'?"],
    [['--nonsense'], '--nonsense'],
    [['metrics', 'x'], "'x'"],
    [['examples', 'x'], "'x'"],
    [['explain'], 'one metric'],
    [['explain', 'accuracy', 'errorRate'], 'one metric'],
    [['explain', 'acuracy'], "did you mean 'accuracy'?"],
    [['audit'], 'give a CSV file'],
    [['audit', 'a.csv', 'b.csv', '--label', 'y', '--group', 'g'], "'b.csv'"],
    [['audit', 'a.csv', '--labl', 'y'], "did you mean '--label'?"],
    [['audit', 'a.csv', '--label'], '--label'],
    [['audit', 'a.csv', '--label', 'y'], '--group'],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g,g'], "'g' twice"],
    [['audit', 'a.csv', '--group', 'g'], '--prediction'],
    [['audit', 'a.csv', '--score', 's', '--group', 'g'], '--threshold'],
    [['audit', 'a.csv', '--label', 'y', '--threshold', '1', '--group', 'g'], '--score'],
    [
      ['audit', 'a.csv', '--prediction', 'p', '--score', 's', '--threshold', '1', '--group', 'g'],
      '--prediction',
    ],
    [['audit', 'a.csv', '--score', 's', '--threshold', 'high', '--group', 'g'], "'high'"],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g', '--privileged', 'a'], 'NAME=VALUE'],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g', '--privileged', 'h=a'], "'h'"],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g', '--missing', 'guess'], "'guess'"],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g', '--format', 'xml'], "'xml'"],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g', '--delimiter', '::'], "'::'"],
    [
      ['audit', 'a.csv', '--label', 'y', '--group', 'g', '--fail-under', 'fairness=1'],
      "'fairness'",
    ],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g', '--fail-under', 'accuracy'], 'NAME=VALUE'],
    [['audit', 'a.csv', '--label', 'y', '--group', 'g', '--fail-under', 'accuracy=x'], "'x'"],
    [
      ['audit', '--example', 'compas', '--fail-under', 'statisticalParityDifference=0.1'],
      'at most 0',
    ],
    [['audit', '--example', 'compas', '--fail-over', 'disparateImpact=0.8'], 'at least 1'],
    [['audit', '--example', 'berkeley', '--fail-under', 'accuracy=0.5'], 'needs --label'],
    [['audit', '--example', 'titanic'], 'compas, berkeley'],
    [['audit', '--example', 'compas', 'a.csv'], 'file'],
    [['audit', '--example', 'compas', '--label', 'y'], '--label'],
  ])('%j', (args, part) => {
    expectOnlyComplaint(fairwasm(args), 2, part);
  });

  test('--output over the input itself, by whatever name', () => {
    file('data.csv', people);
    symlinkSync('data.csv', join(folder, 'link.csv'));
    const result = fairwasm(['audit', 'data.csv', ...asUsual, '--output', 'link.csv']);
    expectOnlyComplaint(result, 2, 'overwrite');
    expect(readFileSync(join(folder, 'data.csv'), 'utf8')).toBe(people);
  });
});

describe('bad input ends with 1, one line with file, row and column, and no partial report', () => {
  test.each([
    ['a missing value', '1,1,a\n,0,b\n', ['bad.csv, row 2, column y:', 'a missing value']],
    ['too few fields', '1,1,a\n1,0\n', ['bad.csv, row 2: expected 3 fields']],
    ['an unclosed quote', '1,1,a\n1,0,"b\n', ['bad.csv, row 2:', 'quote']],
    ['labels without a favorable one', 'up,down,a\n', ['bad.csv, favorable:', "'up', 'down'"]],
    ['no rows', '', ['bad.csv:', 'only a header']],
    ['zero bytes', '1,\0,a\n', ['bad.csv:', 'binary']],
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

  test('an unknown column, with those there are', () => {
    const args = ['audit', file('people.csv', people), '--label', 'y', '--group', 'rcae'];
    expectOnlyComplaint(
      fairwasm(args),
      1,
      'people.csv, column rcae:',
      'y, p, race',
      "did you mean 'race'?",
    );
  });

  test('an unknown privileged group', () => {
    expectOnlyComplaint(
      auditPeople('--privileged', 'race=z'),
      1,
      'people.csv, privileged:',
      'a, b, c',
    );
  });

  test('a score that is no number, and a negative weight', () => {
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
    expectOnlyComplaint(score, 1, "s.csv, row 2, column s: expected a finite number, got 'high'");
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
    expectOnlyComplaint(weight, 1, 'w.csv, row 2, column w:');
  });

  test('a column of names taken for labels is refused soon and briefly', () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => `name${i},a`).join('\n');
    const result = fairwasm([
      'audit',
      file('names.csv', `n,g\n${rows}\n`),
      '--label',
      'n',
      '--group',
      'g',
    ]);
    expectOnlyComplaint(result, 1, 'names.csv, column n:');
    expect(result.stderr.length).toBeLessThan(1000);
  });

  test('files that are not there, are folders or may not be read', () => {
    expectOnlyComplaint(
      fairwasm(['audit', 'none.csv', ...asUsual]),
      1,
      'none.csv: there is no such file',
    );
    mkdirSync(join(folder, 'sub'), { recursive: true });
    expectOnlyComplaint(fairwasm(['audit', 'sub', ...asUsual]), 1, 'sub: it is a folder');
  });

  test('standard input is named as such', () => {
    const result = fairwasm(['audit', '-', ...asUsual], { input: 'y,p,race\n1,x\n' });
    expectOnlyComplaint(result, 1, 'standard input, row 1:');
  });

  test('output that cannot be written', () => {
    expectOnlyComplaint(
      auditPeople('--output', 'nowhere/report.txt'),
      1,
      'nowhere/report.txt',
      'no such folder',
    );
  });
});

describe('audit', () => {
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

  test('--group takes names between commas as well as repeatedly', () => {
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

  test('several favorable labels, and --missing drop', () => {
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
    expectOnlyComplaint(fairwasm(args), 1, 'd.csv, row 4, column d:');
    const report = json(fairwasm([...args, '--missing', 'drop']));
    expect(report).toMatchObject({ rows: 3, droppedRows: 1, favorable: ['hired', 'invited'] });
    expect(report.overall.counts.predictedPositives).toBe(2);
  });

  test('--delimiter', () => {
    const bar = file('bar.csv', people.replaceAll(',', '|'));
    expect(fairwasm(['audit', bar, ...asUsual, '--delimiter', '|']).status).toBe(0);
    const tab = file('tab.csv', people.replaceAll(',', '\t'));
    expect(fairwasm(['audit', tab, ...asUsual, '--delimiter', 'tab']).status).toBe(0);
  });

  test('standard input and a file give the same numbers', () => {
    const fromFile = json(auditPeople('--format', 'json'));
    const fromInput = json(
      fairwasm(['audit', '-', ...asUsual, '--format', 'json'], { input: people }),
    );
    expect(fromInput).toEqual({ ...fromFile, source: 'standard input' });
  });

  test.each([
    ['text', reportText],
    ['json', reportJson],
    ['markdown', reportMarkdown],
    ['csv', reportCsv],
  ])('--format %s is what the package renders', (format, render) => {
    const { stdout, stderr } = fairwasm(['audit', '--example', 'compas', '--format', format]);
    expect(stdout).toBe(render(compas));
    expect(stderr).toBe('');
  });

  test('--output writes the file, and nothing to standard output', () => {
    const result = fairwasm(['audit', '--example', 'compas', '--output', 'out.txt']);
    expect(result).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe(reportText(compas));
  });

  test('--output keeps who may read the file that it replaces', () => {
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

  test('a reader that stops reading is no error', async () => {
    const child = spawn(process.execPath, [
      main,
      'audit',
      '--example',
      'berkeley',
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

  test('is computed as asked, for files and examples', () => {
    const uncertainty = { confidence: 0.9, draws: 50, seed: 7 };
    const asked = ['--confidence', '0.9', '--draws', '50', '--seed', '7'];
    const expected = reportExample(fair, findExample('compas'), { uncertainty });
    expect(auditJson(...asked)).toEqual(JSON.parse(reportJson(expected)));

    const rows = file('asked.csv', 'g,p\na,1\na,0\nb,1\nb,1\n');
    const command = ['audit', rows, '--prediction', 'p', '--group', 'g', '--format', 'json'];
    expect(JSON.parse(fairwasm([...command, ...asked]).stdout).uncertainty).toEqual(uncertainty);
  });

  test('can be left out', () => {
    const report = auditJson('--no-intervals');
    expect(report.uncertainty).toBeNull();
    expect(JSON.stringify(report)).not.toMatch(/"ci"|"pValue"/);
  });

  test.each([
    [['--confidence', '95'], "--confidence takes a number between 0 and 1, not '95'"],
    [['--draws', '0'], "--draws takes a whole number from 1 to 1000000, not '0'"],
    [['--draws', '1.5'], "--draws takes a whole number from 1 to 1000000, not '1.5'"],
    [['--seed', 'x'], "--seed takes a number, not 'x'"],
    [['--no-intervals', '--seed', '1'], '--no-intervals leaves nothing for --seed to say'],
  ])('%j is wrong usage', (args, message) => {
    const { status, stdout, stderr } = fairwasm(['audit', '--example', 'compas', ...args]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});

test('HTML is one format of several', () => {
  const { status, stdout } = fairwasm(['audit', '--example', 'compas', '--format', 'html']);
  expect([status, stdout]).toEqual([0, reportHtml(compas)]);
});

describe('thresholds', () => {
  const guard = (...options) => fairwasm(['audit', '--example', 'compas', ...options]);

  test('kept: 0, and nothing is said', () => {
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

  test('broken: 3, the report all the same, and who broke which', () => {
    const result = guard(
      '--fail-under',
      'disparateImpact=0.8',
      '--fail-over',
      'falsePositiveRate=0.4',
    );
    expect(result.status).toBe(3);
    expect(result.stdout).toBe(reportText(compas));
    expect(result.stderr.split('\n')).toEqual([
      'fairwasm: threshold broken: disparateImpact of Other compared with Caucasian (by race) is 0.780, under 0.8',
      'fairwasm: threshold broken: falsePositiveRate of African-American (by race) is 0.448, over 0.4',
      '',
    ]);
  });

  test('differences count in both directions for --fail-over, below only for --fail-under', () => {
    const over = guard('--fail-over', 'equalOpportunityDifference=0.1');
    expect(over.stderr).toContain(
      'of African-American compared with Caucasian (by race) is +0.197, over 0.1',
    );
    expect(over.stderr).toContain('of Other compared with Caucasian (by race) is -0.104, over 0.1');
    const under = guard('--fail-under', 'equalOpportunityDifference=-0.1');
    expect(under.stderr.match(/threshold broken/g)).toHaveLength(1);
    expect(under.stderr).toContain('of Other');
  });

  test('a limit that is met exactly is kept', () => {
    const exact = compas.breakdowns[0].comparisons[1].disparities.disparateImpact.value;
    expect(guard('--fail-under', `disparateImpact=${exact}`).status).toBe(0);
  });

  test('an infinite value is over every limit', () => {
    const args = [
      'audit',
      file('inf.csv', 'd,g\n1,a\n0,b\n0,b\n'),
      '--prediction',
      'd',
      '--group',
      'g',
    ];
    const { status, stderr } = fairwasm([...args, '--fail-over', 'disparateImpact=10']);
    expect(status).toBe(3);
    expect(stderr).toContain('is ∞, over 10');
  });

  test('undefined values are named and break nothing while others can be judged', () => {
    const { status, stderr } = auditPeople('--fail-over', 'equalOpportunityDifference=0.5');
    expect(status).toBe(0);
    expect(stderr).toContain(
      'note: equalOpportunityDifference of c compared with a (by race) is undefined: one of the groups has no actual positives',
    );
  });

  test('a guard that can judge nothing is broken', () => {
    const args = [
      'audit',
      file('single.csv', 'd,g\n1,a\n0,a\n'),
      '--prediction',
      'd',
      '--group',
      'g',
    ];
    const { status, stderr } = fairwasm([...args, '--fail-under', 'disparateImpact=0.8']);
    expect(status).toBe(3);
    expect(stderr).toContain('could not be judged at all');
  });
});

describe('the other commands', () => {
  test('metrics lists every metric in 80 columns', () => {
    const { status, stdout } = fairwasm(['metrics']);
    expect(status).toBe(0);
    for (const { name } of metrics) expect(stdout).toMatch(new RegExp(`^  ${name}( |$)`, 'm'));
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('explain says all of a metric in 80 columns', () => {
    const { stdout } = fairwasm(['explain', 'disparateImpact']);
    const { title, meaning, formula, reference, undefinedWhen } = findMetric('disparateImpact');
    const words = stdout.replace(/\s+/g, ' ');
    for (const text of [title, meaning, formula, reference, undefinedWhen])
      expect(words).toContain(text);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('metrics and explain give JSON', () => {
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

  test('examples lists those that audit --example takes', () => {
    const { stdout } = fairwasm(['examples']);
    const names = [...stdout.matchAll(/^(\w+): /gm)].map(([, name]) => name);
    expect(names).toEqual(['compas', 'berkeley']);
    for (const name of names) expect(fairwasm(['audit', '--example', name]).status).toBe(0);
  });
});

// Node cannot give a process a terminal, `script` of util-linux can; that of macOS takes other arguments.
const hasScript = spawnSync('script', ['--version']).status === 0;
const withoutTerminal = hasScript ? undefined : 'there is no `script` of util-linux here';

unless(withoutTerminal, describe)('on a terminal', () => {
  const onTerminal = (command, env = {}) =>
    spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: undefined, ...env },
    }).stdout.replaceAll('\r\n', '\n');
  const node = `'${process.execPath}' '${main}'`;

  test('color emphasises, unless NO_COLOR says no', () => {
    const colored = onTerminal(`${node} audit --example compas`);
    expect(colored).toBe(reportText(compas, { color: true }));
    expect(onTerminal(`${node} audit --example compas`, { NO_COLOR: '1' })).toBe(
      reportText(compas),
    );
  });

  test('files have no color', () => {
    onTerminal(`${node} audit --example compas --output plain.txt`);
    expect(readFileSync(join(folder, 'plain.txt'), 'utf8')).toBe(reportText(compas));
  });
});
