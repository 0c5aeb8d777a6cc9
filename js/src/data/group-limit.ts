// SPDX-License-Identifier: Apache-2.0
//
// The limit for the number of groups. Comparisons of more groups take minutes and are useless: the column usually
// contains identifiers.

import { FairwasmError } from '../core/error.js';

/** Maximum number of groups of an attribute. */
export const maxGroups = 10_000;

/** Returns the error for a column with more than `max` values. */
export const tooManyValues = (argument: string, max: number, actual = 'more', row?: number): FairwasmError =>
  new FairwasmError('tooLarge', {
    argument,
    expected: `at most ${max} different values`,
    actual,
    row,
    advice: 'the column may contain identifiers; choose another one, or cut numbers into ranges',
  });

/** Throws `tooLarge` for more than `max` groups. */
export function requireFewGroups(argument: string, count: number, max: number = maxGroups): void {
  if (count > max) throw tooManyValues(argument, max, String(count));
}
