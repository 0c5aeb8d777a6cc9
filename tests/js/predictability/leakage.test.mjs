// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { fair, predictability } from '../support.mjs';

const created = predictability.dataCreator({ rows: 512, error: 0.4, dataError: 0.1, shuffle: true });
const columns = { feature: created.P, label: created.DBias, prediction: created.M2 };
const quick = { ...columns, epochs: 5, trials: 4 };
const here = { workers: 0 };

async function rejection(promise) {
  return promise.then(
    () => {
      throw new Error('expected a rejection');
    },
    (error) => error,
  );
}

describe('predictability.leakage', () => {
  test('summarizes its trials', async () => {
    const result = await predictability.leakage(quick, here);
    const values = result.trials.map(({ leakage }) => leakage);
    const mean = values.reduce((sum, value) => sum + value) / 4;
    expect(result.value).toBeCloseTo(mean, 12);
    for (const { lambdaD, lambdaM, leakage } of result.trials) expect(leakage).toBe(lambdaM - lambdaD);
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 3;
    expect(result.standardDeviation).toBeCloseTo(Math.sqrt(variance), 12);
    expect(result.overSeeds.standardError).toBeCloseTo(Math.sqrt(variance / 4), 12);
    // Student's t with 3 degrees of freedom: 3.182446.
    const ofSeeds = 3.182446 * Math.sqrt(variance / 4);
    expect(result.overSeeds.ci[1] - mean).toBeCloseTo(ofSeeds, 6);
    // Nadeau and Bengio: a fifth of the rows is for testing, which is a quarter of the others.
    const overRows = Math.sqrt(variance * (1 / 4 + 1 / 4));
    expect(result.standardError).toBeCloseTo(overRows, 3);
    expect(result.ci[1] - mean).toBeCloseTo(3.182446 * result.standardError, 6);
    expect(`${result}`).toBe(`${mean.toFixed(4)} ± ${Math.sqrt(variance).toFixed(4)}`);
  });

  test('converged attackers agree with tables of counts', async () => {
    const result = await predictability.leakage({ ...columns, trials: 20, epochs: 60 }, here);
    expect(result.warnings).toEqual([]);
    expect(Math.abs(result.value - present(result.exact).leakage)).toBeLessThan(
      4 * present(result.exact).leakageSpread,
    );
    const lambdaM = result.trials.reduce((sum, trial) => sum + trial.lambdaM / 20, 0);
    const chance = present(result.exact).lambdaMSpread / Math.sqrt(20);
    expect(Math.abs(lambdaM - present(result.exact).lambdaM)).toBeLessThan(4 * chance);
  });

  test('warns if attackers are far below the limit', async () => {
    const result = await predictability.leakage({ ...quick, epochs: 1, learningRate: 1e-5 }, here);
    expect(result.warnings.join()).toMatch(/have not converged/);
  });

  test('gives a reason for an undefined value', async () => {
    // The prediction equals the feature, so the attacker has no error.
    /** @type {Parameters<import('fairwasm/predictability').Predictability['leakage']>[0]} */
    const perfect = { ...columns, prediction: created.P, metric: 'mse', epochs: 60, trials: 1 };
    const result = await predictability.leakage(perfect, here);
    expect(result.value).toBe(Number.POSITIVE_INFINITY);
    expect(result.warnings.join()).toMatch(/1 \/ error is infinite.*A single trial has no spread/);
    const silent = { ...columns, metric: () => 0, normalized: true, epochs: 1, trials: 2 };
    const nothing = await predictability.leakage(silent, here);
    expect(nothing.value).toBeNaN();
    expect(nothing.warnings.join()).toMatch(/0\/0/);
  });

  test('accuracies are the proportions of correct predictions in each part', async () => {
    const label = [0, 0, 1, 1];
    const test = { feature: [0, 1], label: [0, 1], prediction: [1, 1] };
    const result = await predictability.leakage(
      { feature: [0, 1, 0, 1], label, prediction: [0, 1, 1, 1], test, epochs: 1, trials: 1 },
      here,
    );
    expect(result.accuracies).toEqual({ train: [0.75], test: [0.5] });
    expect(result.standardDeviation).toBeNaN();
    expect(`${result}`).toMatch(/± nan$/);
  });

  test('equal seeds give identical results, and other seeds differ', async () => {
    const [a, b, c] = [
      await predictability.leakage(quick, here),
      await predictability.leakage(quick, here),
      await predictability.leakage({ ...quick, seed: 2 }, here),
    ];
    expect(b.trials).toEqual(a.trials);
    expect(c.trials).not.toEqual(a.trials);
  });

  test('text, numbers, booleans, and codes are equivalent', async () => {
    const asText = Array.from(created.P, (value) => (value ? 'yes' : 'no'));
    const asCodes = { codes: created.P, categories: ['a', 'b'] };
    const expected = await predictability.leakage(quick, here);
    for (const feature of [asText, asCodes, Array.from(created.P, Boolean), Array.from(created.P)]) {
      expect((await predictability.leakage({ ...quick, feature }, here)).trials).toEqual(expected.trials);
    }
  });

  test('supports the median over trials', async () => {
    const result = await predictability.leakage({ ...quick, aggregate: 'median', trials: 7 }, here);
    const sorted = result.trials.map(({ leakage }) => leakage).sort((a, b) => a - b);
    expect(result.value).toBe(sorted[3]);
    // With seven values, only the widest pair covers the median in 95% of cases.
    expect(result.overSeeds.ci).toEqual([sorted[0], sorted[6]]);
    // A median of many normal values has π/2 times the variance of their mean.
    const ratio = result.standardError / result.standardDeviation;
    expect(ratio).toBeCloseTo(Math.sqrt(Math.PI / 2 / 7 + 1 / 4), 2);
  });

  test('more trials do not make the interval over rows arbitrarily narrow', async () => {
    const result = await predictability.leakage({ ...quick, trials: 40 }, here);
    expect(result.overSeeds.standardError).toBeCloseTo(result.standardDeviation / Math.sqrt(40), 12);
    expect(result.standardError).toBeGreaterThan(result.standardDeviation / 2);
  });

  test('has no interval over rows if all trials use the same test rows', async () => {
    const test = { feature: quick.feature, label: quick.label, prediction: quick.prediction };
    for (const more of [{ test }, { warmStart: true }]) {
      const result = await predictability.leakage({ ...quick, ...more }, here);
      expect(result.ci).toEqual([Number.NaN, Number.NaN]);
      expect(Number.isFinite(result.overSeeds.standardError)).toBe(true);
      expect(result.coverage).toContain('no confidence interval over rows');
    }
  });

  test('accepts a function as metric', async () => {
    const accuracy = (outputs, targets) =>
      outputs.reduce((sum, p, i) => sum + (p > 0.5 === targets[i] > 0.5), 0) / targets.length;
    const expected = await predictability.leakage(quick, here);
    const result = await predictability.leakage({ ...quick, metric: accuracy }, here);
    expect(result.exact).toBeNull();
    result.trials.forEach((trial, i) => {
      expect(trial.lambdaD).toBeCloseTo(expected.trials[i].lambdaD, 12);
      expect(trial.lambdaM).toBeCloseTo(expected.trials[i].lambdaM, 12);
    });
  });

  test('accepts several categories, several columns, and numbers', async () => {
    const rows = 600;
    const color = Array.from({ length: rows }, (_, i) => ['red', 'green', 'blue'][(i * 7) % 3]);
    const label = color.map((each, i) => (i % 5 === 0 ? 'x' : each));
    const prediction = color;
    const options = { epochs: 40, trials: 3 };
    const classes = await predictability.leakage({ feature: color, label, prediction, ...options }, here);
    expect(present(classes.exact).lambdaM).toBe(1);
    for (const { lambdaM } of classes.trials) expect(lambdaM).toBe(1);

    const several = await predictability
      .leakage(
        {
          feature: { color, parity: label.map((_, i) => i % 2) },
          label: { a: label, b: created.D.slice(0, 600) },
          prediction: { b: created.M2.slice(0, 600), a: prediction },
          ...options,
        },
        here,
      )
      .catch((error) => error);
    // dataCreator has 512 rows, so the lengths differ and the error names the column.
    expect(several.message).toMatch(/label\.b: expected 600 rows/);

    const numbers = Float32Array.from({ length: rows * 2 }, (_, i) => Math.sin(i));
    const binary = label.map((_, i) => (numbers[2 * i] + numbers[2 * i + 1] > 0 ? 1 : 0));
    const flipped = binary.map((value, i) => (i % 4 ? value : 1 - value));
    const numeric = await predictability.leakage(
      { feature: { values: numbers, width: 2 }, label: flipped, prediction: binary, ...options },
      here,
    );
    expect(numeric.exact).toBeNull();
    for (const { lambdaM } of numeric.trials) expect(lambdaM).toBeGreaterThan(0.9);
  });

  test('another order of rows changes results only by chance', async () => {
    const order = Array.from(created.P, (_, i) => (i * 17) % 512);
    const pick = (column) => order.map((row) => column[row]);
    const input = { ...columns, trials: 30, epochs: 20 };
    const [a, b] = [
      await predictability.leakage(input, here),
      await predictability.leakage(
        { ...input, feature: pick(created.P), label: pick(created.DBias), prediction: pick(created.M2) },
        here,
      ),
    ];
    // Other rows are now for testing: 103 of them, so the proportion of correct answers varies by about 0.05.
    expect(Math.abs(a.value - b.value)).toBeLessThan(4 * Math.sqrt(2) * 0.07);
    expect(b.trials).not.toEqual(a.trials);
  });
});

