// Results as sentences: describes chance without claiming more than the test can show.

import { importSource } from './source.mjs';

const { adverseText, chanceText } = await importSource('report/words');

const about = { confidence: 0.95, draws: 2000, seed: 1 };
const difference = (value, ci, pValue, adjustedPValue) =>
  chanceText({ value, ci, pValue, adjustedPValue }, 0, about);

describe('chance', () => {
  test('is not mentioned without a test', () => {
    expect(chanceText({ value: 0.2, ci: [0.1, 0.3] }, 0, about)).toBe('');
    expect(chanceText({ value: Number.NaN }, 0, about)).toBe('');
  });

  test('is not mentioned without a difference', () => {
    expect(difference(0, [-0.1, 0.1], 1)).toBe('No difference observed.');
    expect(difference(0.3 - 0.1 - 0.2, [-0.1, 0.1], 1)).toBe('No difference observed.');
    expect(chanceText({ value: 1, ci: [0.8, 1.25], pValue: 1 }, 1, about)).toBe(
      'No difference observed.',
    );
  });

  test('is unlikely with a small p-value, but never impossible', () => {
    expect(difference(0.2, [0.15, 0.25], 1e-9)).toBe(
      'Data like these would be very rare if there were no difference (p < 0.001).',
    );
    expect(difference(0.2, [0.02, 0.38], 0.031)).toBe(
      'Data like these would be rare if there were no difference (p = 0.031).',
    );
  });

  test('is not excluded by a large p-value', () => {
    expect(difference(-0.1, [-0.21, 0.01], 0.068)).toBe(
      'Data like these would not be rare if there were no difference (p = 0.068).',
    );
  });

  test('states the adjusted p-value separately from the single comparison', () => {
    const text = difference(0.2, [0.02, 0.38], 0.031, 0.12);
    expect(text).toBe(
      'Among all comparisons, data like these would not be rare if there were no difference: on its own, this one has p = 0.031; adjusted for all ' +
        'comparisons, p = 0.120.',
    );
    expect(text).not.toMatch(/times|in 100/);
    expect(difference(0.2, [0.05, 0.35], 0.01, 0.02)).toBe(
      'Data like these would be rare if there were no difference (adjusted p = 0.020).',
    );
    expect(difference(0.2, [0.05, 0.35], 0.01, 0.01)).toBe(
      'Data like these would be rare if there were no difference (p = 0.010).',
    );
  });

  test('is borderline if interval and test disagree', () => {
    expect(difference(-0.6, [-0.634, -0.599], 0.057)).toBe(
      'Borderline: the interval excludes no difference, the test does not (p = 0.057).',
    );
    expect(difference(0.2, [-0.01, 0.41], 0.04)).toBe(
      'Borderline: the test excludes no difference, the interval does not (p = 0.040).',
    );
  });

  test('uses the confidence level of the report as the limit', () => {
    const sure = { ...about, confidence: 0.99 };
    const estimate = { value: 0.2, ci: [-0.05, 0.45], pValue: 0.031 };
    expect(chanceText(estimate, 0, sure)).toBe(
      'Data like these would not be rare if there were no difference (p = 0.031).',
    );
  });
});

describe('who fares worse', () => {
  const impact = { ideal: 1, adverse: 'above' };
  const say = (metric, estimate) => adverseText(metric, estimate, 'A', 'B');

  test('is stated if the difference is certain, by the adverse side', () => {
    expect(say(impact, { value: 1.7, ci: [1.6, 1.8] })).toBe(
      'By this measure, the A group fares worse.',
    );
    expect(say(impact, { value: 0.7, ci: [0.6, 0.8] })).toBe(
      'By this measure, the B group fares worse.',
    );
    const benefit = { ideal: 1, adverse: 'below' };
    expect(say(benefit, { value: 0.7, ci: [0.6, 0.8] })).toBe(
      'By this measure, the A group fares worse.',
    );
  });

  test.each([
    ['neither side is the worse one', { ideal: 0 }, { value: 0.2, ci: [0.1, 0.3] }],
    ['chance is not excluded', impact, { value: 1.2, ci: [0.9, 1.5] }],
    ['cases are few', impact, { value: 3, ci: [1.1, 5], warning: 'only 2 cases expected' }],
    ['there is no difference', impact, { value: 1 }],
    ['it is undefined', impact, { value: Number.NaN, reason: 'no rows' }],
  ])('is empty if %s', (_what, metric, estimate) => {
    expect(say(metric, estimate)).toBe('');
  });
});
