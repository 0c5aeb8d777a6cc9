// SPDX-License-Identifier: Apache-2.0
//
// Bins numbers into groups: limits 18 and 65 define `below 18`, `18 to below 65`, and `65 and above`.

import { invalid } from '../core/error.js';
import { shown, withSuggestion } from '../core/options.js';

/**
 * Returns the limits by column of `groups`. Throws `invalidArgument` for a column that is not a group, and for limits
 * that are not ascending.
 */
export function requireBins(bins: Readonly<Record<string, unknown>>, groups: readonly string[]): void {
  for (const [column, limits] of Object.entries(bins)) {
    if (!groups.includes(column)) throw invalid('bins', 'columns among groups', withSuggestion(column, groups));
    if (isAscending(limits)) continue;
    throw invalid(
      `bins of ${column}`,
      'finite numbers in ascending order, such as [18, 65]',
      Array.isArray(limits) ? `[${limits.map(shown).join(', ')}]` : shown(limits),
    );
  }
}

const isAscending = (limits: unknown): boolean =>
  Array.isArray(limits) &&
  limits.length > 0 &&
  limits.findIndex((limit, i) => !Number.isFinite(limit) || (i > 0 && !(limit > limits[i - 1]))) < 0;

/** Returns the names of the bins, one more than there are limits. */
export function binNames(limits: readonly number[]): string[] {
  const between = limits.slice(1).map((limit, i) => `${limits[i]} to below ${limit}`);
  return [`below ${limits[0]}`, ...between, `${limits.at(-1)} and above`];
}
