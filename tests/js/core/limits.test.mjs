// SPDX-License-Identifier: Apache-2.0
//
// Limits that docs/reliability.md states: what is at one is counted, what is beyond is refused before any work, and
// what was there before goes on.
import { readFileSync } from 'node:fs';
import { amplification, errorOf, fair, robustness, scores } from '../support.mjs';

const document = readFileSync(new URL('../../../docs/reliability.md', import.meta.url), 'utf8');
const names = (count) => Array.from({ length: count }, (_, i) => `n${i}`);
const ones = (rows) => new Uint8Array(rows).fill(1);

// `most` is counted by `call`; one more is not.
const limits = [
  {
    limit: 'groups of exact scores',
    most: 4096,
    call: (count) =>
      scores.exactScores(['g'], 1).update({
        groups: { g: names(count) },
        label: ones(count),
        score: new Float64Array(count),
      }),
  },
  {
    limit: 'groups of exact errors',
    most: 4096,
    call: (count) =>
      scores.exactErrors(['g']).update({
        groups: { g: names(count) },
        label: ones(count),
        prediction: ones(count),
      }),
  },
  {
    limit: 'groups of binned scores',
    most: 4096,
    call: (count) =>
      fair.scoreTally(['g'], 1).update({
        groups: { g: names(count) },
        label: ones(count),
        score: new Float64Array(count),
      }),
  },
  {
    limit: 'attributes and tasks of co-occurrences, together',
    most: 65_536,
    call: (count) => amplification.cooccurrence({ attributes: names(count - 1), tasks: ['t'] }),
  },
];

test.each(limits)('$limit: $most', async ({ limit, most, call }) => {
  await call(most);
  const error = await Promise.resolve()
    .then(() => call(most + 1))
    .catch((thrown) => thrown);
  expect(error?.code).toBe('tooLarge');
  expect(document).toContain(`| ${limit} | ${most.toLocaleString('en')} |`);
});

test('combinations of categories, labels and predictions: 4,194,304', () => {
  const tally = fair.tally({ groups: ['a', 'b'], label: true, prediction: true });
  const rows = (count) => ({
    groups: { a: names(count), b: names(count) },
    label: ones(count),
    prediction: ones(count),
  });
  tally.update(rows(10));
  const before = tally.toBytes();
  expect(errorOf(() => tally.update(rows(2049)))).toMatchObject({ code: 'tooLarge' });
  expect(tally.toBytes()).toEqual(before);
  tally.update(rows(11));
  expect(document).toContain('| combinations of categories, labels and predictions | 4,194,304 |');
});

test('groups of certificates: so many that their radii fit', () => {
  const call = (groups) =>
    robustness.certificates({ lipConst: 1, groups: ['g'], epsilons: [1] }).update({
      groups: { g: names(groups) },
      score: new Float64Array(groups),
      label: ones(groups),
    });
  call(2729);
  expect(errorOf(() => call(2730))).toMatchObject({ code: 'tooLarge' });
  expect(document).toContain('| groups of certificates | 2,729 |');
});
