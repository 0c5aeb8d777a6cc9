// SPDX-License-Identifier: Apache-2.0
//
// Writes ONNX files for tests: the part of the format (Protocol Buffers, onnx.proto of IR version 8) that models of
// tables need. The Python package that usually writes them is not a dependency of this project.

const encoder = new TextEncoder();

function varint(value) {
  const bytes = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; ) {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 128);
    if (rest === 0n) return bytes;
  }
}

const tag = (field, wire) => varint((field << 3) | wire);
const whole = (field, value) => [...tag(field, 0), ...varint(value)];
/** A field of a message, with its number and bytes. */
export const bytes = (field, content) => [...tag(field, 2), ...varint(content.length), ...content];
const text = (field, value) => bytes(field, encoder.encode(value));
const float = (field, value) => [...tag(field, 5), ...new Uint8Array(new Float32Array([value]).buffer)];
const raw = (values) => new Uint8Array(values.buffer);

/** Type numbers of TensorProto.DataType. */
export const types = { float: 1, int32: 6, int64: 7, string: 8, bool: 9, double: 11 };

/**
 * A weight; with `external`, it refers to a file.
 *
 * @param {string} name
 * @param {{ dims: number[], floats?: number[], ints?: number[], texts?: string[], external?: string }} content
 */
export function tensor(name, { dims, floats, ints, texts, external }) {
  const type = floats ? types.float : ints ? types.int64 : types.string;
  return [
    ...dims.flatMap((dim) => whole(1, dim)),
    ...whole(2, type),
    ...(texts ?? []).flatMap((each) => text(6, each)),
    ...text(8, name),
    ...(floats && !external ? bytes(9, raw(Float32Array.from(floats))) : []),
    ...(ints ? bytes(9, raw(BigInt64Array.from(ints, BigInt))) : []),
    ...(external ? bytes(13, [...text(1, 'location'), ...text(2, external)]) : []),
    ...(external ? whole(14, 1) : []),
  ];
}

// The kind of an attribute: floating-point numbers are written as { float }, { floats }.
function attribute(name, value) {
  const typed = (type, content) => bytes(5, [...text(1, name), ...content, ...whole(20, type)]);
  if (typeof value === 'number') return typed(2, whole(3, value));
  if (typeof value === 'string') return typed(3, text(4, value));
  if (value.float !== undefined) return typed(1, float(2, value.float));
  if (value.floats) return typed(6, bytes(7, raw(Float32Array.from(value.floats))));
  if (value.tensor) return typed(4, bytes(5, tensor('', value.tensor)));
  if (typeof value[0] === 'string')
    return typed(
      8,
      value.flatMap((each) => text(9, each)),
    );
  return typed(
    7,
    value.flatMap((each) => whole(8, each)),
  );
}

/** A node: `node('Gemm', ['x', 'w'], ['y'], { transB: 1 })`; operators of scikit-learn have `ml: true`. */
export function node(operator, inputs, outputs, attributes = {}, { ml = false } = {}) {
  return [
    ...inputs.flatMap((name) => text(1, name)),
    ...outputs.flatMap((name) => text(2, name)),
    ...text(3, `${operator}_${outputs[0]}`),
    ...text(4, operator),
    ...Object.entries(attributes).flatMap(([name, value]) => attribute(name, value)),
    ...(ml ? text(7, 'ai.onnx.ml') : []),
  ];
}

/** An input or output with its name, type, and dimensions; a string or null is a dimension of any size. */
export function value(name, type, dims) {
  const sizes = dims.map((dim) => bytes(1, typeof dim === 'number' ? whole(1, dim) : dim === null ? [] : text(2, dim)));
  const shape = bytes(2, sizes.flat());
  return [...text(1, name), ...bytes(2, bytes(1, [...whole(1, types[type]), ...shape]))];
}

/** The output of ZipMap: for each row, a probability by class. */
export function mapValue(name, keyType) {
  const number = bytes(1, whole(1, types.float));
  const map = bytes(5, [...whole(1, types[keyType]), ...bytes(2, number)]);
  return [...text(1, name), ...bytes(2, bytes(4, bytes(1, map)))];
}

/**
 * A complete file.
 *
 * @param {{
 *   nodes: number[][], inputs: number[][], outputs: number[][], weights?: number[][],
 *   metadata?: Record<string, string>, opset?: number,
 * }} parts
 */
export function model({ nodes, inputs, outputs, weights = [], metadata = {}, opset = 17 }) {
  const graph = [
    ...nodes.flatMap((each) => bytes(1, each)),
    ...text(2, 'graph'),
    ...weights.flatMap((each) => bytes(5, each)),
    ...inputs.flatMap((each) => bytes(11, each)),
    ...outputs.flatMap((each) => bytes(12, each)),
  ];
  return Uint8Array.from([
    ...whole(1, 8),
    ...text(2, 'fairwasm-tests'),
    ...bytes(7, graph),
    ...bytes(8, whole(2, opset)),
    ...bytes(8, [...text(1, 'ai.onnx.ml'), ...whole(2, 3)]),
    ...Object.entries(metadata).flatMap(([key, said]) => bytes(14, [...text(1, key), ...text(2, said)])),
  ]);
}
