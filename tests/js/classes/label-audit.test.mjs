// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { getError } from '../support.mjs';
import { classes, expectAlike, fair, getValues } from './support.mjs';

// Four rows whose values are computed by hand in tests/cpp/classes/labels_test.cpp.
const label = [
  [1, 0, 1],
  [0, 0, 0],
  [1, 1, 0],
  [1, 1, 1],
];
const prediction = [
  [1, 1, 0],
  [0, 0, 0],
  [1, 1, 0],
  [0, 1, 1],
];
const scores = [
  [0.9, 0.6, 0.6],
  [0.1, 0.2, 0.3],
  [0.8, 0.4, 0.5],
  [0.2, 0.7, 0.7],
];
const groups = { sex: ['f', 'm', 'f', 'm'] };
const four = { label, prediction, scores, groups };

test('computes values by group that match manual calculations', () => {
  const frame = classes.labels({ ...four, labels: ['cat', 'dog', 'fox'] }).frame('sex');
  const { values, byClass, confusion } = frame.overall;
  expect(values.subsetAccuracy.value).toBe(0.5);
  expect(values.hammingLoss.value).toBe(0.25);
  expect(values.microF1Score.value).toBeCloseTo(10 / 13, 14);
  expect(values.labelRankingAveragePrecision.value).toBeCloseTo((2 * 5) / 6 / 4 + 0.5, 14);
  expect(byClass.areaUnderCurve.dog.value).toBe(0.75);
  expect(confusion.cat).toEqual({ trueNegatives: 1, falsePositives: 0, falseNegatives: 1, truePositives: 2 });
  expect(frame.group({ sex: 'f' }).values.hammingLoss.value).toBeCloseTo(2 / 6, 14);
  expect(frame.spread('hammingLoss').difference.value).toBeCloseTo(2 / 6 - 1 / 6, 14);
  expect(frame.spread('jaccardIndex', 'cat').min.value).toBe(0);
});

test('a single label equals an audit of having that label', () => {
  const audit = classes.labels({ ...four, labels: ['cat', 'dog', 'fox'] });
  const own = audit.frame('sex').label('dog');
  const column = (table) => table.map((row) => row[1]);
  const binary = fair
    .audit({ label: column(label), prediction: column(prediction), groups, favorable: 1 })
    .frame('sex');
  expect(own.overall.rates).toEqual(binary.overall.rates);
  expect(own.spread('selectionRate')).toEqual(binary.spread('selectionRate'));
  expect(audit.label('dog').report().favorable).toEqual(['1']);
});

test('accepts named columns', () => {
  const columns = (table) => ({ cat: table.map(([each]) => each), dog: table.map(([, each]) => each) });
  const audit = classes.labels({ label: columns(label), prediction: columns(prediction), groups });
  expect(audit.labels).toEqual(['cat', 'dog']);
  expect(audit.frame([]).metrics).not.toContain('coverageError');
  expect(classes.labels(four).labels).toEqual(['0', '1', '2']);
});

const bits = fc.tuple(fc.nat(1), fc.nat(1), fc.nat(1));
const getRows = fc.array(
  fc.record({
    label: bits,
    prediction: bits,
    scores: fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4)),
    group: fc.constantFrom('x', 'y'),
    weight: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 1, maxLength: 30 },
);
const getColumns = (rows) => ({
  label: rows.map((row) => row.label),
  prediction: rows.map((row) => row.prediction),
  scores: rows.map((row) => row.scores),
  groups: { group: rows.map(({ group }) => group) },
  weight: rows.map(({ weight }) => weight),
});

test('treats weights as repetitions, and ignores the order of rows', () => {
  fc.assert(
    fc.property(getRows, (rows) => {
      const one = classes.labels({ ...getColumns(rows), uncertainty: false }).frame('group');
      const repeated = rows.flatMap((row) => Array(row.weight).fill({ ...row, weight: 1 }));
      const other = classes.labels({ ...getColumns(repeated.reverse()), uncertainty: false });
      expectAlike(getValues(one), getValues(other.frame('group')));
    }),
    { numRuns: 40 },
  );
});

test('every interval contains its value, and missing intervals have a reason', () => {
  fc.assert(
    fc.property(getRows, (rows) => {
      const frame = classes.labels(getColumns(rows)).frame('group');
      const estimates = [frame.overall, ...frame.groups].flatMap(({ values, byClass }) => [
        ...Object.entries(values).map(([name, each]) => ({ name, ...each })),
        ...Object.entries(byClass).flatMap(([name, list]) => Object.values(list).map((each) => ({ name, ...each }))),
      ]);
      for (const { name, value, ci, warning, reason } of estimates) {
        if (ci) expect([name, ci[0] <= value && value <= ci[1]]).toEqual([name, true]);
        else if (Number.isNaN(value)) expect(reason).toMatch(/\w/);
        else expect([name, warning]).toEqual([name, expect.stringMatching(/no interval/)]);
      }
    }),
    { numRuns: 40 },
  );
});

test.each([
  ['label', { ...four, label: [[1, 0, 2], ...label.slice(1)] }, 0, /0 or 1/],
  ['prediction', { ...four, prediction: [...prediction.slice(1), [0.5, 0, 0]] }, 3, /0 or 1/],
  ['prediction', { ...four, prediction: prediction.slice(1) }, undefined, /4 rows of 3/],
  ['scores', { ...four, scores: scores.map(([a, b]) => [a, b]) }, undefined, /4 rows of 3/],
  ['weight', { ...four, weight: [1, 1, 1] }, undefined, /4 rows/],
  ['sex', { ...four, groups: { sex: ['f'] } }, undefined, /4 rows/],
  ['labels', { ...four, sampleWeight: [1] }, undefined, /did you mean 'weight'/],
  ['rows', { label: [], prediction: [], groups: {} }, undefined, /at least one row/],
])('rejects input that it cannot audit, naming %s', (argument, input, row, message) => {
  const error = getError(() => classes.labels(input));
  expect(error).toMatchObject({ name: 'FairwasmError', argument });
  expect(error.row).toBe(row);
  expect(error.message).toMatch(message);
});

test('rejects unknown attributes and labels', () => {
  const audit = classes.labels(four);
  expect(getError(() => audit.frame('sexx')).message).toMatch(/did you mean 'sex'/);
  expect(getError(() => audit.label('9')).argument).toBe('label');
});
