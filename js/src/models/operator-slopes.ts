// SPDX-License-Identifier: Apache-2.0
//
// Lipschitz constants of operators without weights, for the Euclidean norm, rounded up.

import type { Activation } from '../robustness/index.js';
import type { OnnxNode } from './onnx-file.js';

/** Upper bounds on the slopes of elementwise operators. */
const slopes: Readonly<Record<string, number>> = {
  ...{ Relu: 1, Tanh: 1, Softplus: 1, Softsign: 1, Abs: 1, Clip: 1, Sigmoid: 0.25, Atan: 1 },
  ...{ Sin: 1, Cos: 1, Neg: 1, HardSwish: 1.5, Mish: 1.0886, Erf: 1.1284 },
};

/** Largest slope of x Φ(x), reached at √2. The tanh approximation is slightly steeper. */
export const gelu = 1.12891;
const geluByTanh = 1.13;
/** Largest slope of x / (1 + exp(-x)). */
export const silu = 1.09985;

/** Operators that only reorder values. Expand and Tile are not included because they copy values. */
const moves: readonly string[] = ['Reshape', 'Squeeze', 'Unsqueeze', 'Transpose'];

/** Monotone activations that the joint bound of several dense layers supports. */
const monotone: Readonly<Record<string, Activation>> = {
  Relu: 'relu',
  Tanh: 'tanh',
  Sigmoid: 'sigmoid',
  Softplus: 'softplus',
};
export const monotoneNamed = (operator: string): Activation | undefined =>
  Object.hasOwn(monotone, operator) ? monotone[operator] : undefined;

export const isMove = (operator: string): boolean => moves.includes(operator);

/** Returns the largest slope of a unary operator, or undefined if it is not known. */
export function getSlope({ operator, attributes }: OnnxNode): number | undefined {
  const float = (name: string, otherwise: number) => attributes.get(name)?.float ?? otherwise;
  switch (operator) {
    case 'LeakyRelu':
      return Math.max(1, Math.abs(float('alpha', 0.01)));
    case 'Elu':
    case 'Celu':
      return operator === 'Celu' ? 1 : Math.max(1, Math.abs(float('alpha', 1)));
    case 'Selu': {
      const gamma = Math.abs(float('gamma', 1.0507010221481323));
      return gamma * Math.max(1, Math.abs(float('alpha', 1.6732631921768188)));
    }
    case 'HardSigmoid':
      return Math.abs(float('alpha', 0.2));
    case 'ThresholdedRelu':
      return undefined; // discontinuous
    case 'Gelu':
      return attributes.get('approximate')?.text === 'tanh' ? geluByTanh : gelu;
    default:
      return Object.hasOwn(slopes, operator) ? slopes[operator] : undefined;
  }
}

const windows: readonly string[] = ['MaxPool', 'AveragePool'];

/**
 * Returns the Lipschitz constant of a pooling operator, or undefined for other operators. Each input is in at most ∏
 * ⌈kernel / stride⌉ windows. A maximum changes by at most the largest change in its window, and a mean by at most the
 * root mean square.
 */
export function poolingSteepness({ operator, attributes }: OnnxNode): number | undefined {
  if (operator === 'GlobalMaxPool' || operator === 'GlobalAveragePool') return 1;
  if (!windows.includes(operator)) return undefined;
  const kernel = attributes.get('kernel_shape')?.wholes ?? [];
  const strides = attributes.get('strides')?.wholes ?? [];
  const dilations = attributes.get('dilations')?.wholes ?? [];
  if (kernel.length === 0 || dilations.some((dilation) => dilation !== 1)) return undefined;
  const times = kernel.reduce((all, size, i) => all * Math.ceil(size / (strides[i] ?? 1)), 1);
  const isPadded =
    (attributes.get('pads')?.wholes ?? []).some((pad) => pad !== 0) ||
    attributes.has('auto_pad') ||
    attributes.get('ceil_mode')?.whole === 1;
  // At a border, a mean may be taken over fewer values.
  const area = operator === 'AveragePool' && !isPadded ? kernel.reduce((a, b) => a * b, 1) : 1;
  return Math.sqrt(times / area);
}
