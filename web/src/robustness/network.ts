// SPDX-License-Identifier: Apache-2.0
//
// A dense network from a safetensors file: its layers in order, a bound on its Lipschitz constant, and the
// scores that it gives.

import {
  type Activation,
  type Fairwasm,
  FairwasmError,
  type LipschitzBound,
  readSafetensors,
  type StoredTensor,
} from 'fairwasm';

export interface DenseLayer {
  name: string;
  /** (outputs, inputs). */
  weights: StoredTensor;
  bias: StoredTensor | undefined;
}

/** What can follow a layer here, where scores are computed. */
export const activations = {
  relu: (x: number) => Math.max(0, x),
  tanh: Math.tanh,
  sigmoid: (x: number) => 1 / (1 + Math.exp(-x)),
  identity: (x: number) => x,
} as const satisfies Partial<Record<Activation, (x: number) => number>>;

export type KnownActivation = keyof typeof activations;

/**
 * The layers of a file, ordered by their names: every tensor of two axes is a layer's weights, and the
 * tensor with the same name but for `bias` its bias.
 */
export function readLayers(bytes: ArrayBuffer): DenseLayer[] {
  const tensors = readSafetensors(bytes);
  const names = [...tensors.keys()].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const convolution = names.find((name) => (tensors.get(name)?.shape.length ?? 0) > 2);
  if (convolution !== undefined) {
    throw unfit('dense layers only, with weights of two axes', `${convolution} with more`);
  }
  const layers = names
    .filter((name) => tensors.get(name)?.shape.length === 2)
    .map((name) => ({
      name,
      weights: tensors.get(name) as StoredTensor,
      bias: tensors.get(name.replace(/weights?$/, 'bias')),
    }))
    .map((layer) => ({ ...layer, bias: layer.bias === layer.weights ? undefined : layer.bias }));
  if (layers.length === 0) throw unfit('at least one layer’s weights, of two axes', 'none');
  layers.forEach(({ name, weights, bias }, i) => {
    const [outputs, inputs] = weights.shape;
    const before = layers[i - 1];
    if (before && before.weights.shape[0] !== inputs) {
      throw unfit(
        `layers that follow each other: ${name} to take the ${before.weights.shape[0]} outputs of ${before.name}`,
        `${inputs} inputs`,
      );
    }
    if (bias && bias.data.length !== outputs) {
      throw unfit(`a bias of ${outputs} values for ${name}`, `${bias.data.length}`);
    }
  });
  return layers;
}

const unfit = (expected: string, actual: string) =>
  new FairwasmError('shapeMismatch', { argument: 'network', expected, actual });

export function boundOf(
  fair: Fairwasm,
  layers: readonly DenseLayer[],
  activation: Activation,
): LipschitzBound {
  return fair.robustness.lipschitzBound(layers.map(({ weights }) => ({ weights, activation })));
}

/** The outputs for rows of inputs, row after row. */
export function scoresOf(
  layers: readonly DenseLayer[],
  activation: KnownActivation,
  inputs: Float64Array,
): Float64Array {
  const activate = activations[activation];
  return layers.reduce((values, layer, i) => {
    const sums = applyLayer(layer, values);
    return i < layers.length - 1 ? sums.map(activate) : sums;
  }, inputs);
}

function applyLayer({ weights, bias }: DenseLayer, inputs: Float64Array): Float64Array {
  const [outputs = 0, width = 0] = weights.shape;
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
