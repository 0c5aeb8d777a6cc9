// SPDX-License-Identifier: Apache-2.0
//
// Regression errors from rows: manual calculations, comparison with the tally, and rejected input.

import fc from 'fast-check';
import { normal, uniform } from '../../../scripts/coverage/random.mjs';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { fair, getError, scores } from '../support.mjs';

// Errors of a: 1, -2, 0, 3; of b: 1, 1.
const rows = () => ({
  label: [1, 2, 4, 9, 5, 5],
  prediction: [2, 0, 4, 12, 6, 6],
  groups: { g: ['a', 'a', 'a', 'a', 'b', 'b'] },
});

function getExact(columns) {
  const exact = scores.exactErrors(Object.keys(columns.groups ?? {}));
  exact.update(columns);
  return exact;
}

test('matches a manual calculation', () => {
  const [a, b] = getExact(rows()).by(['g']);
  expect(a).toMatchObject({ categories: { g: 'a' }, rows: 4, weight: 4 });
  const values = Object.fromEntries(Object.entries(a.errors).map(([name, { value }]) => [name, value]));
  expect(values).toEqual({
    ...{ meanLabel: 4, meanPrediction: 4.5, meanError: 0.5, meanAbsoluteError: 1.5 },
    ...{ meanSquaredError: 3.5, rootMeanSquaredError: Math.sqrt(3.5) },
    meanAbsolutePercentageError: (1 + 1 + 0 + 1 / 3) / 4,
    ...{ medianAbsoluteError: 1.5, lowerMedianAbsoluteError: 1, maxError: 3 },
    ...{ r2Score: 1 - 14 / 38, r2ScoreForcedFinite: 1 - 14 / 38 },
    ...{ explainedVariance: 1 - 13 / 38, explainedVarianceForcedFinite: 1 - 13 / 38 },
  });
  expect(b.errors.r2Score).toMatchObject({ value: Number.NEGATIVE_INFINITY, reason: 'the targets do not vary' });
  expect(b.errors.r2ScoreForcedFinite.value).toBe(0);
  expect(b.errors.explainedVariance.value).toBeNaN();
  expect(a.errors.maxError.warning).toMatch(/^no interval/);
});

test('equals the tally in common metrics, including intervals', () => {
  const column = fc.array(
    fc.record({
      label: fc.integer({ min: -40, max: 40 }),
      prediction: fc.integer({ min: -40, max: 40 }),
      g: fc.constantFrom('a', 'b'),
      weight: fc.integer({ min: 0, max: 8 }).map((n) => n / 4),
    }),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(column, (given) => {
      const pick = (name) => given.map((row) => row[name]);
      const columns = {
        ...{ label: pick('label'), prediction: pick('prediction'), weight: pick('weight') },
        groups: { g: pick('g') },
      };
      const tally = fair.regressionTally(['g']);
      tally.update(columns);
      const exact = getExact(columns).by(['g']);
      tally.estimates(['g']).forEach(({ errors }, i) => {
        for (const [name, expected] of Object.entries(errors)) {
          if (name === 'count' || name === 'r2Score') continue;
          const actual = exact[i].errors[name];
          /** @param {import('fairwasm').Estimate} estimate */
          const numbers = ({ value, ci }) => [value, ...(ci ?? [])];
          numbers(expected).forEach((number, at) => {
            const size = Math.max(1, Math.abs(number));
            if (Number.isNaN(number)) expect(numbers(actual)[at]).toBeNaN();
            else expect(numbers(actual)[at] / size).toBeCloseTo(number / size, 8);
          });
        }
      });
    }),
    { numRuns: 60 },
  );
});

test('gives equal results for one batch, several, merged parts, and bytes', () => {
  const { label, prediction, groups } = rows();
  const part = (first, end) => ({
    label: label.slice(first, end),
    prediction: prediction.slice(first, end),
    groups: { g: groups.g.slice(first, end) },
  });
  const whole = getExact(rows()).by(['g']);
  const merged = getExact(part(0, 3));
  const stored = scores.exactErrorsFromBytes(merged.toBytes());
  merged.merge(getExact(part(3, 6)));
  stored.update(part(3, 6));
  expect(merged.by(['g'])).toEqual(whole);
  expect(stored.by(['g'])).toEqual(whole);
});

