// SPDX-License-Identifier: Apache-2.0
//
// Finds a group by its categories.

import { invalid } from '../core/error.js';
import type { Tally } from '../tally/tally.js';
import type { Group } from './group.js';
import { describe } from './reasons.js';

/** Throws `invalidArgument` if there is no such group, or an attribute is missing or not in `by`. */
export function findGroup<By extends string>(
  tally: Tally,
  by: readonly By[],
  groups: readonly Group<By>[],
  categories: string | Readonly<Record<By, string | number | boolean>>,
): Group<By> {
  const [only = ''] = by;
  const requested = typeof categories === 'object' && categories !== null ? categories : { [only]: categories };
  const given = Object.keys(requested);
  const fits = given.length === by.length && given.every((name) => by.includes(name as By));
  const wanted = by.map((name) => tally.findCategory(name, (requested as Readonly<Record<string, unknown>>)[name]));
  const found = groups.find((group) => by.every((name, i) => group.categories[name] === wanted[i]));
  if (fits && found) return found;
  throw invalid(
    'group',
    fits
      ? `one of ${groups.map(({ name }) => `'${name}'`).join(', ')}`
      : `one category of ${by.join(' and one of ') || 'no attribute'}`,
    describe(requested) || 'none',
  );
}
