// SPDX-License-Identifier: Apache-2.0
//
// fairwasm in a pipeline: limits on changes since a stored report, output formats of CI servers, the configuration
// file, and the action of this repository.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { auditArguments } from '../../../dist/cli/audit/options.js';
import { compareArguments } from '../../../dist/cli/commands/compare.js';
import { getProgram, parseArguments } from '../../../scripts/action/run.mjs';
import { present } from '../../present.mjs';
import { runCommand } from './command.mjs';

const cwd = mkdtempSync(join(tmpdir(), 'fairwasm-pipelines-'));
afterAll(() => rmSync(cwd, { recursive: true }));
afterEach(() => rmSync(join(cwd, 'fairwasm.config.json'), { force: true }));

const file = (name, text) => writeFileSync(join(cwd, name), text) ?? name;
const run = (args, env = {}) => runCommand(args, { cwd, env });

/** For each group: how many of 100 rows are selected, half of them true positives; 50 rows are positive. */
const table = (groups) =>
  [
    'g,y,p',
    ...Object.entries(groups).flatMap(([g, selected]) =>
      Array.from({ length: 100 }, (_, i) => `${g},${i % 2},${i < selected ? 1 : 0}`),
    ),
  ].join('\n');
const columns = ['--label=y', '--prediction=p', '--group=g', '--privileged=g=a', '--draws=10'];
const store = (name, groups) => {
  const args = ['audit', file(`${name}.csv`, table(groups)), ...columns, '--format=json'];
  return file(`${name}.json`, run(args).stdout);
};
const before = store('before', { a: 60, b: 50 });

