// SPDX-License-Identifier: Apache-2.0
//
// The compressed parts of a report's file, for tests that read it without a browser: the bytes of an element, and the
// page as its script renders it.

import { inflateRawSync } from 'node:zlib';
import { format } from 'fairwasm';
import { present } from '../../present.mjs';

const toPattern = (id) => new RegExp(`(<script type="text/base64" id="${id}">)([^<]*)(</script>)`);

/** Returns the bytes of the element with this id. */
export function bytesIn(html, id) {
  const all = Buffer.from(present(toPattern(id).exec(html))[2], 'base64');
  return inflateRawSync(all.subarray(4));
}

/** Returns the file with other text in the element of its report. */
export const withData = (html, text) =>
  html.replace(toPattern('fairwasm-report'), (_, start, __, end) => start + text + end);

/** Returns the file with everything in its place, without compressed parts. */
export function shownIn(html) {
  const { pieces } = JSON.parse(bytesIn(html, 'fairwasm-pieces').toString());
  return html
    .replace(/<div data-later="(\d+)"><\/div>/g, (_, place) => pieces[Number(place)])
    .replace(/<script type="text\/base64".*?<\/script>/gs, '');
}

/** Returns the report's file, likewise. */
export const shownHtml = (report) => shownIn(format(report, 'html'));
