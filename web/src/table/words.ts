// SPDX-License-Identifier: Apache-2.0
//
// Splits the name of a column into words, to guess its content.

/** Returns a name's words in lower case, the same for `twoYearRecid` and `two_year_recid`. */
export function getWords(name: string): string[] {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
