// SPDX-License-Identifier: Apache-2.0
//
// Parts shared by all CSV tables, and the tables of a document as one table.

import Papa from '../vendor/papaparse.js';
import { cellText, formula } from './cell.js';
import {
  type Block,
  type Cell,
  type DisplayedValue,
  type Document,
  type DocumentTable,
  isSection,
  isTable,
} from './model.js';

/**
 * Returns rows as CSV that is safe in spreadsheets: strings that look like formulas start with an apostrophe.
 */
export const getCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `${Papa.unparse(rows as (string | number)[][], { newline: '\n', escapeFormulae: formula })}\n`;

/** Returns a number for a cell; undefined and infinite numbers leave the cell empty. */
export const finite = (value: number | undefined): number | '' => (Number.isFinite(value) ? (value as number) : '');

const header = ['table', 'row', 'column', 'value', 'low', 'high', 'pValue', 'reason'];

const tablesIn = (title: string, blocks: readonly Block[]): [title: string, DocumentTable][] =>
  blocks.flatMap((block) => {
    if (isSection(block)) return tablesIn(block.title, block.blocks);
    return isTable(block) ? [[block.caption ?? title, block] as [string, DocumentTable]] : [];
  });

function toNumbers(cell: Cell): (string | number)[] {
  const whole = typeof cell === 'object' && cell !== null ? cell : { value: cell };
  const { value, ci, pValue, reason = '' }: DisplayedValue = whole as DisplayedValue;
  const [low, high] = ci ?? [];
  const written = typeof value === 'string' ? cellText(value) : finite(Number(value ?? Number.NaN));
  return [written, finite(low ?? undefined), finite(high ?? undefined), finite(pValue), reason];
}

/**
 * Returns the tables of a document as CSV with one line per cell: `table` (its caption), `row`, `column`, `value`, `low`
 * and `high` (its interval), `pValue`, and `reason` (why the value is undefined, and therefore empty).
 */
export function documentCsv({ title, blocks }: Document): string {
  const rows = tablesIn(title, blocks).flatMap(([caption, { columns, rows }]) =>
    rows.flatMap(({ name, cells }) =>
      cells.flatMap((cell, i) =>
        cell === undefined ? [] : [[cellText(caption), cellText(name), columns[i]?.heading ?? '', ...toNumbers(cell)]],
      ),
    ),
  );
  return getCsv([header, ...rows]);
}
