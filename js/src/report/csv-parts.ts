// SPDX-License-Identifier: Apache-2.0
//
// What all tables share that are written as CSV.

import Papa from '../vendor/papaparse.js';
import { formula } from './cell.js';

/** Rows as CSV, safe in a spreadsheet: a text that looks like a formula is preceded by an apostrophe. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `${Papa.unparse(rows as (string | number)[][], { newline: '\n', escapeFormulae: formula })}\n`;

/** A number as it stands in a cell: what is undefined or infinite leaves the cell empty. */
export const finite = (value: number | undefined): number | '' =>
  Number.isFinite(value) ? (value as number) : '';
