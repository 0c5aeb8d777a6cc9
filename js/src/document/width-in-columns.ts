// SPDX-License-Identifier: Apache-2.0
//
// Returns the number of terminal columns of a string. A fast path handles strings whose characters all take
// one column; it is a hundred times faster than the general case.

import stringWidth from '../vendor/string-width.js';

// Printable ASCII, Latin letters, and common punctuation, without combining, control, or wide characters.
const narrow = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2015\u2018-\u2027\u2212]*$/;

export const widthInColumns = (text: string): number => (narrow.test(text) ? text.length : stringWidth(text));
