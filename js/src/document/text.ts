// SPDX-License-Identifier: Apache-2.0
//
// A document for a terminal: facts, sentences, and tables. Figures are for the other formats.

import { getMax } from '../core/extremes.js';
import { fromPlainData } from '../core/plain-data.js';
import { getAxis, getEnds, getText } from './dot-plot.js';
import { oneLine } from './format.js';
import { padRight, type TextColumn, wrap } from './layout.js';
import {
  type Block,
  type Document,
  type DocumentTable,
  type DotPlot,
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
import { widthInColumns } from './width-in-columns.js';

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

/** Cuts the middle of a long name, because names of intersectional groups differ at both ends. */
function shortened(name: string, columns: number): string {
  if (widthInColumns(name) <= columns) return name;
  const letters = [...name];
  const half = Math.floor((columns * letters.length) / widthInColumns(name) / 2 - 1);
  return `${letters.slice(0, half).join('').trimEnd()}…${letters.slice(-half).join('').trimStart()}`;
}

/** Returns a line for each dot, with its interval if the terminal is wide enough. */
function dotPlotLines(plot: DotPlot, width: number): string[] {
  const { dots, mark } = plot;
  const { at } = getAxis(plot);
  const rows = [
    ...dots.map(({ name, value, note = '' }) => ({
      name: oneLine(name),
      text: `${getText(plot, value)}  ${oneLine(note)}`.trimEnd(),
      ...value,
    })),
    ...(mark ? [{ name: mark.text, text: getText(plot, mark), value: null, ci: [] }] : []),
  ];
  const widest = (all: readonly string[]) => getMax(all.map(widthInColumns), 0);
  const names = rows.map(({ name }) => shortened(name, longestName));
  const columns = Math.min(widestBar, width - widest(names) - widest(rows.map(({ text }) => text)) - 4);
  if (columns < narrowestBar) return rows.flatMap(({ name, text }) => wrap(`${name}: ${text}`, width));
  const place = (value: number) => Math.round(at(value) * (columns - 1));
  return rows.map(({ text, value, ci }, i) => {
    const cells = Array<string>(columns).fill(' ');
    if (mark) cells[place(mark.value)] = '┊';
    const ends = getEnds(ci);
    if (ends) cells.fill('─', place(ends[0]), place(ends[1]) + 1);
    if (typeof value === 'number' && Number.isFinite(value)) cells[place(value)] = '●';
    return `${padRight(names[i] as string, widest(names))}  ${cells.join('')}  ${text}`.trimEnd();
  });
}

const [widestBar, narrowestBar, longestName] = [40, 10, 28] as const;
