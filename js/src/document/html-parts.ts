// SPDX-License-Identifier: Apache-2.0
//
// Parts shared by HTML reports: escaped strings, and tables that scroll horizontally.

import { oneLine } from './format.js';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a string for HTML elements and attributes. */
export const escapeHtml = (text: string): string =>
  oneLine(text).replace(/[&<>"']/g, (character) => entities[character] as string);

/** Returns an attribute by which the script of saved files finds what belongs to a group. */
export const marked = (name: string) => ` data-n="${escapeHtml(name)}"`;

/** The parts of a page; `title` and the content of `main` and `after` are HTML. */
export interface HtmlPage {
  title: string;
  /** Content security policy of the page. */
  policy: string;
  style: string;
  main: string;
  /** Data and scripts. */
  after?: string;
}

/** Returns a self-contained page. */
export const htmlPage = ({ title, policy, style, main, after = '' }: HtmlPage): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="fairwasm">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${main}
</main>
${after}</body>
</html>
`;

/** Stores HTML in compressed form for the script to display later; returns a placeholder. */
export type Later = (html: string) => string;

/** Returns the HTML itself, for files without a script. */
export const atOnce: Later = (html) => html;

/** Collects the HTML that is displayed later, in order. */
export function gathered(): { pieces: readonly string[]; later: Later } {
  const pieces: string[] = [];
  const later = (html: string) => (html === '' ? '' : `<div data-later="${pieces.push(html) - 1}"></div>`);
  return { pieces, later };
}

/** A caveat below every report. */
export const caveat = `<p class="soft">Each metric captures one notion of fairness, and some of them cannot hold at the same
time. No figure proves that decisions are fair; the figures show where to look more closely.</p>`;

export const heading = (text: string) => `<th scope="col">${text}</th>`;
export const rowHeading = (text: string) => `<th scope="row">${text}</th>`;
export const cell = (text: string) => `<td>${text}</td>`;
// Cells repeat their heading, because a printed row is a block without headings above it.
export const namedCell = (name: string, text: string) => `<td data-name="${name}">${text}</td>`;
export const row = (cells: readonly string[], attributes = '') => `<tr${attributes}>${cells.join('')}</tr>`;

// Wide tables scroll horizontally, also by keyboard.
export const table = (caption: string, headings: readonly string[], rows: readonly string[], isBlocksOnPaper = false) =>
  `<div class="scroll${isBlocksOnPaper ? ' blocks' : ''}" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead>${row(headings.map(heading))}</thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>`;
