// SPDX-License-Identifier: Apache-2.0
//
// Reads an ONNX file's inputs, outputs, operators, and weights before the model is run. The runtime reports only
// names, types, and shapes; and an untrusted file must be checked first, because it could refer to other files, which
// is rejected. Format: onnx.proto, IR version 3 and later.

import { type FairwasmError, invalid } from '../core/error.js';
import { shown } from '../core/options.js';
import { broken, bytesField, type Field, joined, readFields, toIntegers, wholeField } from './protobuf.js';

/** An input or an output. */
export interface OnnxValue {
  name: string;
  /** The element type, as named by TensorProto; undefined if it is not a tensor. */
  type: string | undefined;
  /** Sizes, undefined for any size. The array is empty if the file has no shape. */
  shape: readonly (number | undefined)[] | undefined;
}

/** A node of the graph. */
export interface OnnxNode {
  operator: string;
  domain: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes: ReadonlyMap<string, OnnxAttribute>;
}

export interface OnnxAttribute {
  whole: number | undefined;
  float: number | undefined;
  text: string | undefined;
  wholes: readonly number[];
  floats: readonly number[];
  texts: readonly string[];
  tensor: OnnxTensor | undefined;
}

/** A constant tensor, usually weights. */
export interface OnnxTensor {
  name: string;
  type: string | undefined;
  shape: readonly number[];
  /** Returns the tensor's numbers; undefined for strings and for unsupported types. */
  numbers(): Float64Array | undefined;
}

export interface OnnxFile {
  producer: string;
  inputs: readonly OnnxValue[];
  outputs: readonly OnnxValue[];
  nodes: readonly OnnxNode[];
  weights: ReadonlyMap<string, OnnxTensor>;
}

const elementTypes = [
  ...['undefined', 'float32', 'uint8', 'int8', 'uint16', 'int16', 'int32', 'int64', 'string'],
  ...['bool', 'float16', 'float64', 'uint32', 'uint64', 'complex64', 'complex128', 'bfloat16'],
];
const deepest = 32; // maximum depth of nested graphs; exporters write far fewer levels

const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Returns the bytes of a file. Throws `invalidArgument` for other types. */
export function requireBytes(file: unknown): Uint8Array {
  if (file instanceof Uint8Array) return file;
  if (file instanceof ArrayBuffer) return new Uint8Array(file);
  throw invalid('model', 'the bytes of an ONNX file, a Uint8Array or an ArrayBuffer', shown(file));
}

/**
 * Parses the file. Throws `corruptBytes` if it is not an ONNX file, and `invalidArgument` if its weights are in other
 * files.
 */
export function readOnnx(file: Uint8Array): OnnxFile {
  const fields = [...readFields(file)];
  const [graph, ...more] = fields.filter(({ number }) => number === 7);
  if (!graph) throw broken('the file contains no graph');
  // Protocol Buffers merge repeated graphs into one, of which this reader would have seen only a part.
  if (more.length > 0) throw broken('the file contains several graphs');
  for (const field of fields) {
    // Training graphs and local functions are also checked for weights in other files.
    if (field.number === 20) for (const part of readFields(field.bytes)) graphPart(part);
    if (field.number === 25) for (const part of readFields(field.bytes)) functionPart(part);
  }
  const producer = fields.find(({ number }) => number === 2);
  return { producer: producer ? toText(producer.bytes) : '', ...readGraph(graph.bytes, 0) };
}

/**
 * Returns the file with another of its values as an additional float32 output. Protocol Buffers merge a second graph
 * at the end of the file with the first.
 */
export function withOutput(file: Uint8Array, name: string): Uint8Array {
  const tensor = bytesField(1, wholeField(1, elementTypes.indexOf('float32')));
  const named = bytesField(1, new TextEncoder().encode(name));
  const added = bytesField(7, bytesField(12, joined([named, bytesField(2, tensor)])));
  return joined([file, added]);
}

function readGraph(bytes: Uint8Array, depth: number): Omit<OnnxFile, 'producer'> {
  if (depth > deepest) throw broken('graphs are nested too deeply');
  const nodes: OnnxNode[] = [];
  const weights = new Map<string, OnnxTensor>();
  const inputs: OnnxValue[] = [];
  const outputs: OnnxValue[] = [];
  for (const field of readFields(bytes)) {
    if (field.number === 1) nodes.push(readNode(field.bytes, depth));
    if (field.number === 5) {
      const weight = toTensor(field.bytes);
      weights.set(weight.name, weight);
    }
    // A sparse tensor consists of two tensors.
    if (field.number === 15) for (const part of readFields(field.bytes)) tensorPart(part);
    if (field.number === 11) inputs.push(describedValue(field.bytes));
    if (field.number === 12) outputs.push(describedValue(field.bytes));
  }
  // Before IR version 4, weights were also listed as inputs.
  return { inputs: inputs.filter(({ name }) => !weights.has(name)), outputs, nodes, weights };
}

function graphPart({ number, bytes }: Field): void {
  if (number <= 2) readGraph(bytes, 1);
}

function functionPart({ number, bytes }: Field): void {
  if (number === 7) readNode(bytes, 1);
  if (number === 11) readAttribute(bytes, 1);
}

function tensorPart({ number, bytes }: Field): void {
  if (number <= 2) toTensor(bytes);
}

