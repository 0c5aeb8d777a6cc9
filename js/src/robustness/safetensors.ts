// SPDX-License-Identifier: Apache-2.0
//
// Reads safetensors files (https://github.com/huggingface/safetensors): 8 bytes with the length of a JSON header, the
// header, and the tensors' bytes. Files are untrusted, so everything in the header is checked first, with the same
// rules for sizes, ranges, overlaps, and gaps as the format's reference reader.

import { corruptBytes, type FairwasmError, invalid } from '../core/error.js';

/** A floating-point tensor, such as the `weights` of a {@link Layer}. */
export type StoredTensor = { data: Float32Array | Float64Array; shape: readonly number[] };

// The reference reader's limit.
const largestHeader = 100_000_000;

// Bytes per value. Types that are not floating point cannot be weights and are skipped, not rejected.
const widths = new Map([
  ['F64', 8],
  ['F32', 4],
  ['F16', 2],
  ['BF16', 2],
  ['I64', 8],
  ['U64', 8],
  ['I32', 4],
  ['U32', 4],
  ['I16', 2],
  ['U16', 2],
  ['I8', 1],
  ['U8', 1],
  ['BOOL', 1],
  ['F8_E4M3', 1],
  ['F8_E5M2', 1],
]);

interface Entry {
  name: string;
  dtype: string;
  shape: number[];
  begin: number;
  end: number;
}

/**
 * Returns the floating-point tensors (64, 32, and 16 bits, and bfloat16) by name; other tensors are skipped. Each is
 * an exact copy: float32 if that is sufficient, otherwise float64.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * const tensors = readSafetensors(await readFile('classifier.safetensors'));
 * tensors.get('0.weight')?.shape; // [16, 4]
 *
 * @throws FairwasmError `corruptBytes` unless the bytes are a complete, well-formed safetensors file.
 */
export function readSafetensors(file: Uint8Array | ArrayBuffer): Map<string, StoredTensor> {
  const bytes = toBytes(file);
  const { header, content } = split(bytes);
  const entries = Object.entries(header)
    .filter(([name]) => name !== '__metadata__')
    .map(([name, entry]) => toEntry(name, entry));
  requireSeamless(entries, content.byteLength);
  const tensors = new Map<string, StoredTensor>();
  for (const { name, dtype, shape, begin, end } of entries) {
    const read = readers[dtype];
    // A copy starts at offset 0, so its values are aligned.
    if (read) tensors.set(name, { data: read(content.slice(begin, end).buffer), shape });
  }
  return tensors;
}

function corrupt(expected: string, actual: string): FairwasmError {
  return corruptBytes('safetensors', expected, actual);
}

function toBytes(file: unknown): Uint8Array<ArrayBuffer> {
  if (file instanceof ArrayBuffer) return new Uint8Array(file);
  if (file instanceof Uint8Array) {
    // `file` itself cannot be used: the slice() of Node's Buffer does not copy.
    return new Uint8Array(file.buffer as ArrayBuffer, file.byteOffset, file.byteLength);
  }
  throw invalid('safetensors', 'a Uint8Array or an ArrayBuffer', typeof file);
}

function split(bytes: Uint8Array<ArrayBuffer>) {
  if (bytes.byteLength < 8) throw corrupt('8 bytes at least', `${bytes.byteLength}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getBigUint64(0, true);
  const available = Math.min(bytes.byteLength - 8, largestHeader);
  if (length > BigInt(available)) throw corrupt(`a header of at most ${available} bytes`, `${length}`);
  const end = 8 + Number(length);
  return { header: parseHeader(bytes.subarray(8, end)), content: bytes.subarray(end) };
}

function parseHeader(bytes: Uint8Array): Record<string, unknown> {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw corrupt('a header in JSON', 'something else');
  }
  if (typeof header === 'object' && header !== null && !Array.isArray(header)) return header as Record<string, unknown>;
  throw corrupt('a JSON object', Array.isArray(header) ? 'an array' : typeof header);
}

const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function toEntry(name: string, value: unknown): Entry {
  const entry = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const { dtype, shape, data_offsets: offsets } = entry;
  const width = widths.get(String(dtype));
  if (width === undefined) throw corrupt(`a known dtype for '${name}'`, `'${String(dtype)}'`);
  if (!Array.isArray(shape) || !shape.every(isSize)) throw corrupt(`a shape for '${name}'`, String(shape));
  if (!Array.isArray(offsets) || offsets.length !== 2 || !offsets.every(isSize)) {
    throw corrupt(`two data_offsets for '${name}'`, String(offsets));
  }
  const [begin, end] = offsets as [number, number];
  const size = shape.reduce((product: number, length: number) => product * length, width);
  if (end - begin !== size) throw corrupt(`${size} bytes for '${name}'`, `${end - begin}`);
  return { name, dtype: String(dtype), shape, begin, end };
}

// Tensors must be contiguous from the first byte to the last: without overlaps, gaps, or hidden bytes.
function requireSeamless(entries: readonly Entry[], size: number): void {
  let next = 0;
  for (const { name, begin, end } of entries.toSorted((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin !== next) throw corrupt(`'${name}' to begin at byte ${next}`, `${begin}`);
    next = end;
  }
  if (next !== size) throw corrupt(`${next} bytes of tensors`, `${size}`);
}

const readers: Readonly<Record<string, (bytes: ArrayBuffer) => Float32Array | Float64Array>> = {
  F64: (bytes) => fromView(bytes, 8, Float64Array, (view, at) => view.getFloat64(at, true)),
  F32: (bytes) => fromView(bytes, 4, Float32Array, (view, at) => view.getFloat32(at, true)),
  F16: (bytes) => fromView(bytes, 2, Float32Array, (view, at) => fromHalf(view.getUint16(at, true))),
  BF16: (bytes) => fromView(bytes, 2, Float32Array, (view, at) => fromBfloat(view.getUint16(at, true))),
};

function fromView<T extends Float32Array | Float64Array>(
  bytes: ArrayBuffer,
  width: number,
  Floats: new (length: number) => T,
  read: (view: DataView, at: number) => number,
): T {
  const view = new DataView(bytes);
  const values = new Floats(bytes.byteLength / width);
  for (let i = 0; i < values.length; i++) values[i] = read(view, i * width);
  return values;
}

// IEEE 754 binary16: 1 sign bit, 5 exponent bits, 10 fraction bits.
function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

// The upper half of a float32.
function fromBfloat(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, bits << 16);
  return view.getFloat32(0);
}
