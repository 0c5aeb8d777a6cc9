// SPDX-License-Identifier: Apache-2.0
//
// Bounds the Lipschitz constant that certificates require, from a network's weights.

import { invalid, shapeMismatch } from '../core/error.js';
import { requireOneOf, requireOptions, shown } from '../core/options.js';
import type { LipschitzNetwork } from '../wasm/robustness.js';
import type { Wasm } from './module.js';
import { type NumberTensor, type ScoreMatrix, toTensor } from './scores.js';

/**
 * The activation after a layer. All have a Lipschitz constant of 1 (`sigmoid`: 1/4). `leakyRelu` requires a negative
 * slope, and `elu` an alpha, from 0 to 1. `lipschitz` stands for any other function with a constant of at most 1,
 * such as sorting, maximum pooling, and absolute values. GELU and SiLU have larger constants and are not supported.
 */
export type Activation =
  | 'identity'
  | 'relu'
  | 'leakyRelu'
  | 'elu'
  | 'softplus'
  | 'tanh'
  | 'sigmoid'
  | 'hardtanh'
  | 'lipschitz';

/** A linear layer and its activation. Biases do not affect the bound. */
export interface Layer {
  /**
   * Dense: a matrix (outputs, inputs), as in PyTorch; transpose a Keras kernel. Convolution: shape (outputs, inputs,
   * height, width), or (outputs, inputs, width) in one dimension.
   */
  weights: ScoreMatrix;
  /** The activation after the layer; ignored for the last layer. Default: `lipschitz`, which covers all others. */
  activation?: Activation | undefined;
  /** For convolutions: the stride, as one number or (height, width). Default: 1. */
  stride?: number | readonly [number, number] | undefined;
  /**
   * For convolutions: `zeros` for any number of zeros around the input, including none; `circular` if the input is
   * periodic and (before striding) has as many outputs as inputs. Default: `zeros`.
   */
  padding?: 'zeros' | 'circular' | undefined;
  /**
   * For convolutions: the size of the input, as (height, width), or as one number in one dimension. Makes the bound
   * tighter. Default: the bound holds for all sizes.
   */
  inputSize?: number | readonly [number, number] | undefined;
}

/** Upper bounds on Lipschitz constants for the Euclidean norm, including rounding errors. */
export interface LipschitzBound {
  /** Bound for the vector of outputs. */
  value: number;
  /** Largest bound for a single output. */
  perOutput: number;
  /** The product of the layers' norms and the activations' slopes, which `value` improves on. */
  product: number;
  /** The spectral norm of each layer. */
  layers: Float64Array;
  /**
   * Recommended `lipConst` and `disjointNeurons` for the metrics and {@link Certificates}: `perOutput` with disjoint
   * neurons (margins divided by 2 lipConst), or `value` without (√2 lipConst), whichever gives larger radii. For a
   * single output they are equal.
   */
  lipConst: number;
  disjointNeurons: boolean;
}

/** @internal Use `robustness.lipschitzBound()`. */
export function lipschitzBound(wasm: Wasm, layers: readonly Layer[]): LipschitzBound {
  if (!Array.isArray(layers)) throw invalid('layers', 'an array of layers', shown(layers));
  const network = new wasm.LipschitzNetwork();
  try {
    layers.forEach((layer, index) => {
      addLayer(wasm, network, layer, `layers[${index}]`);
    });
    const bound = network.bound();
    const disjointNeurons = 2 * bound.perOutput <= Math.SQRT2 * bound.value;
    return { ...bound, lipConst: disjointNeurons ? bound.perOutput : bound.value, disjointNeurons };
  } finally {
    network.delete();
  }
}

function addLayer(wasm: Wasm, network: LipschitzNetwork, layer: Layer, name: string): void {
  requireOptions(name, layer, ['weights', 'activation', 'stride', 'padding', 'inputSize']);
  const { activation = 'lipschitz' } = layer;
  requireOneOf(`${name}.activation`, activation, wasm.activationNames());
  const { data, shape } = toTensor(layer.weights, name);
  const weights = Float64Array.from(data);
  if (shape.length === 2) {
    refuseConvolutionOptions(layer, name);
    network.addDense(weights, shape[0] as number, shape[1] as number, activation);
  } else {
    network.addConvolution({ weights, ...toConvolution(layer, shape, name) }, activation);
  }
}

function refuseConvolutionOptions(layer: Layer, name: string): void {
  for (const option of ['stride', 'padding', 'inputSize'] as const) {
    if (layer[option] === undefined) continue;
    throw invalid(`${name}.${option}`, 'no value, because the layer is dense', shown(layer[option]));
  }
}

function toConvolution(layer: Layer, shape: NumberTensor['shape'], name: string) {
  const [outputs = 0, inputs = 0, ...kernel] = shape;
  if (kernel.length !== 1 && kernel.length !== 2) {
    throw shapeMismatch(name, 'weights of 2 (dense), 3 or 4 (convolution) axes', `the shape (${shape.join(', ')})`);
  }
  const { padding = 'zeros' } = layer;
  requireOneOf(`${name}.padding`, padding, ['zeros', 'circular']);
  const oneDimension = kernel.length === 1;
  const pair = (value: number | readonly number[], option: string, alone: number) =>
    toPair(value, `${name}.${option}`, oneDimension ? 1 : alone);
  const stride = layer.stride ?? 1;
  return {
    outputs,
    inputs,
    kernel: oneDimension ? [1, ...kernel] : kernel,
    stride: pair(stride, 'stride', typeof stride === 'number' ? stride : 1),
    padding,
    inputSize:
      layer.inputSize === undefined ? undefined : pair(layer.inputSize, 'inputSize', oneDimension ? 1 : Number.NaN),
  };
}

// A single number is the width, with the given height.
function toPair(value: number | readonly number[], argument: string, height: number): number[] {
  const pair = Array.isArray(value) ? value : [height, value];
  if (pair.length === 2 && pair.every((size) => Number.isInteger(size) && size > 0)) return pair;
  throw invalid(
    argument,
    'whole numbers above 0: (height, width)',
    Array.isArray(value) ? `[${value.map(shown).join(', ')}]` : shown(value),
  );
}
