// SPDX-License-Identifier: Apache-2.0
//
// Golden cases as data for the package, and numbers compared as chapter 8 of the definitions has it.

import { readFileSync } from 'node:fs';
import { fair } from '../support.mjs';

export function goldenCases(file) {
  return JSON.parse(
    readFileSync(new URL(`../../golden/bias/${file}.json`, import.meta.url), 'utf8'),
  );
}

/** The number that stands in a golden file, where NaN and infinities are text. */
export const toNumber = (value) => Number(value);

export function toMatrix({ shape: [, columns], bits }) {
  return { columns, bytes: Uint8Array.from(bits, Number) };
}

const prefixed = (prefix, count) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

/** An accumulator with the matrices of a golden input; `rows` takes only the first of them. */
export function countsOf({ A, A_pred, T, T_pred }, rows = A.shape[0]) {
  const counts = fair.cooccurrence({
    attributes: prefixed('a', A.shape[1]),
    tasks: prefixed('t', T.shape[1]),
    attributePrediction: A_pred !== undefined,
    taskPrediction: T_pred !== undefined,
  });
  const part = (matrix) => matrix && toMatrix(matrix).bytes.subarray(0, rows * matrix.shape[1]);
  counts.update({
    attribute: part(A),
    task: part(T),
    attributePrediction: part(A_pred),
    taskPrediction: part(T_pred),
  });
  return counts;
}

/** Relative for large numbers, absolute near 0; NaN equals NaN. */
export function expectClose(actual, expected, tolerance, what) {
  const wanted = toNumber(expected);
  if (Number.isNaN(wanted) && Number.isNaN(actual)) return;
  const distance = Math.abs(actual - wanted);
  if (distance <= tolerance * Math.max(1, Math.abs(wanted))) return;
  throw new Error(`${what}: expected ${wanted}, got ${actual}`);
}

export function expectAllClose(actual, expected, tolerance, what) {
  const [flatActual, flatExpected] = [actual, expected].map((values) => [...values].flat());
  expect(`${what}: ${flatActual.length} values`).toBe(`${what}: ${flatExpected.length} values`);
  flatActual.forEach((value, i) => {
    expectClose(value, flatExpected[i], tolerance, `${what}[${i}]`);
  });
}
