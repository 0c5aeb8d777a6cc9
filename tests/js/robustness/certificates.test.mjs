// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getError, robustness } from '../support.mjs';

const rows = fc
  .array(
    fc.record({
      // Eighths, whose sums are exact in any order.
      score: fc.array(
        fc.integer({ min: -40, max: 40 }).map((n) => n / 8),
        { minLength: 3, maxLength: 3 },
      ),
      label: fc.integer({ min: 0, max: 2 }),
      sex: fc.constantFrom('f', 'm', null),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((records) => ({
    score: records.map(({ score }) => score),
    label: records.map(({ label }) => label),
    groups: { sex: records.map(({ sex }) => sex) },
  }));

const options = { lipConst: 1, classes: 3, epsilons: [0.25, 1], groups: ['sex'] };
const part = ({ score, label, groups }, first, last) => ({
  score: score.slice(first, last),
  label: label.slice(first, last),
  groups: { sex: groups.sex.slice(first, last) },
});
const getCertificates = (...batches) => {
  const certificates = robustness.certificates(options);
  for (const batch of batches) certificates.update(batch);
  return certificates;
};
const getSummary = (certificates) => certificates.compute({ replicates: 20 });

test('batches, merged parts, and permuted rows equal one pass', () => {
  fc.assert(
    fc.property(rows, fc.nat(), (all, at) => {
      const n = all.label.length;
      const cut = at % (n + 1);
      const whole = getSummary(getCertificates(all));
      const [head, tail] = [part(all, 0, cut), part(all, cut, n)];
      expect(getSummary(getCertificates(head, tail))).toEqual(whole);
      const merged = getCertificates(head);
      merged.merge(getCertificates(tail));
      expect(getSummary(merged)).toEqual(whole);
      const restored = robustness.certificatesFromBytes(merged.toBytes());
      expect(getSummary(restored)).toEqual(whole);
      // The order of rows changes the order of categories and the bootstrap's draws, but no value.
      const values = (certificates) =>
        certificates
          .compute({ replicates: 0 })
          .groups.map(({ name, rows, ...rest }) => [
            name,
            rows,
            rest.curve,
            ...[rest.accuracy, rest.averageRobustness, rest.signedRobustness, rest.halfRadius].map(
              ({ value }) => value,
            ),
          ]);
      expect(values(getCertificates(tail, head))).toEqual(values(getCertificates(all)));
    }),
    { numRuns: 40 },
  );
});

test('the summary of all rows equals the metrics', () => {
  fc.assert(
    fc.property(rows, fc.boolean(), ({ score, label }, disjointNeurons) => {
      const settings = { lipConst: 0.5, disjointNeurons };
      const certificates = robustness.certificates({ classes: 3, epsilons: [0.25], ...settings });
      certificates.update({ score, label });
      const { overall, groups } = certificates.compute({ replicates: 0 });
      const input = { score, label, ...settings };
      expect(groups).toEqual([]);
      expect(overall.certifiedAccuracy[0].value).toBe(
        robustness.categoricalProvableRobustAccuracy({ ...input, epsilon: 0.25 }),
      );
      expect(overall.accuracy.value).toBe(robustness.categoricalProvableRobustAccuracy({ ...input, epsilon: 0 }));
      expect(overall.averageRobustness.value).toBe(robustness.categoricalProvableAvgRobustness(input));
      expect(overall.signedRobustness.value).toBe(
        robustness.categoricalProvableAvgRobustness({ ...input, negativeRobustness: true }),
      );
    }),
    { numRuns: 30 },
  );
});

test('one-hot labels, indices, shapes, and float32 are equivalent', () => {
  const score = [
    [1, 0.5, 0],
    [0, 0.25, 2],
    [3, 1, 1],
  ];
  const flat = score.flat();
  const expected = Float64Array.of(0.25, -0.875, 1);
  const inputs = [
    { score, label: [0, 1, 0] },
    { score, label: Uint8Array.of(0, 1, 0) },
    { score, label: ['0', '1', '0'] },
    { score: { data: Float32Array.from(flat), shape: [3, 3] }, label: Uint32Array.of(0, 1, 0) },
    {
      score: { data: flat, shape: [3, 3] },
      label: [
        [1, -1, -1],
        [-1, 1, -1],
        [1, -1, -1],
      ],
    },
    {
      score: score.map((row) => Float64Array.from(row)),
      label: { data: Uint8Array.of(1, 0, 0, 0, 1, 0, 1, 0, 0), shape: [3, 3] },
    },
  ];
  for (const input of inputs) {
    expect(
      robustness.categoricalProvableAvgRobustness({
        ...input,
        lipConst: 1,
        reduction: 'none',
        negativeRobustness: true,
      }),
    ).toEqual(expected);
  }
});

test('counts rows beyond one chunk, and names the row in errors', () => {
  const n = 20_000;
  const data = new Float64Array(n * 10);
  const label = new Uint8Array(n);
  for (let row = 0; row < n; row++) {
    label[row] = row % 10;
    data[row * 10 + (row % 10)] = 1 + (row % 2);
  }
  const input = { score: { data, shape: [n, 10] }, label, lipConst: 1 };
  expect(robustness.categoricalProvableAvgRobustness(input)).toBe(0.75);
  expect(robustness.categoricalProvableAvgRobustness({ ...input, reduction: 'none' })[n - 1]).toBe(1);
  label[17_000] = 10;
  expect(getError(() => robustness.categoricalProvableAvgRobustness(input))).toMatchObject({
    code: 'invalidArgument',
    argument: 'label',
    row: 17_000,
  });
});

test('a failed update changes nothing, including categories', () => {
  const certificates = getCertificates({ score: [[1, 0, 0]], label: [0], groups: { sex: ['f'] } });
  const before = certificates.toBytes();
  const bad = {
    score: [
      [1, 0, 0],
      [1, 0, Number.NaN],
    ],
    label: [0, 0],
    groups: { sex: ['x', 'y'] },
  };
  expect(getError(() => certificates.update(bad))).toMatchObject({ argument: 'score', row: 1 });
  expect(certificates.toBytes()).toEqual(before);
  expect(certificates.groups).toEqual([{ name: 'sex', categories: ['f'] }]);
  certificates.update({ score: [[1, 0, 0]], label: [0], groups: { sex: ['m'] } });
  expect(certificates.compute({ replicates: 0 }).groups.map(({ name }) => name)).toEqual(['f', 'm']);
});

const oneRow = { score: [[1, 0, 0]], label: [0] };
test.each([
  ['no groups', { ...oneRow }, 'invalidArgument', 'sex'],
  ['a short group column', { ...oneRow, groups: { sex: [] } }, 'shapeMismatch', 'sex'],
  ['an unknown group', { ...oneRow, groups: { sex: ['f'], age: [1] } }, 'invalidArgument', 'age'],
  ['different classes', { score: [[1, 0]], label: [0], groups: { sex: ['f'] } }, 'shapeMismatch', 'score'],
  ['ragged rows', { score: [[1, 0, 0], [1]], label: [0, 0] }, 'shapeMismatch', 'score'],
  ['text in a matrix', { score: [['1', 0, 0]], label: [0] }, 'invalidArgument', 'score'],
  ['a matrix instead of a column of labels', { score: [[1, 0, 0]], label: [[0]] }, 'shapeMismatch', 'label'],
  ['a column of scores', { score: [1, 2, 3], label: [0, 1, 2] }, 'shapeMismatch', 'score'],
  ['fractions as labels', { score: [[1, 0, 0]], label: [0.5] }, 'invalidArgument', 'label'],
  ['negative labels', { score: [[1, 0, 0]], label: [-1] }, 'invalidArgument', 'label'],
  ['a wrong shape', { score: { data: [1, 2], shape: [1, 3] }, label: [0] }, 'shapeMismatch', 'score'],
  ['a string as the shape', { score: { data: [1, 2, 3], shape: 'x' }, label: [0] }, 'shapeMismatch', 'score'],
])('rejects %s', (_name, batch, code, argument) => {
  expect(getError(() => getCertificates(batch))).toMatchObject({ code, argument });
});

test.each([
  ['lipConst', { lipConst: 0 }],
  ['lipConst', { lipConst: Number.POSITIVE_INFINITY }],
  ['lipConst', { lipConst: 'much' }],
  ['epsilon', { epsilons: [-1] }],
  ['classes', { classes: 1 }],
])('rejects %s %j', (argument, settings) => {
  expect(getError(() => robustness.certificates(misuse({ lipConst: 1, ...settings })))).toMatchObject({
    code: 'invalidArgument',
    argument,
  });
});

test('binary scores of any shape require labels of that shape', () => {
  const column = { score: [0.5, -1], label: [1, 0], lipConst: 1 };
  expect(robustness.binaryProvableAvgRobustness(column)).toBe(0.75);
  const matrix = { score: [[0.5], [-1]], label: [[1], [0]], lipConst: 1 };
  expect(robustness.binaryProvableAvgRobustness(matrix)).toBe(0.75);
  const mixed = { score: [[0.5], [-1]], label: [1, 0], lipConst: 1 };
  expect(getError(() => robustness.binaryProvableAvgRobustness(mixed)).code).toBe('shapeMismatch');
});

test('differences between groups have intervals and reasons', () => {
  const certificates = robustness.certificates({ lipConst: 1, epsilons: [0.5], groups: ['sex'] });
  certificates.update({
    score: [1, 1, 1, 1, 0.2, 0.2, 0.2, -1],
    label: Array(8).fill(1),
    groups: { sex: [...'ffffmmmm'] },
  });
  const { differences, groups, by } = certificates.compute();
  expect(by).toEqual(['sex']);
  expect(groups.map(({ categories }) => categories)).toEqual([{ sex: 'f' }, { sex: 'm' }]);
  // Newcombe's interval of 4 of 4 minus 0 of 4: Wilson's intervals end at 0.5101 and 0.4899.
  const [certified] = differences.certifiedAccuracy;
  expect(certified).toMatchObject({ epsilon: 0.5, value: 1 });
  expect(present(certified.ci)[0]).toBeCloseTo(1 - Math.hypot(0.4898907, 0.4898907), 6);
  expect(present(certified.ci)[1]).toBe(1);
  expect(differences.accuracy.value).toBe(0.25);
  expect(present(differences.accuracy.ci)[0]).toBe(0);
  expect(present(differences.accuracy.ci)[1]).toBeGreaterThan(0.25);
  const empty = robustness.certificates({ lipConst: 1 }).compute();
  expect(empty.overall.accuracy).toMatchObject({ value: Number.NaN, reason: 'no rows' });
});

test('summaries reject invalid numbers of replicates and seeds', () => {
  const certificates = robustness.certificates({ lipConst: 1 });
  for (const settings of [{ replicates: -1 }, { replicates: 0.5 }, { seed: Number.NaN }]) {
    expect(getError(() => certificates.compute(settings)).argument).toBe(Object.keys(settings)[0]);
  }
  expect(getError(() => certificates.compute({ by: 'age' })).argument).toBe('attribute');
});

test('gives means of few radii the interval of Student', () => {
  const certificates = robustness.certificates({ lipConst: 1 });
  certificates.update({ label: [1, 1, 1], score: [1, 2, 3] });
  const { signedRobustness } = certificates.compute({ replicates: 0 }).overall;
  const [low, high] = present(signedRobustness.ci);
  const quantile = 4.302652729911275; // of 2 degrees of freedom
  expect(low).toBeCloseTo(2 - quantile / Math.sqrt(3), 6);
  expect(high).toBeCloseTo(2 + quantile / Math.sqrt(3), 6);
});
