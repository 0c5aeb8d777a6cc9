// SPDX-License-Identifier: Apache-2.0
//
// How many columns of a terminal a text takes. Nearly all texts are of letters and signs that take one each, which is
// seen a hundred times faster than the general case is worked out.

import stringWidth from '../vendor/string-width.js';

// Printable ASCII, Latin letters and usual punctuation; nothing that combines, controls or is wide.
const narrow = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2015\u2018-\u2027\u2212]*$/;

export const widthInColumns = (text: string): number =>
  narrow.test(text) ? text.length : stringWidth(text);
