// SPDX-License-Identifier: Apache-2.0
//
// A document as Markdown with GitHub's tables.

import { fromPlainData } from '../core/plain-data.js';
import { oneLine, showCount } from './format.js';
import {
  type Block,
  type Document,
  type DocumentTable,
  getHeading,
  type HeatMap,
  isDotPlot,
  isFigure,
  isHeatMap,
  isSection,
  isTable,
  requireDocument,
  type Sentences,
  showInline,
} from './model.js';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes a string for Markdown: no markup, HTML, or links. */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[&<>]/g, (character) => entities[character] as string)
    .replace(/[\\`*_[\]|~#$@]|:(?=\/\/)/g, '\\$&')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}\\.`);
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Returns a table with a column of text followed by columns of numbers. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const alignment = headings.map((_, i) => (i === 0 ? ':---' : '---:'));
  return [row(headings), row(alignment), ...rows.map(row)].join('\n');
}

/**
 * Returns the document as Markdown. Strings from the data are escaped.
 */
export const documentMarkdown = (document: Document): string =>
  fromPlainData('document', () => {
    requireDocument(document);
    return `${sectionMarkdown({ ...document, title: getHeading(document) }, 1).join('\n\n')}\n`;
  });

/** Returns the document as blocks of Markdown below a heading of this level. */
export function sectionMarkdown({ title, facts = [], blocks }: Document, level = 2): string[] {
  const parts = [
    `${'#'.repeat(level)} ${escapeMarkdown(title)}`,
    list(facts.map(([name, text]) => `${name}: ${text}`)),
    ...blocks.flatMap((block) => blockMarkdown(block, level)),
  ];
  return parts.filter((part) => part !== '');
}

const list = (texts: readonly string[]) => texts.map((text) => `- ${escapeMarkdown(text)}`).join('\n');

function blockMarkdown(block: Block, level: number): string[] {
  if (isSection(block)) return sectionMarkdown(block, level + 1);
  if (isTable(block)) return tableMarkdown(block);
  if (isFigure(block) || isDotPlot(block)) return [];
  return isHeatMap(block) ? heatMapMarkdown(block) : sentencesMarkdown(block);
}

function sentencesMarkdown({ texts, heading, style }: Sentences): string[] {
  if (heading !== undefined) return [`${escapeMarkdown(heading)}:\n\n${list(texts)}`];
  return style === 'list' ? [list(texts)] : texts.map(escapeMarkdown);
}

function tableMarkdown({ caption, heading, columns, rows }: DocumentTable): string[] {
  if (rows.length === 0) return [];
  const headings = [heading, ...columns.map((column) => column.heading)].map(escapeMarkdown);
  const cells = rows.map((row) =>
    [row.name, ...columns.map((column, i) => showInline(row.cells[i], column))].map(escapeMarkdown),
  );
  const table = markdownTable(headings, cells);
  return caption === undefined ? [table] : [`${escapeMarkdown(caption)}:`, table];
}

const heatMapMarkdown = ({ caption, heading, names, columns, weights }: HeatMap): string[] => [
  `${escapeMarkdown(caption)}:`,
  markdownTable(
    [heading, ...columns].map(escapeMarkdown),
    weights.map((cells, i) => [escapeMarkdown(names[i] as string), ...cells.map(showCount)]),
  ),
];
