// SPDX-License-Identifier: Apache-2.0
//
// A panel as Markdown: its sentences and its tables.

import { escapeMarkdown, markdownTable } from '../../document/markdown.js';
import type { Panel } from './panel.js';

/** Returns the panel as blocks of Markdown. Strings from the data are escaped. */
export const panelMarkdown = ({ title, said, tables }: Panel): string[] => [
  `## ${escapeMarkdown(title)}`,
  ...said.map(escapeMarkdown),
  ...tables.flatMap(({ caption, headings, rows }) => [
    `${escapeMarkdown(caption)}:`,
    markdownTable(
      headings.map(escapeMarkdown),
      rows.map(({ name, cells }) => [name, ...cells].map(escapeMarkdown)),
    ),
  ]),
];
