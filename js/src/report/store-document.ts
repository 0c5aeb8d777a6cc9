// SPDX-License-Identifier: Apache-2.0
//
// The form in which descriptions of results are written to files.

import { isPlain } from '../core/options.js';
import {
  type Block,
  type Cell,
  type DisplayedValue,
  type Document,
  isSection,
  isTable,
} from '../document/model.js';
import type { StoredDocument } from './report.js';

export const isStoredDocument = (value: unknown): value is StoredDocument =>
  isPlain(value) && (value as { format?: unknown }).format === 'fairwasm-document';

/** Returns a description as it is stored. JSON has no undefined cells, so that an empty cell is an empty string. */
export const storedDocument = (document: Document): StoredDocument => ({
  format: 'fairwasm-document',
  version: 1,
  ...withCells(document),
});

const withCells = (document: Document): Document => ({
  ...document,
  blocks: document.blocks.map((block: Block) => {
    if (isSection(block)) return withCells(block);
    if (!isTable(block)) return block;
    const rows = block.rows.map((row) => ({ ...row, cells: row.cells.map(toStored) }));
    return { ...block, rows };
  }),
});

// An estimate in a cell may have more fields than a cell shows, such as the radius that it belongs to.
const fields = [
  'value',
  'ci',
  'pValue',
  'adjustedPValue',
  'reason',
  'warning',
  'notes',
  'format',
] as const satisfies readonly (keyof DisplayedValue)[];

function toStored(cell: Cell): Cell {
  if (cell === undefined) return '';
  if (typeof cell !== 'object' || cell === null) return cell;
  const shown = fields.filter((name) => cell[name] !== undefined);
  return Object.fromEntries(shown.map((name) => [name, cell[name]])) as unknown as DisplayedValue;
}
