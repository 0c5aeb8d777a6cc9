// SPDX-License-Identifier: Apache-2.0
//
// Evidence of an audit, and `fairwasm verify`, which reproduces the audit and finds every changed byte.

import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { runCommand } from './command.mjs';

const people = [
  'sex;race;y;p;w',
  ...Array.from({ length: 48 }, (_, i) =>
    [i % 2 ? 'f' : 'm', 'abc'[i % 3], i % 4 ? 1 : 0, i % 5 > 1 ? 1 : 0, 1 + (i % 3)].join(';'),
  ),
  '',
].join('\n');

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-evidence-'));
  writeFileSync(join(folder, 'people.csv'), people);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (...parts) => join(folder, ...parts);
const run = (args, input) => {
  const { status, stdout, stderr } = runCommand(args, { cwd: folder, input });
  return { status, stdout, stderr };
};
const columns = ['--label', 'y', '--prediction', 'p', '--group', 'sex,race', '--delimiter', ';'];
const audit = (...more) => run(['audit', 'people.csv', ...columns, '--draws', '50', '--evidence', 'proof', ...more]);
const verify = (...more) => run(['verify', 'proof', 'people.csv', ...more]);
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const getChecks = () => {
  const { checks } = JSON.parse(verify('--format', 'json').stdout);
  return checks.filter(({ isSame }) => !isSame).map(({ what }) => what);
};

test('contains the report, its inputs and options, and the checksums of both', () => {
  const { status, stdout, stderr } = audit('--format', 'json', '--weight', 'w');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['people.csv', 'proof']);
  expect(readdirSync(at('proof')).sort()).toEqual(['SHA256SUMS', 'evidence.json', 'report.json']);
  const report = readFileSync(at('proof', 'report.json'), 'utf8');
  expect(report).toBe(stdout);
  const evidence = readFileSync(at('proof', 'evidence.json'), 'utf8');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(JSON.parse(evidence)).toEqual({
    format: 'fairwasm-evidence',
    version: 1,
    fairwasm: version,
    modules: {
      'core.wasm': sha256(readFileSync('dist/wasm/core.wasm')),
      'text.wasm': sha256(readFileSync('dist/wasm/text.wasm')),
    },
    node: process.version,
    command: 'audit',
    options: { label: 'y', prediction: 'p', group: ['sex,race'], delimiter: ';', draws: '50', weight: 'w' },
    input: { name: 'people.csv', bytes: people.length, sha256: sha256(people) },
  });
  expect(readFileSync(at('proof', 'SHA256SUMS'), 'utf8')).toBe(
    `${sha256(evidence)}  evidence.json\n${sha256(report)}  report.json\n`,
  );
});

test('is reproduced byte for byte', () => {
  audit();
  cpSync(at('proof'), at('first'), { recursive: true });
  rmSync(at('proof'), { recursive: true });
  audit();
  for (const name of readdirSync(at('first'))) {
    expect(readFileSync(at('proof', name), 'utf8')).toBe(readFileSync(at('first', name), 'utf8'));
  }
});

test('verifies with the data under any name', () => {
  expect(audit('--missing', 'drop', '--simultaneous', '--favorable', '1').status).toBe(0);
  const { status, stdout, stderr } = verify();
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('Everything matches.');
  expect(stdout).toContain(sha256(readFileSync(at('proof', 'SHA256SUMS'))));
  for (const line of stdout.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(80);
  writeFileSync(at('-copy.csv'), people);
  expect(run(['verify', 'proof', './-copy.csv']).status).toBe(0);
}, 60_000);

test('evidence of standard input contains its checksum', () => {
  const args = ['audit', '-', ...columns, '--draws', '50', '--evidence', 'proof'];
  expect(run(args, people).status).toBe(0);
  const { input } = JSON.parse(readFileSync(at('proof', 'evidence.json'), 'utf8'));
  expect(input).toMatchObject({ name: 'standard input', sha256: sha256(people) });
  expect(verify().status).toBe(0);
});

test('finds every changed byte of the data and of each file', () => {
  audit();
  const files = [['people.csv'], ...readdirSync(at('proof')).map((name) => ['proof', name])];
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.nat(), fc.integer({ min: 1, max: 255 }), (parts, place, by) => {
      const before = readFileSync(at(...parts));
      const changed = Buffer.from(before);
      changed[place % before.length] ^= by;
      writeFileSync(at(...parts), changed);
      const { status } = verify();
      writeFileSync(at(...parts), before);
      expect(status).toBe(3);
    }),
    { numRuns: 60 },
  );
  expect(verify().status).toBe(0);
}, 120_000);

