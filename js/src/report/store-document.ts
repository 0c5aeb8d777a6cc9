// SPDX-License-Identifier: Apache-2.0
//
// The form in which descriptions of results are written to files.

import { isPlain } from '../core/options.js';
import {
  type Block,
  type Cell,
  type DisplayedValue,
  type Document,
  isDotPlot,
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
    if (isDotPlot(block)) {
      const dots = block.dots.map((dot) => ({ ...dot, value: toStoredValue(dot.value) }));
      return { ...block, dots };
    }
    if (!isTable(block)) return block;
    const rows = block.rows.map((row) => ({ ...row, cells: row.cells.map(toStored) }));
    return { ...block, rows };
  }),
});

// An estimate may have more fields than are shown, such as the radius that it belongs to.
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

const toStored = (cell: Cell): Cell =>
  cell === undefined ? '' : typeof cell === 'object' && cell !== null ? toStoredValue(cell) : cell;

function toStoredValue(value: DisplayedValue): DisplayedValue {
  const shown = fields.filter((name) => value[name] !== undefined);
  return Object.fromEntries(shown.map((name) => [name, value[name]])) as unknown as DisplayedValue;
}
