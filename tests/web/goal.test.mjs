// The first finding of a report, depending on the user's answers about errors.

import { knownMetrics } from '#fairwasm/report/ranking.js';
import { importSource } from './source.mjs';

const { errorTexts, getGoal } = await importSource('features/goal/goal');

const choice = { label: 'outcome', prediction: 'decision', groups: ['sex'], bins: {}, privileged: {} };

test.each([
  ['falsePositives', 'falsePositiveRateDifference'],
  ['falseNegatives', 'equalOpportunityDifference'],
])('%s: suggests the existing metric %s', (worse, disparity) => {
  const goal = getGoal({ ...choice, worse });
  expect(goal.disparity).toBe(disparity);
  expect(knownMetrics([goal.disparity, goal.rate])).toHaveLength(2);
});

test('uses the default order without an answer or without both columns', () => {
  expect(getGoal(choice)).toBeUndefined();
  expect(getGoal({ ...choice, label: undefined, worse: 'falsePositives' })).toBeUndefined();
});

test('describes errors of a burden as burdens', () => {
  const texts = Object.values(errorTexts.burden).join(' ');
  expect(texts).toContain('burden');
  expect(texts).not.toContain('favorable');
});
