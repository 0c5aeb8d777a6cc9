// SPDX-License-Identifier: Apache-2.0
//
// The option with reference shares, in both commands that compare groups with them.

import { list, pairs, ranges, requireNumber } from './options.js';
import { getList } from './usage.js';

const shares = pairs('GROUP=NUMBER,...', '', (option, text) => requireNumber(option, text, ranges.notNegative));

/** Numbers by group, separated by commas or by repeating the option. */
export const referenceShares = {
  ...list('GROUP=NUMBER,...', 'reference shares: proportions, percentages, or counts of a population; may be repeated'),
  read: (option: string, texts: readonly string[]): Record<string, number> =>
    Object.fromEntries(shares.read(option, getList(texts))),
};