/** Changes evidence.json and updates the checksums. */
function forge(change) {
  const evidence = JSON.parse(readFileSync(at('proof', 'evidence.json'), 'utf8'));
  change(evidence);
  const text = `${JSON.stringify(evidence, null, 2)}\n`;
  const report = readFileSync(at('proof', 'report.json'));
  writeFileSync(at('proof', 'evidence.json'), text);
  writeFileSync(at('proof', 'SHA256SUMS'), `${sha256(text)}  evidence.json\n${sha256(report)}  report.json\n`);
}

test.each([
  ['a different seed', ['report'], ({ options }) => Object.assign(options, { seed: '2' })],
  ['a different group', ['report'], ({ options }) => Object.assign(options, { group: ['sex'] })],
  ['a missing column', ['report'], ({ options }) => Object.assign(options, { label: 'z' })],
  ['an unknown option', ['report'], ({ options }) => Object.assign(options, { colour: 'red' })],
  ['a different version', ['fairwasm version'], (all) => Object.assign(all, { fairwasm: '0.0.9' })],
  ['a different module', ['core.wasm'], ({ modules }) => Object.assign(modules, { 'core.wasm': '0' })],
  ['other data', ['data', 'report'], ({ input }) => Object.assign(input, { sha256: '0' })],
  ['a different name for the data', ['report'], ({ input }) => Object.assign(input, { name: 'x' })],
  ['a different format', ['evidence.json'], (all) => Object.assign(all, { version: 2 })],
  ['no options', ['evidence.json'], (all) => Object.assign(all, { options: null })],
])('finds a forged file with valid checksums: %s', (_, found, change) => {
  audit();
  forge(change);
  expect(verify().status).toBe(3);
  expect(getChecks()).toEqual(found);
});

test('a forged report differs from the reproduced one', () => {
  audit();
  const report = readFileSync(at('proof', 'report.json'), 'utf8').replace('"rows": 48', '"rows": 49');
  writeFileSync(at('proof', 'report.json'), report);
  forge(() => {});
  expect(getChecks()).toEqual(['report']);
  expect(verify().stdout.replaceAll(/\s+/g, ' ')).toContain('differs in the reproduced report');
});

test('overwrites nothing, and leaves no files after a failure', () => {
  mkdirSync(at('proof'));
  expect(audit().status).toBe(0); // an empty folder is accepted
  const before = readFileSync(at('proof', 'evidence.json'), 'utf8');
  expect(audit('--seed', '3')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('proof: the folder is not empty'),
  });
  expect(readFileSync(at('proof', 'evidence.json'), 'utf8')).toBe(before);
  const nowhere = run(['audit', 'people.csv', ...columns, '--evidence', 'no/where']);
  expect(nowhere).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('parent folder does not exist'),
  });
  const bad = run(['audit', 'people.csv', '--prediction', 'race', '--group', 'sex', '--evidence', 'other']);
  expect(bad.status).toBe(1);
  expect(existsSync(at('other'))).toBe(false);
  expect(readdirSync(folder).sort()).toEqual(['people.csv', 'proof']);
});

test('includes crossed limits', () => {
  expect(audit('--fail-under', 'accuracy=0.99').status).toBe(3);
  expect(verify().status).toBe(0);
});

test.each([
  [['verify', 'proof'], 2, 'pass the evidence folder and the data file'],
  [['verify', 'proof', 'people.csv', 'more'], 2, 'the evidence folder'],
  [['verify', 'proof', 'people.csv', '--format', 'html'], 2, '--format must be one of text, json'],
  [['verify', 'nothing', 'people.csv'], 1, 'file not found'],
  [['verify', 'proof', 'none.csv'], 1, 'none.csv: file not found'],
  [['audit', '--example', 'compas', '--evidence', 'other'], 2, '--evidence cannot be combined with --example'],
])('%j', (args, status, message) => {
  audit();
  expect(run(args)).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(message) });
});