test('computes spreads of the groups', () => {
  const exact = getExact(rows());
  const { maxError, medianAbsoluteError, meanAbsoluteError } = exact.spread(['g']);
  expect(maxError.min.value).toBe(1);
  expect(maxError.difference.value).toBe(2);
  expect(maxError.ratio.value).toBeCloseTo(1 / 3, 15);
  expect(medianAbsoluteError.differenceToOverall.value).toBe(0.5);
  expect(meanAbsoluteError.difference.value).toBe(0.5);
  // Errors of a at an alpha of 1/4: predictions that are too high by 1 and 3 count three quarters, one that is too low
  // by 2 a quarter.
  const [a, b] = exact.pinballLosses(0.25, ['g']);
  expect(a.loss.value).toBe((0.75 * 4 + 0.25 * 2) / 4);
  expect(b.loss.value).toBe(0.75);
  expect(exact.pinballSpread(0.25, ['g']).difference.value).toBe(0.125);
});

test('gaps of medians have an interval if each group has enough equally weighted rows', () => {
  const getRows = (count) => {
    const all = ['a', 'b'].flatMap((g, i) =>
      Array.from({ length: count }, (_, row) => ({ g, error: (1 + 3 * i) * (row + 1) })),
    );
    return { groups: { g: all.map(({ g }) => g) }, label: all.map(() => 0), prediction: all.map(({ error }) => error) };
  };
  const { difference, ratio, min } = getExact(getRows(10)).spread(['g']).medianAbsoluteError;
  // The bounds are the second and ninth of ten sizes: 2 and 9 around 5.5, 8 and 36 around 22.
  expect(difference.value).toBe(16.5);
  expect(present(difference.ci)[0]).toBeCloseTo(16.5 - Math.hypot(22 - 8, 9 - 5.5), 12);
  expect(present(difference.ci)[1]).toBeCloseTo(16.5 + Math.hypot(36 - 22, 5.5 - 2), 12);
  expect(difference.warning).toBeUndefined();
  expect(present(ratio.ci)[0]).toBeGreaterThan(0);
  expect(present(ratio.ci)[1]).toBeLessThan(1);
  expect(present(min.ci)[0]).toBe(2); // 11 of 1,024 samples are fewer than two groups permit on either side
  const few = getExact(getRows(5)).spread(['g']).medianAbsoluteError.difference;
  expect(few.ci).toBeUndefined();
  expect(few.warning).toBe('no interval: a group has too few rows for a simultaneous interval, or its weights differ');
  const uneven = getRows(10);
  const weighted = getExact({ ...uneven, weight: uneven.label.map((_, i) => 1 + (i % 2)) });
  expect(weighted.spread(['g']).medianAbsoluteError.difference.ci).toBeUndefined();
});

