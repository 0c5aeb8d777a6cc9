// SPDX-License-Identifier: Apache-2.0
//
// Usage of `fairwasm repeated` and `fairwasm exposure`.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../cli/command.mjs';
import { repeated } from '../support.mjs';

const item = Array.from({ length: 24 }, (_, i) => `case ${i >> 2}`);
const name = Array.from({ length: 24 }, (_, i) => (i % 4 < 2 ? 'Emily' : 'Lakisha'));
const run = Array.from({ length: 24 }, (_, i) => i % 2);
const hired = Array.from({ length: 24 }, (_, i) => ((i * 7) % 5 < 3 ? 'yes' : 'no'));
const rating = Array.from({ length: 24 }, (_, i) => 1 + ((i * 7) % 10));

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-repeated-'));
  const lines = item.map((_, i) => [item[i], name[i], run[i], hired[i], rating[i]].join());
  const header = 'case,name,run,hired,rating';
  writeFileSync(join(folder, 'answers.csv'), `${[header, ...lines, ''].join('\n')}`);
  writeFileSync(join(folder, 'gap.csv'), 'i,v,y\n1,a,1\n1,b,\n2,a,0\n2,b,1\n');
  writeFileSync(join(folder, 'words.csv'), 'g,e,w,r\nx,1,10,1\nx,3,12,2\ny,2,9,3\ny,5,8,4\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fairwasm = (...args) => runCommand(args, { cwd: folder });
const answers = ['repeated', 'answers.csv', '--item', 'case', '--variant', 'name'];
const words = ['exposure', 'words.csv', '--group', 'g', '--events', 'e', '--exposure', 'w'];
const plain = (value) => JSON.parse(JSON.stringify(value));

test('JSON equals the package’s results', () => {
  const options = ['--run', 'run', '--permutations', '99', '--seed', '3', '--detect', '0.2'];
  const { stdout, status } = fairwasm(
    ...[...answers, '--outcome', 'hired', '--reference', 'Emily', ...options, '--format', 'json'],
  );
  expect(status).toBe(0);
  const columns = { item, variant: name, run, outcome: hired, reference: 'Emily' };
  expect(JSON.parse(stdout)).toEqual(
    plain(repeated.compareVariants({ ...columns, permutations: 99, seed: 3, detect: 0.2 })),
  );
});

test('compares scores', () => {
  const { stdout } = fairwasm(...[...answers, '--score', 'rating', '--reference', 'Lakisha', '--format', 'json']);
  const columns = { item, variant: name, score: rating, reference: 'Lakisha' };
  expect(JSON.parse(stdout)).toEqual(plain(repeated.compareVariants(columns)));
});

test.each(['text', 'markdown', 'html', 'csv'])('writes %s', (kind) => {
  const { stdout, status } = fairwasm(...[...answers, '--outcome', 'hired', '--reference', 'Emily', '--format', kind]);
  expect(status).toBe(0);
  expect(stdout).toContain('Lakisha');
  const { stdout: rates, status: code } = fairwasm(...words, '--format', kind);
  expect(code).toBe(0);
  expect(rates).toContain('Rates');
});

test('reads the results of promptfoo', () => {
  const results = item.map((each, i) => ({ vars: { case: each, name: name[i] }, success: hired[i] === 'yes' }));
  writeFileSync(join(folder, 'results.json'), JSON.stringify({ results: { results } }));
  const args = ['--item', 'case', '--variant', 'name', '--reference', 'Emily'];
  const { stdout } = fairwasm('repeated', 'results.json', ...args, '--format', 'json');
  expect(fairwasm('repeated', 'results.json', '--log', ...args, '--format', 'json').stdout).toBe(stdout);
  const [lakisha] = JSON.parse(stdout).variants;
  const columns = { item, variant: name, outcome: hired, reference: 'Emily' };
  expect(lakisha.gap).toEqual(plain(repeated.compareVariants(columns).variants[0].gap));
  const table = ['repeated', 'answers.csv', '--variant', 'name', '--reference', 'Emily', '--item', 'case'];
  expect(fairwasm(...table)).toMatchObject({ status: 1, stderr: expect.stringContaining('column outcome') });
  const { status, stderr } = fairwasm(...table, '--outcome', 'hired', '--log');
  expect(status).toBe(2);
  expect(stderr).toContain('--log requires a log of Inspect');
  expect(fairwasm('repeated', 'absent.json', ...args)).toMatchObject({
    status: 1,
    stderr: 'fairwasm: absent.json: file not found\n',
  });
});

// By item, b less a: 0, -1, 0; the item s4 has no result of b.
test('compares logs of two models, by model or by file', () => {
  const log = (model, correct) => {
    const events = correct.map((each, i) =>
      each === null
        ? { sample_id: `s${i + 1}`, type: 'error', data: {} }
        : { sample_id: `s${i + 1}`, type: 'match', data: { correct: each } },
    );
    const all = [{ spec: { completion_fns: [model] } }, ...events, { final_report: {} }];
    return `${all.map((each) => JSON.stringify(each)).join('\n')}\n`;
  };
  writeFileSync(join(folder, 'a.jsonl'), log('gpt-a', [true, true, false, true]));
  writeFileSync(join(folder, 'b.jsonl'), log('gpt-b', [true, false, false, null]));
  const compare = (...args) =>
    fairwasm('repeated', 'a.jsonl', 'b.jsonl', '--item', 'item', ...args, '--format', 'json');
  const drop = ['--missing', 'drop'];
  const byModel = compare('--variant', 'model', '--reference', 'gpt-a', ...drop);
  expect(byModel.stderr).toContain('1 result is without a score because of an error');
  const [{ gap }] = JSON.parse(byModel.stdout).variants;
  expect(gap.value).toBeCloseTo(-1 / 3, 12);
  const byFile = compare('--variant', 'file', '--reference', 'a.jsonl', ...drop);
  expect(JSON.parse(byFile.stdout).variants[0]).toMatchObject({ variant: 'b.jsonl', gap: { value: gap.value } });
  expect(compare('--variant', 'model', '--reference', 'gpt-a')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('a.jsonl, b.jsonl, row 8, column outcome: expected a value in every row'),
  });
});

