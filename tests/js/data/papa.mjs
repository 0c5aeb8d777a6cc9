// SPDX-License-Identifier: Apache-2.0
//
// Reads delimited text with Papa Parse, and returns it in fairwasm's form.

import Papa from 'papaparse';

/** True if Papa Parse rejects text that fairwasm reads: a closing quote followed by blanks at the end. */
export const isJudgedOtherwise = (text) => /"[ \t\r]+$/.test(text);

export const withoutReturn = (text) => (text.endsWith('\r') ? text.slice(0, -1) : text);
const isBlank = (fields) => withoutReturn(fields.at(-1)) === '' && fields.slice(0, -1).every((field) => field === '');

/** The rows that Papa Parse reads after a header with this many columns; undefined if it rejects the text. */
export function papaRows(text, width, delimiter) {
  const { data, errors } = Papa.parse(text, { delimiter, newline: '\n' });
  if (errors.length > 0) return undefined;
  if (text.endsWith('\n') || text === '') data.pop();
  const rows = data
    .filter((fields) => width === 1 || !isBlank(fields))
    .map((fields) => [...fields.slice(0, -1), withoutReturn(fields.at(-1))]);
  return rows.every((fields) => fields.length === width) ? rows : undefined;
}