describe('predictability.leakageMetric', () => {
  const metric = predictability.leakageMetric({ epochs: 5, trials: 4 });

  test('a single trial equals the same trial among others', async () => {
    const all = await metric.computeBiasAmp(columns, here);
    expect(await metric.calcLeak(columns, 2)).toEqual(all.trials[2]);
  });

  test('computeLeakage computes the metric from scores', () => {
    expect(metric.computeLeakage(0.5, 0.7)).toBeCloseTo(0.2, 12);
    expect(predictability.leakageMetric({ normalized: true }).computeLeakage(0.5, 0.7)).toBeCloseTo(1 / 6, 12);
    expect(predictability.leakageMetric({ normalized: true }).computeLeakage(0, 0)).toBeNaN();
  });

  test('split rounds up and uses every row once', () => {
    const { train, test: tests } = metric.split(11);
    expect(tests).toHaveLength(3);
    expect([...train, ...tests].sort((a, b) => a - b)).toEqual(Array.from({ length: 11 }, (_, i) => i));
  });

  test('calcLambda scores an attacker', () => {
    const attacker = predictability.denseAttacker({ inputs: 1, outputs: 1 });
    attacker.weights = Float64Array.of(20, -10); // 0 below one half, 1 above
    expect(metric.calcLambda(attacker, [0, 1, 1, 0], Uint32Array.of(0, 1, 0, 0))).toBe(0.75);
    const mse = predictability.leakageMetric({ metric: 'mse' });
    expect(mse.calcLambda(attacker, [0, 1, 1, 0], Uint32Array.of(0, 1, 0, 0))).toBe(4);
  });

  test('permuteData keeps the nearest number of rows and draws other categories', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 3, maxLength: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(1000),
        (column, accuracy, seed) => {
          fc.pre(new Set(column).size > 1);
          const wrong = metric.permuteData(column, accuracy, seed);
          const kept = wrong.filter((value, i) => value === column[i]).length;
          expect(kept).toBe(Math.round(accuracy * column.length));
          for (const value of wrong) expect(column).toContain(value);
        },
      ),
    );
  });
});

