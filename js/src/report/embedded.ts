// SPDX-License-Identifier: Apache-2.0
//
// Data embedded in an HTML report: the report itself, so that the file can be opened again with every figure
// and without the data, and the tables and charts that its script displays. It never contains rows.

import { invalid } from '../core/error.js';
import type { Format } from '../document/model.js';
import { deflated } from './deflated.js';
import { inflated } from './inflated.js';
import { packed, unpacked } from './packed.js';
import type { Report, StoredDocument } from './report.js';

// Browsers neither run nor display an element of this type, and base64 cannot contain a tag.
const opening = (id: string) => `<script type="text/base64" id="${id}">`;
const element = (id: string, bytes: Uint8Array<ArrayBuffer>) => `${opening(id)}${deflated(bytes)}</script>`;

/** Returns the report as an element. */
export const embedded = (report: Report): string =>
  element('fairwasm-report', packed(JSON.parse(JSON.stringify(report))));

/** Returns the description of a result as an element. */
export const embeddedDocument = (document: StoredDocument): string =>
  element('fairwasm-document', packed(JSON.parse(JSON.stringify(document))));

/** Content for the script of the file: pieces of HTML, and the name, title, ideal, and format of each metric. */
export interface Pieces {
  pieces: readonly string[];
  words: readonly (readonly [name: string, title: string, ideal: number, format: Format])[];
}

/** Returns this content as an element. */
export const embeddedPieces = (pieces: Pieces): string =>
  element('fairwasm-pieces', new TextEncoder().encode(JSON.stringify(pieces)));

/** Returns whether an HTML file contains the description of a result instead of a report. */
export const hasDocument = (html: string): boolean => html.includes(opening('fairwasm-document'));

/**
 * Returns the JSON of the report, or of the description, in an HTML file. All strings from data are escaped in the file, so nothing
 * else can look like the element.
 *
 * @throws FairwasmError `invalidArgument` for HTML without one, or with one that is damaged.
 */
export function embeddedIn(html: string, id = 'fairwasm-report'): unknown {
  const start = opening(id);
  const from = html.indexOf(start);
  const to = from < 0 ? -1 : html.indexOf('</script>', from);
  if (to < 0) refuse('HTML without an embedded report');
  try {
    return unpacked(inflated(html.slice(from + start.length, to)));
  } catch {
    refuse('HTML with a damaged report');
  }
}

function refuse(actual: string): never {
  throw invalid('report', "HTML with an embedded report, as written by format(report, 'html')", actual);
}
