// SPDX-License-Identifier: Apache-2.0
//
// A bound on the Lipschitz constant of the network in an ONNX file. The graph is walked from its input; what has weights
// goes to the bound of `fairwasm/robustness`, layers that follow each other together, and what has none has a known
// steepness. A network with anything else is refused: a bound that left it out would be of another network.

import { invalid } from '../core/error.js';
import { requireParts } from '../core/options.js';
import type { Layer, LipschitzBound, Robustness } from '../robustness/index.js';
import {
  type OnnxFile,
  type OnnxNode,
  type OnnxTensor,
  readOnnx,
  requireBytes,
} from './onnx-file.js';
import { gelu, isMove, monotoneNamed, poolingSteepness, silu, slopeOf } from './operator-slopes.js';

/** What is known of a network's steepness. */
export interface NetworkBound extends Omit<LipschitzBound, 'product' | 'layers'> {
  /** The layers with weights, in the order of the file, and the spectral norm of each. */
  layers: { name: string; operator: string; norm: number }[];
  /**
   * The last operator, where it makes probabilities of scores (Softmax, Sigmoid): the bound is of what goes into it, as
   * certificates are of margins between scores.
   */
  before: string | undefined;
  /** What the bound is of, as the file calls it: the output, or what goes into the last operator. */
  output: string;
}

/** What flows along an edge: how steep it is as a function of the input. */
interface Flow {
  /** Up to the first layer of `run`: of all numbers together, and of each by itself. */
  joint: number;
  each: number;
  /** Layers since. */
  run: readonly Layer[];
  shape: Shape;
}

/** What is known of the shape, for what adds or scales: where sizes differ numbers would be copied, which is steeper. */
interface Shape {
  /** How many numbers along the axis of features or channels; undefined where that is not known. */
  width: number | undefined;
  /** How many axes come after it. */
  trail: number;
  /** How the sizes of those came from the input's: equal texts are equal sizes. */
  grid: string;
}

const probabilities = ['Softmax', 'LogSoftmax', 'Sigmoid'];

/**
 * Bounds the Lipschitz constant of the network in a file, for the Euclidean norm: never too small. Dense layers (Gemm, MatMul),
 * convolutions, normalizations as they are at inference, activations with GELU and SiLU among them, pooling, sums of branches
 * (the sum of their constants) and concatenations (the root of the sum of squares).
 *
 * @param robustness What `load()` of `fairwasm/robustness` gives.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { load } from 'fairwasm/robustness';
 * const { value, layers } = networkBound(await load(), await readFile('network.onnx'));
 * [value.toFixed(3), layers.length]; // ["1.674", 2]
 *
 * @throws FairwasmError as {@link openModel} does for a file; `invalidArgument` for a network with several inputs or outputs, or an
 *   operator whose steepness is not known, which is named.
 */
export function networkBound(robustness: Robustness, file: Uint8Array | ArrayBuffer): NetworkBound {
  return boundOf(robustness, readOnnx(requireBytes(file)));
}

/** The same of a file that has been read. */
export function boundOf(robustness: Robustness, file: OnnxFile): NetworkBound {
  requireParts(
    'robustness',
    robustness,
    ['lipschitzBound'],
    'what load() of fairwasm/robustness gives',
  );
  return new Walk(robustness, file).bound();
}

class Walk {
  readonly #robustness: Robustness;
  readonly #file: OnnxFile;
  readonly #flows = new Map<string, Flow>();
  readonly #constants: Map<string, OnnxTensor>;
  readonly #layers: NetworkBound['layers'] = [];
  readonly #producers: ReadonlyMap<string, OnnxNode>;