describe('--fail-if-worse', () => {
  const against = (groups, ...limits) =>
    run([
      'audit',
      file('now.csv', table(groups)),
      ...columns,
      `--baseline=${before}`,
      ...limits.map((limit) => `--fail-if-worse=${limit}`),
    ]);

  test('fails for a gap that grew by more than the amount in either direction', () => {
    // Before: -0.1; now: -0.2, and +0.2.
    expect(against({ a: 60, b: 40 }, 'statisticalParityDifference=0.1').status).toBe(0);
    const wider = against({ a: 60, b: 40 }, 'statisticalParityDifference=0.09');
    expect([wider.status, wider.stderr]).toEqual([
      3,
      'fairwasm: limit crossed: statisticalParityDifference of b compared with a (by g) is -0.2 and was -0.1: worse by 0.1 (interval -0.1414 to 0.3356, both reports as independent samples), more than 0.09\n',
    ]);
    expect(against({ a: 40, b: 60 }, 'statisticalParityDifference=0.09').status).toBe(3);
    expect(against({ a: 60, b: 55 }, 'statisticalParityDifference=0').status).toBe(0);
  });

  test('measures how far a ratio or its inverse is below 1', () => {
    // Before: 50/60, 0.1667 below 1; now: 60/50, whose inverse is equally far below it; then 60/40, 0.3333.
    expect(against({ a: 50, b: 60 }, 'disparateImpact=0').status).toBe(0);
    expect(against({ a: 40, b: 60 }, 'disparateImpact=0.16').status).toBe(3);
    expect(against({ a: 40, b: 60 }, 'disparateImpact=0.17').status).toBe(0);
    expect(against({ a: 50, b: 0 }, 'disparateImpact=0.8').status).toBe(3);
  });

  test('counts rates by their good or bad direction, and spreads by the gap between groups', () => {
    // Half of the selected are false positives: 25 of 50 negatives in b before, and 30 now.
    expect(against({ a: 60, b: 60 }, 'falsePositiveRate=0.09').status).toBe(3);
    expect(against({ a: 60, b: 60 }, 'truePositiveRate=0').status).toBe(0);
    expect(against({ a: 60, b: 40 }, 'truePositiveRate=0.05').status).toBe(3);
    expect(against({ a: 60, b: 60 }, 'selectionRate.difference=0').status).toBe(0);
    expect(against({ a: 80, b: 60 }, 'selectionRate.difference=0.05').status).toBe(3);
  });

  test('reports groups that only one report contains, and fails if there are no others', () => {
    const more = against({ a: 60, b: 50, c: 10 }, 'disparateImpact=0.5');
    expect([more.status, more.stderr]).toEqual([
      0,
      'fairwasm: note: disparateImpact of c compared with a (by g) is not in the baseline\n',
    ]);
    const gone = against({ a: 60, c: 50 }, 'disparateImpact=0.5');
    expect(gone.status).toBe(3);
    expect(gone.stderr).toContain('of b compared with a (by g) is in the baseline but missing from this report');
    expect(gone.stderr).toContain('disparateImpact could not be checked');
  });

  describe('with the same rows', () => {
    // In b, every tenth decision is reversed, and all of these were correct; in a, nothing changes.
    const rows = ['a', 'b'].flatMap((g) =>
      Array.from({ length: 400 }, (_, i) => {
        const old = i % 20 < 11 ? 1 : 0;
        const y = i % 2;
        return { g, y, old, p: g === 'b' && i % 10 === 1 && old === 1 ? 0 : old };
      }),
    );
    const text = ['g,y,p,old', ...rows.map(({ g, y, p, old }) => `${g},${y},${p},${old}`)].join('\n');
    const both = file('both.csv', text);
    const asked = ['--label=y', '--group=g', '--privileged=g=a', '--draws=10'];
    const old = ['audit', both, ...asked, '--prediction=old', '--format=json'];
    const stored = file('old.json', run(old).stdout);
    const paired = (...args) => run(['audit', both, ...asked, '--prediction=p', `--baseline=${stored}`, ...args]);
    const column = '--baseline-prediction=old';

    test('is more precise than with other rows, and names the method', () => {
      const limits = ['--fail-if-worse=accuracy=0.01', '--at=lower'];
      expect(paired(...limits).status).toBe(0);
      const { status, stderr } = paired(...limits, column);
      expect(status).toBe(3);
      expect(stderr).toMatch(
        /^fairwasm: limit crossed: accuracy of b \(by g\) is 0\.\d+ and was 0\.\d+: worse by 0\.\d+ \(interval 0\.\d+ to 0\.\d+, 400 rows with both decisions\), at the lower end more than 0\.01\n$/,
      );
      const apart = paired('--fail-if-worse=accuracy=0.02');
      expect([apart.status, apart.stderr]).toEqual([
        3,
        expect.stringContaining('both reports as independent samples)'),
      ]);
    });

    test('checks how much wider gaps became', () => {
      const limit = '--fail-if-worse=statisticalParityDifference=0.01';
      const { status, stderr } = paired(limit, column);
      expect([status, stderr]).toEqual([3, expect.stringContaining('800 rows with both decisions')]);
      // It is not certain that the gap was smaller before: it was 0 in 400 rows each.
      expect(paired(limit, column, '--at=lower').status).toBe(0);
      expect(paired('--fail-if-worse=statisticalParityDifference=0.2', column, '--at=upper').status).toBe(0);
    });

    test('a spread has no paired test, and the change of its ratio no interval', () => {
      const spread = '--fail-if-worse=accuracy.difference=0';
      expect(paired(spread, column).stderr).toContain('both reports as independent samples');
      expect(paired(spread, column, '--at=lower').status).toBe(0);
      const ratio = '--fail-if-worse=accuracy.ratio=0.9';
      expect(paired(ratio, column).status).toBe(0);
      expect(paired(ratio, column, '--at=lower')).toMatchObject({
        status: 3,
        stderr: expect.stringMatching(/limit could not be checked: accuracy\.ratio .*has no interval/),
      });
    });

    test('fails for a gap that reverses and grows, with pairs and with other rows', () => {
      // In y, 48% are selected before and 90% after; in x, 50%; h has no effect.
      const turning = Array.from({ length: 3000 }, (_, i) => {
        const k = (i * 37) % 1000;
        const [g, was, is] = i % 2 ? ['x', 500, 500] : ['y', 480, 900];
        return [g, i % 3 ? 'm' : 'n', k < was ? 1 : 0, (k + i) % 1000 < is ? 1 : 0].join(',');
      });
      const flip = file('flip.csv', ['g,h,old,p', ...turning].join('\n'));
      const of = (prediction, ...more) =>
        run(['audit', flip, '--group=g,h', `--prediction=${prediction}`, '--draws=10', ...more]);
      const baseline = file('flip.json', of('old', '--format=json').stdout);
      const limits = ['--fail-if-worse=statisticalParityDifference=0.05', '--at=lower'];
      for (const pairs of [[column], []]) {
        const { status, stderr } = of('p', `--baseline=${baseline}`, ...limits, ...pairs);
        expect(stderr).toMatch(/limit crossed: statisticalParityDifference of \w compared with \w \(by g\)/);
        expect(status).toBe(3);
      }
    });

    test('missing values fail at an end of the interval', () => {
      const others = file(
        'others.csv',
        ['g,y,p,old', ...rows.map((row) => `${row.g === 'b' ? 'c' : 'a'},${row.y},${row.p},0`)].join('\n'),
      );
      const limit = '--fail-if-worse=accuracy=0.5';
      const of = (...at) => run(['audit', others, ...asked, '--prediction=p', `--baseline=${stored}`, limit, ...at]);
      expect(of().status).toBe(0);
      const { status, stderr } = of('--at=lower');
      expect(status).toBe(3);
      expect(stderr).toMatch(/limit could not be checked: accuracy of c \(by g\) is not in the baseline/);
      expect(stderr).toMatch(/limit could not be checked: accuracy of b \(by g\) is in the baseline/);
    });

    test('rejects a column that does not match the baseline', () => {
      const limit = '--fail-if-worse=accuracy=0';
      const { status, stderr } = paired(limit, '--baseline-prediction=y');
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining('it does not contain the decisions of the baseline'),
      ]);
      expect(paired(limit, '--baseline-prediction=p').status).toBe(2);
      const none = run(['audit', both, ...asked, '--prediction=p', column]);
      expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('requires --baseline')]);
      const fewer = file('fewer.csv', text.split('\n').slice(0, -10).join('\n'));
      const cut = run(['audit', fewer, ...asked, '--prediction=p', `--baseline=${stored}`, limit, column]);
      expect([cut.status, cut.stderr]).toEqual([
        1,
        expect.stringContaining('it does not contain the rows of the baseline'),
      ]);
    });
  });

  test.each([
    ['a metric that is neither good nor bad', ['--fail-if-worse=selectionRate=0'], 2, /neither better nor worse/],
    ['a count', ['--fail-if-worse=rows=0'], 2, /neither better nor worse/],
    ['a negative amount', ['--fail-if-worse=accuracy=-1'], 2, /a number of at least 0/],
    ['no limit', [], 2, /--baseline requires --fail-if-worse/],
    ['an unknown number', ['--fail-if-worse=acuracy=0'], 2, /accuracy/],
  ])('rejects %s', (_what, more, status, message) => {
    const result = run(['audit', 'before.csv', ...columns, `--baseline=${before}`, ...more]);
    expect([result.status, result.stdout]).toEqual([status, '']);
    expect(result.stderr).toMatch(message);
  });

  test('rejects an invalid baseline and one with another label', () => {
    const held = (baseline, ...more) =>
      run(['audit', 'before.csv', ...columns, `--baseline=${baseline}`, '--fail-if-worse=accuracy=0', ...more]);
    expect(held('nowhere.json')).toMatchObject({ status: 1, stdout: '' });
    expect(held(file('other.json', '{}')).stderr).toMatch(/other\.json: not a fairwasm report/);
    expect(held(file('text.json', 'hello')).stderr).toMatch(/JSON/);
    expect(held(before, '--favorable=0').stderr).toMatch(
      /different favorable labels: 1 in the baseline, 0 in this report/,
    );
    const needs = run(['audit', 'before.csv', ...columns, '--fail-if-worse=accuracy=0']);
    expect(needs).toMatchObject({ status: 2 });
  });
});

