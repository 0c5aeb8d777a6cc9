// SPDX-License-Identifier: Apache-2.0
//
// What a network gives for rows of inputs. In JavaScript, as a file is read once and its reading takes longer.

import type { Activation } from 'fairwasm';
import { countOf, kernelOf, type Layer, type Step } from './network.js';

/** What can follow a layer here, where scores are computed. */
export const activations = {
  relu: (x: number) => Math.max(0, x),
  tanh: Math.tanh,
  sigmoid: (x: number) => 1 / (1 + Math.exp(-x)),
  identity: (x: number) => x,
} as const satisfies Partial<Record<Activation, (x: number) => number>>;

export type KnownActivation = keyof typeof activations;

/**
 * The outputs for rows of inputs, row after row; those of pictures are ordered by channel, row and column. After the
 * last layer no activation follows.
 */
export function scoresOf(
  steps: readonly Step<Layer>[],
  activation: KnownActivation,
  inputs: Float64Array,
): Float64Array {
  const activate = activations[activation];
  return steps.reduce((values, step, i) => {
    const sums = step.window ? convolve(step, values) : multiply(step, values);
    return i < steps.length - 1 ? sums.map(activate) : sums;
  }, inputs);
}

function multiply({ layer: { weights, bias }, takes, gives }: Step<Layer>, inputs: Float64Array) {
  const [width, outputs] = [countOf(takes), countOf(gives)];
  const rows = inputs.length / width;
  const sums = new Float64Array(rows * outputs);
  for (let row = 0; row < rows; row++) {
    for (let out = 0; out < outputs; out++) {
      let sum = bias?.data[out] ?? 0;
      for (let i = 0; i < width; i++) {
        sum += (weights.data[out * width + i] as number) * (inputs[row * width + i] as number);
      }
      sums[row * outputs + out] = sum;
    }
  }
  return sums;
}

// As networks have it, without turning the kernel around.
function convolve(step: Step<Layer>, inputs: Float64Array): Float64Array {
  const { takes, gives } = step;
  const pictures = inputs.length / countOf(takes);
  const sums = new Float64Array(pictures * countOf(gives));
  let place = 0;
  for (let picture = 0; picture < pictures; picture++) {
    const values = inputs.subarray(picture * countOf(takes), (picture + 1) * countOf(takes));
    for (let channel = 0; channel < gives.channels; channel++) {
      for (let top = 0; top < gives.height; top++) {
        for (let left = 0; left < gives.width; left++) {
          sums[place++] = windowSum(step, values, channel, top, left);
        }
      }
    }
  }
  return sums;
}

/** One output: weights times the inputs under the window; beside the picture there are zeros. */
function windowSum(
  { layer, takes, window }: Step<Layer>,
  values: Float64Array,
  channel: number,
  top: number,
  left: number,
): number {
  const { stride, padding } = window as NonNullable<typeof window>;
  const kernel = kernelOf(layer);
  const isLine = layer.shape.length === 3;
  const [firstRow, firstColumn] = [isLine ? top : top * stride - padding, left * stride - padding];
  let weight = channel * takes.channels * kernel.height * kernel.width;
  let sum = layer.bias?.data[channel] ?? 0;
  for (let input = 0; input < takes.channels; input++) {
    for (let i = 0; i < kernel.height; i++) {
      for (let j = 0; j < kernel.width; j++, weight++) {
        const [row, column] = [firstRow + i, firstColumn + j];
        if (row < 0 || row >= takes.height || column < 0 || column >= takes.width) continue;
        const value = values[(input * takes.height + row) * takes.width + column] as number;
        sum += (layer.weights.data[weight] as number) * value;
      }
    }
  }
  return sum;
}
