// SPDX-License-Identifier: Apache-2.0
//
// What cannot be compared, and why: suppressed, missing, and undefined values. Every sentence about a gap asks here, so
// that none compares a group with itself, a value with an undefined one, or denies groups that are suppressed.

import type { Estimate } from '../core/estimate.js';

/**
 * Returns why groups cannot be compared, as a sentence; undefined if at least two are visible.
 *
 * @param visible Number of groups with values.
 * @param suppressed Number of groups that are not shown.
 */
export function whyNothingToCompare(visible: number, suppressed = 0): string | undefined {
  if (visible >= 2) return undefined;
  if (suppressed === 0) return 'There is only one group, so there is nothing to compare.';
  const [which, are] = [visible === 0 ? 'All groups' : 'All other groups', 'are suppressed to protect small cells'];
  if (suppressed === 1 && visible === 1) return `The other group is ${are.slice(4)}, so there is nothing to compare.`;
  return `${which} ${are}, so there is nothing to compare.`;
}

/**
 * Returns the groups with the lowest and the highest finite value, or the only group with one, and the groups without a
 * finite value.
 */
export function extremes<Group>(
  groups: readonly Group[],
  getEstimate: (group: Group) => Estimate | undefined,
): { defined: readonly Group[]; absent: readonly Group[] } {
  const get = (group: Group) => getEstimate(group)?.value ?? Number.NaN;
  const isDefined = (group: Group) => Number.isFinite(get(group));
  const sorted = groups.filter(isDefined).sort((a, b) => get(a) - get(b));
  const [lowest, highest] = [sorted.slice(0, 1), sorted.slice(1).slice(-1)];
  return { defined: [...lowest, ...highest], absent: groups.filter((group) => !isDefined(group)) };
}

/** Returns the estimate with NaN instead of infinity, for metrics that count as undefined if infinite. */
export const finiteOnly = (estimate: Estimate): Estimate =>
  Number.isFinite(estimate.value) ? estimate : { ...estimate, value: Number.NaN };

const maxNames = 3;

/** Returns "a, b, c, and 2 more". */
export function listNames(groups: readonly { name: string }[]): string {
  const names = groups.slice(0, maxNames).map(({ name }) => name);
  const more = groups.length - names.length;
  return more > 0 ? `${names.join(', ')}, and ${more} more` : names.join(', ');
}
