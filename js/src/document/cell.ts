// SPDX-License-Identifier: Apache-2.0
//
// Strings from data as cells of tables that a spreadsheet may open.

import { oneLine } from './format.js';

/** Characters that start a formula in spreadsheets, including full-width forms. */
export const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

const signed = /^[+-][\d .,%]*$/; // Numbers such as "-1" or "- 50000.", or a single sign, are not formulas.

/**
 * Escapes a string for a cell of a CSV file, such as a class name from a model: removes control characters
 * and puts an apostrophe before a formula. Numbers are unchanged.
 */
export function cellText(text: string): string {
  const line = oneLine(text);
  return formula.test(line) && !signed.test(line) ? `'${line}` : line;
}
