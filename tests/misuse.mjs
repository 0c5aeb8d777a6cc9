// Values that the package's types refuse, given on purpose: what the package says to those who have no compiler to
// warn them. Every place of misuse is to be seen as one, and the types are held against everything else.

/**
 * `value` itself, unseen by the compiler.
 *
 * @returns {any}
 */
export const misuse = (value) => value;