  constructor(robustness: Robustness, file: OnnxFile) {
    this.#robustness = robustness;
    this.#file = file;
    this.#constants = new Map(file.weights);
    this.#producers = new Map(
      file.nodes.flatMap((node) => node.outputs.map((output) => [output, node] as const)),
    );
  }

  bound(): NetworkBound {
    const { inputs, outputs, nodes } = this.#file;
    const [input, ...others] = inputs;
    const [output, ...more] = outputs;
    if (!input || !output || others.length > 0 || more.length > 0) {
      throw refused(`${inputs.length} inputs and ${outputs.length} outputs`, 'one of each');
    }
    const axes = input.shape?.length ?? 2;
    const shape = { width: input.shape?.[1], trail: axes - 2, grid: '' };
    this.#flows.set(input.name, { joint: 1, each: 1, run: [], shape });
    const last = this.#producers.get(output.name);
    const before = last && probabilities.includes(last.operator) ? last : undefined;
    for (const node of nodes) if (node !== before) this.#step(node);
    const bounded = (before ? before.inputs[0] : output.name) as string;
    const end = this.#flows.get(bounded);
    if (!end) throw refused('an output that does not depend on the input', 'a network');
    const { joint: value, each: perOutput } = this.#closed(end);
    const disjointNeurons = 2 * perOutput <= Math.SQRT2 * value;
    const lipConst = disjointNeurons ? perOutput : value;
    const layers = this.#layers;
    const known = { value, perOutput, lipConst, disjointNeurons, layers };
    return { ...known, before: before?.operator, output: bounded };
  }

  #step(node: OnnxNode): void {
    const { operator, inputs, outputs } = node;
    const [output] = outputs;
    const flows = inputs.map((name) => this.#flows.get(name));
    if (output === undefined) return;
    if (flows.every((flow) => flow === undefined)) {
      this.#constant(node, output);
      return;
    }
    const [first] = flows;
    const found =
      flows.filter((flow) => flow).length > 1
        ? this.#joined(node, flows)
        : first
          ? this.#alone(node, first)
          : undefined;
    if (!found) throw unknown(node, operator);
    this.#flows.set(output, found);
  }

  // What does not depend on the input: weights that are named by a node, in any case.
  #constant({ operator, inputs, attributes }: OnnxNode, output: string): void {
    const value =
      operator === 'Constant'
        ? attributes.get('value')?.tensor
        : operator === 'Identity'
          ? this.#constants.get(inputs[0] ?? '')
          : undefined;
    if (value) this.#constants.set(output, value);
  }

  #alone(node: OnnxNode, flow: Flow): Flow | undefined {
    const { operator } = node;
    if (operator === 'Gemm' || operator === 'MatMul') return this.#dense(node, flow);
    if (operator === 'Conv') return this.#convolution(node, flow);
    if (operator === 'BatchNormalization') return this.#normalization(node, flow);
    if (['Add', 'Sub', 'Mul', 'Div'].includes(operator)) return this.#withConstant(node, flow);
    const toType = node.attributes.get('to')?.whole;
    if (operator === 'Cast') return toType && floats.includes(toType) ? flow : undefined;
    if (keeps.includes(operator)) return flow;
    // Flat from the second axis on, in the same order: dense layers before and after it still follow each other.
    if (operator === 'Flatten') return { ...flow, shape: unknownShape };
    if (isMove(operator)) return { ...this.#steeper(flow, 1, 1), shape: unknownShape };
    const activation = monotoneNamed(operator);
    if (activation && flow.run.length > 0) {
      const last = flow.run.at(-1) as Layer;
      if (last.activation === 'identity') {
        return { ...flow, run: [...flow.run.slice(0, -1), { ...last, activation }] };
      }
    }
    const pooling = poolingSteepness(node);
    if (pooling !== undefined) {
      return { ...this.#steeper(flow, pooling, 1), shape: pooled(node, flow.shape) };
    }
    const slope = slopeOf(node);
    return slope === undefined ? undefined : this.#steeper(flow, slope, slope);
  }

  /** With a map after it that is so steep for all numbers together, and for each output by itself. */
  #steeper(flow: Flow, joint: number, each: number): Flow {
    const closed = this.#closed(flow);
    return {
      joint: up(closed.joint * joint),
      each: up(Math.min(closed.each * each, closed.joint * joint)),
      run: [],
      shape: flow.shape,
    };
  }

  /** What the layers of the run come to. */
  #closed({ joint, each, run }: Flow): { joint: number; each: number } {
    if (run.length === 0) return { joint, each };
    const last = run.at(-1) as Layer;
    // The last layer's activation is ignored by the bound, and counts here.
    const slope = last.activation === 'sigmoid' ? 0.25 : 1;
    const bound = this.#robustness.lipschitzBound(run);
    return { joint: up(joint * bound.value * slope), each: up(joint * bound.perOutput * slope) };
  }

  #layer(node: OnnxNode, flow: Flow, layer: Layer, shape: Shape): Flow {
    const norm = this.#robustness.lipschitzBound([layer]).value;
    this.#layers.push({ name: node.inputs[1] as string, operator: node.operator, norm });
    return { ...flow, run: [...flow.run, { ...layer, activation: 'identity' }], shape };
  }

  #dense(node: OnnxNode, flow: Flow): Flow | undefined {
    const weights = this.#constants.get(node.inputs[1] ?? '');
    const numbers = weights?.numbers();
    const [rows = 0, columns = 0, ...more] = weights?.shape ?? [];
    if (!numbers || more.length > 0 || node.attributes.get('transA')?.whole) return undefined;
    const isTransposed = node.operator === 'Gemm' && node.attributes.get('transB')?.whole === 1;
    const alpha = node.attributes.get('alpha')?.float ?? 1;
    // As (outputs, inputs).
    const [outputs, inputs] = isTransposed ? [rows, columns] : [columns, rows];
    const data = Float64Array.from({ length: numbers.length }, (_, i) => {
      const [output, input] = [Math.floor(i / inputs), i % inputs];
      return alpha * (numbers[isTransposed ? i : input * outputs + output] as number);
    });
    const { grid } = flow.shape;
    const shape = { width: outputs, trail: 0, grid: node.operator === 'Gemm' ? '' : grid };
    const fits = flow.run.length === 0 || widthOf(flow.run.at(-1) as Layer) === inputs;
    const from = fits ? flow : this.#steeper(flow, 1, 1);
    return this.#layer(node, from, { weights: { data, shape: [outputs, inputs] } }, shape);
  }

  #convolution(node: OnnxNode, flow: Flow): Flow | undefined {
    const weights = this.#constants.get(node.inputs[1] ?? '');
    const data = weights?.numbers();
    const list = (name: string) => node.attributes.get(name)?.wholes ?? [];
    const isPlain =
      (node.attributes.get('group')?.whole ?? 1) === 1 &&
      list('dilations').every((dilation) => dilation === 1);
    if (!weights || !data || !isPlain || ![3, 4].includes(weights.shape.length)) return undefined;
    const strides = list('strides');
    const stride = strides.length === 2 ? (strides as [number, number]) : (strides[0] ?? 1);
    const { shape } = weights;
    const [channels = 0, , ...kernel] = shape;
    const layer: Layer = { weights: { data, shape }, stride };
    const grid = gridAfter(node, kernel, flow.shape.grid);
    return this.#layer(node, flow, layer, { width: channels, trail: kernel.length, grid });
  }

  // scale / √(variance + epsilon) by channel, as at inference.
  #normalization({ inputs, attributes }: OnnxNode, flow: Flow): Flow | undefined {
    const scale = this.#constants.get(inputs[1] ?? '')?.numbers();
    const variance = this.#constants.get(inputs[4] ?? '')?.numbers();
    if (!scale || !variance || attributes.get('training_mode')?.whole) return undefined;
    const epsilon = attributes.get('epsilon')?.float ?? 1e-5;
    const steepest = scale.reduce(
      (most, each, i) =>
        Math.max(most, Math.abs(each) / Math.sqrt((variance[i] as number) + epsilon)),
      0,
    );
    return this.#steeper(flow, up(steepest), up(steepest));
  }

  // A number, or one for each that flows: others would copy numbers, which makes the whole steeper.
  #withConstant({ operator, inputs }: OnnxNode, flow: Flow): Flow | undefined {
    const place = inputs.findIndex((name) => !this.#flows.has(name));
    const constant = this.#constants.get(inputs[place] ?? '');
    const numbers = constant?.numbers();
    if (!constant || !numbers || !isOneEach(constant, flow.shape)) return undefined;
    if (operator === 'Add' || operator === 'Sub') return flow;
    if (operator === 'Div' && place === 0) return undefined;
    const sizes = numbers.map((each) => (operator === 'Mul' ? Math.abs(each) : 1 / Math.abs(each)));
    const steepest = up(sizes.reduce((most, each) => Math.max(most, each), 0));
    return Number.isFinite(steepest) ? this.#steeper(flow, steepest, steepest) : undefined;
  }

  #joined(node: OnnxNode, flows: readonly (Flow | undefined)[]): Flow | undefined {
    const { operator, inputs } = node;
    if (operator === 'Mul' && flows.length === 2) return this.#gated(inputs, flows);
    const parts = flows.filter((flow) => flow !== undefined);
    if (parts.length < flows.length) return undefined;
    const closed = parts.map((flow) => this.#closed(flow));
    const [{ shape } = { shape: unknownShape }] = parts;
    const isSame = parts.every((part) => JSON.stringify(part.shape) === JSON.stringify(shape));
    const sum = (of: (part: { joint: number; each: number }) => number) =>
      up(closed.reduce((all, part) => all + of(part), 0));
    if (['Add', 'Sub', 'Sum'].includes(operator) && isSame && shape.width !== undefined) {
      return { joint: sum(({ joint }) => joint), each: sum(({ each }) => each), run: [], shape };
    }
    if (operator !== 'Concat') return undefined;
    return {
      joint: up(Math.hypot(...closed.map(({ joint }) => joint))),
      each: Math.max(...closed.map(({ each }) => each)),
      run: [],
      shape: unknownShape,
    };
  }

  // x · sigmoid(x), and x · (1 + erf(x / √2)), of which exporters make SiLU and GELU.
  #gated(inputs: readonly string[], flows: readonly (Flow | undefined)[]): Flow | undefined {
    for (const [at, other] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const name = inputs[at] as string;
      const gate = this.#producers.get(inputs[other] as string);
      const flow = flows[at];
      if (!flow || !gate) continue;
      if (gate.operator === 'Sigmoid' && gate.inputs[0] === name) {
        return this.#steeper(flow, silu, silu);
      }
      if (this.#isErfGate(gate, name)) return this.#steeper(flow, 2 * gelu, 2 * gelu);
    }
    return undefined;
  }

  #isErfGate(gate: OnnxNode, name: string): boolean {
    if (gate.operator !== 'Add') return false;
    const erf = gate.inputs
      .map((each) => this.#producers.get(each))
      .find((each) => each?.operator === 'Erf');
    const one = gate.inputs.some((each) => this.#single(each) === 1);
    const scaled = erf && this.#producers.get(erf.inputs[0] as string);
    if (!one || scaled?.operator !== 'Div' || scaled.inputs[0] !== name) return false;
    return Math.abs((this.#single(scaled.inputs[1] as string) ?? 0) - Math.SQRT2) < 1e-5;
  }

  #single(name: string): number | undefined {
    const numbers = this.#constants.get(name)?.numbers();
    return numbers?.length === 1 ? numbers[0] : undefined;
  }
}

const unknownShape: Shape = { width: undefined, trail: 0, grid: '' };
const floats = [1, 10, 11, 16]; // of TensorProto.DataType; casts to others round, which jumps
const keeps = ['Identity', 'Dropout'];

/** The outputs of a dense layer; of a convolution none that the next layer would have to fit. */
const widthOf = ({ weights }: Layer): number | undefined => {
  const [outputs, , ...kernel] = (weights as { shape: readonly number[] }).shape;
  return kernel.length === 0 ? outputs : undefined;
};

/** A number, or one for each feature or channel. */
function isOneEach({ shape }: OnnxTensor, { width, trail }: Shape): boolean {
  const wide = shape.flatMap((size, axis) => (size === 1 ? [] : [shape.length - 1 - axis]));
  if (wide.length === 0) return true;
  return wide.length === 1 && wide[0] === trail && shape[shape.length - 1 - trail] === width;
}

/**
 * Sizes after a window has moved over them: ⌊(size + padding - kernel) / stride⌋ + 1 along each axis, which leaves them as they are
 * where padding - kernel is -1 and the stride 1.
 */
function gridAfter({ attributes }: OnnxNode, kernel: readonly number[], before: string): string {
  const pads = attributes.get('pads')?.wholes ?? [];
  const strides = attributes.get('strides')?.wholes ?? [];
  const isSame = attributes.get('auto_pad')?.text?.startsWith('SAME') ?? false;
  const steps = kernel.map((size, axis) => {
    const padding = (pads[axis] ?? 0) + (pads[axis + kernel.length] ?? 0);
    return `${isSame ? -1 : padding - size}:${strides[axis] ?? 1}`;
  });
  const ceil = attributes.get('ceil_mode')?.whole === 1 ? '⌈⌉' : '';
  const isNothing = steps.every((step) => step === '-1:1');
  return isNothing ? before : `${before}/${steps.join(',')}${ceil}`;
}

function pooled(node: OnnxNode, { width, trail, grid }: Shape): Shape {
  if (node.operator.startsWith('Global')) return { width, trail, grid: 'one' };
  const kernel = node.attributes.get('kernel_shape')?.wholes ?? [];
  return { width, trail, grid: gridAfter(node, kernel, grid) };
}

// Roundings of a few operations, so that a bound stays one.
const up = (value: number) => value * (1 + 2 ** -48);

const refused = (actual: string, expected: string) => invalid('model', expected, actual);

const unknown = ({ outputs }: OnnxNode, operator: string) =>
  refused(
    `'${operator}', which gives '${outputs[0]}'`,
    'a network of dense layers, convolutions without groups or dilation, normalizations, activations, pooling and sums alone',
  );
