// SPDX-License-Identifier: Apache-2.0
//
// Logs of evaluations as tables: recognized by content, one row per sample and run, errors as missing values.

import { deflateRawSync } from 'node:zlib';
import { readAllRows } from 'fairwasm';
import { misuse } from '../../misuse.mjs';
import { toArchive } from './archive.mjs';
import { readColumns } from './read-columns.mjs';
import { toZstd } from './zstd.mjs';

const lines = (rows) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
const replaced = (bytes, from, to) =>
  new Uint8Array(Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(from, to), 'latin1'));
const rowsOf = ({ columns }, names) => columns[names[0]].map((_, i) => names.map((name) => columns[name][i]).join(' '));

describe('Inspect', () => {
  const sample = (id, epoch, name, scores, more = {}) => ({
    ...{ id, epoch, input: 'q', target: 'a', messages: [{ role: 'user', content: 'q' }] },
    ...{ metadata: { name, about: { job: id[0] } }, scores, ...more },
  });
  const score = (value) => ({ match: { value, answer: 'x', explanation: null } });
  const samples = [
    sample('a1', 1, 'Emily', score('C')),
    sample('a1', 2, 'Emily', score('I')),
    sample('a2', 1, 'Lakisha', score('P')),
    sample('a2', 2, 'Lakisha', {}, { error: { message: 'timeout' } }),
    sample('b1', 1, 'Emily', score('N')),
    sample('b1', 2, 'Emily', {}),
  ];
  const header = { version: 2, status: 'success', eval: { task: 't', model: 'openai/a' } };
  const expected = {
    name: ['Emily', 'Emily', 'Lakisha', 'Lakisha', 'Emily', 'Emily'],
    'about.job': ['a', 'a', 'a', 'a', 'b', 'b'],
    item: ['a1', 'a1', 'a2', 'a2', 'b1', 'b1'],
    model: Array(6).fill('openai/a'),
    run: ['1', '2', '1', '2', '1', '2'],
    match: ['1', '0', '0.5', '', '0', ''],
  };
  const parts = (all = samples) => ({
    '_journal/start.json': header,
    '_journal/summaries/1.json': all,
    ...Object.fromEntries(all.map((each) => [`samples/${each.id}_epoch_${each.epoch}.json`, each])),
    'summaries.json': all,
    'reductions.json': [{ scorer: 'match', samples: [{ value: 1, sample_id: 'a1' }] }],
    'header.json': header,
  });
  const forms = [
    ['a JSON document', JSON.stringify({ ...header, samples })],
    ['an indented document', JSON.stringify({ ...header, samples }, null, 2)],
    ['an archive', toArchive(parts(), 0, (bytes) => bytes)],
    ['a deflated archive', toArchive(parts(), 8, deflateRawSync)],
    ['an archive in Zstandard', toArchive(parts(), 93, toZstd)],
    ['a large archive', toArchive(parts(), 8, deflateRawSync, { isZip64: true })],
  ];

  test.each(forms)('%s', async (_, source) => {
    const { columns, notes, log } = await readColumns(source);
    expect(columns).toMatchObject(expected);
    expect(columns['all except name']).toEqual(['["a"]', '["a"]', '["a"]', '["a"]', '["b"]', '["b"]']);
    expect(log).toEqual({ tool: 'Inspect', models: ['openai/a'] });
    expect(notes).toEqual([
      'The file is a log of Inspect with 6 results.',
      '1 result is without a score because of an error: a missing value.',
      '1 result is without a score: a missing value.',
    ]);
  });

  test('a sample in a folder, a replaced sample, and a run that stopped', async () => {
    const { metadata, ...first } = samples[0];
    const apart = {
      '_journal/start.json': header,
      'samples/a1_epoch_1/sample.json': first,
      'samples/a1_epoch_1/metadata.json': metadata,
      'samples/a2_epoch_1.json': samples[2],
    };
    const archive = toArchive(apart, 0, (bytes) => bytes, { last: { 'samples/a2_epoch_1.json': samples[3] } });
    const { columns, notes } = await readColumns(archive);
    expect(columns.name).toEqual(['Emily', 'Lakisha']);
    expect(columns.match).toEqual(['1', '']);
    expect(notes).toContain('The evaluation stopped before its end.');
  });

  test('reads NaN as a missing score', async () => {
    const text = JSON.stringify({ ...header, samples: [samples[0], sample('c1', 1, 'x', score(1234.5))] });
    const { columns } = await readColumns(text.replace('1234.5', 'NaN'));
    expect(columns.match).toEqual(['1', '']);
  });

  test.each([
    ['yes and no', ['yes', 'No', '1', '0.25', 'true'], ['1', '0', '1', '0.25', '1']],
    ['answers', ['A', 'C', 'D'], ['A', 'C', 'D']],
    ['true and false', [true, false], ['1', '0']],
  ])('values by the rule of Inspect: %s', async (_, values, numbers) => {
    const all = values.map((value, i) => sample(`a${i}`, 1, 'x', score(value)));
    expect((await readColumns(JSON.stringify({ samples: all }))).columns.match).toEqual(numbers);
  });

  test('scores with several parts', async () => {
    const scores = { grade: { value: { correct: 1, style: 0.3 } }, list: { value: [1, 0] } };
    const text = JSON.stringify({ samples: [sample('a1', 1, 'x', scores)] });
    const { columns } = await readColumns(text);
    expect(columns).toMatchObject({ 'grade.correct': ['1'], 'grade.style': ['0.3'], 'list.1': ['1'], 'list.2': ['0'] });
    const { columns: part } = await readColumns(text, { columns: ['style'] });
    expect(part).toEqual({ style: ['0.3'] });
    await expect(readColumns(text, { columns: ['outcome'] })).rejects.toMatchObject({
      actual: 'the scores ‘grade.correct’, ‘grade.style’, ‘list.1’, ‘list.2’',
    });
  });

  test.each([
    ['a part that was damaged', (bytes) => replaced(bytes, '"Lakisha"', '"Latisha"'), /damaged/],
    ['the end is missing', (bytes) => bytes.subarray(0, bytes.length - 30), /damaged or incomplete/],
    ['an unknown compression', () => toArchive(parts(), 12, (bytes) => bytes), /method 12/],
    ['far too large', () => toArchive(parts(), 8, deflateRawSync, { size: 1 << 28 }), /a part of/],
    ['another size', () => toArchive(parts(), 93, toZstd, { size: 10 }), /damaged/],
    [
      'no JSON',
      () => toArchive({ ...parts(), 'samples/x_epoch_1.json': undefined }, 0, (b) => b),
      /samples\/x_epoch_1.json/,
    ],
  ])('rejects a damaged archive: %s', async (_, change, actual) => {
    const bytes = change(toArchive(parts(), 0, (each) => each));
    const error = await readColumns(bytes).catch((thrown) => thrown);
    expect(error).toMatchObject({ name: 'FairwasmError', argument: 'file' });
    expect(error.actual).toMatch(actual);
  });
});

