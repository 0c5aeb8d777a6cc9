// SPDX-License-Identifier: Apache-2.0
//
// The values of a JSON object whose values may be objects: nested values are named with dots, such as doc.category.

const maxDepth = 8;

export const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** How to read values that are not cells of a table. */
export interface NestedOptions {
  /** Receives the names of lists, and of objects that are nested too deeply, which are not read. */
  lists?: Set<string> | undefined;
  /** Names whose lists are returned, so that they are rejected. */
  requested?: readonly string[] | undefined;
}

/** Yields the values of an object by name. */
export function* leavesOf(
  row: object,
  options: NestedOptions = {},
  prefix = '',
  depth = 0,
): Generator<[name: string, value: unknown]> {
  for (const [key, value] of Object.entries(row)) {
    const name = prefix + key;
    if (!isNested(value) || options.requested?.includes(name)) yield [name, value];
    else if (Array.isArray(value) || depth === maxDepth) options.lists?.add(name);
    else yield* leavesOf(value, options, `${name}.`, depth + 1);
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns a row with nested values under their names; rows without nested values are returned unchanged. */
export function flattened(row: Fields, options?: NestedOptions): Fields {
  for (const key in row) if (isNested(row[key])) return Object.fromEntries(leavesOf(row, options));
  return row;
}
