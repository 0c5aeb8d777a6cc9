// SPDX-License-Identifier: Apache-2.0
//
// Lists of names in text fields, with the rules of the command line: names are separated by commas, and a comma after a
// backslash is part of a name.

/** Parses a list of names; empty names are omitted. */
export const parseList = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((name) => name.replaceAll('\\,', ',').trim())
    .filter((name) => name !== '');

/** Formats a list of names for a text field. */
export const formatList = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll(',', '\\,')).join(', ');