describe('lm-evaluation-harness', () => {
  const sample = (id, filter, value, name) => ({
    ...{ doc_id: id, doc: { name, topic: { area: 'law' }, choices: ['a', 'b'] }, target: 'x', arguments: [['q']] },
    ...{ resps: [['x']], filtered_resps: ['x'], filter, metrics: ['acc', 'f1'], doc_hash: `hash-of-${id}` },
    ...{ acc: value, f1: [1, 0] },
  });

  test('one filter', async () => {
    const { columns, notes } = await readColumns(lines([sample(0, 'none', 1, 'f'), sample(1, 'none', 0, 'm')]));
    expect(columns).toMatchObject({ 'doc.name': ['f', 'm'], 'doc.topic.area': ['law', 'law'], acc: ['1', '0'] });
    expect(columns.item).toEqual(['0 hash-of-', '1 hash-of-']);
    expect(notes).toContain('Lists were not read: ‘doc.choices’, ‘f1’.');
  });

  test('filters are scores of one result', async () => {
    const rows = ['strict', 'flexible'].flatMap((filter, f) =>
      [0, 1].map((id) => sample(id, filter, Number(id === f), 'f')),
    );
    const text = lines(rows);
    const { columns } = await readColumns(text);
    expect(columns['acc,strict']).toEqual(['1', '0']);
    expect(columns['acc,flexible']).toEqual(['0', '1']);
    const error = await readColumns(text, { columns: ['name', 'outcome'] }).catch((thrown) => thrown);
    expect(error.actual).toMatch(/‘acc,strict’.*‘acc,flexible’/);
  });
});

