// SPDX-License-Identifier: Apache-2.0
//
// A document for a terminal: facts, sentences, and tables. Figures are for the other formats.

import { fromPlainData } from '../core/plain-data.js';
import { dotPlotLines } from './dot-plot-text.js';
import { oneLine } from './format.js';
import type { TextColumn } from './layout.js';
import {
  type Block,
  type Document,
  type DocumentTable,
  getHeading,
  isDotPlot,
  isFigure,
  isHeatMap,
  isSection,
  isTable,
  requireDocument,
  type Sentences,
  showCell,
  type TableRow,
} from './model.js';
import {
  drawn,
  factLines,
  getStyle,
  heading,
  indent,
  indented,
  maxGroups,
  note,
  paragraph,
  ruled,
  type Style,
  type TextOptions,
  textWidth,
} from './terminal.js';

/**
 * Returns the document as lines of at most `width` columns, without control characters of the data.
 */
export const documentText = (document: Document, options: TextOptions = {}): string =>
  fromPlainData('document', () => {
    requireDocument(document);
    const style = getStyle(options);
    const parts = [heading(getHeading(document), document.facts ?? [], style), ...blocksText(document, style, 1)];
    return `${joined(parts).join('\n')}\n`;
  });

/** Returns the document as a section of another one. */
export const sectionText = (section: Document, style: Style, depth = 1): string[] => {
  const title = oneLine(section.title);
  const top = depth === 1 ? ruled(title, style).map(style.strong) : paragraph(`${title}:`, style);
  const facts = factLines(section.facts ?? [], style);
  return joined([top, facts, ...blocksText(section, style, depth + 1)]);
};

/** Returns parts with an empty line between them. */
const joined = (parts: readonly string[][]): string[] =>
  parts.filter((lines) => lines.length > 0).flatMap((lines, i) => (i > 0 ? ['', ...lines] : lines));

const blocksText = ({ blocks }: Document, style: Style, depth: number): string[][] =>
  blocks.flatMap((block) => blockText(block, style, depth));

function blockText(block: Block, style: Style, depth: number): string[][] {
  if (isSection(block)) return block.isFolded ? [] : [sectionText(block, style, depth)];
  if (isDotPlot(block)) return [indented(dotPlotLines(block, textWidth(style) - indent.length))];
  if (isTable(block)) return block.isFolded ? [] : tableText(block, style);
  if (isFigure(block) || isHeatMap(block)) return [];
  return [sentencesText(block, style)];
}

function sentencesText({ texts, heading, style: kind }: Sentences, style: Style): string[] {
  const lines =
    heading === undefined
      ? texts.flatMap((text) => paragraph(oneLine(text), style))
      : note(`${heading}: `, texts.map(unended), style);
  return kind === 'faint' ? lines.map(style.faint) : lines;
}

const unended = (text: string) => {
  const line = oneLine(text);
  return line.endsWith('.') ? line.slice(0, -1) : line;
};

/** Returns the rows of the first groups, and the number of all groups; without groups, of the first rows. */
function firstGroups(rows: readonly TableRow[]): [first: readonly TableRow[], groups: number] {
  const groups = [...new Set(rows.flatMap(({ group }) => group ?? []))];
  if (groups.length === 0) return [rows.slice(0, maxGroups), rows.length];
  const first = new Set(groups.slice(0, maxGroups));
  return [rows.filter(({ group }) => group === undefined || first.has(group)), groups.length];
}

function tableText({ caption, columns, rows, isTurned }: DocumentTable, style: Style): string[][] {
  if (rows.length === 0) return [];
  const [first, groups] = firstGroups(rows);
  const cells = first.map((row) =>
    columns.map((column, i) => {
      const { value, details } = showCell(row.cells[i], column);
      return [value, ...details].map(oneLine);
    }),
  );
  const names = first.map(({ name }) => oneLine(name));
  const headings = columns.map(({ heading: title }) => oneLine(title));
  const tables = isTurned
    ? drawn(headings, turned(first, names, cells), groups, style)
    : drawn(
        names,
        headings.map((title, i) => ({ heading: title, cells: cells.map((row) => row[i] ?? []) })),
        groups,
        style,
      );
  if (caption === undefined) return tables;
  const [top = [], ...more] = tables;
  return [[...paragraph(`${oneLine(caption)}:`, style), ...top], ...more];
}

/** Returns rows as columns, those of all groups together first, because further columns move to tables below. */
function turned(rows: readonly TableRow[], names: readonly string[], cells: readonly string[][][]): TextColumn[] {
  const columns = rows.map(({ isSummary = false }, i) => ({
    isSummary,
    heading: names[i] as string,
    cells: cells[i] as string[][],
  }));
  return columns.sort((a, b) => Number(b.isSummary) - Number(a.isSummary));
}
