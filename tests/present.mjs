// What a type says may be missing and this test knows to be there.

/**
 * `value`, which has to be there: a test that reads on in what is missing would say less than that it is missing.
 *
 * @template T
 * @param {T} value
 * @returns {NonNullable<T>}
 */
export function present(value) {
  if (value === undefined || value === null) throw new Error(`expected a value, not ${value}`);
  return value;
}
