// SPDX-License-Identifier: Apache-2.0
//
// What a report's file carries besides what it shows at once: the report, so that the file that somebody is sent can be
// opened again with every figure and without the data, and the tables and pictures that its script lays out. Never a row.

import type { Report } from '../audit/report.js';
import { invalid } from '../core/error.js';
import { deflated } from './deflated.js';
import { inflated } from './inflated.js';
import { packed, unpacked } from './packed.js';

// No browser runs or shows an element of this type, and in base64 no tag can begin or end.
const opening = (id: string) => `<script type="text/base64" id="${id}">`;
const element = (id: string, bytes: Uint8Array<ArrayBuffer>) =>
  `${opening(id)}${deflated(bytes)}</script>`;

/** The report as an element. */
export const embedded = (report: Report): string =>
  element('fairwasm-report', packed(JSON.parse(JSON.stringify(report))));

/** HTML that the file's script lays out, piece by piece, as an element. */
export const embeddedPieces = (pieces: readonly string[]): string =>
  element('fairwasm-pieces', new TextEncoder().encode(JSON.stringify(pieces)));

/**
 * The report within HTML, as JSON has it. All text from data is escaped in that file, so that nothing else in it can look
 * like the element.
 *
 * @throws FairwasmError `invalidArgument` for HTML without one, or with one that is damaged.
 */
export function embeddedIn(html: string): unknown {
  const start = opening('fairwasm-report');
  const from = html.indexOf(start);
  const to = from < 0 ? -1 : html.indexOf('</script>', from);
  if (to < 0) refuse('HTML without one: of an earlier version, perhaps');
  try {
    return unpacked(inflated(html.slice(from + start.length, to)));
  } catch {
    refuse('HTML with one that is damaged');
  }
}

function refuse(actual: string): never {
  throw invalid('report', 'HTML that holds the report, as reportHtml() writes it', actual);
}
