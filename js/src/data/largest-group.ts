// SPDX-License-Identifier: Apache-2.0
//
// The order in which groups are shown, and the choice of the reference group. Both are the same in every family.

import { invalid } from '../core/error.js';
import { requireOptions, shown } from '../core/options.js';
import { meansRest, meansUnknown } from './category-names.js';

/** The properties of a group that determine its position. */
interface SizedGroup {
  categories: Readonly<Record<string, string>>;
  rows: number;
}

/** True if one of the group's categories is not known. */
export const isUnknownGroup = ({ categories }: Pick<SizedGroup, 'categories'>): boolean =>
  Object.values(categories).some(meansUnknown);

const getName = ({ categories }: SizedGroup): string => Object.values(categories).join();

const bySize = (a: SizedGroup, b: SizedGroup): number => b.rows - a.rows || (getName(a) < getName(b) ? -1 : 1);

/** Returns the groups in the order in which they are shown: the largest first, then by name, and unknown groups last. */
export function inOrder<Group extends SizedGroup>(groups: readonly Group[]): Group[] {
  const unknown = new Set(groups.filter(isUnknownGroup));
  return groups.toSorted((a, b) => Number(unknown.has(a)) - Number(unknown.has(b)) || bySize(a, b));
}

/** Returns the names of categories in their order, with unknown categories last. */
export const sortedNames = (names: readonly string[]): string[] => {
  const sorted = [...names].sort();
  return [...sorted.filter((name) => !meansUnknown(name)), ...sorted.filter(meansUnknown)];
};

/**
 * Returns the group that others are compared with by default: the largest, and the first by name of equally large
 * groups. A group of unknown people, or of others, is chosen only if there is no other group.
 */
export function defaultReference<Group extends SizedGroup>(groups: readonly Group[]): Group | undefined {
  const getRank = (group: Group) =>
    isUnknownGroup(group) ? 2 : Object.values(group.categories).some(meansRest) ? 1 : 0;
  const ranks = new Map(groups.filter(({ rows }) => rows > 0).map((group) => [group, getRank(group)]));
  const best = [0, 1, 2].find((rank) => [...ranks.values()].includes(rank));
  return [...ranks.keys()].filter((group) => ranks.get(group) === best).sort(bySize)[0];
}

/**
 * Returns the index of the {@link defaultReference} among the groups that have all these categories.
 *
 * @throws FairwasmError `invalidArgument` if no group with rows has them, or if an attribute is not in `by`.
 */
export function largestAmong(
  groups: readonly SizedGroup[],
  by: readonly string[],
  reference: Readonly<Record<string, string | number | boolean>> = {},
): number {
  requireOptions('reference', reference, by);
  const requested = Object.entries(reference).filter(([, category]) => category !== undefined);
  for (const [name, category] of requested) requireCategory(name, category);
  const chosen = defaultReference(
    groups.filter(({ categories }) => requested.every(([name, category]) => categories[name] === String(category))),
  );
  if (chosen) return groups.indexOf(chosen);
  const given = requested.map(([name, category]) => `${name} = ${String(category)}`);
  throw invalid('reference', 'a group with rows', given.join(', ') || 'none');
}

function requireCategory(attribute: string, category: unknown): void {
  if (['string', 'number', 'boolean'].includes(typeof category)) return;
  throw invalid('reference', `a category of ${attribute}`, shown(category));
}
