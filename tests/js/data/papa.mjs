// SPDX-License-Identifier: Apache-2.0
//
// Delimited text as Papa Parse reads it, in the form in which fairwasm gives it.

import Papa from 'papaparse';

/** Whether Papa Parse complains of what fairwasm reads: a closing quote with blanks behind it at the end of everything. */
export const isJudgedOtherwise = (text) => /"[ \t\r]+$/.test(text);

export const withoutReturn = (text) => (text.endsWith('\r') ? text.slice(0, -1) : text);
const isBlank = (fields) => fields.length === 1 && withoutReturn(fields[0]) === '';

/** The rows that Papa Parse reads, behind a header of this many columns; undefined where it has complaints. */
export function papaRows(text, width, delimiter) {
  const { data, errors } = Papa.parse(text, { delimiter, newline: '\n' });
  if (errors.length > 0) return undefined;
  if (text.endsWith('\n') || text === '') data.pop();
  const rows = data
    .filter((fields) => width === 1 || !isBlank(fields))
    .map((fields) => [...fields.slice(0, -1), withoutReturn(fields.at(-1))]);
  return rows.every((fields) => fields.length === width) ? rows : undefined;
}
