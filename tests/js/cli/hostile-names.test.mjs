// SPDX-License-Identifier: Apache-2.0
//
// Names of files, columns, groups, and classes must not control the terminal: no command prints control characters
// except line breaks, or characters that change the direction of text.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostilelyNamed } from '../models/models.mjs';
import { runCommand } from './command.mjs';

const hostile = (word) => `\x1b[2J\u202e\x9b31m<b>${word}`;
const obeyed = /[^\P{Cc}\n]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const range = Array.from({ length: 60 }, (_, i) => i);
const one = (i, ...words) => hostile(words[i % words.length]);
const columns = {
  y: range.map((i) => one(i * 7 + (i >> 2), 'yes', 'no')),
  p: range.map((i) => one(i * i + (i >> 1), 'yes', 'no')),
  p2: range.map((i) => one(i >> 2, 'yes', 'no')),
  s: range.map((i) => ((i * 13) % 60) / 60),
  sex: range.map((i) => one(i, 'f', 'm', 'm')),
  race: range.map((i) => one(i >> 1, 'a', 'b', 'c')),
  n: range.map((i) => (i * i) % 17),
  n2: range.map((i) => ((i * i) % 17) + (i % 5) - 2),
  cook: range.map((i) => Number(i % 4 < 2)),
  drive: range.map((i) => Number(i % 5 < 2)),
  p_cook: range.map((i) => Number(i % 3 === 0)),
  p_drive: range.map((i) => Number(i % 3 > 0)),
  animal: range.map((i) => one(i * 3, 'cat', 'dog', 'fox', 'owl')),
  guess: range.map((i) => one(i * 3 + Number(i % 7 === 0), 'cat', 'dog', 'fox', 'owl')),
  human: range.map((i) => `a ${i % 3 ? 'man' : 'woman'} with a ${one(i, 'dog', 'cat')}`),
  model: range.map((i) => `a person with ${one(i, 'car', 'oven', 'car')}`),
};
const quoted = (cell) => `"${cell}"`;
const lines = range.map((i) => Object.values(columns).map((column) => quoted(column[i])));
const header = Object.keys(columns).map(hostile).map(quoted);
const rows = hostile('rows.csv');
const captions = ['a man with a dog', 'a woman with a cat', 'a woman and a dog'];

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-hostile-'));
  const write = (name, content) => writeFileSync(join(folder, hostile(name)), content);
  write('rows.csv', [header, ...lines].map((line) => `${line.join()}\n`).join(''));
  write('captions.txt', captions.map((text) => `${text} ${hostile('car')}\n`).join(''));
  write('words.txt', 'man\n');
  write('others.txt', 'woman\n');
  write('model.onnx', hostilelyNamed());
  for (const [name, more] of Object.entries({ report: ['--format', 'json'], proof: [] })) {
    const target = [name === 'report' ? '--output' : '--evidence', hostile(name)];
    runCommand(['audit', rows, ...decisions, ...more, ...target], { cwd: folder });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const of = (option, ...names) => names.flatMap((name) => [`--${option}`, hostile(name)]);
const decisions = [
  ...of('label', 'y'),
  ...of('prediction', 'p'),
  ...of('favorable', 'yes'),
  ...of('group', 'sex', 'race'),
];
const quick = ['--trials', '1', '--epochs', '1', '--workers', '0'];
const forms = (command, formats, ...args) => formats.map((format) => [command, ...args, '--format', format]);
const sex = of('group', 'sex');

const printed = [
  ...forms(
    'audit',
    ['text', 'markdown', 'csv', 'model-card', 'junit', 'github'],
    ...[rows, ...decisions, ...of('score', 's'), ...of('within', 'animal')],
    ...['--fail-under', 'truePositiveRate=0.99', '--fail-over', 'statisticalParityDifference=0.0001'],
    ...['--min-rows', '15', '--equivalence-margin', '0.1'],
  ),
  ...forms(
    'compare',
    ['text', 'markdown', 'csv'],
    ...[rows, ...decisions, ...of('against', 'p2'), '--fail-over', 'accuracy.change=0.0001'],
  ),
  ...forms('report', ['text', 'markdown', 'csv', 'model-card'], hostile('report')),
  ['verify', hostile('proof'), rows],
  ...forms(
    'classes',
    ['text', 'markdown'],
    ...[rows, ...of('label', 'animal'), ...of('prediction', 'guess'), ...of('group', 'sex', 'race')],
  ),
  ...forms(
    'labels',
    ['text', 'markdown'],
    ...[rows, ...of('label', 'cook', 'drive'), ...of('prediction', 'p_cook', 'p_drive'), ...sex],
  ),
  ...forms(
    'errors',
    ['text', 'markdown'],
    ...[rows, ...of('label', 'n'), ...of('prediction', 'n2'), ...of('group', 'sex', 'race')],
  ),
  ...forms(
    'impact',
    ['text', 'markdown', 'csv'],
    ...[rows, ...of('group', 'sex', 'race'), ...of('selected', 'p'), ...of('favorable', 'yes')],
    ...['--reference', `${hostile('race')}=${hostile('b')}`, '--imputed', hostile('sex')],
  ),
  ...forms('impact', ['text', 'markdown'], rows, ...sex, ...of('assigned', 'animal')),
  [
    ...['impact', rows, ...sex, ...of('score', 's'), '--quantile', '0.25'],
    ...['--reference', `${hostile('sex')}=${hostile('m')}`],
  ],
  ['slices', rows, ...of('label', 'y'), ...of('prediction', 'p'), '--min-rows', '5'],
  [...['thresholds', rows, ...of('label', 'y'), ...of('score', 's'), ...sex], ...of('favorable', 'yes')],
  [...['metric', 'statisticalParityDifference', rows, ...of('prediction', 'p'), ...sex], ...of('favorable', 'yes')],
  [
    ...['metric', 'richSubgroup', rows, ...of('label', 'cook'), ...of('prediction', 'p_cook')],
    ...of('group', 'n', 'n2'),
  ],
  [...['metric', 'biasScan', rows, ...of('label', 'cook'), ...of('score', 's')], ...of('group', 'sex', 'race')],
  ['metric', 'consistency', rows, ...of('label', 'cook'), ...of('feature', 'n', 'n2')],
  ['metric', 'rootMeanSquaredError', rows, ...of('label', 'n'), ...of('prediction', 'n2'), ...sex],
  [
    ...['amplification', rows, ...of('attribute', 'sex'), ...of('task', 'cook', 'drive')],
    ...[...of('prediction', 'p_cook', 'p_drive'), '--draws', '0'],
  ],
  [
    ...['captions', hostile('captions.txt'), hostile('captions.txt'), '--draws', '0'],
    ...['--words', `${hostile('men')}=${hostile('words.txt')}`],
    ...['--words', `${hostile('women')}=${hostile('others.txt')}`],
  ],
  [...['leakage', rows, ...of('feature', 'sex'), ...of('label', 'cook')], ...[...of('prediction', 'p_cook'), ...quick]],
  [
    ...['dpa', rows, ...of('attribute', 'sex'), ...of('task', 'cook')],
    ...[...of('task-prediction', 'p_cook'), ...quick],
  ],
  [...['lic', rows, ...of('human', 'human'), ...of('generated', 'model')], ...[...of('attribute', 'sex'), ...quick]],
  [
    ...['dbac', rows, ...of('human', 'human'), ...of('generated', 'model')],
    ...[...of('attribute', 'sex'), '--objects', 'dog', '--trials', '1'],
  ],
  [
    ...['robustness', rows, ...of('label', 'cook'), ...of('score', 'n2'), '--lipschitz', '1'],
    ...of('group', 'sex', 'race'),
  ],
  ['predict', hostile('model.onnx')],
];

/**
 * Titles are printed to a terminal, too.
 *
 * @type {(calls: string[][]) => [title: string, args: string[]][]}
 */
const titled = (calls) => calls.map((args) => [args.filter((word) => !obeyed.test(word)).join(' '), args]);

test.each(titled(printed))('%s escapes names', (_, args) => {
  const { stdout, stderr, status } = runCommand(args, { cwd: folder });
  expect({ status, stderr }).toMatchObject(
    args.includes('--fail-over')
      ? { status: 3 }
      : { status: 0, stderr: expect.stringMatching(/^(.*invisible characters.*\n)*$/) },
  );
  expect(stdout).not.toMatch(obeyed);
  expect(stderr).not.toMatch(obeyed);
});

const complained = [
  [hostile('command')],
  ['audit', hostile('none.csv')],
  ['audit', rows, `--${hostile('option')}`],
  ['audit', rows, ...decisions, '--format', hostile('format')],
  ['audit', rows, ...decisions, ...of('score', 'sex')],
  ['audit', rows, ...decisions, ...of('group', 'none')],
  ['audit', rows, ...decisions, ...of('config', 'rows.csv')],
  ['audit', rows, ...decisions, '--output', `${hostile('none')}/report.txt`],
  ['audit', rows, ...of('label', 'y'), ...of('prediction', 'p'), ...sex],
  ['audit', '--example', hostile('example')],
  ['metric', hostile('metric'), rows],
  ['explain', hostile('metric')],
  ['errors', rows, ...of('label', 'y'), ...of('prediction', 'n2'), ...sex],
  ['report', rows],
  ['verify', rows, rows],
  ['predict', rows],
  ['predict', hostile('model.onnx'), rows],
  ['predict', hostile('model.onnx'), rows, ...of('features', 'n', 'sex')],
  ['robustness', '--model', hostile('model.onnx')],
  ['sql', '--dialect', hostile('dialect'), '--table', 't', ...decisions],
];

test.each(titled(complained))('escapes names in the error of %s', (_, args) => {
  const { stdout, stderr, status } = runCommand(args, { cwd: folder });
  expect([1, 2]).toContain(status);
  expect(stdout).toBe('');
  expect(stderr).not.toMatch(obeyed);
});
