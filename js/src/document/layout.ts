// SPDX-License-Identifier: Apache-2.0
//
// Wrapped text and aligned tables for a terminal, never wider than requested.

import { getMax } from '../core/extremes.js';
import { widthInColumns } from './width-in-columns.js';

/** One or more lines of one table cell. */
export type CellLines = readonly string[];

export interface TextColumn {
  heading: string;
  cells: readonly CellLines[];
}

export interface TableStyle {
  heading: (line: string) => string;
  /** Formats further lines of a cell, below its number. */
  detail: (text: string) => string;
}

const gap = '  ';

// Long words are cut, because otherwise a table could exceed its width.
function cutWord(word: string, width: number): string[] {
  if (widthInColumns(word) <= width) return [word];
  const pieces = [''];
  for (const character of word) {
    const longer = pieces.at(-1) + character;
    if (widthInColumns(longer) <= width || pieces.at(-1) === '') pieces[pieces.length - 1] = longer;
    else pieces.push(character);
  }
  return pieces;
}

/** Wraps a text at its spaces into lines of at most `width` columns. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((each) => cutWord(each, width))) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthInColumns(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const padLeft = (text: string, width: number) => ' '.repeat(Math.max(0, width - widthInColumns(text))) + text;
export const padRight = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthInColumns(text)));

const widest = (texts: readonly string[]) =>
  getMax(
    texts.map((text) => widthInColumns(text)),
    0,
  );

interface Laid {
  heading: string[];
  cells: readonly CellLines[];
  width: number;
}

const widestHeading = 18;

function lay({ heading, cells }: TextColumn, widestColumn: number): Laid {
  const cellWidth = widest(cells.flat());
  const words = widest(heading.split(' '));
  const width = Math.min(widestColumn, Math.max(cellWidth, Math.min(words, widestHeading)));
  return { heading: wrap(heading, width), cells, width };
}

/**
 * Returns a table with `names` on the left and right-aligned columns. Columns that do not fit are moved to
 * further tables below, with the names repeated.
 */
export function table(
  names: readonly string[],
  columns: readonly TextColumn[],
  width: number,
  style: TableStyle,
): string[][] {
  const nameWidth = Math.min(widest(names), Math.floor(width / 2));
  const laid = columns.map((column) => lay(column, width - nameWidth - gap.length));
  const tables: Laid[][] = [];
  let left = 0;
  for (const column of laid) {
    left -= gap.length + column.width;
    if (left < 0 || tables.length === 0) {
      tables.push([]);
      left = width - nameWidth - gap.length - column.width;
    }
    tables.at(-1)?.push(column);
  }
  const rowNames = names.map((name) => wrap(name, nameWidth));
  return tables.map((each) => drawTable(rowNames, nameWidth, each, style));
}

function drawTable(
  names: readonly CellLines[],
  nameWidth: number,
  columns: readonly Laid[],
  style: TableStyle,
): string[] {
  const height = getMax(columns.map(({ heading }) => heading.length));
  const headings = columns.map(({ heading }) => [...Array<string>(height - heading.length).fill(''), ...heading]);
  const widths = columns.map((column) => column.width);
  const rows = names.flatMap((name, row) =>
    drawRow(
      name,
      nameWidth,
      columns.map(({ cells }) => cells[row] as CellLines),
      widths,
      style.detail,
    ),
  );
  return [...drawRow([], nameWidth, headings, widths).map(style.heading), ...rows];
}

function drawRow(
  name: CellLines,
  nameWidth: number,
  cells: readonly CellLines[],
  widths: readonly number[],
  detail = (text: string) => text,
): string[] {
  const height = getMax(
    cells.map((cell) => cell.length),
    name.length,
  );
  return Array.from({ length: height }, (_, line) =>
    [
      padRight(name[line] ?? '', nameWidth),
      ...cells.map((cell, column) => {
        const text = padLeft(cell[line] ?? '', widths[column] as number);
        return line > 0 && cell[line] ? detail(text) : text;
      }),
    ]
      .join(gap)
      .trimEnd(),
  );
}