describe('promptfoo', () => {
  const result = (name, provider, success, more = {}) => ({
    ...{ vars: { name, job: 'cook' }, provider: { id: provider, label: '' }, promptId: 'p1', promptIdx: 0, success },
    ...{ score: success ? 0.9 : 0.2, namedScores: { warmth: 3 }, failureReason: success ? 0 : 1, ...more },
  });
  const results = [
    result('Emily', 'a', true),
    result('Emily', 'b', false, { promptIdx: 1 }),
    result('Lakisha', 'a', false),
    result('Lakisha', 'b', false, { promptIdx: 1, failureReason: 2, score: 0 }),
  ];
  test.each([
    ['version 3', JSON.stringify({ evalId: 'e', results: { version: 3, results, stats: {} } })],
    ['a shared file', JSON.stringify({ version: 4, results: { version: 3, results } })],
    ['a list', JSON.stringify({ results })],
    ['JSON Lines', lines(results)],
  ])('%s', async (_, text) => {
    const { columns, log } = await readColumns(text);
    expect(rowsOf({ columns }, ['name', 'model', 'passed', 'score', 'warmth'])).toEqual([
      'Emily a 1 0.9 3',
      'Emily b 0 0.2 3',
      'Lakisha a 0 0.2 3',
      'Lakisha b   ',
    ]);
    expect(new Set(columns.item).size).toBe(2);
    expect(log.models).toEqual(['a', 'b']);
  });

  test('prompts are part of the item if there are several', async () => {
    const all = [result('Emily', 'a', true), result('Emily', 'a', true, { promptId: 'p2' })];
    const { columns } = await readColumns(JSON.stringify({ results: all }));
    expect(columns.prompt).toEqual(['p1', 'p2']);
    expect(new Set(columns.item).size).toBe(2);
    expect(new Set(columns['all except name']).size).toBe(2);
  });

  test('a number counts prompts and models, so it is used only with one model', async () => {
    const all = ['a', 'b'].map((id, promptIdx) => result('Emily', id, true, { promptId: undefined, promptIdx }));
    const { columns } = await readColumns(JSON.stringify({ results: all }));
    expect(new Set(columns.item).size).toBe(1);
  });

  test('variables with the name of another column keep the name of their group', async () => {
    const all = [result('Emily', 'a', true, { vars: { model: 'x', score: 7 } })];
    const { columns } = await readColumns(JSON.stringify({ results: all }));
    expect(columns).toMatchObject({ 'vars.model': ['x'], model: ['a'], 'vars.score': ['7'], score: ['0.9'] });
  });
});

describe('OpenAI evals', () => {
  const event = (sample_id, type, data) => ({ run_id: 'r', event_id: 0, sample_id, type, data });
  const spec = { spec: { completion_fns: ['gpt'], eval_name: 'toy' } };
  const events = [
    event('s1', 'sampling', { sampled: ['x'] }),
    event('s2', 'error', { message: 'timeout' }),
    event('s1', 'match', { correct: true, expected: 'x' }),
    event('s3', 'match', { correct: false }),
    event('s3', 'metrics', { f1: 0.5, label: 'x' }),
    event('s4', 'sampling', {}),
  ];

  test('scores of matches and metrics by sample', async () => {
    const { columns, notes } = await readColumns(lines([spec, ...events, { final_report: { accuracy: 0.5 } }]));
    expect(rowsOf({ columns }, ['item', 'model', 'correct', 'f1'])).toEqual([
      's1 gpt 1 ',
      's2 gpt  ',
      's3 gpt 0 0.5',
      's4 gpt  ',
    ]);
    expect(notes).toHaveLength(3);
  });

  test('notes a run that stopped', async () => {
    const { notes } = await readColumns(lines([spec, ...events]));
    expect(notes).toContain('The evaluation stopped before its end.');
  });
});