const hostile = 'x" y=\'<&>\u0001%,:\r::error::]]>';
const named = table({ a: 60, b: 20 }).replaceAll('\nb,', `\n"${hostile.replaceAll('"', '""')}",`);
const guarded = (...more) => [
  ...['audit', file('named.csv', named), ...columns],
  ...['--fail-under=disparateImpact=0.8', '--fail-over=selectionRate=0.5', ...more],
];

/** Returns the document after checking every line: attributes contain no quotes, angle brackets, or bare ampersands. */
function readXml(text) {
  const [declaration, ...lines] = text.trimEnd().split('\n');
  expect(declaration).toBe('<?xml version="1.0" encoding="UTF-8"?>');
  const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  const decoded = (value) => value.replace(/&([^;]+);/g, (_, name) => entities[name]);
  const value = /(?:[^"<>&]|&(?:amp|lt|gt|quot|#39);)*/.source;
  const tag = new RegExp(`<(\\w+)((?: \\w+="${value}")*)(/?)>${value}|</(\\w+)>`, 'gy');
  const suites = [];
  const open = [];
  let totals;
  for (const line of lines.map((each) => each.trim())) {
    tag.lastIndex = 0;
    while (tag.lastIndex < line.length) {
      const at = tag.lastIndex;
      const [, name, texts, isClosed, end] = tag.exec(line) ?? [];
      if (name === undefined && end === undefined) throw new Error(`no XML: ${line.slice(at)}`);
      if (end !== undefined) {
        expect(open.pop()).toBe(end);
        continue;
      }
      const pairs = [...texts.matchAll(/(\w+)="([^"]*)"/g)];
      const attributes = Object.fromEntries(pairs.map(([, key, each]) => [key, decoded(each)]));
      if (name === 'testsuites') totals = attributes;
      else if (name === 'testsuite') suites.push([attributes.name, []]);
      else if (name === 'testcase') present(suites.at(-1))[1].push([attributes.name, []]);
      else present(suites.at(-1))[1].at(-1)[1].push(name);
      if (!isClosed) open.push(name);
    }
  }
  expect(open).toEqual([]);
  return { totals, suites };
}

describe('--format junit', () => {
  test('has a suite for each limit and a case for each group, with names as text', () => {
    const { status, stdout } = run(guarded('--format=junit'));
    expect(status).toBe(3);
    const { totals, suites } = readXml(stdout);
    expect(totals).toMatchObject({ tests: '3', failures: '2', skipped: '0' });
    const shown = 'x" y=\'<&>\ufffd%,: ::error::]]>';
    expect(suites).toEqual([
      ['disparateImpact, at least 0.8', [[`of ${shown} compared with a (by g)`, ['failure']]]],
      [
        'selectionRate, at most 0.5',
        [
          ['of a (by g)', ['failure']],
          [`of ${shown} (by g)`, []],
        ],
      ],
    ]);
  });

  test('requires a limit', () => {
    for (const format of ['junit', 'github']) {
      expect(run(['audit', 'named.csv', ...columns, `--format=${format}`])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('Add one, such as --fail-under.'),
      });
    }
  });
});

describe('--format github', () => {
  test('annotates crossed limits, and does not interpret text from the data as commands', () => {
    const { status, stdout } = run(guarded('--format=github'));
    expect(status).toBe(3);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^::error title=[^:,]+%2C at \w+ 0\.\d::[^\r\n]*$/);
    expect(lines[0]).toContain('of x" y=\'<&>\ufffd%25,: ::error::]]> compared with a');
  });

  test('adds limits and report to the summary of the job', () => {
    const summary = join(cwd, file('summary.md', '# before\n'));
    run(guarded('--format=github'), { GITHUB_STEP_SUMMARY: summary });
    const text = readFileSync(summary, 'utf8');
    expect(text).toMatch(/^# before\n## Limits\n\n\| Limit \| Verdict \|/);
    expect(text).toMatch(/\| disparateImpact, at least 0\.8 \| \*\*crossed\*\* \| disparateImpact of x/);
    expect(text).toContain('| selectionRate, at most 0.5 | kept | of x');
    expect(text).toContain('# named.csv');
    expect(text).not.toContain('<&>');
  });

  test('annotates comparisons', () => {
    const paired = [
      'g,y,p,q',
      ...Array.from({ length: 80 }, (_, i) => `${i % 2 ? 'a' : 'b'},${i % 3 ? 1 : 0},1,${i % 5 ? 1 : 0}`),
    ];
    const args = [
      'compare',
      file('paired.csv', paired.join('\n')),
      '--label=y',
      '--prediction=p',
      '--against=q',
      '--group=g',
    ];
    const limits = ['--fail-under=truePositiveRate.change=-0.01'];
    expect(run([...args, ...limits, '--format=github'])).toMatchObject({
      status: 3,
      stdout: expect.stringMatching(/^::error title=truePositiveRate\.change/),
    });
    expect(run([...args, ...limits, '--format=junit']).stdout).toContain('<failure');
  });
});

describe('fairwasm.config.json', () => {
  const audit = { label: 'y', prediction: 'p', group: ['g'], draws: 10 };
  const configure = (config) => file('fairwasm.config.json', JSON.stringify(config));

  test('provides options that the command line can override one by one', () => {
    configure({ audit: { ...audit, format: 'json', privileged: 'g=b', 'fail-under': 'accuracy=0.99' } });
    const result = run(['audit', 'before.csv']);
    expect(result.status).toBe(3);
    expect(JSON.parse(result.stdout).breakdowns[0].reference).toBe('b');
    const other = run(['audit', 'before.csv', '--privileged=g=a', '--fail-under=accuracy=0.1']);
    expect(other.status).toBe(0);
    expect(JSON.parse(other.stdout).breakdowns[0].reference).toBe('a');
    // An example has its own columns.
    expect(run(['audit', '--example', 'compas']).status).toBe(0);
  });

  test('is read from a given path', () => {
    file('other.config.json', JSON.stringify({ audit: { ...audit, format: 'csv' } }));
    expect(run(['audit', 'before.csv', '--config=other.config.json']).stdout).toMatch(/^breakdown,/);
    expect(run(['audit', 'before.csv', '--config=none.json'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('none.json: file not found'),
    });
  });

  test.each([
    [
      'an unknown option',
      { audit: { ...audit, grup: 'g' } },
      /fairwasm\.config\.json: audit\.grup: unknown option; did you mean 'group'\?/,
    ],
    ['an unknown command', { audits: audit }, /did you mean 'audit'/],
    [
      'a value of the wrong type',
      { audit: { ...audit, shrunken: 'yes' } },
      /audit\.shrunken must be true or false, got 'yes'/,
    ],
    [
      'a list instead of a single value',
      { audit: { ...audit, label: ['y'] } },
      /audit\.label takes a string or a number/,
    ],
    ['nothing', { audit: { ...audit, label: null } }, /audit\.label takes a string or a number, not null/],
    ['no options', { audit: [] }, /audit must be an object/],
    ['not an object', [], /must be an object/],
    ['a nested configuration', { audit: { config: 'x' } }, /unknown option/],
    [
      'a custom prototype',
      JSON.parse('{"__proto__": {"label": "y"}}'),
      /fairwasm\.config\.json: __proto__: unknown command/,
    ],
    [
      'a __proto__ option',
      { audit: JSON.parse('{"__proto__": {"label": "y"}}') },
      /fairwasm\.config\.json: audit\.__proto__: unknown option/,
    ],
    ['a name that every object inherits', { audit: { constructor: 'y' } }, /unknown option/],
  ])('rejects %s', (_what, config, message) => {
    configure(config);
    expect(run(['audit', 'before.csv'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  });

  test('rejects invalid JSON', () => {
    file('fairwasm.config.json', '{');
    expect(run(['audit', 'before.csv'])).toMatchObject({ status: 1, stderr: expect.stringContaining('invalid JSON') });
  });

  test('does not interpret its values as further options', () => {
    configure({ audit: { ...audit, label: 'y --format=json' } });
    expect(run(['audit', 'before.csv']).stderr).toMatch(/y --format=json/);
  });

  test('evidence contains its options and verifies without the file', () => {
    configure({ audit: { ...audit, outcome: 'burden' } });
    expect(run(['audit', 'before.csv', '--evidence=proof']).status).toBe(0);
    rmSync(join(cwd, 'fairwasm.config.json'));
    expect(run(['verify', 'proof', 'before.csv']).status).toBe(0);
  });

  test('has a schema with every option', () => {
    const schema = JSON.parse(readFileSync('dist/schemas/config.schema.json', 'utf8'));
    for (const [name, options] of Object.entries({ audit: auditArguments, compare: compareArguments })) {
      const known = Object.keys(options).filter((each) => !['config', 'example'].includes(each));
      expect(Object.keys(schema.properties[name].properties).sort()).toEqual(known.sort());
    }
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
    expect(validate({ $schema: 'x', audit: { ...audit, 'fail-under': ['accuracy=0.9'] } })).toBe(true);
    expect(validate({ audit: { grup: 'g' } })).toBe(false);
    expect(validate({ audit: { shrunken: 'yes' } })).toBe(false);
  });
});

describe('the action', () => {
  const script = resolve('scripts/action/run.mjs');
  const act = (env) =>
    spawnSync(process.execPath, [script], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, FAIRWASM_CLI: resolve('dist/cli/main.js'), ...env },
    });

  test('annotates, outputs whether a limit was crossed, and exits like fairwasm', () => {
    const output = join(cwd, file('output.txt', ''));
    const options = [...columns, '# a remark', '', '--fail-under=disparateImpact=0.9'].join('\n');
    const env = { FAIRWASM_FILE: 'before.csv', FAIRWASM_OPTIONS: options, GITHUB_OUTPUT: output };
    const { status, stdout } = act(env);
    expect([status, stdout]).toEqual([3, expect.stringMatching(/^::error title=disparateImpact/)]);
    expect(act({ ...env, FAIRWASM_OPTIONS: options.replace('0.9', '0.5') }).status).toBe(0);
    expect(readFileSync(output, 'utf8')).toBe('crossed=true\ncrossed=false\n');
  });

  test('passes lines as arguments without interpreting them', () => {
    expect(
      parseArguments({ FAIRWASM_FILE: '-rf $(x).csv', FAIRWASM_OPTIONS: ' --label=a b; rm -rf / \r\n--group=g' }),
    ).toEqual(['audit', '--label=a b; rm -rf /', '--group=g', '--format=github', '--', '-rf $(x).csv']);
    expect(() => parseArguments({ FAIRWASM_COMMAND: 'exec' })).toThrow(/audit, compare/);
    expect(() => parseArguments({ FAIRWASM_OPTIONS: '--label y\nx.csv' })).toThrow(/one option per line/);
    expect(act({ FAIRWASM_COMMAND: 'a\nb' }).stdout).toMatch(/^::error title=fairwasm::[^\n]*%0A[^\n]*\n$/);
  });

  test('runs its own version of the package, the build of its checkout, or the requested version', () => {
    expect(getProgram({}, '1.2.3', 'absent.js')).toEqual(['npx', '--yes', 'fairwasm@1.2.3']);
    const built = file('built.js', '');
    const program = (env) => getProgram(env, '1.2.3', join(cwd, built));
    expect(program({})).toEqual([process.execPath, join(cwd, built)]);
    expect(program({ FAIRWASM_VERSION: '1.0.0' })).toEqual(['npx', '--yes', 'fairwasm@1.0.0']);
    expect(getProgram({ FAIRWASM_VERSION: '2.0.0-beta.1' }, '1.2.3').at(-1)).toBe('fairwasm@2.0.0-beta.1');
    expect(() => getProgram({ FAIRWASM_VERSION: 'https://example.org/x.tgz' }, '1')).toThrow(/is not a/);
  });

  test('its inputs are those that the script reads, and no expression is part of a command', () => {
    const text = readFileSync('action.yml', 'utf8');
    for (const name of ['COMMAND', 'FILE', 'OPTIONS', 'VERSION']) {
      expect(text).toContain(`FAIRWASM_${name}: \${{ inputs.${name.toLowerCase()} }}`);
    }
    expect(text.match(/^\s+run: .*$/gm)).toEqual(['      run: node "$GITHUB_ACTION_PATH/scripts/action/run.mjs"']);
  });
});

describe('explain --report', () => {
  test('explains each number of the report with its counts', () => {
    const { status, stdout } = run(['explain', 'falsePositiveRate', '--report', before]);
    expect(status).toBe(0);
    const text = stdout.replace(/\s+/g, ' ');
    expect(text).toMatch(/False positive rate of all rows: 0\.550 .*; 55 of 100\./);
    expect(text).toMatch(/False positive rate of b \(by g\): 0\.500 .*; 25 of 50\./);
    const gaps = run(['explain', 'recall', '--report', before, '--format', 'json']);
    expect(JSON.parse(gaps.stdout).map(({ figure }) => figure.metric)).toEqual(Array(3).fill('truePositiveRate'));
    const spread = run(['explain', 'accuracyDifference', '--report', before]).stdout;
    expect(spread).toMatch(/^Accuracy, the largest value among the groups minus the smallest of 2 groups/);
  });

  test('rejects numbers that the report does not contain', () => {
    expect(run(['explain', 'theilIndex', '--report', before])).toMatchObject({ status: 2, stdout: '' });
    expect(run(['explain', 'accuracy', '--report', 'before.csv'])).toMatchObject({ status: 1, stdout: '' });
  });
});
