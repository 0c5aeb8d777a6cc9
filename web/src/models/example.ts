// SPDX-License-Identifier: Apache-2.0
//
// An example without files: the applicants of a lesson, and a logistic regression that is fitted to the decisions about
// them and written as an ONNX file.

import { decide, people } from '../learn/applicants.js';

const lottery = 0.2; // without decisions by lottery, the classes would be separable and the weights infinite
const seed = 1;

/** The rows and the model. */
export function modelExample(): { table: File; model: File } {
  const decisions = decide(lottery, seed);
  const rounded = people.map(({ income, debt }) => [
    Number(income.toFixed(3)),
    Number(debt.toFixed(3)),
  ]);
  const lines = people.map(({ group }, i) =>
    [group, ...(rounded[i] as number[]), decisions[i]].join(),
  );
  const weights = fitLogistic(
    rounded.map((features) => [1, ...features]),
    decisions,
  );
  return {
    table: new File([['group,income,debt,loan', ...lines].join('\n')], 'applicants (invented).csv'),
    model: new File([writeLogistic(weights)], 'logistic regression.onnx'),
  };
}

const maxSteps = 50;

/** Maximum-likelihood weights by Newton's method. */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  labels: readonly number[],
): number[] {
  const width = rows[0]?.length ?? 0;
  let weights = Array.from({ length: width }, () => 0);
  for (let step = 0; step < maxSteps; step++) {
    const gradient = weights.map(() => 0);
    const hessian = weights.map(() => weights.map(() => 0));
    rows.forEach((row, r) => {
      const score =
        1 / (1 + Math.exp(-row.reduce((sum, x, i) => sum + x * (weights[i] as number), 0)));
      row.forEach((x, i) => {
        gradient[i] = (gradient[i] as number) + ((labels[r] as number) - score) * x;
        row.forEach((y, j) => {
          const line = hessian[i] as number[];
          line[j] = (line[j] as number) + score * (1 - score) * x * y;
        });
      });
    });
    const change = solve(hessian, gradient);
    weights = weights.map((weight, i) => weight + (change[i] as number));
    if (Math.max(...change.map(Math.abs)) < 1e-10) break;
  }
  return weights;
}

/** Solves a system with a positive definite matrix by elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] as number]);
  rows.forEach((row, i) => {
    const pivot = row[i] as number;
    rows.forEach((other, k) => {
      if (k === i) return;
      const factor = (other[i] as number) / pivot;
      row.forEach((value, j) => {
        other[j] = (other[j] as number) - factor * value;
      });
    });
  });
  return rows.map((row, i) => (row.at(-1) as number) / (row[i] as number));
}

/** An ONNX file: sigmoid(x w + b). Format: onnx.proto, IR version 8, opset 17. */
function writeLogistic([bias = 0, ...weights]: readonly number[]): Uint8Array<ArrayBuffer> {
  const node = (operator: string, inputs: readonly string[], output: string) =>
    part(1, [...inputs.map((name) => text(1, name)), text(2, output), text(4, operator)]);
  const weight = (name: string, dims: readonly number[], values: readonly number[]) =>
    part(5, [
      ...dims.map((dim) => whole(1, dim)),
      whole(2, float32),
      text(8, name),
      part(9, [[...new Uint8Array(Float32Array.from(values).buffer)]]),
    ]);
  const value = (field: number, name: string, width: number) => {
    const shape = part(2, [part(1, [text(2, 'rows')]), part(1, [whole(1, width)])]);
    return part(field, [text(1, name), part(2, [part(1, [whole(1, float32), shape])])]);
  };
  const graph = [
    node('Gemm', ['x', 'weights', 'bias'], 'logit'),
    node('Sigmoid', ['logit'], 'probability'),
    text(2, 'logistic regression'),
    weight('weights', [weights.length, 1], weights),
    weight('bias', [1], [bias]),
    value(11, 'x', weights.length),
    value(12, 'probability', 1),
  ];
  return Uint8Array.from(
    [whole(1, 8), text(2, 'fairwasm'), part(7, graph), part(8, [whole(2, 17)])].flat(),
  );
}

const float32 = 1;

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

const whole = (field: number, value: number) => [...varint(field * 8), ...varint(value)];
const part = (field: number, parts: readonly (readonly number[])[]) => {
  const bytes = parts.flat();
  return [...varint(field * 8 + 2), ...varint(bytes.length), ...bytes];
};
const text = (field: number, content: string) =>
  part(field, [[...new TextEncoder().encode(content)]]);
