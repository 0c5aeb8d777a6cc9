// SPDX-License-Identifier: Apache-2.0
//
// Usage of `fairwasm dbac`.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { predictability } from '../support.mjs';
import { runCommand } from './command.mjs';

const range = Array.from({ length: 48 }, (_, i) => i);
const columns = {
  human: range.map((i) => `a ${i % 2 ? 'man' : 'woman'} with ${i % 3 ? 'a knife' : 'a puppy'}`),
  second: range.map((i) => `a person with ${i % 5 ? 'knives' : 'a kite'}`),
  model: range.map((i) => `a ${i % 3 ? 'man' : 'woman'} with ${i % 2 ? 'a dog' : 'a knife'}`),
  gender: range.map((i) => (i % 2 ? 'male' : 'female')),
  shown: range.map((i) => ['', 'knife', 'dog; knife', 'dog'][i % 4]),
};
const vectors = { puppy: [1, 0.1], dog: [1, 0], kite: [0, 1] };

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-dbac-'));
  const lines = range.map((i) => Object.values(columns).map((column) => column[i]));
  const names = Object.keys(columns);
  writeFileSync(join(folder, 'rows.csv'), [names, ...lines].map((line) => line.join()).join('\n'));
  const lists = Object.entries({ ...vectors, unused: [0, 0] });
  const text = lists.map(([word, values]) => [word, ...values].join(' ')).join('\n');
  writeFileSync(join(folder, 'vectors.txt'), `4 2\n${text}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const required = [
  ...['rows.csv', '--human', 'human', '--generated', 'model', '--attribute', 'gender'],
  ...['--objects', 'knife=knife+knives,dog'],
];
const input = {
  generated: columns.model,
  attribute: columns.gender,
  objects: { knife: ['knife', 'knives'], dog: ['dog'] },
};
const toJson = (...args) => JSON.parse(runCommand(['dbac', ...args, '--format', 'json'], { cwd: folder }).stdout);
const stored = (result) => JSON.parse(JSON.stringify(result));

test('prints the package’s results', async () => {
  const expected = await predictability.dbac({ ...input, human: columns.human });
  expect(toJson(...required)).toEqual(stored(expected));
});

test('reads every option', async () => {
  const found = toJson(
    ...[...required, '--human', 'second', '--image-objects', 'shown', '--vectors', 'vectors.txt'],
    ...['--attribute-words', 'female=woman,she', '--attribute-words', 'male=man,he'],
    ...['--masked-words', 'man,woman,person', '--similarity', '0.9', '--folds', '3'],
    ...['--trials', '2', '--blocks', '4', '--seed', '7'],
  );
  const expected = await predictability.dbac({
    ...input,
    human: range.map((i) => [`${columns.human[i]}`, `${columns.second[i]}`]),
    imageObjects: columns.shown.map((cell) => `${cell}`.split('; ').filter((each) => each !== '')),
    attributeWords: { female: ['woman', 'she'], male: ['man', 'he'] },
    maskedWords: ['man', 'woman', 'person'],
    vectors,
    similarity: 0.9,
    folds: 3,
    trials: 2,
    blocks: 4,
    seed: 7,
  });
  expect(found).toEqual(stored(expected));
  expect(found.replaced.AtoT.human.replaced).toBeGreaterThan(0);
});

test('prints both directions as text that fits into a terminal', () => {
  const both = [
    ...['--image-objects', 'shown', '--attribute-words', 'female=woman'],
    ...['--attribute-words', 'male=man', '--trials', '1'],
  ];
  const { status, stdout } = runCommand(['dbac', ...required, ...both], { cwd: folder });
  expect(status).toBe(0);
  expect(stdout).toMatch(/Attribute to task +[+−-]0\.\d{3}/);
  expect(stdout).toMatch(/Task to attribute +[+−-]0\.\d{3}/);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(82);
});

test.each([
  [2, ['rows.csv'], 'pass --human COLUMN,...: human captions'],
  [2, required.slice(0, -2), 'pass --objects'],
  [2, [...required, '--image-objects', 'shown'], '--attribute-words'],
  [2, [...required, '--folds', '1'], '--folds requires a whole number of at least 2'],
  [1, [...required, '--objects', 'wine glass'], 'objects: expected single words'],
  [1, [...required, '--attribute', 'sex'], 'rows.csv, column sex:'],
  [1, [...required, '--vectors', 'none.txt'], 'none.txt'],
])('exits with %i for %j', (code, wrong, part) => {
  const { status, stdout, stderr } = runCommand(['dbac', ...wrong], { cwd: folder });
  expect({ status, stdout }).toEqual({ status: code, stdout: '' });
  expect(stderr).toContain(part);
});
