// SPDX-License-Identifier: Apache-2.0
//
// MDBA and chance: a mean of absolute changes is positive even without amplification.

import { BA_MALS, DBA, MDBA } from 'fairwasm/amplification';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { mulberry32 } from '../../random-numbers.mjs';
import { amplification, getError } from '../support.mjs';

const tasks = ['cook', 'drive', 'ride', 'sing'];

/** Returns rows whose predictions are as likely as the truth, or closer to it by `amplified`. */
function getCounts(seed, rows, amplified = 0) {
  const next = mulberry32(seed);
  const counts = amplification.cooccurrence({ tasks, taskPrediction: true, attributePrediction: true });
  const attribute = Array.from({ length: rows }, () => (next() < 0.5 ? 'f' : 'm'));
  const attributePrediction = attribute.map((a) => (next() < 0.8 ? a : 'f'));
  const labels = (more) =>
    attribute.map((a) => tasks.filter((_, t) => next() < 0.3 + ((a === 'f') === t % 2 > 0 ? 0.1 + more : -0.1 - more)));
  const [task, taskPrediction] = [labels(0), labels(amplified)];
  counts.update({ attribute, task, taskPrediction, attributePrediction });
  return counts;
}

test('contains 0 in the interval of MDBA at the nominal rate without amplification', async () => {
  const sets = 100;
  let [held, small] = [0, 0];
  for (let seed = 1; seed <= sets; seed++) {
    const { value, ci, pValue, byChance } = await new MDBA(getCounts(seed, 150)).computeBiasAmp({ draws: 99 });
    expect(present(ci)[0]).toBeLessThanOrEqual(value);
    expect(present(ci)[1]).toBeGreaterThanOrEqual(value);
    expect(byChance).toBeGreaterThan(0);
    if (present(ci)[0] === 0) held++;
    if (present(pValue) <= 0.05) small++;
    expect(present(ci)[0] > 0).toBe(present(pValue) <= 0.05); // interval and test agree
  }
  expect(held).toBeGreaterThanOrEqual(90);
  expect(small).toBeLessThanOrEqual(10);
});

test('detects amplification beyond chance, within the interval', async () => {
  const { ci, pValue, byChance, value } = await new MDBA(getCounts(1, 4000, 0.1), { maxSize: 1 }).computeBiasAmp({
    draws: 99,
  });
  expect(pValue).toBe(0.01);
  expect(byChance).toBeLessThan(0.3 * value);
  expect(present(ci)[0]).toBeLessThan(0.1);
  expect(present(ci)[0]).toBeGreaterThan(0.05);
  expect(present(ci)[1]).toBeGreaterThan(0.1);
});

test('returns no interval without draws, and only a reason without terms', async () => {
  const counts = getCounts(1, 50);
  expect(await new MDBA(counts).computeBiasAmp({ draws: 0 })).not.toHaveProperty('ci');
  const none = await new MDBA(counts, { minSize: 5 }).computeBiasAmp({ draws: 9 });
  expect(none).toMatchObject({ value: 0, reason: 'no combination of these sizes occurs' });
  expect(none).not.toHaveProperty('ci');
  expect(none).not.toHaveProperty('pValue');
});

describe('BA_MALS of predicted attributes', () => {
  // b of the truth: cook 3/4 f; of both predictions: 2/2 m, of which the rows' own attributes say f.
  const rows = {
    attribute: ['f', 'f', 'f', 'm'],
    task: ['cook', 'cook', 'cook', 'cook'],
    attributePrediction: ['m', 'm', 'f', 'f'],
    taskPrediction: [['cook'], ['cook'], [], []],
  };
  const made = () => {
    const counts = amplification.cooccurrence({ tasks: ['cook'], attributePrediction: true, taskPrediction: true });
    counts.update(rows);
    return counts;
  };

  test('equals the value of a corpus annotated by the model, as in the paper', async () => {
    const counts = made();
    const own = await new BA_MALS(counts).computeBiasAmp({ draws: 0 });
    expect(own.value).toBe(1 - 3 / 4);
    const predicted = await new BA_MALS(counts, { attribute: 'predicted' }).computeBiasAmp({ draws: 20 });
    expect(predicted.value).toBe(0 - 3 / 4);
    expect(predicted.pairs[0].counts.predicted).toBe(0);
    expect(predicted).not.toHaveProperty('ci');
    expect(present(predicted.corrected).warning).toBe('only 2 rows have a prediction that differs from its label');
  });

  test('has a corrected value within its interval', async () => {
    const counts = getCounts(3, 400, 0.1);
    const metric = new BA_MALS(counts, { attribute: 'predicted' });
    const { value, ci } = present((await metric.computeBiasAmp()).corrected);
    expect(present(ci)[0]).toBeLessThan(value);
    expect(present(ci)[1]).toBeGreaterThan(value);
    expect(present(ci)[1] - present(ci)[0]).toBeLessThan(0.5);
  });

  test('requires predicted attributes', async () => {
    const without = amplification.cooccurrence({ taskPrediction: true });
    without.update({ attribute: ['f'], task: ['t'], taskPrediction: ['t'] });
    const metric = new BA_MALS(without, { attribute: 'predicted' });
    await expect(metric.computeBiasAmp()).rejects.toMatchObject({
      code: 'invalidState',
      argument: 'attributePrediction',
    });
    expect(getError(() => new BA_MALS(made(), { attribute: misuse('pred') })).argument).toBe('attribute');
  });
});

