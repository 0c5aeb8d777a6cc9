// SPDX-License-Identifier: Apache-2.0
//
// Usage of `fairwasm predict` and `fairwasm audit --model FILE.onnx`.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { unless } from '../../optional.mjs';
import { runCommand } from '../cli/command.mjs';
import { onTerminal, program, withoutTerminal } from '../cli/terminal.mjs';
import { fair } from '../support.mjs';
import { hostilelyNamed, hostileTexts, linear, network, people, pipeline, zipped } from './models.mjs';

const golden = JSON.parse(readFileSync(new URL('golden.json', import.meta.url), 'utf8')).models;
const fill = ['--features', 'age,income'];
const repaid = people.map(({ age }, i) => Number(age + ((i * 13) % 30) > 55));

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-models-'));
  const lines = people.map(({ age, income, sex, region }, i) => [age, income, sex, region, repaid[i]].join());
  writeFileSync(join(folder, 'people.csv'), `age,income,sex,home region,repaid\n${lines.join('\n')}\n`);
  const models = { hostilelyNamed, linear, network, pipeline, zipped };
  for (const [name, make] of Object.entries(models)) {
    writeFileSync(join(folder, `${name}.onnx`), make());
  }
  writeFileSync(join(folder, 'cut.onnx'), linear().slice(0, 100));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fairwasm = (...args) => runCommand(args, { cwd: folder });

/** Returns the columns of a small CSV without quotes. */
function getColumns(text) {
  const [header, ...rows] = text.trim().split('\n');
  const cells = rows.map((row) => row.split(','));
  return Object.fromEntries(header.split(',').map((name, i) => [name, cells.map((row) => row[i])]));
}

test('describes the inputs and outputs of a model', () => {
  expect(fairwasm('predict', 'pipeline.onnx').stdout).toBe(`Takes
  age: one column of numbers (float32)
  income: one column of numbers (float32)
  sex: one column of texts (string)
  home_region: one column of texts (string)
Gives
  label: int64
  probabilities: 2 float32
Classes: 0, 1
`);
});

test('writes scores and labels next to the rows', () => {
  const { stdout, stderr, status } = fairwasm('predict', 'pipeline.onnx', 'people.csv');
  expect([stderr, status]).toEqual(['', 0]);
  const { age, score, prediction } = getColumns(stdout);
  expect(age).toEqual(people.map((row) => String(row.age)));
  expect(prediction).toEqual(golden.pipeline.labels.map(String));
  golden.pipeline.scores.forEach((expected, i) => {
    expect(Number(score[i])).toBeCloseTo(expected, 6);
  });
});

test('converts a column’s values to numbers, and renames added columns', () => {
  const more = ['--features', 'age,income', '--features', 'sex=female', '--score', 'p'];
  const { stdout, status } = fairwasm('predict', 'network.onnx', 'people.csv', ...more);
  expect(status).toBe(0);
  expect(Number(getColumns(stdout).p[7])).toBeCloseTo(golden.network.scores[7], 6);
  const byInput = ['--input', 'x=age,income,sex=female', '--output', 'scored.csv'];
  expect(fairwasm('predict', 'network.onnx', 'people.csv', ...byInput).stdout).toBe('');
  const { score } = getColumns(readFileSync(join(folder, 'scored.csv'), 'utf8'));
  expect(Number(score[7])).toBeCloseTo(golden.network.scores[7], 6);
});

const audited = ['audit', 'people.csv', '--label', 'repaid', '--group', 'sex'];

test('an audit of a model equals an audit of its decisions', () => {
  const more = ['--model', 'linear.onnx', '--features', 'age,income', '--format', 'json'];
  const { stdout, status } = fairwasm(...audited, ...more);
  expect(status).toBe(0);
  const sex = people.map((row) => row.sex);
  const scores = Float64Array.from(golden.linear.scores);
  const byHand = fair
    .audit({ label: repaid, prediction: golden.linear.labels, score: scores, groups: { sex } })
    .report();
  const report = JSON.parse(stdout);
  const getCounts = ({ breakdowns }) => breakdowns[0].groups.map(({ counts }) => counts);
  for (const [i, counts] of getCounts(report).entries()) {
    for (const [name, count] of Object.entries(getCounts(byHand)[i])) {
      if (Number.isFinite(count)) expect(counts[name]).toBeCloseTo(count, 4);
    }
  }
});

