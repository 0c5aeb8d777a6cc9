// SPDX-License-Identifier: Apache-2.0
//
// Parts of Markdown reports: tables and escaped strings.

import type { Estimate } from '../core/estimate.js';
import { oneLine, showProbability } from './format.js';

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
export function markdownTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const alignment = headings.map((_, i) => (i === 0 ? ':---' : '---:'));
  return [row(headings), row(alignment), ...rows.map(row)].join('\n');
}

/** Returns the p-value with "<" escaped, which would otherwise start a tag. */
export const testCell = (estimate: Estimate) => showProbability(estimate).replace('<', '&lt;');
