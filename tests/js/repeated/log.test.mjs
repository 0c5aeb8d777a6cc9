// SPDX-License-Identifier: Apache-2.0
//
// Result files of promptfoo and logs of Inspect.

import { runsFromLog, tableFromLog } from 'fairwasm/repeated';
import { misuse } from '../../misuse.mjs';
import { getError, repeated } from '../support.mjs';

// The layout of `promptfoo eval --output results.json`, version 3.
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
const promptfoo = {
  evalId: 'eval-1',
  results: {
    version: 3,
    results: [
      result('Emily', 'nurse', true),
      result('Emily', 'nurse', false),
      result('Lakisha', 'nurse', false),
      result('Lakisha', 'nurse', false, { failureReason: 2 }),
      result('Emily', 'pilot', true),
      result('Lakisha', 'pilot', true),
    ],
    stats: {},
  },
};

// The layout of a JSON log of Inspect, version 2.
const sample = (id, epoch, name, value, more = {}) => ({
  id,
  epoch,
  metadata: { name, job: id[0] },
  scores: { match: { value, answer: 'yes' } },
  ...more,
});
const inspect = {
  version: 2,
  status: 'success',
  samples: [
    sample('a1', 1, 'Emily', 'C'),
    sample('a1', 2, 'Emily', 'I'),
    sample('a2', 1, 'Lakisha', 'N'),
    sample('b1', 1, 'Emily', 'C', { error: { message: 'timeout' } }),
  ],
};

test('reads the results of promptfoo, with errors as missing values', () => {
  const runs = runsFromLog(JSON.stringify(promptfoo), { variant: 'name' });
  expect(runs).toEqual({
    item: ['nurse', 'nurse', 'nurse', 'nurse', 'pilot', 'pilot'].map((job) => `["${job}",0]`),
    variant: ['Emily', 'Emily', 'Lakisha', 'Lakisha', 'Emily', 'Lakisha'],
    outcome: [1, 0, 0, null, 1, 1],
  });
  const compared = repeated.compareVariants({ ...runs, reference: 'Emily', missing: 'drop' });
  expect(compared).toMatchObject({ runs: 5, items: 2, droppedRows: 1 });
  expect(compared.variants[0].gap.value).toBe(-0.25);
});

test('reads scores and named scores of promptfoo', () => {
  const options = { variant: 'name', item: 'job' };
  expect(runsFromLog(promptfoo, { ...options, score: 'score' }).score?.[0]).toBe(0.9);
  expect(runsFromLog(promptfoo, { ...options, score: 'warmth' }).score).toEqual([3, 1, 1, null, 3, 3]);
});

test('different prompts are different cases, and a provider must be chosen', () => {
  const other = result('Emily', 'nurse', true, { promptIdx: 1, provider: { id: 'openai:b' } });
  const results = [...promptfoo.results.results, other];
  expect(getError(() => runsFromLog({ results }, { variant: 'name' }))).toMatchObject({
    argument: 'provider',
    expected: 'one of openai:a, openai:b',
  });
  const { item } = runsFromLog({ results }, { variant: 'name', provider: 'openai:b' });
  expect(item).toEqual(['["nurse",1]']);
});

test('reads a log of Inspect', () => {
  expect(runsFromLog(inspect, { variant: 'name', item: ['job'] })).toEqual({
    item: ['["a"]', '["a"]', '["a"]', '["b"]'],
    variant: ['Emily', 'Emily', 'Lakisha', 'Emily'],
    run: ['1', '2', '1', '1'],
    outcome: [1, 0, 0, null],
  });
  const partial = { samples: [sample('a1', 1, 'Emily', 'P'), sample('a1', 2, 'Emily', Number.NaN)] };
  expect(runsFromLog(partial, { variant: 'name' }).score).toEqual([0.5, null]);
});

test('a log as a table gives the same report as its runs', () => {
  const table = tableFromLog(JSON.stringify(promptfoo));
  expect(Object.keys(table)).toEqual([
    ...['name', 'job', 'all except name', 'all except job'],
    ...['passed', 'score', 'warmth'],
  ]);
  const { item, variant, outcome } = runsFromLog(promptfoo, { variant: 'name' });
  expect([table['all except name'], table.name, table.passed]).toEqual([item, variant, outcome]);
  expect(table.warmth).toEqual([3, 1, 1, null, 3, 3]);
});

test('a table of Inspect has the runs, and a free name for each result', () => {
  const samples = inspect.samples.map((each) => ({ ...each, metadata: { ...each.metadata, match: [1, each.id] } }));
  const table = tableFromLog({ samples });
  expect(table.run).toEqual([1, 2, 1, 1]);
  expect(table.match[0]).toBe('[1,"a1"]');
  expect(table['match (result)']).toEqual([1, 0, 0, null]);
  expect(getError(() => tableFromLog('[1]'))).toMatchObject({ argument: 'log' });
});

test('rejects other files, and unknown names', () => {
  const rejected = (log, options) => expect(getError(() => runsFromLog(log, { variant: 'name', ...options })));
  rejected('{').toMatchObject({ argument: 'log' });
  rejected('[1]').toMatchObject({ argument: 'log' });
  rejected({ results: [] }).toMatchObject({ argument: 'log' });
  rejected(promptfoo, { variant: 'sex' }).toMatchObject({ argument: 'variant', expected: 'one of name, job' });
  rejected(promptfoo, { item: 'town' }).toMatchObject({ argument: 'item' });
  rejected(promptfoo, { provider: 'z' }).toMatchObject({ argument: 'provider' });
  rejected(inspect, { score: 'z' }).toMatchObject({ argument: 'score' });
  rejected(inspect, misuse({ scorer: 'match' })).toMatchObject({ message: expect.stringContaining('score') });
});
