// SPDX-License-Identifier: Apache-2.0
//
// An upper bound on the Lipschitz constant of the network in an ONNX file. The graph is walked from its input:
// consecutive layers with weights are bounded together by `fairwasm/robustness`, and operators without weights have
// known constants. A network with any other operator is rejected, because skipping the operator would bound a
// different network.

import { invalid } from '../core/error.js';
import { getMax, getNorm } from '../core/extremes.js';
import { requireParts } from '../core/options.js';
import type { Layer, LipschitzBound, Robustness } from '../robustness/index.js';
import { type OnnxFile, type OnnxNode, type OnnxTensor, readOnnx, requireBytes } from './onnx-file.js';
import { gelu, getSlope, isMove, monotoneNamed, poolingSteepness, silu } from './operator-slopes.js';

/** The Lipschitz bound of a network. */
export interface NetworkBound extends Omit<LipschitzBound, 'product' | 'layers'> {
  /** The layers with weights, in file order, with their spectral norms. */
  layers: { name: string; operator: string; norm: number }[];
  /**
   * The last operator if it turns scores into probabilities (Softmax, Sigmoid). The bound is for its input, because
   * certificates use margins between scores.
   */
  before: string | undefined;
  /** The file's name for the bounded values: the output, or the input of the last operator. */
  output: string;
}

/** The Lipschitz bound along an edge of the graph, as a function of the network's input. */
interface Flow {
  /** The bound before the first layer of `run`: for all values jointly, and for each value separately. */
  joint: number;
  each: number;
  /** The layers since then. */
  run: readonly Layer[];
  shape: Shape;
}

/**
 * The known sizes of a shape. Operators that add or scale need it, because broadcasting copies values, which raises the
 * bound.
 */
interface Shape {
  /** Size along the axis of features or channels; undefined if unknown. */
  width: number | undefined;
  /** Number of axes after the feature axis. */
  trail: number;
  /** Describes how the sizes of those axes derive from the input's sizes: equal strings mean equal sizes. */
  grid: string;
}

const probabilities = ['Softmax', 'LogSoftmax', 'Sigmoid'];

/**
 * Returns an upper bound on the Lipschitz constant of the network in a file, for the Euclidean norm. Supported
 * operators: dense layers (Gemm, MatMul), convolutions, normalizations at inference, activations including GELU and
 * SiLU, pooling, sums of branches (the constants add up), and concatenations (root of the sum of squares).
 *
 * @param robustness The result of `load()` from `fairwasm/robustness`.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { load } from 'fairwasm/robustness';
 * const { value, layers } = networkBound(await load(), await readFile('network.onnx'));
 * [value.toFixed(3), layers.length]; // ["1.674", 2]
 *
 * @throws FairwasmError like {@link openModel} for a file; `invalidArgument` for a network with several inputs or
 *   outputs, or with an unsupported operator, which is named.
 */
export function networkBound(robustness: Robustness, file: Uint8Array | ArrayBuffer): NetworkBound {
  return getBound(robustness, readOnnx(requireBytes(file)));
}

