// SPDX-License-Identifier: Apache-2.0
//
// Behavior of AIF360's utility functions that golden values do not show.

import {
  computeBooleanConditioningVector,
  computeDistance,
  computeNumGenTFPN,
  computeNumInstances,
  computeNumPosNeg,
  computeNumTFPN,
} from 'fairwasm/aif360';
import { eightRows, getError } from '../support.mjs';

const women = [{ sex: 'f' }];

test('conditions on columns of every kind', () => {
  const { groups } = eightRows();
  const coded = { sex: { codes: Uint8Array.from([0, 1, 0, 1, 0, 1, 0, 1]), categories: ['f', 'm'] } };
  const expected = Uint8Array.from([1, 0, 1, 0, 1, 0, 1, 0]);
  expect(computeBooleanConditioningVector(groups, women)).toEqual(expected);
  expect(computeBooleanConditioningVector(coded, women)).toEqual(expected);
  expect(computeBooleanConditioningVector({ age: [1, 2.5] }, [{ age: 2.5 }])).toEqual(Uint8Array.of(0, 1));
  expect(computeBooleanConditioningVector({ age: [1, null] }, [{ age: Number.NaN }])).toEqual(Uint8Array.of(0, 0));
});

test('splits all rows into a group and the rest', () => {
  const rows = eightRows();
  const men = [{ sex: 'm' }];
  expect(computeNumInstances(rows, women) + computeNumInstances(rows, men)).toBe(11);
  expect(computeNumPosNeg(rows, 1, women)).toBe(2.5);
  const { TP, FP, TN, FN } = computeNumTFPN(rows, { favorable: 1, unfavorable: 0 });
  expect(TP + FP + TN + FN).toBe(computeNumInstances(rows));
  const { GTP, GFN } = computeNumGenTFPN(rows, { favorable: 1, unfavorable: 0 });
  expect(GTP + GFN).toBeCloseTo(computeNumPosNeg(rows, 1), 12);
});

test('names missing and short columns in errors', () => {
  const { groups, label } = eightRows();
  expect(getError(() => computeNumPosNeg({ groups }, 1))).toMatchObject({ argument: 'label' });
  expect(getError(() => computeNumGenTFPN({ groups, label }, { favorable: 1, unfavorable: 0 }))).toMatchObject({
    argument: 'score',
  });
  expect(getError(() => computeNumInstances({ groups, weight: [1] }))).toMatchObject({ argument: 'weight' });
  expect(getError(() => computeDistance([[1]], [[1], [2]], {}, () => 0))).toMatchObject({ argument: 'distorted' });
});
