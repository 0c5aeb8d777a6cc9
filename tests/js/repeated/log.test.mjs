// SPDX-License-Identifier: Apache-2.0
//
// Runs in logs of evaluations.

import { runsFromLog } from 'fairwasm/repeated';
import { misuse } from '../../misuse.mjs';
import { repeated } from '../support.mjs';

const result = (name, job, success, more = {}) => ({
  promptIdx: 0,
  testIdx: 0,
  provider: { id: 'openai:a', label: '' },
  vars: { name, job },
  failureReason: success ? 0 : 1,
  success,
  score: success ? 0.9 : 0.25,
  namedScores: { warmth: success ? 3 : 1 },
  ...more,
});
const results = [
  result('Emily', 'nurse', true),
  result('Emily', 'nurse', false),
  result('Lakisha', 'nurse', false),
  result('Lakisha', 'nurse', false, { failureReason: 2 }),
  result('Emily', 'pilot', true),
  result('Lakisha', 'pilot', true),
];
const promptfoo = JSON.stringify({ evalId: 'eval-1', results: { version: 3, results, stats: {} } });
/** @param {any} column */
const textsOf = ({ codes, categories }) => Array.from(codes, (code) => categories[code]);

test('reads the results of promptfoo, with errors as missing values', async () => {
  const { item, variant, outcome, ...others } = await runsFromLog(promptfoo, { variant: 'name' });
  expect(others).toEqual({});
  expect(textsOf(item)).toEqual(['nurse', 'nurse', 'nurse', 'nurse', 'pilot', 'pilot'].map((job) => `["${job}"]`));
  expect(textsOf(variant)).toEqual(['Emily', 'Emily', 'Lakisha', 'Lakisha', 'Emily', 'Lakisha']);
  expect(textsOf(outcome)).toEqual(['1', '0', '0', '', '1', '1']);
  const compared = repeated.compareVariants({ item, variant, outcome, reference: 'Emily', missing: 'drop' });
  expect(compared).toMatchObject({ runs: 5, items: 2, droppedRows: 1 });
  expect(compared.variants[0].gap.value).toBe(-0.25);
});

test('reads scores, and the run', async () => {
  const options = { variant: 'name', item: 'job' };
  expect((await runsFromLog(promptfoo, { ...options, score: 'score' })).score?.[0]).toBe(0.9);
  const { score } = await runsFromLog(promptfoo, { ...options, score: 'warmth' });
  expect(Array.from(score ?? [])).toEqual([3, 1, 1, Number.NaN, 3, 3]);
  const samples = [1, 2].map((epoch) => ({ id: 'a', epoch, metadata: { name: 'f' }, scores: { s: { value: 'P' } } }));
  const runs = await runsFromLog(JSON.stringify({ samples }), { variant: 'name', run: 'run' });
  expect(textsOf(runs.run)).toEqual(['1', '2']);
  expect(Array.from(runs.score ?? [])).toEqual([0.5, 0.5]);
});

test('compares models on the same items, or reads one', async () => {
  const both = [
    ...results,
    ...results.map((each) => ({ ...each, provider: { id: 'b' }, success: true, failureReason: 0 })),
  ];
  const log = JSON.stringify({ results: both });
  await expect(runsFromLog(log, { variant: 'name' })).rejects.toMatchObject({
    argument: 'variant',
    actual: 'results of 2 models: openai:a, b',
  });
  const { item, variant, outcome } = await runsFromLog(log, { variant: 'model' });
  expect(new Set(textsOf(item)).size).toBe(4);
  const { variants } = repeated.compareVariants({ item, variant, outcome, reference: 'openai:a', missing: 'drop' });
  // By item: 1 - 1/2, 1 - 0, 1 - 1, 1 - 1.
  expect(variants[0].gap.value).toBe(0.375);
  const where = /** @type {const} */ ([{ column: 'model', operator: '=', value: 'b' }]);
  const one = await runsFromLog(log, { variant: 'name', where });
  expect(textsOf(one.outcome)).toEqual(['1', '1', '1', '1', '1', '1']);
});

test('keeps text that is not a score, so that it is rejected', async () => {
  const samples = ['A', 'B'].map((value, i) => ({
    id: i,
    epoch: 1,
    metadata: { name: 'f' },
    scores: { s: { value } },
  }));
  const runs = await runsFromLog(JSON.stringify({ samples }), { variant: 'name' });
  expect(textsOf(runs.outcome)).toEqual(['A', 'B']);
  expect(() => repeated.compareVariants({ ...runs, reference: 'f' })).toThrow(/favorable/);
});

test('rejects other files, and unknown names', async () => {
  const rejected = (log, options) => expect(runsFromLog(log, { variant: 'name', ...options })).rejects;
  await rejected('name,item,outcome\nf,a,1\n', { item: 'item' }).toMatchObject({ argument: 'log' });
  await rejected(JSON.stringify({ results: [] })).toMatchObject({ argument: 'file' });
  await rejected(promptfoo, { variant: 'sex' }).toMatchObject({
    argument: 'sex',
    expected: expect.stringContaining('name, job, item, model, passed, score, warmth'),
  });
  await rejected(promptfoo, { item: 'town' }).toMatchObject({ argument: 'town' });
  await rejected(promptfoo, { score: 'z' }).toMatchObject({ argument: 'z' });
  await rejected(promptfoo, misuse({ scorer: 'match' })).toMatchObject({ message: expect.stringContaining('score') });
});
