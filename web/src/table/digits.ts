// SPDX-License-Identifier: Apache-2.0
//
// Recognizes whole numbers by their digits. Identifiers and counts, which may differ in every row, usually look like this.

const zero = 48; // its code
const longest = 15; // digits that a number represents exactly

/** Returns the number of a string such as 0, 7, or 1234; undefined for 007, +1, -1, 1.0, and all others. */
export function plainNumber(text: string): number | undefined {
  if (text.length === 0 || text.length > longest) return undefined;
  if (text.charCodeAt(0) === zero) return text.length === 1 ? 0 : undefined;
  let number = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - zero;
    if (!(digit >= 0 && digit <= 9)) return undefined;
    number = 10 * number + digit;
  }
  return number;
}
