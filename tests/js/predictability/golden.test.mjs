// SPDX-License-Identifier: Apache-2.0
//
// Golden values that concern the package: how trials are aggregated, and the distribution of leakage over
// trials. What the core computes is compared in tests/cpp/predictability.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { studentQuantile, summarize, toText } from '../../../dist/predictability/statistics.js';
import { fair } from '../support.mjs';

const read = (name) =>
  JSON.parse(readFileSync(new URL(`../../golden/bias/${name}.json`, import.meta.url), 'utf8'));

const number = (value) => (typeof value === 'number' ? value : Number(value));

describe('attacker_eval', () => {
  const cases = read('attacker_eval');

  test.each(cases.filter(({ case: name }) => name.startsWith('aggregate')))(
    '$case',
    ({ input, expected }) => {
      const trials = input.per_trial.map(number);
      for (const method of ['mean', 'median']) {
        expect(toText(summarize(trials, method))).toBe(expected[method]);
      }
      const { standardDeviation } = summarize(trials, 'mean');
      const recorded = number(expected.std_ddof1_f32);
      if (Number.isNaN(recorded)) expect(standardDeviation).toBeNaN();
      else expect(Math.abs(standardDeviation - recorded)).toBeLessThanOrEqual(1e-6 * recorded);
      expect(Object.keys(expected).sort()).toEqual(['mean', 'median', 'std_ddof1_f32']);
    },
  );

  // Deviation "percent": accuracies are shares; what is normalised there is refused here.
  test.each(cases.filter(({ case: name }) => name.startsWith('normalise')))(
    '$case',
    ({ input, expected }) => {
      const { value } = input;
      const permute = () => fair.leakageMetric().permuteData([0, 1, 1, 0], value);
      if (value >= 0 && value <= 1) {
        expect(expected.result).toBe(value);
        expect(permute()).toHaveLength(4);
      } else {
        expect(permute).toThrow(/from 0 to 1/);
      }
    },
  );
});

// Fresh attackers, trained with our random numbers, against the recorded fresh attackers: the means of λ_D,
// λ_M and leakage agree within 4 standard errors of their difference (Welch, two-sided: once in 15,000
// comparisons by chance), and within one row of the test set or float32's rounding where nothing varies.
describe('leakage_stat', () => {
  const all = read('leakage_stat');
  const datasets = new Map(
    all
      .filter(({ peer }) => peer === 'data')
      .map(({ case: name, input }) => [name.replace('dataset ', ''), input]),
  );
  const bits = ({ shape: [rows, width], bits: text }) =>
    Array.from({ length: width }, (_, k) =>
      Uint8Array.from({ length: rows }, (_, row) => Number(text[row * width + k])),
    );

  test.each([...datasets])('data set %s is read whole', (name, { columns }) => {
    const { expected } = all.find((each) => each.case === `dataset ${name}`);
    for (const [column, counts] of Object.entries(expected.count_of_ones_per_column)) {
      expect(bits(columns[column]).map((each) => each.reduce((sum, bit) => sum + bit, 0))).toEqual(
        counts,
      );
    }
  });

  const part = (dataset, input, from, to) => {
    const take = (name) => bits(dataset.columns[name]).map((each) => each.subarray(from, to));
    const feature = take(input.feat);
    const named = Object.fromEntries(feature.map((column, k) => [`bit ${k}`, column]));
    return {
      feature: feature.length === 1 ? feature[0] : named,
      label: take(input.data)[0],
      prediction: take(input.pred)[0],
    };
  };

  const moments = (values) => {
    const { value: mean, standardDeviation } = summarize(values, 'mean');
    return { mean, variance: standardDeviation ** 2 / values.length };
  };

  test.each(all.filter(({ peer }) => peer !== 'data'))('$case', async ({ input, expected }) => {
    const dataset = datasets.get(input.dataset);
    const { learning_rate, loss_function, epochs, batch_size } = input.train_params;
    const { num_layers, numFirst, activations } = input.attacker;
    const options = {
      attacker: { layers: num_layers, firstWidth: numFirst, activations },
      learningRate: learning_rate,
      loss: loss_function,
      epochs,
      batchSize: batch_size,
      metric: input.eval_metric,
      threshold: input.threshold,
      normalized: input.normalized,
      trials: 40,
    };
    const rows = {
      ...part(dataset, input, 0, input.train_rows),
      test: part(dataset, input, input.train_rows, input.train_rows + input.test_rows),
    };
    const result = await fair.leakage({ ...rows, ...options }, { workers: 0 });
    const fresh = expected.fresh_attackers;
    const oneRow = input.eval_metric === 'accuracy' ? 1 / input.test_rows : 0;
    for (const [ours, theirs] of [
      ['lambdaD', 'lambda_d'],
      ['lambdaM', 'lambda_m'],
      ['leakage', 'leakage'],
    ]) {
      const a = moments(result.trials.map((trial) => trial[ours]));
      const b = moments(fresh[theirs].map(number));
      const allowed = 4 * Math.sqrt(a.variance + b.variance) + oneRow + 1e-6 * Math.abs(b.mean);
      expect(Math.abs(a.mean - b.mean)).toBeLessThanOrEqual(allowed);
    }
    // And with the exact limit, where the recorded distribution does so too.
    const bayes = expected.bayes_optimal;
    const { mean, variance } = moments(result.trials.map(({ lambdaM }) => lambdaM));
    const recorded = moments(fresh.lambda_m.map(number));
    const limit = result.exact.lambdaM;
    if (input.eval_metric === 'accuracy') expect(limit).toBeCloseTo(bayes.accuracy.lambda_m, 12);
    const distance = Math.abs(recorded.mean - limit);
    expect(Math.abs(mean - limit)).toBeLessThanOrEqual(
      distance + 4 * Math.sqrt(variance + recorded.variance) + oneRow,
    );
  });
});

// Tabulated quantiles of Student's t.
test.each([
  [1, 12.706205],
  [2, 4.302653],
  [3, 3.182446],
  [9, 2.262157],
  [30, 2.042272],
  [199, 1.971957],
])('t with %i degrees of freedom', (degrees, expected) => {
  expect(studentQuantile(0.95, degrees)).toBeCloseTo(expected, 5);
});
