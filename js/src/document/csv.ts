// SPDX-License-Identifier: Apache-2.0
//
// Parts shared by all CSV tables.

import Papa from '../vendor/papaparse.js';
import { formula } from './cell.js';

/**
 * Returns rows as CSV that is safe in spreadsheets: strings that look like formulas start with an apostrophe.
 */
export const getCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `${Papa.unparse(rows as (string | number)[][], { newline: '\n', escapeFormulae: formula })}\n`;

/** Returns a number for a cell; undefined and infinite numbers leave the cell empty. */
export const finite = (value: number | undefined): number | '' =>
  Number.isFinite(value) ? (value as number) : '';
