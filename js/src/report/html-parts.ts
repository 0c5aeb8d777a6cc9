// SPDX-License-Identifier: Apache-2.0
//
// Parts of HTML that all of a report's file is made of: escaped text, and tables that scroll within themselves.

import { oneLine } from './shown.js';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text from elsewhere as HTML that shows just this text, in an element or an attribute. */
export const escapeHtml = (text: string): string =>
  oneLine(text).replace(/[&<>"']/g, (character) => entities[character] as string);

/** What a whole page is made of; `title` and what stands in `main` and after it are HTML. */
export interface HtmlPage {
  title: string;
  /** What the page may load and run, as a content security policy. */
  policy: string;
  style: string;
  main: string;
  /** Data and scripts. */
  after?: string;
}

/** A page that needs no other file. */
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

/** HTML that stands in the file compressed, and is laid out by its script: what takes its place until then. */
export type Later = (html: string) => string;

/** Of a file without a script. */
export const atOnce: Later = (html) => html;

/** Gathers what is laid out later, in its order. */
export function gathered(): { pieces: readonly string[]; later: Later } {
  const pieces: string[] = [];
  const later = (html: string) =>
    html === '' ? '' : `<div data-later="${pieces.push(html) - 1}"></div>`;
  return { pieces, later };
}

/** Said under every report. */
export const caveat = `<p class="soft">Each measure captures one notion of fairness, and some cannot hold at once. No figure here
says that decisions are fair; it says where to look.</p>`;

export const heading = (text: string) => `<th scope="col">${text}</th>`;
export const rowHeading = (text: string) => `<th scope="row">${text}</th>`;
export const cell = (text: string) => `<td>${text}</td>`;
// Named by its column as well, for where the headings are not above it: on paper a row is a block of its own.
export const namedCell = (name: string, text: string) => `<td data-name="${name}">${text}</td>`;
export const row = (cells: readonly string[], attributes = '') =>
  `<tr${attributes}>${cells.join('')}</tr>`;

/** A row of the group at this place among those of its breakdown: the file's script links what is of one group. */
export const groupRow = (place: number, cells: readonly string[]) =>
  row(cells, place < 0 ? '' : ` data-g="${place}"`);

// Wide tables scroll within themselves, also by keyboard.
export const table = (
  caption: string,
  headings: readonly string[],
  rows: readonly string[],
  isBlocksOnPaper = false,
) =>
  `<div class="scroll${isBlocksOnPaper ? ' blocks' : ''}" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead>${row(headings.map(heading))}</thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>`;
