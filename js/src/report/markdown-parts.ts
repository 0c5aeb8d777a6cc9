// SPDX-License-Identifier: Apache-2.0
//
// What reports in Markdown are made of: tables, and text from elsewhere that stays text.

import type { Estimate } from '../core/estimate.js';
import { oneLine, showProbability } from './shown.js';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text from elsewhere as Markdown that shows just this text: no markup, no HTML, no links. */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[&<>]/g, (character) => entities[character] as string)
    .replace(/[\\`*_[\]|~#$@]|:(?=\/\/)/g, '\\$&')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}\\.`);
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** A table whose first column is text and whose others are numbers. */
export function markdownTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const alignment = headings.map((_, i) => (i === 0 ? ':---' : '---:'));
  return [row(headings), row(alignment), ...rows.map(row)].join('\n');
}

/** The p-value, with "<" as HTML's entity: the bare sign would begin a tag. */
export const testCell = (estimate: Estimate) => showProbability(estimate).replace('<', '&lt;');
