// SPDX-License-Identifier: Apache-2.0
//
// Directions of leakage, and the notes in results.

import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { mulberry32 } from '../../random-numbers.mjs';
import { predictability } from '../support.mjs';

const here = { workers: 0 };

/** Attribute, label, and prediction are independent; predictions are more often 1. */
function unrelated(rows) {
  const uniform = mulberry32(5);
  const attribute = [];
  const label = [];
  const prediction = [];
  for (let row = 0; row < rows; row++) {
    attribute.push(uniform() < 0.5 ? 'f' : 'm');
    label.push(uniform() < 0.6 ? 1 : 0);
    prediction.push(uniform() < 0.9 ? 1 : 0);
  }
  return { attribute, label, prediction };
}
const { attribute, label, prediction } = unrelated(2000);
const toAttribute = { direction: /** @type {const} */ ('attribute-from-outcome'), epochs: 20 };

describe('the attribute from the outcome (Wang et al. 2019)', () => {
  test('is not affected by a shift of the margin', async () => {
    const result = await predictability.leakage({ attribute, label, prediction, ...toAttribute }, here);
    expect(result.direction).toBe('attribute-from-outcome');
    expect(result.definition).toMatch(/Wang.*Balanced Datasets Are Not Enough/);
    expect(Math.abs(result.value)).toBeLessThan(0.03);
    expect(result.marginal).toBeNull();
    expect(result.warnings).toEqual([]);
  });

  test('finds an attribute that the prediction reveals', async () => {
    const telling = attribute.map((each, row) => (row % 10 === 0 || each === 'f' ? 1 : 0));
    const result = await predictability.leakage({ attribute, label, prediction: telling, ...toAttribute }, here);
    expect(present(result.exact).lambdaM).toBeGreaterThan(0.9);
    expect(Math.abs(result.value - present(result.exact).leakage)).toBeLessThan(0.02);
    for (const { lambdaD } of result.trials) expect(lambdaD).toBeLessThan(0.6);
  });

  test('supports more than one multiclass attribute, and multilabel targets', async () => {
    const age = label.map((_, row) => ['young', 'middle', 'old'][row % 3]);
    const says = age.map((each) => (each === 'old' ? 'x' : 'y'));
    const result = await predictability.leakage(
      {
        attribute: { sex: attribute, age },
        label: { a: label, b: label.map((_, row) => (row % 2 ? 'x' : 'y')) },
        prediction: { a: label, b: says },
        ...toAttribute,
        trials: 3,
        epochs: 40,
      },
      here,
    );
    expect(result.warnings).toEqual([]);
    // Sex is random; age is correct if it is old, and otherwise one of two.
    expect(present(result.exact).lambdaM).toBeCloseTo((0.5 + 2 / 3) / 2, 1);
    for (const { lambdaM } of result.trials) expect(lambdaM).toBeCloseTo(present(result.exact).lambdaM, 1);
  });

  test('is equal with lanes and separate attackers, with and without workers', async () => {
    const input = { attribute, label, prediction, ...toAttribute, trials: 3, epochs: 3 };
    const expected = await predictability.leakage(input, here);
    const plain = await predictability.leakage({ ...input, patience: 1000 }, here);
    const spread = await predictability.leakage(input, { workers: 2 });
    expect(plain.trials).toEqual(expected.trials);
    expect(spread.trials).toEqual(expected.trials);
  });
});

describe('the outcome from the attribute (bias_amplification)', () => {
  test('is affected by a shift of the margin, with a note', async () => {
    const result = await predictability.leakage({ feature: attribute, label, prediction, epochs: 20 }, here);
    expect(result.direction).toBe('outcome-from-attribute');
    expect(result.definition).toMatch(/bias_amplification.*use the other direction/);
    expect(result.value).toBeGreaterThan(0.3);
    expect(result.marginal).toBeCloseTo(result.value, 1);
    expect(result.warnings.join()).toMatch(/A shift of the margin alone makes a leakage of 0\.3\d\d/);
  });

  test('has no note for equal margins', async () => {
    const { P, DBias, M2 } = predictability.dataCreator({ rows: 2048, error: 0.4, dataError: 0.1 });
    const result = await predictability.leakage({ feature: P, label: DBias, prediction: M2, epochs: 20 });
    expect(result.marginal).toBe(0);
    expect(result.warnings).toEqual([]);
  });

  test('has a note for numbers, too', async () => {
    const values = Float32Array.from({ length: 4000 }, (_, i) => Math.sin(i * i));
    const result = await predictability.leakage(
      { feature: { values, width: 2 }, label, prediction, epochs: 2, trials: 3 },
      here,
    );
    expect(result.marginal).toBeGreaterThan(0.3);
    expect(result.warnings.join()).toMatch(/margin/);
  });

  test('notes a feature without information', async () => {
    const { P, D, MUnbiased } = predictability.dataCreator({ rows: 512, error: 0.4 });
    const result = await predictability.leakage({ feature: P, label: D, prediction: MUnbiased, epochs: 20 });
    expect(result.warnings.join()).toMatch(/On predictions, attackers do worse .* without input/);
  });

  test('DPA names its direction', async () => {
    const both = { attribute, task: label, taskPrediction: prediction };
    const result = await predictability
      .dpaMetric({ epochs: 3, trials: 3 })
      .computeBiasAmp({ ...both, attributePrediction: attribute }, 'TtoA', here);
    expect(result.direction).toBe('TtoA');
    expect(result.definition).toMatch(/attributes from the task/);
  });
});

describe('columns that the direction does not use are rejected', () => {
  test.each([
    ['attribute', { feature: undefined, attribute }],
    ['attribute', { attribute }],
    ['feature', { direction: 'attribute-from-outcome' }],
    ['attribute', { direction: 'attribute-from-outcome', feature: undefined }],
    ['direction', { direction: 'AtoT' }],
    ['feature', { feature: undefined }],
  ])('%s', async (argument, wrong) => {
    const input = { feature: attribute, label, prediction, epochs: 1, trials: 1, ...wrong };
    await expect(predictability.leakage(misuse(input), here)).rejects.toMatchObject({
      name: 'FairwasmError',
      argument,
    });
  });
});
