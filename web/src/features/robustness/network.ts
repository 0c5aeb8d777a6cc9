// SPDX-License-Identifier: Apache-2.0
//
// A network from a safetensors file: its layers in order, the shapes of their inputs and outputs, and a bound on its
// Lipschitz constant. The file contains only weights: the user enters stride and padding of convolutions.

import { FairwasmError } from 'fairwasm';
import {
  type Activation,
  type LipschitzBound,
  type Robustness,
  readSafetensors,
  type StoredTensor,
} from 'fairwasm/robustness';

/** A layer by its weights: (outputs, inputs); for a convolution, (outputs, inputs, height, width) or (…, width). */
export interface LayerShape {
  name: string;
  shape: readonly number[];
}

export interface Layer extends LayerShape {
  weights: StoredTensor;
  bias: StoredTensor | undefined;
}

export const isConvolution = ({ shape }: LayerShape): boolean => shape.length > 2;

/** Stride and padding of a convolution. */
export interface Window {
  /** Stride. */
  stride: number;
  /** Padding with zeros. */
  padding: number;
}

/** Settings of convolutions that a file of weights does not contain. */
export interface Picture {
  /** Size of the first convolution's input; the height is 1 for convolutions with one axis. */
  height: number;
  width: number;
  /** One entry per convolution. */
  windows: readonly Window[];
}

export interface Size {
  channels: number;
  height: number;
  width: number;
}

/** A layer with its index. */
export interface Step<L extends LayerShape = LayerShape> {
  layer: L;
  window: Window | undefined;
  takes: Size;
  gives: Size;
}

/**
 * The layers of a file, ordered by their names: tensors with two axes are the weights of dense layers, those with
 * three or four axes are the weights of convolutions, and the tensor with the same name except for `bias` is the
 * layer's bias. Throws `shapeMismatch` for other tensors, such as those of a normalization: ignoring them would give
 * wrong scores.
 */
export function readLayers(bytes: ArrayBuffer): Layer[] {
  const tensors = readSafetensors(bytes);
  const names = [...tensors.keys()].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const layers = names.flatMap((name): Layer[] => {
    const weights = tensors.get(name) as StoredTensor;
    const axes = weights.shape.length;
    if (axes < 2 || axes > 4) return [];
    const biasName = name.replace(/weights?$/, 'bias');
    const bias = biasName === name ? undefined : tensors.get(biasName);
    return [{ name, shape: weights.shape, weights, bias }];
  });
  if (layers.length === 0) throw unfit('at least one layer’s weights, of two to four axes', 'none');
  const used = new Set(layers.flatMap(({ weights, bias }) => [weights, bias]));
  const other = names.find((name) => !used.has(tensors.get(name)));
  if (other !== undefined) {
    const shape = tensors.get(other)?.shape.join(' × ') || 'a single number';
    throw unfit('only weights and biases of dense layers and convolutions', `${other} (${shape})`);
  }
  for (const { name, shape, bias } of layers) {
    if (!bias || bias.data.length === shape[0]) continue;
    throw unfit(`a bias of ${shape[0]} values for ${name}`, `${bias.data.length}`);
  }
  return layers;
}

const unfit = (expected: string, actual: string) =>
  new FairwasmError('shapeMismatch', { argument: 'network', expected, actual });

/** Values in an image, or in a row of numbers. */
export const getCount = ({ channels, height, width }: Size): number => channels * height * width;

/** Each layer with its shapes. Throws `shapeMismatch` if a layer does not fit the previous one. */
export function getSteps<L extends LayerShape>(layers: readonly L[], picture: Picture): Step<L>[] {
  const steps: Step<L>[] = [];
  let windows = 0;
  for (const layer of layers) {
    const before = steps.at(-1);
    const window = isConvolution(layer) ? picture.windows[windows++] : undefined;
    const takes = before?.gives ?? inputSize(layer, picture);
    steps.push({
      layer,
      window,
      takes: window ? takes : { channels: getCount(takes), height: 1, width: 1 },
      gives: window ? convolved(layer, takes, window) : flat(layer, takes, before?.layer.name),
    });
  }
  return steps;
}

function inputSize(first: LayerShape, { height, width }: Picture): Size {
  const channels = first.shape[1] as number;
  return isConvolution(first) ? { channels, height, width } : { channels, height: 1, width: 1 };
}

/** The weights' axes other than outputs and inputs, one or two. */
export function getKernel({ shape }: LayerShape): { height: number; width: number } {
  const [height, width] = shape.length === 4 ? shape.slice(2) : [1, shape[2]];
  return { height: height as number, width: width as number };
}

function convolved(layer: LayerShape, takes: Size, { stride, padding }: Window): Size {
  const [channels = 0, inputs = 0] = layer.shape;
  const kernel = getKernel(layer);
  const along = (size: number, over: number) => Math.floor((size + 2 * padding - over) / stride) + 1;
  const isLine = layer.shape.length === 3;
  const gives = {
    channels,
    height: isLine ? takes.height : along(takes.height, kernel.height),
    width: along(takes.width, kernel.width),
  };
  if (inputs !== takes.channels) {
    throw unfit(`${layer.name} to take ${takes.channels} channels`, `${inputs}`);
  }
  if (isLine && takes.height !== 1) {
    throw unfit(`a height of 1 for ${layer.name}, which moves along one axis`, `${takes.height}`);
  }
  if (gives.height >= 1 && gives.width >= 1) return gives;
  throw unfit(
    `${layer.name} (${kernel.height} × ${kernel.width}) to fit into its input`,
    `one of ${takes.height} × ${takes.width}`,
  );
}

function flat(layer: LayerShape, takes: Size, before: string | undefined): Size {
  const [channels = 0, inputs = 0] = layer.shape;
  if (before === undefined || inputs === getCount(takes)) return { channels, height: 1, width: 1 };
  throw unfit(
    `layers that follow each other: ${layer.name} to take the ${getCount(takes)} outputs of ${before}`,
    `${inputs} inputs`,
  );
}

export function getBound(
  { lipschitzBound }: Robustness,
  steps: readonly Step<Layer>[],
  activation: Activation,
): LipschitzBound {
  return lipschitzBound(
    steps.map(({ layer: { weights, shape }, window, takes: { height, width } }) => ({
      weights,
      activation,
      ...(window && { stride: window.stride, inputSize: shape.length === 4 ? ([height, width] as const) : width }),
    })),
  );
}
