// SPDX-License-Identifier: Apache-2.0
//
// Unknown options and values are rejected with a suggestion.

import { misuse } from '../../misuse.mjs';
import { fair, predictability } from '../support.mjs';

const { P, DBias, M2 } = predictability.dataCreator({ rows: 64, error: 0.4 });
const columns = { feature: P, label: DBias, prediction: M2 };
const quick = { epochs: 1, trials: 2 };
const both = { attribute: P, task: DBias, taskPrediction: M2, attributePrediction: P };

const captioned = { human: ['a'], generated: ['b'], attribute: ['x'], objects: ['b'] };

/** @type {[what: string, call: (more: any) => Promise<unknown>][]} */
const calls = [
  ['leakage', (more) => predictability.leakage({ ...columns, ...quick, ...more })],
  ['leakageMetric', async (more) => predictability.leakageMetric(more)],
  ['columns', (more) => predictability.leakageMetric(quick).computeBiasAmp({ ...columns, ...more })],
  ['test', (more) => predictability.leakageMetric(quick).computeBiasAmp({ ...columns, test: { ...columns, ...more } })],
  ['run', (more) => predictability.leakageMetric(quick).computeBiasAmp(columns, more)],
  ['dpa', (more) => predictability.dpa({ ...both, ...quick, ...more })],
  ['dpaMetric', async (more) => predictability.dpaMetric(more)],
  ['columns', (more) => predictability.dpaMetric(quick).computeBiasAmp({ ...both, ...more }, 'AtoT')],
  ['attackers', async (more) => predictability.dpaMetric({ attackers: more })],
  ['attacker', (more) => predictability.leakage({ ...columns, ...quick, attacker: more })],
  ['denseAttacker', async (more) => predictability.denseAttacker({ inputs: 1, outputs: 1, ...more })],
  ['fit', (more) => predictability.denseAttacker({ inputs: 1, outputs: 1 }).fit([1], [1], more)],
  ['split', async (more) => predictability.leakageMetric().split(10, more)],
  ['dataCreator', async (more) => predictability.dataCreator(more)],
  [
    'exactLeakage',
    async (more) => {
      const tally = fair.tally({ label: true, prediction: true });
      tally.update({ label: [0, 1], prediction: [0, 1] });
      return predictability.exactLeakage(tally, more);
    },
  ],
  ['dbac', (more) => predictability.dbac({ ...captioned, ...more })],
  ['lic', (more) => predictability.lic({ human: ['a'], generated: ['b'], attribute: ['x'], ...more })],
];

test.each(calls)('%s rejects unknown options', async (what, call) => {
  await expect(call({ nonsense: 1 })).rejects.toMatchObject({
    name: 'FairwasmError',
    code: 'invalidArgument',
    argument: what,
  });
});

test.each([
  ['num_trials', 'trials', (more) => predictability.leakage({ ...columns, ...more })],
  ['eval_metric', 'metric', async (more) => predictability.leakageMetric(more)],
  ['attacker_model', 'attacker', async (more) => predictability.leakageMetric(more)],
  ['learning_rate', 'learningRate', async (more) => predictability.leakageMetric(more)],
  ['loss_function', 'loss', async (more) => predictability.leakageMetric(more)],
  ['attacker_AtoT', 'attackers', async (more) => predictability.dpaMetric(more)],
  ['N', 'rows', async (more) => predictability.dataCreator(more)],
  ['error_percent', 'error', async (more) => predictability.dataCreator(more)],
  ['numFirst', 'firstWidth', (more) => predictability.leakage({ ...columns, attacker: more })],
])('%s: did you mean %s?', async (name, meant, call) => {
  await expect(call({ [name]: 1 })).rejects.toThrow(`did you mean '${meant}'?`);
});

test('rejects text for booleans', () => {
  expect(() => predictability.dataCreator({ shuffle: misuse('false') })).toThrow(/shuffle: expected true or false/);
});