test('a threshold converts scores to decisions', () => {
  const more = ['--model', 'network.onnx', '--features', 'age,income,sex=female'];
  const { stdout, status } = fairwasm(...audited, ...more, '--threshold', '0.3', '--format', 'json');
  expect(status).toBe(0);
  const [{ groups }] = JSON.parse(stdout).breakdowns;
  const selected = golden.network.scores.filter((score, i) => score >= 0.3 && people[i].sex === 'female');
  const female = groups.find(({ name }) => name === 'female');
  expect(female.counts.predictedPositives).toBe(selected.length);
});

const control = /[^\P{Cc}\n]/u;

describe('hostile names in a model', () => {
  const [formula, markup] = hostileTexts;
  const own = ['=2+2', '\x1b[2J', '-1'];
  beforeAll(() => {
    const lines = people.map(({ age, income }, i) => [age, income, own[i % 3], repaid[i] ? markup : formula].join());
    writeFileSync(join(folder, 'own.csv'), `age,income,=own,repaid\n${lines.join('\n')}\n`);
  });
  const predicted = ['predict', 'hostilelyNamed.onnx', 'own.csv', ...fill];

  test('are printed on one line without control characters', () => {
    const { stdout } = fairwasm('predict', 'hostilelyNamed.onnx');
    expect(stdout).not.toMatch(control);
    expect(stdout.split('\n')).toHaveLength(7);
    expect(stdout).toContain('Classes: =1+1, \ufffd[31m<img');
  });

  test('are not written as formulas, and existing columns stay unchanged', () => {
    const { data } = Papa.parse(fairwasm(...predicted).stdout.trim(), { header: true });
    const labels = golden.linear.labels.map((label) => (label ? markup.replace('\x1b', '\ufffd') : `'${formula}`));
    expect(data.map(({ prediction }) => prediction)).toEqual(labels);
    expect(data.map((row) => row['=own'])).toEqual(people.map((_, i) => own[i % 3]));
    expect(new Set(labels).size).toBe(2);
  });

  test('are counted unchanged', () => {
    const given = ['own.csv', '--label', 'repaid', '--group', '=own', '--favorable', formula];
    const more = ['--model', 'hostilelyNamed.onnx', ...fill, '--format', 'json'];
    const { stdout, stderr } = fairwasm('audit', ...given, ...more);
    expect(stderr).not.toMatch(control);
    const [{ groups }] = JSON.parse(stdout).breakdowns;
    const favorable = golden.linear.labels.filter((label) => label === 0).length;
    const found = groups.map(({ counts }) => counts.predictedPositives);
    expect(found.reduce((sum, each) => sum + each)).toBe(favorable);
  });

  unless(withoutTerminal, test)('and all else of a table are shown to a terminal as text', () => {
    const command = `${program} ${predicted.join(' ')} 2>/dev/null`;
    const shown = onTerminal(command, { cwd: folder });
    expect(shown).not.toMatch(control);
    expect(shown).toContain(',\ufffd[2J,');
    expect(shown.split('\n')).toHaveLength(people.length + 2);
  });
});

test.each([
  [['predict'], 2, 'pass a model'],
  [['predict', 'none.onnx'], 1, 'none.onnx: file not found'],
  [['predict', 'cut.onnx'], 1, 'cut.onnx: expected a complete ONNX file'],
  [['predict', 'people.csv'], 1, 'people.csv: expected a complete ONNX file'],
  [['predict', 'linear.onnx', 'people.csv'], 2, 'x takes 2 numbers, but the table has 3 numeric columns'],
  [['predict', 'network.onnx', 'people.csv', ...fill], 1, "input 'x': expected 3 columns of numbers"],
  [['predict', 'linear.onnx', 'people.csv', '--features', 'age,sex'], 1, 'line 2, column sex'],
  [['predict', 'linear.onnx', 'people.csv', ...fill, '--score', 'age'], 1, "already has a column 'age'."],
  [['predict', 'linear.onnx', 'people.csv', ...fill, '--class', '7'], 1, 'one of 0, 1'],
  [['predict', 'zipped.onnx', 'people.csv', ...fill], 1, "options={'zipmap': False}"],
  [['predict', 'linear.onnx', 'people.csv', '--feature', 'age'], 2, "did you mean '--features'?"],
  [[...audited, '--model', 'network.onnx', '--features', 'age'], 2, 'Add --threshold.'],
  [[...audited, '--prediction', 'sex', ...fill], 2, '--features requires --model'],
  [[...audited, '--prediction', 'sex', '--model', 'linear.onnx'], 2, '--model cannot be combined with --prediction'],
])('rejects %j', (args, code, sentence) => {
  const { stderr, status } = fairwasm(...args);
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
  expect(status).toBe(code);
});