describe('predictability.dpa', () => {
  const both = {
    attribute: created.P,
    task: created.DBias,
    taskPrediction: created.M2,
    attributePrediction: created.P.map((value, i) => (i % 6 ? value : 1 - value)),
  };

  test('both directions equal separate runs', async () => {
    const options = { epochs: 5, trials: 3 };
    const result = await predictability.dpa({ ...both, ...options }, here);
    const metric = predictability.dpaMetric(options);
    for (const direction of /** @type {const} */ (['AtoT', 'TtoA'])) {
      const alone = await metric.computeBiasAmp(both, direction, here);
      expect(alone.trials).toEqual(result[direction].trials);
      for (const { lambdaD, lambdaM, leakage } of alone.trials) {
        expect(leakage).toBe((lambdaM - lambdaD) / (lambdaM + lambdaD));
      }
    }
    expect(await metric.calcLeak(both, 'TtoA', 1)).toEqual(result.TtoA.trials[1]);
  });

  test('DPA from attribute to task is the normalized leakage of the task', async () => {
    const { AtoT } = await predictability.dpa({ ...both, epochs: 5, trials: 3 }, here);
    const leakage = await predictability.leakage({ ...quick, trials: 3, normalized: true }, here);
    expect(AtoT.trials).toEqual(leakage.trials);
  });

  test('progress increases once from 0 to 1', async () => {
    const seen = [];
    await predictability.dpa({ ...both, epochs: 30, trials: 3 }, { ...here, onProgress: (p) => seen.push(p) });
    const fractions = seen.map(({ done }) => done);
    expect([...fractions].sort((a, b) => a - b)).toEqual(fractions);
    expect(fractions.at(-1)).toBe(1);
  });

  test('names the missing prediction before training', async () => {
    const error = await rejection(predictability.dpa({ attribute: [0], task: [1], taskPrediction: [1] }));
    expect(error.argument).toBe('attributePrediction');
    const metric = predictability.dpaMetric();
    expect((await rejection(metric.computeBiasAmp(both, misuse('AtoB')))).argument).toBe('direction');
  });
});

