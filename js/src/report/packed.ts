// SPDX-License-Identifier: Apache-2.0
//
// Plain data with less around it, as JSON of its own: what names objects have is said once for all that have the same, and
// so are values that stand there again. A report's figures repeat their names thousands of times; packed so, it takes
// half the room, every digit is kept, and a few lines read it.

/** An object is the place of its names and its values, a list -1 and its elements; see {@link unpacked}. */
type Packed = null | boolean | number | string | readonly Packed[];

export interface PackedData {
  /** Names of objects. */
  names: readonly (readonly string[])[];
  /** Values that stand there more than once. */
  values: readonly (number | string)[];
  data: Packed;
}

const list = -1;
// What begins a reference to a value; a text that begins so has it twice.
const mark = '~';
const base = 36;
const shortest = 4; // letters; what is shorter than its reference stays

/** Data as JSON has it: no functions, no numbers that are not finite. */
export function packed(data: unknown): PackedData {
  const counts = new Map<number | string, number>();
  count(data, counts);
  const values = [...counts].filter(([, times]) => times > 1).map(([value]) => value);
  const places = new Map(values.map((value, i) => [value, mark + i.toString(base)]));
  const names = new Map<string, number>();
  const pack = (value: unknown): Packed => {
    if (Array.isArray(value)) return [list, ...value.map(pack)];
    if (typeof value === 'object' && value !== null) {
      const key = JSON.stringify(Object.keys(value));
      if (!names.has(key)) names.set(key, names.size);
      return [names.get(key) as number, ...Object.values(value).map(pack)];
    }
    const leaf = value as null | boolean | number | string;
    const place =
      typeof leaf === 'object' || typeof leaf === 'boolean' ? undefined : places.get(leaf);
    if (place !== undefined) return place;
    return typeof leaf === 'string' && leaf.startsWith(mark) ? mark + leaf : leaf;
  };
  const root = pack(data);
  return { names: [...names.keys()].map((key) => JSON.parse(key)), values, data: root };
}

function count(value: unknown, counts: Map<number | string, number>): void {
  if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) count(each, counts);
  } else if (typeof value === 'string' || typeof value === 'number') {
    if (String(value).length >= shortest) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
}

/** The data that {@link packed} was given; whatever is of another form comes as it is. */
export function unpacked(given: unknown): unknown {
  const { names, values, data } = Object(given) as Partial<PackedData>;
  if (!Array.isArray(names) || !Array.isArray(values) || data === undefined) return given;
  const unpack = (value: Packed): unknown => {
    if (typeof value === 'string' && value.startsWith(mark)) {
      return value[1] === mark ? value.slice(1) : values[Number.parseInt(value.slice(1), base)];
    }
    if (!Array.isArray(value)) return value;
    const [place, ...rest] = value as readonly Packed[];
    if (place === list) return rest.map(unpack);
    const own = names[place as number] as readonly string[];
    return Object.fromEntries(rest.map((each, i) => [own[i], unpack(each)]));
  };
  return unpack(data);
}