describe('pairs selected on the rows that measure them', () => {
  // Tasks are equally frequent in both groups, in truth and predictions, so nothing is amplified.
  const nothing = (seed, rows) => {
    const random = mulberry32(seed);
    const counts = amplification.cooccurrence({ taskPrediction: true });
    const flags = () => Array.from({ length: 12 }, () => (random() < 0.05 ? 1 : 0));
    const each = Array.from({ length: rows }, (_, i) => i % 2);
    counts.update({ attribute: each.map((i) => 'fm'[i]), task: each.map(flags), taskPrediction: each.map(flags) });
    return counts;
  };

  test.each([
    ['BA_MALS', BA_MALS, -0.1],
    ['DBA', DBA, -0.006],
  ])(
    '%s: the value is negative by chance, and the interval of the corrected one contains 0',
    async (_, Metric, most) => {
      const sets = 40;
      const mean = { value: 0, byChance: 0, corrected: 0 };
      let held = 0;
      for (let seed = 0; seed < sets; seed++) {
        const result = await new Metric(nothing(seed, 200)).computeBiasAmp({ draws: 60 });
        expect(result).not.toHaveProperty('ci');
        expect(result).not.toHaveProperty('pValue');
        const { value, ci, pValue } = present(result.corrected);
        const [low, high] = present(ci);
        expect(low > 0 || high < 0).toBe(present(pValue) < 0.05); // interval and test agree
        held += low <= 0 && high >= 0 ? 1 : 0;
        mean.value += result.value / sets;
        mean.byChance += present(result.byChance) / sets;
        mean.corrected += value / sets;
      }
      expect(mean.value).toBeLessThan(most);
      expect(Math.abs(mean.byChance - mean.value)).toBeLessThan(-most / 4);
      expect(Math.abs(mean.corrected)).toBeLessThan(-most / 4);
      expect(held).toBeGreaterThanOrEqual(36);
    },
  );

  test('returns only the published value without draws', async () => {
    const result = await new DBA(nothing(1, 50)).computeBiasAmp({ draws: 0 });
    for (const name of ['byChance', 'corrected']) expect(result).not.toHaveProperty(name);
    expect(result.pairs[0]).not.toHaveProperty('corrected');
  });

  test('has no interval, with a warning, if predictions never differ', async () => {
    const counts = amplification.cooccurrence({ taskPrediction: true });
    const task = ['cook', 'cook', 'ride', 'ride'];
    counts.update({ attribute: ['f', 'f', 'm', 'm'], task, taskPrediction: task });
    const { value, corrected } = await new DBA(counts).computeBiasAmp();
    expect(value).toBe(0);
    expect(corrected).toEqual({ value: 0, warning: 'no prediction differs from its label' });
  });
});

test.each([BA_MALS, DBA])('has an interval with training rows only for enough predictions', async (Measure) => {
  const train = getCounts(1, 2000);
  // Each of the four tasks is predicted for about 30% of the rows.
  const few = await new Measure(getCounts(2, 6), { train }).computeBiasAmp();
  expect(few.corrected).not.toHaveProperty('ci');
  expect(few.corrected).not.toHaveProperty('pValue');
  expect(present(few.corrected).warning).toMatch(/^no interval and no p-value: only 1\.\d predictions per column/);
  for (const { corrected } of few.pairs) expect(corrected).not.toHaveProperty('ci');
  const enough = await new Measure(getCounts(2, 100), { train }).computeBiasAmp();
  expect(present(enough.corrected).ci).toHaveLength(2);
  expect(enough.corrected).not.toHaveProperty('warning');
});
