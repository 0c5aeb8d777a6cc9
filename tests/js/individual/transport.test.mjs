// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { getError, individual } from '../support.mjs';

const truth = [0, 0, 1, 1];
const scores = [0.1, 0.2, 0.3, 0.4];

test('the distance of a column to itself is 0', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1 }), (column) => {
      expect(individual.otDistance(column, column, { mode: 'continuous' })).toBeCloseTo(0, 12);
    }),
  );
});

test('a cost matrix of distances equals the closed form', () => {
  const column = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 2, maxLength: 25 });
  fc.assert(
    fc.property(column, column, (a, b) => {
      const share = (values) => values.map((value) => value / values.reduce((x, y) => x + y, 0));
      const costMatrix = share(a).map((x) => share(b).map((y) => Math.abs(x - y)));
      const closed = individual.otDistance(a, b, { mode: 'continuous' });
      expect(individual.otDistance(a, b, { mode: 'continuous', costMatrix })).toBeCloseTo(closed, 10);
    }),
  );
});

test('matches text labels by their text', () => {
  const text = truth.map((label) => (label ? 'yes' : 'no'));
  for (const [label, name] of [
    [0, 'no'],
    [1, 'yes'],
  ]) {
    expect(individual.otDistance(text, scores, { favorableValue: name })).toBe(
      individual.otDistance(truth, scores, { favorableValue: label }),
    );
  }
  expect(individual.otDistance(text, scores)).toBe(individual.otDistance(truth, scores));
  expect(individual.otDistance(text, null, { favorableValue: 'low' })).toBe(
    individual.otDistance(truth, null, { favorableValue: 0 }),
  );
});

test('returns records for groups and classes', () => {
  const byGroup = individual.otDistance(truth, scores, { protAttr: ['a', 'b', 'a', 'b'] });
  expect(Object.keys(byGroup)).toEqual(['a', 'b']);
  expect(byGroup.a).toBe(individual.otDistance([0, 1], [0.1, 0.3]));
  const classes = { 0: scores, 1: [...scores].reverse() };
  const byClass = individual.otDistance(truth, classes, { mode: 'nominal' });
  expect(byClass[1]).toBe(individual.otDistance([0, 0, 1, 1], [...scores].reverse()));
});

test('rejects invalid arguments', () => {
  const call = (...input) => getError(() => misuse(individual).otDistance(...input));
  expect(call(truth, scores, { mode: 'some' })).toMatchObject({ argument: 'mode' });
  expect(call(truth, scores, { favorableValue: 7 })).toMatchObject({ argument: 'favorableValue' });
  expect(call([0, 1, 2, 2], scores)).toMatchObject({ argument: 'groundTruth' });
  expect(call(truth, null, { mode: 'nominal' })).toMatchObject({ argument: 'classifier' });
  expect(call(truth, { 0: scores }, { mode: 'nominal' })).toMatchObject({ argument: 'classifier' });
  expect(call(truth, { 0: scores, 1: scores })).toMatchObject({ argument: 'classifier' });
  expect(call(truth, scores, { costMatrix: [[1]] })).toMatchObject({ argument: 'costMatrix' });
  expect(call([1, 1], [0.1, 0.2], { protAttr: [0, 1] })).toMatchObject({ argument: 'groundTruth' });
  expect(call(truth, scores, { protAttr: [0, 1] })).toMatchObject({ code: 'shapeMismatch' });
  expect(call(truth, [0.1, 0.2], { protAttr: [0, 1, 0, 1] })).toMatchObject({ code: 'shapeMismatch' });
});