describe('predictability.exactLeakage', () => {
  test('equals the closed form over all rows of a tally', () => {
    const tally = fair.tally({ groups: ['g'], label: true, prediction: true });
    // In group a, 6 of 8 labels are 0; in b, 7 of 8 are 1; the prediction equals the group.
    tally.updateCounted({
      groups: { g: ['a', 'a', 'b', 'b'] },
      label: [0, 1, 0, 1],
      prediction: [0, 0, 1, 1],
      rows: [6, 2, 1, 7],
    });
    const exact = predictability.exactLeakage(tally);
    expect(exact.lambdaM).toBe(1);
    expect(exact.lambdaD).toBeCloseTo((13 * (13 / 16) + 3 * (3 / 16)) / 16, 12);
    expect(predictability.exactLeakage(tally, { normalized: true }).leakage).toBeCloseTo(
      (exact.lambdaM - exact.lambdaD) / (exact.lambdaM + exact.lambdaD),
      12,
    );
    expect(predictability.exactLeakage(tally, { metric: 'mse', threshold: false }).lambdaM).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  test('requires labels, predictions, and rows', () => {
    const without = fair.tally({ groups: ['g'], label: true });
    expect(() => predictability.exactLeakage(without)).toThrow(/without predictions/);
    expect(() => predictability.exactLeakage(fair.tally({ label: true, prediction: true }))).toThrow();
  });
});

describe('invalid input', () => {
  /** @type {[argument: string, wrong: object][]} */
  const cases = [
    ['trials', { trials: 0 }],
    ['trials', { trials: 1.5 }],
    ['epochs', { epochs: -1 }],
    ['batchSize', { batchSize: 0 }],
    ['learningRate', { learningRate: -1 }],
    ['loss', { loss: 'hinge' }],
    ['metric', { metric: 'auc' }],
    ['aggregate', { aggregate: 'mode' }],
    ['testSize', { testSize: 1 }],
    ['testSize', { testSize: 0 }],
    ['testSize', { testSize: -0.5 }],
    ['threshold', { threshold: 'false' }],
    ['normalized', { normalized: 1 }],
    ['warmStart', { warmStart: 'no' }],
    ['optimizer', { optimizer: 'rmsprop' }],
    ['test', { test: { ...columns, feature: { values: [1, 2], width: 2 } } }],
    ['seed', { seed: -1 }],
    ['layers', { attacker: { layers: 0 } }],
    ['activations', { attacker: { activations: ['swish'] } }],
    ['label', { label: [0, 1] }],
    ['prediction', { prediction: [0, 1] }],
    ['feature', { feature: { values: [1, 2, 3], width: 2 } }],
    ['feature', { feature: 7 }],
    ['label', { label: created.DBias.with?.(3, 0).toString().split(',').fill('', 3, 4) ?? [''] }],
  ];
  test.each(cases)('rejects an invalid %s', async (argument, wrong) => {
    const error = await rejection(predictability.leakage(misuse({ ...quick, ...wrong }), here));
    expect(error.name).toBe('FairwasmError');
    expect(error.argument).toBe(argument);
  });

  test('notes numbers that are used as categories', async () => {
    const feature = Float64Array.from({ length: 5000 }, (_, i) => Math.sin(i));
    const label = Uint8Array.from(feature, (_, i) => i % 2);
    const binary = { label, prediction: label, trials: 1, epochs: 1 };
    const featureKind = 'categorical';
    const error = await rejection(predictability.leakage({ feature, ...binary, featureKind }, here));
    expect(error.code).toBe('tooLarge');
    expect(error.message).toMatch(/\{ values, width \}/);
    const numeric = await predictability.leakage({ feature, ...binary }, here);
    expect(numeric.exact).toBeNull();
  });

  test('names the epoch of a diverging loss', async () => {
    const error = await rejection(
      predictability.leakage(
        {
          ...quick,
          attacker: { activations: ['identity'] },
          loss: 'mse',
          optimizer: 'sgd',
          learningRate: 1e8,
          epochs: 50,
        },
        here,
      ),
    );
    expect(error.message).toMatch(/learningRate.*in epoch \d+/);
  });

  test('a warm start has no independent trials', async () => {
    const metric = predictability.leakageMetric({ warmStart: true });
    expect((await rejection(metric.calcLeak(columns))).argument).toBe('warmStart');
  });
});
