// SPDX-License-Identifier: Apache-2.0
//
// The words that a column's name is made of, for guesses of what is in it.

/** A name in lower-case words: `twoYearRecid` and `two_year_recid` alike. */
export function wordsOf(name: string): string[] {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
