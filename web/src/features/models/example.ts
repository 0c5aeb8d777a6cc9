// SPDX-License-Identifier: Apache-2.0
//
// An example without files: the applicants of a lesson, and a logistic regression on the decisions about them as an
// ONNX file.

import { decide, people } from '../learn/applicants.js';

const lottery = 0.2; // without decisions by lottery, the classes would be separable and the weights infinite
const seed = 1;

/** The maximum-likelihood estimates for the rows of {@link modelExample}: intercept, income, and debt. */
export const weights = [0.302433, 5.081413, -5.695282] as const;

/** The rows and the model. */
export function modelExample(): { table: File; model: File } {
  const decisions = decide(lottery, seed);
  const lines = people.map(({ group, income, debt }, i) =>
    [group, Number(income.toFixed(3)), Number(debt.toFixed(3)), decisions[i]].join(),
  );
  return {
    table: new File([['group,income,debt,loan', ...lines].join('\n')], 'applicants (invented).csv'),
    model: new File([writeLogistic(weights)], 'logistic regression.onnx'),
  };
}

/** An ONNX file: sigmoid(x w + b). Format: onnx.proto, IR version 8, opset 17. */
function writeLogistic([bias = 0, ...slopes]: readonly number[]): Uint8Array<ArrayBuffer> {
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
    weight('weights', [slopes.length, 1], slopes),
    weight('bias', [1], [bias]),
    value(11, 'x', slopes.length),
    value(12, 'probability', 1),
  ];
  return Uint8Array.from([whole(1, 8), text(2, 'fairwasm'), part(7, graph), part(8, [whole(2, 17)])].flat());
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
const text = (field: number, content: string) => part(field, [[...new TextEncoder().encode(content)]]);
