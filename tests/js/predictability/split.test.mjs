// SPDX-License-Identifier: Apache-2.0
//
// Random parts of trials, the interval's coverage of them, and the expected limit over them.

import { present } from '../../present.mjs';
import { predictability } from '../support.mjs';

const here = { workers: 0 };
const { P, D, DBias, M2, MUnbiased } = predictability.dataCreator({ rows: 512, error: 0.4, shuffle: true });
const unbiased = { feature: P, label: D, prediction: MUnbiased };
const biased = { feature: P, label: DBias, prediction: M2 };

const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const pick = (column, rows) => Uint8Array.from(rows, (row) => column[row]);
const part = ({ feature, label, prediction }, rows) => ({
  feature: pick(feature, rows),
  label: pick(label, rows),
  prediction: pick(prediction, rows),
});

describe('splits', () => {
  const metric = predictability.leakageMetric({ epochs: 5, trials: 4 });

  test('every trial has a different split, determined by its number', async () => {
    const splits = [0, 1, 2].map((trial) => metric.split(512, { trial }).test.join());
    expect(new Set(splits).size).toBe(3);
    expect(metric.split(512).test.join()).toBe(splits[0]);
    expect(metric.split(512, { testSize: 0.5 }).test).toHaveLength(256);
  });

  test('a trial tests on the rows of its split', async () => {
    // A metric function gets one output per test row, and the predictions of these rows.
    const seen = [];
    const watching = predictability.leakageMetric({
      epochs: 1,
      metric: (outputs, targets) => {
        expect(outputs).toHaveLength(103);
        seen.push(Array.from(targets));
        return 1;
      },
    });
    await watching.calcLeak(biased, 2);
    const { test: rows } = watching.split(512, { trial: 2 });
    expect(seen[1]).toEqual(Array.from(rows, (row) => M2[row]));
  });

  test('intervals of different seeds agree', async () => {
    const results = [];
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      results.push(await predictability.leakage({ ...unbiased, seed, trials: 20, epochs: 20 }, here));
    }
    // With one fixed split per seed, intervals excluded each other.
    const lows = results.map(({ overSeeds }) => overSeeds.ci[0]);
    const highs = results.map(({ overSeeds }) => overSeeds.ci[1]);
    expect(Math.max(...lows)).toBeLessThan(Math.min(...highs));
  });

  test('results describe what their interval covers', async () => {
    const options = { epochs: 2, trials: 2 };
    const drawn = await predictability.leakage({ ...biased, ...options }, here);
    expect(drawn.coverage).toMatch(/^The confidence interval is over rows/);
    expect(drawn.coverage).toMatch(/over seeds covers only the split/);
    const given = await predictability.leakage({ ...biased, test: biased, ...options }, here);
    expect(given.coverage).toMatch(/no confidence interval over rows, because all trials use the same test rows/);
    const warm = await predictability.leakage({ ...biased, warmStart: true, ...options }, here);
    expect(warm.coverage).toMatch(/no confidence interval over rows.* share one split/);
  });
});

describe('the exact limit', () => {
  /** λ_D of a table of the given rows, over equalizations that this test draws. */
  function tablesDrawn(metric, { feature, label, prediction }, { train, test: tests }, times) {
    const share = (rows) => rows.reduce((right, row) => right + (label[row] === prediction[row]), 0) / rows.length;
    const equalized = (rows, seed) => metric.permuteData(pick(label, rows), share(rows), seed);
    const lambdas = Array.from({ length: times }, (_, i) => {
      const margins = [0, 0];
      equalized(train, 2 * i).forEach((value, k) => {
        margins[feature[train[k]]] += value === '1' ? 1 : -1;
      });
      const right = equalized(tests, 2 * i + 1).filter(
        (value, k) => value === (margins[feature[tests[k]]] > 0 ? '1' : '0'),
      );
      return right.length / tests.length;
    });
    const mean = average(lambdas);
    const variance = average(lambdas.map((lambda) => (lambda - mean) ** 2));
    return { mean, error: Math.sqrt(variance / times), spread: Math.sqrt(variance) };
  }

  test('is the mean over tables near a tie, for given test rows', () => {
    const metric = predictability.leakageMetric();
    for (const trial of [0, 1, 2]) {
      const split = metric.split(512, { trial });
      const exact = metric.exactLimit({ ...part(unbiased, split.train), test: part(unbiased, split.test) });
      const drawn = tablesDrawn(metric, unbiased, split, 1500);
      expect(Math.abs(present(exact).lambdaD - drawn.mean)).toBeLessThan(
        4 * Math.hypot(drawn.error, present(exact).standardError),
      );
      expect(present(exact).lambdaDSpread / drawn.spread).toBeCloseTo(1, 0.9);
    }
  });

  test.each([
    ['unbiased', unbiased],
    ['biased', biased],
    ['the balanced label against the biased model', { ...unbiased, prediction: M2 }],
  ])('trained attackers approach it and do not exceed it: %s', async (_name, rows) => {
    const trials = 40;
    const result = await predictability.leakage({ ...rows, trials, epochs: 60 }, here);
    const { exact } = result;
    const lambdaD = average(result.trials.map((trial) => trial.lambdaD));
    const error = Math.hypot(present(exact).lambdaDSpread / Math.sqrt(trials), present(exact).standardError);
    expect(Math.abs(lambdaD - present(exact).lambdaD)).toBeLessThan(4 * error);
  });

  test('of a warm start equals that of its only split', async () => {
    const warm = predictability.leakageMetric({ warmStart: true });
    const { train, test: rows } = warm.split(512);
    const given = predictability.leakageMetric({ warmStart: true });
    const exact = given.exactLimit({ ...part(biased, train), test: part(biased, rows) });
    expect(present(warm.exactLimit(biased)).lambdaM).toBe(present(exact).lambdaM);
    expect(present(warm.exactLimit(biased)).lambdaMSpread).toBe(0);
  });

  test('guesses a single class without error', () => {
    const none = new Uint8Array(512);
    const exact = predictability
      .leakageMetric({ metric: 'mse' })
      .exactLimit({ feature: P, label: none, prediction: none });
    expect(present(exact).lambdaD).toBe(Number.POSITIVE_INFINITY);
    expect(present(exact).lambdaM).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('many label columns', () => {
  // Beyond 4,096 combinations of classes, each attacker has separate targets.
  test.each([12, 13])('%i columns of two classes, with predictions equal to the feature', async (columns) => {
    const rows = 100;
    const feature = Array.from({ length: rows }, (_, row) => (row * 7) % 2);
    const names = Array.from({ length: columns }, (_, i) => `column ${i}`);
    const label = Object.fromEntries(
      names.map((name, i) => [name, feature.map((value, row) => ((row * 13 + i * 5) % 7 < 3 ? 1 - value : value))]),
    );
    const prediction = Object.fromEntries(names.map((name) => [name, feature]));
    const result = await predictability.leakage({ feature, label, prediction, trials: 4 }, here);
    for (const { lambdaM } of result.trials) expect(lambdaM).toBe(1);
    expect(present(result.exact).lambdaM).toBe(1);
    expect(result.value).toBeCloseTo(present(result.exact).leakage, 1);
    expect(result.warnings).toEqual([]);
  });
});
