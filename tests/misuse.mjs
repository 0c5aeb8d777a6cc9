// Values that the package's types reject, passed on purpose to test errors for callers without a compiler. The function
// makes every misuse visible, and all other code is type-checked.

/**
 * Returns `value` without its type.
 *
 * @returns {any}
 */
export const misuse = (value) => value;