test('HELM: statistics of one instance are joined, and perturbations are variants', async () => {
  const entry = (id, trial, stat, mean, perturbation) => ({
    ...{ instance_id: id, train_trial_index: trial, ...(perturbation && { perturbation: { name: perturbation } }) },
    stats: [{ name: { name: stat, split: 'test' }, count: 1, mean }],
  });
  const entries = [
    entry('i1', 0, 'exact_match', 1),
    entry('i1', 0, 'exact_match', 0, 'dialect'),
    entry('i2', 0, 'exact_match', 0),
    entry('i1', 0, 'tokens', 3),
    entry('i1', 0, 'tokens', 4, 'dialect'),
  ];
  const { columns } = await readColumns(JSON.stringify(entries));
  expect(rowsOf({ columns }, ['item', 'run', 'perturbation', 'exact_match', 'tokens'])).toEqual([
    'i1 0 original 1 3',
    'i1 0 dialect 0 4',
    'i2 0 original 0 ',
  ]);
});

describe('JSON with nested values', () => {
  const rows = [
    { id: 1, doc: { category: 'a', tags: ['x'] }, sex: 'm' },
    { id: 2, doc: { category: 'b' }, sex: 'f' },
  ];
  test.each([
    ['JSON Lines', lines(rows)],
    ['a document', JSON.stringify(rows)],
    ['JSON Lines from a stream', new Blob([lines(rows)]).stream()],
  ])('names have dots, and lists are not read: %s', async (_, source) => {
    const { columns, notes } = await readColumns(source);
    expect(columns).toEqual({ id: ['1', '2'], 'doc.category': ['a', 'b'], sex: ['m', 'f'] });
    expect(notes.join()).toContain('Lists were not read: ‘doc.tags’.');
  });

  test.each([lines(rows), JSON.stringify(rows)])('a list is rejected if its column is used', async (text) => {
    await expect(readColumns(text, { columns: ['doc.tags'] })).rejects.toMatchObject({ actual: 'a list', row: 0 });
    expect((await readColumns(text, { columns: ['sex'] })).columns).toEqual({ sex: ['m', 'f'] });
  });

  test('a single line with nested values is a row', async () => {
    expect((await readColumns(lines([rows[0]]))).columns).toMatchObject({ 'doc.category': ['a'], sex: ['m'] });
  });

  test('names nested keys in an error', async () => {
    await expect(readColumns(lines(rows), { columns: ['doc.kategory'] })).rejects.toMatchObject({
      expected: expect.stringContaining('doc.category'),
    });
  });

  test.each([
    ['deep nesting', `{"a":${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)},"b":1}\n{"b":2}\n`],
    ['deep lists', `{"a":${'['.repeat(1e5)}1${']'.repeat(1e5)},"b":1}\n{"b":2}\n`],
  ])('survives %s', async (_, text) => {
    expect((await readColumns(text, { columns: ['b'] })).columns).toEqual({ b: ['1', '2'] });
  });

  test.each([
    ['many keys', lines([Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, 1])), { k1: 2 }])],
    [
      'a document with many keys',
      JSON.stringify([Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, 1]))]),
    ],
    ['a long line', `{"a":1}\n{"a":"${'x'.repeat(5e6)}"}\n`],
  ])('rejects %s', async (_, text) => {
    await expect(readColumns(text)).rejects.toMatchObject({ code: 'tooLarge' });
  });

  test('reads a document in one long line', async () => {
    const { columns } = await readAllRows(JSON.stringify({ rows: [{ a: 1, text: 'x'.repeat(5e6) }] }), {
      columns: ['a'],
    });
    expect(misuse(columns.a).categories).toEqual(['1']);
  });
});