test('the gap of pinball losses at one half, and its interval, are half those of absolute errors', () => {
  const exact = getExact({
    groups: { g: ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'] },
    label: [0, 0, 0, 0, 0, 0, 0, 0],
    prediction: [1, -2, 3, -1, 4, -2, 5, 6],
  });
  const half = exact.pinballSpread(0.5, ['g'], { confidence: 0.9 }).difference;
  const { difference } = exact.spread(['g'], { confidence: 0.9 }).meanAbsoluteError;
  expect(half.value).toBe(difference.value / 2);
  expect(present(half.ci).map((end) => 2 * end)).toEqual(present(difference.ci).map((end) => expect.closeTo(end, 10)));
});

test('computes distances of errors, predictions, and targets', () => {
  const exact = getExact(rows());
  const [errors] = exact.distances(['g']);
  // -2, 0, 1, 3 and 1, 1.
  expect(errors.wasserstein.value).toBe((3 + 1 + 0 + 2) / 4);
  expect(errors.kolmogorovSmirnov.value).toBe(0.5);
  // With so few rows, the interval reaches 0, and widens with the confidence level.
  expect(errors.kolmogorovSmirnov.ci).toEqual([0, 1]);
  expect(present(errors.wasserstein.ci)[0]).toBe(0);
  const [surer] = exact.distances(['g'], 'error', { confidence: 0.99 });
  expect(present(surer.wasserstein.ci)[1]).toBeGreaterThan(present(errors.wasserstein.ci)[1]);
  expect(getError(() => exact.distances(['g'], 'error', misuse({ sure: 1 }))).code).toBe('invalidArgument');
  const [labels] = exact.distances(['g'], 'label');
  expect(labels.wasserstein.value).toBe((4 + 3 + 1 + 4) / 4);
  expect(getError(() => exact.distances(['g'], misuse('errors'))).actual).toContain("did you mean 'error'?");
});

test('intervals of Kolmogorov–Smirnov distances hold equal groups of 20 rows', () => {
  const random = uniform(160);
  const sets = 400;
  let held = 0;
  for (let set = 0; set < sets; set++) {
    const prediction = Array.from({ length: 40 }, () => normal(random));
    const groups = { g: prediction.map((_, row) => (row < 20 ? 'a' : 'b')) };
    const exact = getExact({ label: prediction.map(() => 0), prediction, groups });
    const [{ kolmogorovSmirnov }] = exact.distances(['g'], 'prediction');
    if (present(kolmogorovSmirnov.ci)[0] === 0) held++;
    exact[Symbol.dispose]();
  }
  expect(held / sets).toBeGreaterThan(0.935);
});

test('computes standardized mean differences', () => {
  const exact = getExact({
    ...{ label: [0, 0, 0, 0, 0], prediction: [4, 8, 1, 3, 2] },
    groups: { g: ['a', 'a', 'b', 'b', 'b'] },
  });
  const [one] = exact.standardizedMeanDifferences(['g']);
  expect(one).toMatchObject({ categories: { g: 'a' }, reference: { g: 'b' } });
  expect(one.standardizedMeanDifference.value).toBeCloseTo(4 / Math.sqrt((8 + 1) / 2), 14);
  const [other] = exact.standardizedMeanDifferences(['g'], { reference: { g: 'a' } });
  expect(other.standardizedMeanDifference.value).toBe(-one.standardizedMeanDifference.value);
  expect(one.standardizedMeanDifference.warning).toContain('fewer than three rows');
  const apart = getExact({
    ...{ label: Array(8).fill(0), prediction: [5, 6, 7, 10, 1, 2, 3, 6] },
    groups: { g: [...'aaaabbbb'] },
  });
  const [ofEight] = apart.standardizedMeanDifferences(['g'], { reference: { g: 'b' } });
  const { value, ci } = ofEight.standardizedMeanDifference;
  expect(value).toBeCloseTo(4 / Math.sqrt(14 / 3), 12);
  // Skewness moves the center below the value; tests of the core compute both ends.
  expect(present(ci)[0]).toBeCloseTo(-0.751348, 6);
  expect(present(ci)[1]).toBeCloseTo(3.562013, 6);
  const [none] = exact.standardizedMeanDifferences(['g'], { of: 'label' });
  expect(none.standardizedMeanDifference.reason).toContain('neither group varies');
  expect(getError(() => exact.standardizedMeanDifferences(['g'], { reference: { g: 'x' } }))).toMatchObject({
    argument: 'reference',
  });
});

test('rejects invalid rows with column and row, without changes', () => {
  const exact = getExact(rows());
  const before = exact.toBytes();
  const refused = (changed) => getError(() => exact.update({ ...rows(), ...changed }));
  expect(refused({ label: [1, 2, Number.NaN, 4, 5, 6] })).toMatchObject({ argument: 'label', row: 2 });
  expect(refused({ weight: [1, 1, 1, 1, 1, -2] })).toMatchObject({ argument: 'weight', row: 5 });
  expect(refused({ y_pred: [] }).actual).toContain("did you mean 'prediction'?");
  expect(exact.toBytes()).toEqual(before);
  expect(getError(() => exact.pinballLosses(2, []))).toMatchObject({ argument: 'alpha' });
  expect(getError(() => exact.by(['h']))).toMatchObject({ code: 'invalidArgument' });
});