test('does not mix the results of several models', () => {
  const result = (name, id) => ({ vars: { name, job: 'cook' }, success: true, provider: { id } });
  const results = ['m', 'n'].flatMap((id) => [result('Emily', id), result('Lakisha', id)]);
  writeFileSync(join(folder, 'models.json'), JSON.stringify({ results: { results } }));
  const args = ['repeated', 'models.json', '--item', 'job', '--variant', 'name', '--reference', 'Emily'];
  expect(fairwasm(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining('2 models: m, n') });
  expect(fairwasm(...args, '--where', 'model=n').status).toBe(0);
});

test('models without a name have the name of the folder', () => {
  const sample = (id, acc) => ({ doc_id: id, doc: { q: `q${id}` }, filter: 'none', metrics: ['acc'], acc });
  for (const [model, acc] of Object.entries({ one: 1, two: 0 })) {
    mkdirSync(join(folder, model), { recursive: true });
    writeFileSync(
      join(folder, model, 'samples_t.jsonl'),
      [0, 1].map((id) => JSON.stringify(sample(id, acc))).join('\n'),
    );
  }
  const files = ['one/samples_t.jsonl', 'two/samples_t.jsonl'];
  const args = ['--item', 'item', '--variant', 'model', '--reference', 'one', '--format', 'json'];
  const { variants } = JSON.parse(fairwasm('repeated', ...files, ...args).stdout);
  expect(variants[0]).toMatchObject({ variant: 'two', gap: { value: -1 } });
});

test('stops at a missing value, or drops its row', () => {
  const gap = ['repeated', 'gap.csv', '--item', 'i', '--variant', 'v', '--outcome', 'y'];
  const { status, stderr } = fairwasm(...gap, '--reference', 'a');
  expect(status).toBe(1);
  expect(stderr).toContain('line 3');
  const { stdout } = fairwasm(...gap, '--reference', 'a', '--missing', 'drop', '--format', 'json');
  expect(JSON.parse(stdout)).toMatchObject({ droppedRows: 1, items: 2 });
});

test('rates per exposure equal the package’s results', () => {
  const { stdout } = fairwasm(...words, '--cluster', 'r', '--reference', 'y', '--format', 'json');
  expect(JSON.parse(stdout)).toEqual(
    plain(
      repeated.ratesPerExposure({
        group: [...'xxyy'],
        events: [1, 3, 2, 5],
        exposure: [10, 12, 9, 8],
        cluster: [1, 2, 3, 4],
        reference: 'y',
      }),
    ),
  );
});

test.each([
  [['repeated', 'answers.csv', '--item', 'case'], 2, 'pass --variant'],
  [[...answers, '--outcome', 'hired'], 2, 'pass --reference'],
  [[...answers, '--reference', 'Emily'], 1, 'column outcome'],
  [[...answers, '--outcome', 'hired', '--reference', 'Emly'], 1, 'reference'],
  [[...answers, '--outcome', 'hired', '--reference', 'Emily', '--power', '2'], 2, 'power'],
  [['exposure', 'words.csv', '--group', 'g'], 2, 'pass --events'],
])('%s is rejected with status %d: %s', (args, expected, message) => {
  const { status, stderr } = fairwasm(...args);
  expect(status).toBe(expected);
  expect(stderr).toContain(message);
});

describe('benchmark', () => {
  const lines = [...'110100'].map((stereotype, i) => `${i >> 1},${i % 2 ? 'sex' : 'race'},${stereotype}`);
  const pairs = ['benchmark', 'pairs.csv', '--item', 'i', '--stereotype', 's'];
  beforeAll(() => writeFileSync(join(folder, 'pairs.csv'), ['i,c,s', ...lines].join('\n')));

  test('shows scores by category', () => {
    const options = ['--benchmark', 'crows-pairs', '--category', 'c'];
    const { stdout, status } = fairwasm(...pairs, ...options, '--format', 'json');
    expect(status).toBe(0);
    const input = { item: [0, 0, 1, 1, 2, 2], category: ['race', 'sex', 'race', 'sex', 'race', 'sex'] };
    const expected = repeated.crowsPairs({ ...input, stereotype: [1, 1, 0, 1, 0, 0] });
    expect(JSON.parse(stdout)).toEqual(plain(expected));
    expect(fairwasm(...pairs, ...options).stdout).toContain('Scores of CrowS-Pairs');
  });

  test.each([
    ['bbq', [], 'pass --context, which --benchmark bbq requires'],
    ['stereoset', [], 'pass --meaningful, which --benchmark stereoset requires'],
    ['crows-pairs', ['--meaningful', 'c'], '--meaningful has no effect with --benchmark crows-pairs'],
  ])('rejects the columns of another benchmark: %s', (kind, more, message) => {
    const { stderr, status } = fairwasm(...pairs, '--benchmark', kind, ...more);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