/** Like {@link networkBound}, for a file that has already been parsed. */
export function getBound(robustness: Robustness, file: OnnxFile): NetworkBound {
  requireParts('robustness', robustness, ['lipschitzBound'], 'the result of load() from fairwasm/robustness');
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
    this.#producers = new Map(file.nodes.flatMap((node) => node.outputs.map((output) => [output, node] as const)));
  }

  bound(): NetworkBound {
    const { inputs, outputs, nodes } = this.#file;
    const [input, ...rest] = inputs;
    const [output, ...more] = outputs;
    if (!input || !output || rest.length > 0 || more.length > 0) {
      throw refused(`${inputs.length} inputs and ${outputs.length} outputs`, 'one input and one output');
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
    const result =
      flows.filter((flow) => flow).length > 1
        ? this.#joined(node, flows)
        : first
          ? this.#alone(node, first)
          : undefined;
    if (!result) throw unknown(node, operator);
    this.#flows.set(output, result);
  }

  // Evaluates nodes that do not depend on the input, at least those that produce weights.
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
    // Flattening from the second axis keeps the order, so dense layers before and after it are still consecutive.
    if (operator === 'Flatten') return { ...flow, shape: unknownShape };
    if (isMove(operator)) return { ...this.#steeper(flow, 1, 1), shape: unknownShape };
    const activation = monotoneNamed(operator);
    if (activation && flow.run.length > 0) {
      const last = flow.run.at(-1) as Layer;
      if (last.activation === 'identity') return { ...flow, run: [...flow.run.slice(0, -1), { ...last, activation }] };
    }
    const pooling = poolingSteepness(node);
    if (pooling !== undefined) return { ...this.#steeper(flow, pooling, 1), shape: pooled(node, flow.shape) };
    const slope = getSlope(node);
    return slope === undefined ? undefined : this.#steeper(flow, slope, slope);
  }

  /** Returns the flow after an operator with these Lipschitz constants, for all values jointly and for each output. */
  #steeper(flow: Flow, joint: number, each: number): Flow {
    const closed = this.#closed(flow);
    return {
      joint: up(closed.joint * joint),
      each: up(Math.min(closed.each * each, closed.joint * joint)),
      run: [],
      shape: flow.shape,
    };
  }

  /** Returns the bound after the layers of the run. */
  #closed({ joint, each, run }: Flow): { joint: number; each: number } {
    if (run.length === 0) return { joint, each };
    const last = run.at(-1) as Layer;
    // The bound ignores the last layer's activation, so it is applied here.
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
    // Shape (outputs, inputs).
    const [outputs, inputs] = isTransposed ? [rows, columns] : [columns, rows];
    const data = Float64Array.from({ length: numbers.length }, (_, i) => {
      const [output, input] = [Math.floor(i / inputs), i % inputs];
      return alpha * (numbers[isTransposed ? i : input * outputs + output] as number);
    });
    const { grid } = flow.shape;
    const shape = { width: outputs, trail: 0, grid: node.operator === 'Gemm' ? '' : grid };
    const fits = flow.run.length === 0 || getWidth(flow.run.at(-1) as Layer) === inputs;
    const from = fits ? flow : this.#steeper(flow, 1, 1);
    return this.#layer(node, from, { weights: { data, shape: [outputs, inputs] } }, shape);
  }

  #convolution(node: OnnxNode, flow: Flow): Flow | undefined {
    const weights = this.#constants.get(node.inputs[1] ?? '');
    const data = weights?.numbers();
    const list = (name: string) => node.attributes.get(name)?.wholes ?? [];
    const isPlain =
      (node.attributes.get('group')?.whole ?? 1) === 1 && list('dilations').every((dilation) => dilation === 1);
    if (!weights || !data || !isPlain || ![3, 4].includes(weights.shape.length)) return undefined;
    const strides = list('strides');
    const stride = strides.length === 2 ? (strides as [number, number]) : (strides[0] ?? 1);
    const { shape } = weights;
    const [channels = 0, , ...kernel] = shape;
    const layer: Layer = { weights: { data, shape }, stride };
    const grid = gridAfter(node, kernel, flow.shape.grid);
    return this.#layer(node, flow, layer, { width: channels, trail: kernel.length, grid });
  }

  // The factor scale / √(variance + epsilon) of each channel at inference.
  #normalization({ inputs, attributes }: OnnxNode, flow: Flow): Flow | undefined {
    const scale = this.#constants.get(inputs[1] ?? '')?.numbers();
    const variance = this.#constants.get(inputs[4] ?? '')?.numbers();
    if (!scale || !variance || attributes.get('training_mode')?.whole) return undefined;
    const epsilon = attributes.get('epsilon')?.float ?? 1e-5;
    const steepest = scale.reduce(
      (max, each, i) => Math.max(max, Math.abs(each) / Math.sqrt((variance[i] as number) + epsilon)),
      0,
    );
    return this.#steeper(flow, up(steepest), up(steepest));
  }

  // Handles a constant with one element, or with one element per value; other shapes broadcast, which would raise the
  // bound.
  #withConstant({ operator, inputs }: OnnxNode, flow: Flow): Flow | undefined {
    const index = inputs.findIndex((name) => !this.#flows.has(name));
    const constant = this.#constants.get(inputs[index] ?? '');
    const numbers = constant?.numbers();
    if (!constant || !numbers || !isOneEach(constant, flow.shape)) return undefined;
    if (operator === 'Add' || operator === 'Sub') return flow;
    if (operator === 'Div' && index === 0) return undefined;
    const sizes = numbers.map((each) => (operator === 'Mul' ? Math.abs(each) : 1 / Math.abs(each)));
    const steepest = up(sizes.reduce((max, each) => Math.max(max, each), 0));
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
      joint: up(getNorm(closed.map(({ joint }) => joint))),
      each: getMax(closed.map(({ each }) => each)),
      run: [],
      shape: unknownShape,
    };
  }

  // Handles x · sigmoid(x) and x · (1 + erf(x / √2)), which exporters write for SiLU and GELU.
  #gated(inputs: readonly string[], flows: readonly (Flow | undefined)[]): Flow | undefined {
    for (const [at, other] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const name = inputs[at] as string;
      const gate = this.#producers.get(inputs[other] as string);
      const flow = flows[at];
      if (!flow || !gate) continue;
      if (gate.operator === 'Sigmoid' && gate.inputs[0] === name) return this.#steeper(flow, silu, silu);
      if (this.#isErfGate(gate, name)) return this.#steeper(flow, 2 * gelu, 2 * gelu);
    }
    return undefined;
  }

  #isErfGate(gate: OnnxNode, name: string): boolean {
    if (gate.operator !== 'Add') return false;
    const erf = gate.inputs.map((each) => this.#producers.get(each)).find((each) => each?.operator === 'Erf');
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
const floats = [1, 10, 11, 16]; // values of TensorProto.DataType; casts to other types round, which is discontinuous
const keeps = ['Identity', 'Dropout'];

/**
 * Returns the output width of a dense layer, or undefined for a convolution, whose width the next layer need not
 * match.
 */
const getWidth = ({ weights }: Layer): number | undefined => {
  const [outputs, , ...kernel] = (weights as { shape: readonly number[] }).shape;
  return kernel.length === 0 ? outputs : undefined;
};

/** True for a single element, or for one element per feature or channel. */
function isOneEach({ shape }: OnnxTensor, { width, trail }: Shape): boolean {
  const wide = shape.flatMap((size, axis) => (size === 1 ? [] : [shape.length - 1 - axis]));
  if (wide.length === 0) return true;
  return wide.length === 1 && wide[0] === trail && shape[shape.length - 1 - trail] === width;
}

/**
 * Describes the sizes after a sliding window: ⌊(size + padding - kernel) / stride⌋ + 1 along each axis. They stay the
 * same if padding - kernel is -1 and the stride is 1.
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

// Rounds up enough to cover the rounding errors of a few operations.
const up = (value: number) => value * (1 + 2 ** -48);

const refused = (actual: string, expected: string) => invalid('model', expected, actual);

const unknown = ({ outputs }: OnnxNode, operator: string) =>
  refused(
    `'${operator}', which computes '${outputs[0]}'`,
    'a network with only dense layers, convolutions without groups or dilation, normalizations, activations, pooling, and sums',
  );
