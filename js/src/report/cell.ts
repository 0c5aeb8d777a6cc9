// SPDX-License-Identifier: Apache-2.0
//
// Texts from elsewhere as cells of tables that a spreadsheet may open.

import { invalid } from '../core/error.js';
import { shown } from '../core/options.js';
import { oneLine } from './shown.js';

/** What a spreadsheet takes for a formula, in full width too. */
export const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

const signed = /^[+-][\d .,%]*$/; // "-1", "- 50000.", a sign alone: nothing to compute

/**
 * A text from elsewhere as a cell of a CSV file, a class that a model names for instance: one line without control characters,
 * and an apostrophe before what a spreadsheet would take for a formula. Numbers stay what they are.
 *
 * @example
 * cellText('=1+1'); // "'=1+1"
 * cellText('-1'); // "-1"
 *
 * @throws FairwasmError `invalidArgument` for what is no text.
 */
export function cellText(text: string): string {
  if (typeof text !== 'string') {
    throw invalid('text', 'a text', shown(text));
  }
  const line = oneLine(text);
  return formula.test(line) && !signed.test(line) ? `'${line}` : line;
}
