// SPDX-License-Identifier: Apache-2.0
//
// Descriptions of results as files: any result that was saved can be opened again, without its data.

import { requireTexts } from '../core/options.js';
import { type Block, type Cell, type Document, isFigure, isHeatMap, isSection, isTable } from '../document/model.js';
import { requireStored } from './check.js';
import { embeddedIn, hasDocument } from './embedded.js';
import { describeResult } from './format.js';
import { parseStored } from './read.js';
import { isStoredDocument } from './store-document.js';

/**
 * Returns the description of a result that {@link format} wrote as JSON or HTML. For a
 * report, use {@link readReport}.
 *
 * @example
 * import { format } from 'fairwasm';
 * const shares = { name: 'x', title: 'Shares', blocks: [{ texts: ['All groups have equal shares.'] }] };
 * readDocument(format(shares, 'html')).title; // "Shares"
 *
 * @throws FairwasmError `invalidArgument` for text that is not JSON, HTML without a description, and incomplete results;
 *   `expected` and `actual` name the first part that is wrong.
 */
export function readDocument(text: string): Document {
  requireTexts('document', [text]);
  const isHtml = hasDocument(text);
  const value = parseStored(isHtml ? JSON.stringify(embeddedIn(text, 'fairwasm-document')) : text);
  if (!isStoredDocument(value)) return describeResult(value as never);
  requireStored(value);
  const { format: _, version: _version, ...document } = value;
  return withNumbers(document);
}

// Numbers that JSON does not have are null.
const withNumbers = (document: Document): Document => ({ ...document, blocks: document.blocks.map(restored) });

function restored(block: Block): Block {
  if (isSection(block)) return withNumbers(block);
  if (isFigure(block)) {
    const lines = block.lines.map(({ name, points }) => ({
      name,
      points: points.map(([x, y]) => [x ?? Number.NaN, y ?? Number.NaN] as const),
    }));
    return { ...block, lines };
  }
  if (isHeatMap(block)) {
    const numbers = (rows: readonly (readonly number[])[]) =>
      rows.map((cells) => cells.map((each) => each ?? Number.NaN));
    const { proportions, weights } = block;
    return { ...block, proportions: numbers(proportions), weights: numbers(weights) };
  }
  if (!isTable(block)) return block;
  const cellOf = (cell: Cell) => (cell === '' ? undefined : cell);
  return { ...block, rows: block.rows.map((row) => ({ ...row, cells: row.cells.map(cellOf) })) };
}