describe('weights are rejected', () => {
  test.each(['weight', 'weights', 'sampleWeight', 'sample_weight'])('as %s', async (name) => {
    const weighted = { [name]: new Float64Array(64).fill(2) };
    const expected = expect.objectContaining({ argument: name, code: 'invalidArgument' });
    await expect(predictability.leakage({ ...columns, ...weighted })).rejects.toEqual(expected);
    await expect(predictability.dpa({ ...both, ...weighted })).rejects.toEqual(expected);
    const metric = predictability.leakageMetric();
    await expect(metric.computeBiasAmp({ ...columns, ...weighted })).rejects.toEqual(expected);
    await expect(metric.computeBiasAmp({ ...columns, test: { ...columns, ...weighted } })).rejects.toEqual(expected);
  });

  test('in a tally', () => {
    const tally = fair.tally({ groups: ['g'], label: true, prediction: true });
    tally.update({ groups: { g: ['a', 'b'] }, label: [0, 1], prediction: [0, 1], weight: [1, 2] });
    expect(() => predictability.exactLeakage(tally)).toThrow(/without weights/);
  });
});

describe('targets must be categories', () => {
  const continuous = Float64Array.from(P, (value, row) => value + row / 7);

  test.each([
    ['label', { label: continuous, prediction: continuous }],
    ['label', { label: continuous, prediction: continuous, loss: 'mse', metric: 'mse' }],
    ['label', { label: DBias, prediction: continuous }], // a score instead of a prediction
    ['attribute', { feature: undefined, attribute: continuous, direction: 'attribute-from-outcome' }],
  ])('rejects continuous values of the %s', async (argument, wrong) => {
    const error = await predictability.leakage(misuse({ ...columns, ...quick, ...wrong })).catch((e) => e);
    expect(error).toMatchObject({ code: 'invalidArgument', argument });
    expect(error.message).toMatch(/bin continuous values/);
  });

  test('accepts integers and text in any format', async () => {
    const label = Array.from(DBias, (value) => `${value}`);
    await predictability.leakage({ ...columns, label, ...quick }, { workers: 0 });
  });

  test('rejects labels and predictions without common values', async () => {
    const label = Array.from(DBias, (value) => (value ? 'yes' : 'no'));
    const prediction = Array.from(M2, (value) => (value ? 'Y' : 'N'));
    const error = await predictability.leakage({ ...columns, label, prediction, ...quick }).catch((e) => e);
    expect(error).toMatchObject({ code: 'invalidArgument', argument: 'prediction' });
    expect(error.message).toMatch(/that also occur in the label/);
  });
});

describe('positional arguments of bias_amplification', () => {
  test('computeLeakage accepts normalized', () => {
    const metric = predictability.leakageMetric();
    expect(metric.computeLeakage(0.5, 0.7, true)).toBeCloseTo(1 / 6, 12);
    expect(predictability.dpaMetric().computeLeakage(0.5, 0.7, false)).toBeCloseTo(0.2, 12);
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 31])('rejects trial %p', async (trial) => {
    const metric = predictability.leakageMetric(quick);
    expect(() => metric.split(10, { trial })).toThrow(/trial/);
    await expect(metric.calcLeak(columns, trial)).rejects.toMatchObject({ argument: 'trial' });
  });
});

test('DPA names an invalid column in its own terms', async () => {
  const short = DBias.subarray(1);
  const metric = predictability.dpaMetric(quick);
  const getArgument = (columns, direction) =>
    metric.computeBiasAmp(columns, direction).catch(({ argument }) => argument);
  expect(await getArgument({ ...both, task: short }, 'AtoT')).toBe('task');
  expect(await getArgument({ ...both, attributePrediction: short }, 'TtoA')).toBe('attributePrediction');
  expect(await getArgument({ ...both, test: { ...both, taskPrediction: short } }, 'AtoT')).toBe('test.taskPrediction');
});
