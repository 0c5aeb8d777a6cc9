// Values that are optional by their type but must exist in a test.

/**
 * Returns `value` and throws if it is missing, because a later error would be less clear.
 *
 * @template T
 * @param {T} value
 * @returns {NonNullable<T>}
 */
export function present(value) {
  if (value === undefined || value === null) throw new Error(`expected a value, not ${value}`);
  return value;
}
