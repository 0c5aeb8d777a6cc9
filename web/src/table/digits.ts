// SPDX-License-Identifier: Apache-2.0
//
// Whether a text is a whole number as files write most of them: the common case of identifiers and counts, of which
// there may be a different one in every row.

const zero = 48; // its code
const longest = 15; // digits, which a number holds exactly

/** The number that 0, 7 or 1234 is; undefined for 007, +1, -1, 1.0 and whatever else. */
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