function readNode(bytes: Uint8Array, depth: number): OnnxNode {
  const node = { operator: '', domain: '', inputs: [] as string[], outputs: [] as string[] };
  const attributes = new Map<string, OnnxAttribute>();
  for (const { number, bytes: content } of readFields(bytes)) {
    if (number === 1) node.inputs.push(toText(content));
    if (number === 2) node.outputs.push(toText(content));
    if (number === 4) node.operator = toText(content);
    if (number === 7) node.domain = toText(content);
    if (number === 5) {
      const [name, attribute] = readAttribute(content, depth);
      attributes.set(name, attribute);
    }
  }
  return { ...node, attributes };
}

function readAttribute(bytes: Uint8Array, depth: number): [string, OnnxAttribute] {
  let name = '';
  const attribute = {
    whole: undefined as number | undefined,
    float: undefined as number | undefined,
    text: undefined as string | undefined,
    wholes: [] as number[],
    floats: [] as number[],
    texts: [] as string[],
    tensor: undefined as OnnxTensor | undefined,
  };
  for (const field of readFields(bytes)) {
    const { number, bytes: content } = field;
    if (number === 1) name = toText(content);
    if (number === 2) attribute.float = toFloats(content)[0];
    if (number === 3) attribute.whole = field.whole;
    if (number === 4) attribute.text = toText(content);
    if (number === 5) attribute.tensor = toTensor(content);
    // Nested graphs are only checked for weights in other files.
    if (number === 6 || number === 11) readGraph(content, depth + 1);
    if (number === 7) for (const each of toFloats(content)) attribute.floats.push(each);
    if (number === 8) for (const each of toIntegers(field)) attribute.wholes.push(each);
    if (number === 9) attribute.texts.push(toText(content));
    if (number === 10) toTensor(content);
  }
  return [name, attribute];
}

// Numbers in a file are not aligned, so typed arrays cannot be used.
const toView = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);

function toFloats(bytes: Uint8Array): Float32Array {
  const view = toView(bytes);
  return Float32Array.from({ length: bytes.length >> 2 }, (_, i) => view.getFloat32(4 * i, true));
}

function describedValue(bytes: Uint8Array): OnnxValue {
  const value: OnnxValue = { name: '', type: undefined, shape: undefined };
  for (const field of readFields(bytes)) {
    if (field.number === 1) value.name = toText(field.bytes);
    if (field.number !== 2) continue;
    // Field 1 is a tensor; ZipMap returns a sequence (field 4).
    const tensor = [...readFields(field.bytes)].find(({ number }) => number === 1);
    if (tensor) Object.assign(value, getTensorType(tensor.bytes));
  }
  return value;
}

function getTensorType(bytes: Uint8Array): Pick<OnnxValue, 'type' | 'shape'> {
  const type: Pick<OnnxValue, 'type' | 'shape'> = { type: undefined, shape: undefined };
  for (const { number, whole, bytes: content } of readFields(bytes)) {
    if (number === 1) type.type = elementTypes[whole];
    if (number === 2) type.shape = [...readFields(content)].map(({ bytes: size }) => getSize(size));
  }
  return type;
}

function getSize(bytes: Uint8Array): number | undefined {
  const size = [...readFields(bytes)].find(({ number }) => number === 1)?.whole;
  return size !== undefined && size > 0 ? size : undefined; // some exporters write -1 or 0 for any size
}

function toTensor(bytes: Uint8Array): OnnxTensor {
  const fields = [...readFields(bytes)];
  const at = (number: number) => fields.filter((field) => field.number === number);
  const name = toText(at(8)[0]?.bytes ?? new Uint8Array());
  if (at(13).length > 0 || at(14)[0]?.whole === 1) throw elsewhere(name);
  const type = elementTypes[at(2)[0]?.whole ?? 0];
  const shape = at(1).flatMap(toIntegers);
  const size = shape.reduce((product, dim) => product * dim, 1);
  const raw = at(9)[0]?.bytes;
  const width = { float32: 4, float64: 8, int32: 4, int64: 8 }[type ?? ''];
  if (raw && width && raw.length !== size * width) {
    throw broken(`the weight '${name}' claims ${size} numbers in ${raw.length} bytes`);
  }
  return { name, type, shape, numbers: () => toNumbers(type, raw, fields) };
}

function toNumbers(
  type: string | undefined,
  raw: Uint8Array | undefined,
  fields: readonly Field[],
): Float64Array | undefined {
  const parts = (number: number) => fields.filter((field) => field.number === number);
  const bytes = raw ?? joined(parts(type === 'float64' ? 10 : 4).map((part) => part.bytes));
  if (type === 'float32') return Float64Array.from(toFloats(bytes));
  if (type !== 'float64' && type !== 'int64' && type !== 'int32') return undefined;
  if (!raw && type !== 'float64') return Float64Array.from(parts(type === 'int64' ? 7 : 5).flatMap(toIntegers));
  const view = toView(bytes);
  const width = type === 'int32' ? 4 : 8;
  return Float64Array.from({ length: bytes.length / width }, (_, i) => {
    if (type === 'float64') return view.getFloat64(8 * i, true);
    return type === 'int32' ? view.getInt32(4 * i, true) : Number(view.getBigInt64(8 * i, true));
  });
}

function elsewhere(name: string): FairwasmError {
  return invalid(
    'model',
    'a file that contains all weights; save it with save_as_external_data=False',
    `the weight '${name.slice(0, 100)}' in another file`,
  );
}
