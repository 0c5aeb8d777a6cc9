// SPDX-License-Identifier: Apache-2.0
//
// deel-lip's metrics on every recorded case: all elements, their mean and their sum, from float64 and from
// float32 scores. Where fairwasm refuses what the peer computes with, a rule says so by name, and
// docs/deviations.md says why.

import { readFileSync } from 'node:fs';
import { metrics } from 'fairwasm';
import { errorOf, fair } from '../support.mjs';

const golden = JSON.parse(
  readFileSync(new URL('../../golden/bias/deel_lip.json', import.meta.url), 'utf8'),
);

const number = (value) => (typeof value === 'string' ? Number(value) : value);
const isLabel = (value) => [-1, 0, 1].includes(value);
// The first row without exactly one positive, or -1.
const oddRow = ({ shape: [rows, classes], data }) =>
  Array.from({ length: rows }, (_, row) =>
    data.slice(row * classes, (row + 1) * classes),
  ).findIndex((row) => row.filter((value) => value === 1).length !== 1);

// Each rule: which inputs it is for, and the error that stands in the place of the peer's value.
const deviations = [
  {
    name: 'a row with two positives or none is an error that names the row',
    applies: ({ metric, y_true }) =>
      metric.startsWith('Categorical') && y_true.data.every(isLabel) && oddRow(y_true) >= 0,
    error: ({ y_true }) => ({ code: 'invalidArgument', argument: 'label', row: oddRow(y_true) }),
  },
  {
    name: 'labels other than 0 and 1, or -1 and 1, are an error',
    applies: ({ y_true }) => !y_true.data.every(isLabel),
    error: ({ y_true }) => {
      const first = y_true.data.findIndex((value) => !isLabel(value));
      return {
        code: 'invalidArgument',
        argument: 'label',
        row: Math.floor(first / (y_true.shape[1] ?? 1)),
      };
    },
  },
  {
    name: 'shapes that would broadcast are an error',
    applies: ({ y_true, y_pred }) => String(y_true.shape) !== String(y_pred.shape),
    error: () => ({ code: 'shapeMismatch', argument: 'label', row: undefined }),
  },
  {
    name: 'a Lipschitz constant that is not positive is an error',
    applies: ({ params }) => !(params.lip_const > 0),
    error: () => ({ code: 'invalidArgument', argument: 'lipConst', row: undefined }),
  },
];

const deviationOf = (input) => deviations.find(({ applies }) => applies(input));

function evaluate({ metric, params, y_true, y_pred }, Floats, reduction) {
  const { epsilon, lip_const, disjoint_neurons, negative_robustness, ...unknown } = params;
  expect(unknown).toEqual({});
  const method = `${metric[0].toLowerCase()}${metric.slice(1)}`;
  return fair.robustness[method]({
    label: { data: Floats.from(y_true.data), shape: y_true.shape },
    score: { data: Floats.from(y_pred.data.map(number)), shape: y_pred.shape },
    reduction,
    lipConst: lip_const,
    ...(epsilon === undefined ? {} : { epsilon }),
    ...(disjoint_neurons === undefined ? {} : { disjointNeurons: disjoint_neurons }),
    ...(negative_robustness === undefined ? {} : { negativeRobustness: negative_robustness }),
  });
}

// Infinite values must be equal, finite ones close.
function expectClose(actual, expected, tolerance) {
  if (!Number.isFinite(expected)) expect(actual).toBe(expected);
  else
    expect(Math.abs(actual - expected)).toBeLessThanOrEqual(
      tolerance * Math.max(1, Math.abs(expected)),
    );
}

const precisions = [
  ['f64', Float64Array, 1e-10],
  ['f32', Float32Array, 1e-6],
];

test('the golden file is whole', () => {
  expect(golden).toHaveLength(242);
  expect(golden.filter(({ input }) => deviationOf(input) === undefined)).toHaveLength(234);
});

test.each(golden.map((entry) => [entry.case, entry]))('%s', (_name, { input, expected }) => {
  const deviation = deviationOf(input);
  for (const [precision, Floats, tolerance] of precisions) {
    const { shape, per_element, mean, sum, ...unknown } = expected[precision];
    if (deviation) {
      for (const reduction of ['mean', 'sum', 'none']) {
        const { code, argument, row } = errorOf(() => evaluate(input, Floats, reduction));
        expect({ code, argument, row }).toEqual(deviation.error(input));
      }
      continue;
    }
    expect(unknown).toEqual({});
    const values = evaluate(input, Floats, 'none');
    expect(values).toHaveLength(shape.reduce((product, size) => product * size, 1));
    per_element.forEach((value, i) => {
      expectClose(values[i], number(value), tolerance);
    });
    expectClose(evaluate(input, Floats, 'mean'), number(mean), tolerance);
    expectClose(evaluate(input, Floats, 'sum'), number(sum), tolerance);
  }
});

test('the table of metrics has a row for each', () => {
  const rows = metrics.filter(({ kind }) => kind === 'certificate').map(({ name }) => name);
  const methods = new Set(golden.map(({ input }) => input.metric));
  expect(new Set(rows.map((name) => name[0].toUpperCase() + name.slice(1)))).toEqual(methods);
  for (const name of rows) expect(fair.robustness[name]).toBeInstanceOf(Function);
});
