// SPDX-License-Identifier: Apache-2.0
//
// Computes a network's outputs for rows of inputs. JavaScript is fast enough, because reading the file takes longer.

import type { Activation } from 'fairwasm/robustness';
import { getCount, getKernel, type Layer, type Step } from './network.js';

/** The activations that can follow a layer if scores are computed. */
export const activations = {
  relu: (x: number) => Math.max(0, x),
  tanh: Math.tanh,
  sigmoid: (x: number) => 1 / (1 + Math.exp(-x)),
  identity: (x: number) => x,
} as const satisfies Partial<Record<Activation, (x: number) => number>>;

export type KnownActivation = keyof typeof activations;

/**
 * The outputs for rows of inputs, row by row; those of images are ordered by channel, row, and column. No
 * activation follows the last layer.
 */
export function getScores(
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
  const [width, outputs] = [getCount(takes), getCount(gives)];
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

// A cross-correlation, as in neural networks: the kernel is not flipped.
function convolve(step: Step<Layer>, inputs: Float64Array): Float64Array {
  const { takes, gives } = step;
  const pictures = inputs.length / getCount(takes);
  const sums = new Float64Array(pictures * getCount(gives));
  let place = 0;
  for (let picture = 0; picture < pictures; picture++) {
    const values = inputs.subarray(picture * getCount(takes), (picture + 1) * getCount(takes));
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

/** One output: the weights times the inputs in the window. Padding is zero, so it is skipped. */
function windowSum(
  { layer, takes, window }: Step<Layer>,
  values: Float64Array,
  channel: number,
  top: number,
  left: number,
): number {
  const { stride, padding } = window as NonNullable<typeof window>;
  const { data } = layer.weights;
  const kernel = getKernel(layer);
  const { channels, height, width } = takes;
  const isLine = layer.shape.length === 3;
  const firstRow = isLine ? top : top * stride - padding;
  const firstColumn = left * stride - padding;
  const [rowFrom, rowTo] = [Math.max(0, -firstRow), Math.min(kernel.height, height - firstRow)];
  const columnFrom = Math.max(0, -firstColumn);
  const columnTo = Math.min(kernel.width, width - firstColumn);
  let sum = layer.bias?.data[channel] ?? 0;
  for (let input = 0; input < channels; input++) {
    for (let row = rowFrom; row < rowTo; row++) {
      const weight = ((channel * channels + input) * kernel.height + row) * kernel.width;
      const value = (input * height + firstRow + row) * width + firstColumn;
      for (let column = columnFrom; column < columnTo; column++) {
        sum += (data[weight + column] as number) * (values[value + column] as number);
      }
    }
  }
  return sum;
}
