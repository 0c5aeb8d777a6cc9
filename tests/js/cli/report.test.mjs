// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm report` prints a stored report in every format without the data.

import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command.mjs';

const cwd = mkdtempSync(join(tmpdir(), 'fairwasm-report-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const run = (...args) => runCommand(args, { cwd });
const audited = (format) => run('audit', '--example', 'compas', '--format', format).stdout;
for (const format of ['json', 'html']) writeFileSync(join(cwd, `compas.${format}`), audited(format));

test.each(['json', 'html'])('from %s, every form is what the audit gave, byte by byte', (stored) => {
  for (const format of ['text', 'json', 'markdown', 'csv', 'html', 'model-card']) {
    const { status, stdout } = run('report', `compas.${stored}`, '--format', format);
    expect([format, status]).toEqual([format, 0]);
    expect([format, stdout === audited(format)]).toEqual([format, true]);
  }
});

test('accepts limits', () => {
  const limit = ['--fail-over', 'falsePositiveRateDifference=0.2'];
  expect(run('report', 'compas.html', ...limit)).toMatchObject({
    status: 3,
    stderr: expect.stringContaining('falsePositiveRateDifference of African-American'),
  });
  const baseline = ['--baseline', 'compas.html', '--fail-if-worse', 'accuracy=0'];
  expect(run('report', 'compas.json', ...baseline).status).toBe(0);
});

test('rejects files that are not reports, and overwrites nothing', () => {
  writeFileSync(join(cwd, 'other.html'), '<!doctype html><p>x</p>');
  expect(run('report', 'other.html')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('other.html: not a fairwasm report'),
  });
  expect(run('report').status).toBe(2);
  expect(run('report', 'compas.json', 'compas.html').status).toBe(2);
  expect(run('report', 'compas.json', '--output', 'compas.json').status).toBe(2);
  expect(readFileSync(join(cwd, 'compas.json'), 'utf8')).toBe(audited('json'));
});

describe('results added to a report', () => {
  const people = Array.from({ length: 40 }, (_, i) => {
    const truth = i % 2;
    const probable = i % 3 ? 0.75 : 0.25; // of being f
    const known = [i % 3 ? 'f' : 'm', truth, i % 5 ? truth : 1 - truth, truth, (i % 10) / 10];
    return [...known, probable, 1 - probable].join();
  });
  writeFileSync(join(cwd, 'people.csv'), `sex,y,p,q,s,pf,pm\n${people.join('\n')}\n`);
  const columns = ['--label', 'y', '--prediction', 'p'];
  const commands = {
    slices: ['slices', 'people.csv', ...columns, '--search', 'sex', '--format', 'json'],
    thresholds: ['thresholds', 'people.csv', '--label', 'y', '--score', 's', '--group', 'sex'],
    comparison: ['compare', 'people.csv', ...columns, '--against', 'q', '--group', 'sex'],
    impact: ['impact', 'people.csv', '--group', 'sex', '--selected', 'p'],
    impactScores: [
      ...['impact', 'people.csv', '--group', 'sex', '--score', 's', '--quantile', '0.1,0.5'],
      ...['--reference', 'sex=m', '--label', 'y'],
    ],
    impactByProbability: [
      ...['impact', 'people.csv', '--probability', 'f=pf', '--probability', 'm=pm'],
      ...['--selected', 'p'],
    ],
    amplification: ['amplification', 'people.csv', '--attribute', 'sex', '--task', 'y', '--prediction', 'p'],
    leakage: [
      'leakage',
      'people.csv',
      '--feature',
      'sex',
      '--label',
      'y',
      '--prediction',
      'p',
      '--trials',
      '2',
      '--workers',
      '0',
    ],
  };
  const audit = ['audit', 'people.csv', ...columns, '--group', 'sex'];

  test('accepts results of every other command, and reads them back from the file', () => {
    const files = Object.entries(commands).flatMap(([name, argv]) => {
      const output = `${name}.json`;
      expect([name, run(...argv, '--format', 'json', '--output', output).status]).toEqual([name, 0]);
      return ['--with', output];
    });
    const said = ['--notes', 'Decided in May.', '--with', 'compas.json'];
    const made = run(...audit, ...files, ...said, '--format', 'html', '--output', 'whole.html');
    expect([made.status, made.stderr]).toEqual([0, '']);
    const again = JSON.parse(run('report', 'whole.html', '--format', 'json').stdout);
    expect(Object.keys(again.extras).toSorted()).toEqual([...Object.keys(commands), 'version'].toSorted());
    for (const name of Object.keys(commands)) {
      expect(again.extras[name]).toEqual(JSON.parse(readFileSync(join(cwd, `${name}.json`), 'utf8')));
    }
    expect(again.notes).toBe('Decided in May.');
    const bytes = readFileSync(join(cwd, 'people.csv'));
    expect(again.provenance).toMatchObject({
      where: 'the command line',
      data: { name: 'people.csv', bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    });
  });

  test('rejects other files and duplicates', () => {
    writeFileSync(join(cwd, 'none.json'), '{"a":1}');
    const impact = ['--with', 'impact.json'];
    for (const { argv, message } of [
      { argv: ['--with', 'none.json'], message: /--with accepts JSON results of: customMetrics, scores, thresholds/ },
      { argv: ['--with', 'gone.json'], message: /gone\.json: file not found/ },
      { argv: [...impact, ...impact], message: /report already has impact/ },
    ]) {
      expect(run(...audit, ...argv)).toMatchObject({ status: 1, stderr: expect.stringMatching(message) });
    }
  });
});
