// SPDX-License-Identifier: Apache-2.0
//
// Compact, lossless encoding of plain data: the field names of equal objects are stored once, and distinct
// fractional numbers separately as eight bytes each. As text, the figures of a report would take twice the
// space even after compression, because their digits are nearly random.

/**
 * A list begins with -1, an object with the index of its field names. An empty array represents the next of the
 * numbers that are stored separately.
 */
type Packed = null | boolean | number | string | readonly Packed[];

interface Text {
  /** Field names of objects. */
  names: readonly (readonly string[])[];
  /** For each number, in order, the distance of its index from the previous number's index. */
  steps: readonly number[];
  data: Packed;
}

const list = -1;
const width = Float64Array.BYTES_PER_ELEMENT;

const isReal = (value: unknown): value is number => typeof value === 'number' && !Number.isInteger(value);

/**
 * Encodes JSON-compatible data (no functions, only finite numbers) as bytes: the number of numbers, the
 * numbers as little-endian float64, and the rest as JSON in UTF-8.
 */
export function packed(data: unknown): Uint8Array<ArrayBuffer> {
  const names = new Map<string, number>();
  const reals = new Map<number, number>();
  const steps: number[] = [];
  let last = -1;
  const pack = (value: unknown): Packed => {
    if (isReal(value)) {
      const index = reals.get(value) ?? reals.size;
      reals.set(value, index);
      steps.push(index - last);
      last = index;
      return [];
    }
    if (Array.isArray(value)) return [list, ...value.map(pack)];
    if (typeof value === 'object' && value !== null) {
      const key = JSON.stringify(Object.keys(value));
      if (!names.has(key)) names.set(key, names.size);
      return [names.get(key) as number, ...Object.values(value).map(pack)];
    }
    return value as Packed;
  };
  const root = pack(data);
  const text: Text = { names: [...names.keys()].map((key) => JSON.parse(key)), steps, data: root };
  const json = new TextEncoder().encode(JSON.stringify(text));
  const bytes = new Uint8Array((1 + reals.size) * width + json.length);
  const view = new DataView(bytes.buffer);
  [reals.size, ...reals.keys()].forEach((value, i) => {
    view.setFloat64(i * width, value, true);
  });
  bytes.set(json, (1 + reals.size) * width);
  return bytes;
}

/** Decodes the bytes of {@link packed}. Throws for malformed bytes. */
export function unpacked(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = (1 + view.getFloat64(0, true)) * width;
  const json = new TextDecoder().decode(bytes.subarray(end));
  const { names, steps, data } = JSON.parse(json) as Text;
  if (data === undefined) throw new RangeError('no data');
  let [next, index] = [0, -1];
  const unpack = (value: Packed): unknown => {
    if (!Array.isArray(value)) return value;
    const [kind, ...rest] = value as readonly Packed[];
    if (kind === undefined) {
      index += steps[next++] as number;
      return view.getFloat64((1 + index) * width, true);
    }
    if (kind === list) return rest.map(unpack);
    const own = names[kind as number] as readonly string[];
    return Object.fromEntries(rest.map((each, i) => [own[i], unpack(each)]));
  };
  return unpack(data);
}
