// SPDX-License-Identifier: Apache-2.0
//
// Parts of terminal reports: titles, paragraphs, facts, tables, and notes, none wider than the terminal.

import { invalid } from '../core/error.js';
import { getMax } from '../core/extremes.js';
import { requireOptions, shown } from '../core/options.js';
import { oneLine, showCount } from './format.js';
import { type CellLines, padRight, type TextColumn, table, wrap } from './layout.js';
import type { Fact } from './model.js';
import { widthInColumns } from './width-in-columns.js';

export interface TextOptions {
  /** Whether to emphasize text with terminal escape sequences. Default: false. */
  color?: boolean;
  /** Columns of the terminal. Default: 80. */
  width?: number;
}

const [narrowest, widest] = [20, 10_000] as const; // Tables need this width, and terminals have it.
const widestText = 100; // Longer lines are hard to read; tables may be wider.
export const indent = '  ';
export const maxGroups = 24; // More groups would flood a terminal; the other formats list every group.
const maxNotes = 8;

export interface Style {
  width: number;
  strong(text: string): string;
  faint(text: string): string;
}

type Emphasis = Omit<Style, 'width'>;
const plain: Emphasis = { strong: (text) => text, faint: (text) => text };
const colored: Emphasis = { strong: (text) => `\x1b[1m${text}\x1b[22m`, faint: (text) => `\x1b[2m${text}\x1b[22m` };

/** Returns the style of lines. */
export function getStyle(options: TextOptions): Style {
  requireOptions('text', options, ['color', 'width']);
  const { color = false, width = 80 } = options;
  if (!(width >= narrowest && width <= widest)) {
    throw invalid('width', `a number of columns from ${narrowest} to ${widest}`, shown(width));
  }
  return { ...(color ? colored : plain), width };
}

export const indented = (lines: readonly string[]) => lines.map((line) => line && indent + line);
export const textWidth = ({ width }: Style) => Math.min(width, widestText);
export const paragraph = (text: string, style: Style) => indented(wrap(text, textWidth(style) - indent.length));

/** Returns the title of a report, and facts as pairs of a heading and a text. */
export function heading(source: string, facts: readonly Fact[], style: Style): string[] {
  const title = wrap(oneLine(source), textWidth(style)).map(style.strong);
  return facts.length === 0 ? title : [...title, '', ...factLines(facts, style)];
}

/** Returns facts as two columns. */
export function factLines(facts: readonly Fact[], style: Style): string[] {
  const longest = getMax(facts.map(([name]) => name.length));
  return facts.flatMap(([name, text]) =>
    wrap(oneLine(text), textWidth(style) - longest - 4).map((line, i) => {
      const left = padRight(i === 0 ? name : '', longest);
      return `${indent}${style.faint(left)}  ${line}`;
    }),
  );
}

/** Returns a title within a rule across the terminal, or on separate lines if it is too long. */
export function ruled(title: string, { width }: Style): string[] {
  const lines = wrap(title, width);
  const left = width - 4 - widthInColumns(title);
  return left > 0 ? [`── ${title} ${'─'.repeat(left)}`] : lines;
}

/** Returns the lines of a cell without empty ones. */
export const getCell = (...lines: string[]): CellLines => lines.filter((line, i) => i === 0 || line !== '');

/** Returns tables with a column for each group, and the number of groups that they omit. */
export function drawn(
  names: readonly string[],
  columns: readonly TextColumn[],
  groups: number,
  style: Style,
): string[][] {
  const look = { heading: style.strong, detail: style.faint };
  const tables = table(names, columns, style.width - indent.length, look).map(indented);
  const hidden = groups - maxGroups;
  if (hidden > 0) {
    const more = `${showCount(hidden)} more groups are omitted here; JSON, CSV, and Markdown list all of them.`;
    tables.push(paragraph(more, style));
  }
  return tables;
}

/** Returns a heading followed by several texts. */
export function note(heading: string, texts: readonly string[], style: Style): string[] {
  if (texts.length === 0) return [];
  const hidden = texts.length - maxNotes;
  const more = hidden > 0 ? `; and ${showCount(hidden)} more` : '';
  return paragraph(`${heading}${texts.slice(0, maxNotes).join('; ')}${more}.`, style);
}
