// SPDX-License-Identifier: Apache-2.0
//
// Custom attackers: objects with fit and predict, and networks whose layers are reused.

import { present } from '../../present.mjs';
import { predictability } from '../support.mjs';

const here = { workers: 0 };
const { P, DBias, M2 } = predictability.dataCreator({ rows: 512, error: 0.4, dataError: 0.1, shuffle: true });
const columns = { feature: P, label: DBias, prediction: M2 };

/** A table of means by input. */
function tableAttacker() {
  const calls = { fit: 0, predict: 0 };
  let means = new Map();
  const key = (values, row, width) => values.subarray(row * width, (row + 1) * width).join();
  return {
    calls,
    async fit(inputs, targets, widths) {
      calls.fit++;
      const sums = new Map();
      for (let row = 0; row < targets.length / widths.outputs; row++) {
        const at = key(inputs, row, widths.inputs);
        const [count, ...sum] = sums.get(at) ?? [0, ...new Array(widths.outputs).fill(0)];
        const target = targets.subarray(row * widths.outputs, (row + 1) * widths.outputs);
        sums.set(at, [count + 1, ...sum.map((value, i) => value + target[i])]);
      }
      means = new Map([...sums].map(([at, [n, ...sum]]) => [at, sum.map((value) => value / n)]));
    },
    predict(inputs, { inputs: width, outputs }) {
      calls.predict++;
      return Array.from(
        { length: inputs.length / width },
        (_, row) => means.get(key(inputs, row, width)) ?? new Array(outputs).fill(0),
      ).flat();
    },
  };
}

describe('fit and predict', () => {
  test('a table of counts attains the exact limit', async () => {
    const attacker = tableAttacker();
    const result = await predictability.leakage({ ...columns, attacker, trials: 30 }, here);
    expect(attacker.calls).toEqual({ fit: 60, predict: 60 });
    const { exact } = result;
    expect(Math.abs(result.value - present(exact).leakage)).toBeLessThan(
      (4 * present(exact).leakageSpread) / Math.sqrt(30),
    );
    expect(result.warnings).toEqual([]);
  });

  test('get the rows and scores of the built-in attackers', async () => {
    // Both give the same answers if the feature determines them: three of four labels equal it.
    const label = P.map((value, row) => (row % 4 ? value : 1 - value));
    const test = { feature: P, label, prediction: P };
    const attacker = tableAttacker();
    const options = { trials: 3, epochs: 60 };
    const own = await predictability.leakage({ ...test, attacker, trials: 3 }, here);
    const built = await predictability.leakage({ ...test, ...options }, here);
    expect(own.trials).toEqual(built.trials);
    const ownGiven = await predictability.leakage({ ...test, test, attacker, trials: 3 }, here);
    const builtGiven = await predictability.leakage({ ...test, test, ...options }, here);
    expect(ownGiven.trials).toEqual(builtGiven.trials);
  });

  test('support multiclass labels, the attribute, and metrics as functions', async () => {
    const attribute = Array.from(P, (value, row) => (row % 3 === 0 ? 'other' : value ? 'm' : 'f'));
    const shares = (outputs, targets) => outputs.reduce((sum, p, i) => sum + p * targets[i], 0) / (targets.length / 3);
    const result = await predictability.leakage(
      {
        direction: 'attribute-from-outcome',
        attribute,
        label: attribute.map((_, row) => (row % 2 ? 'a' : 'b')),
        prediction: attribute.map((each) => (each === 'm' ? 'a' : 'b')),
        attacker: tableAttacker(),
        metric: shares,
        trials: 2,
      },
      here,
    );
    for (const { lambdaD, lambdaM } of result.trials) {
      expect(lambdaD).toBeCloseTo(1 / 3, 1);
      expect(lambdaM).toBeGreaterThan(0.5);
    }
  });

  test('support progress, trials, and cancellation', async () => {
    const seen = [];
    const told = [];
    await predictability
      .leakageMetric({ attacker: tableAttacker(), trials: 4 })
      .computeBiasAmp(columns, {
        onProgress: ({ done }) => seen.push(done),
        onTrial: (_trial, index) => told.push(index),
      });
    expect(seen).toEqual([0.25, 0.5, 0.75, 1]);
    expect(told).toEqual([0, 1, 2, 3]);
    const controller = new AbortController();
    const run = { signal: controller.signal, onProgress: () => controller.abort() };
    await expect(predictability.leakage({ ...columns, attacker: tableAttacker() }, run)).rejects.toThrow(/abort/i);
  });

  test.each([
    ['epochs', { epochs: 5 }],
    ['learningRate', { learningRate: 0.1 }],
    ['warmStart', { warmStart: true }],
    ['trials', { trials: 0 }],
    ['attacker.predict', { attacker: { fit() {}, predict: () => [1] } }],
    ['attacker.predict', { attacker: { fit() {}, predict: () => undefined } }],
    ['attacker.predict', { attacker: { fit() {}, predict: (inputs) => inputs.map(() => Number.NaN) } }],
  ])('rejects %s', async (argument, wrong) => {
    const input = { ...columns, attacker: tableAttacker(), ...wrong };
    await expect(predictability.leakage(input, here)).rejects.toMatchObject({ name: 'FairwasmError', argument });
  });
});

describe('a denseAttacker', () => {
  test('provides its layers', async () => {
    const attacker = predictability.denseAttacker({ inputs: 1, outputs: 1, widths: [4, 3] });
    const options = { epochs: 3, trials: 2 };
    const own = await predictability.leakage({ ...columns, attacker, ...options }, here);
    const layers = await predictability.leakage({ ...columns, attacker: { widths: [4, 3] }, ...options }, here);
    const simple = await predictability.leakage({ ...columns, ...options }, here);
    expect(own.trials).toEqual(layers.trials);
    expect(own.trials).not.toEqual(simple.trials);
  });

  test('must match the columns', async () => {
    const attacker = predictability.denseAttacker({ inputs: 2, outputs: 1 });
    await expect(predictability.leakage({ ...columns, attacker }, here)).rejects.toMatchObject({
      code: 'shapeMismatch',
      argument: 'attacker',
    });
  });
});
