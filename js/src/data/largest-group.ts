// SPDX-License-Identifier: Apache-2.0
//
// Selects the reference group of a breakdown.

import { invalid } from '../core/error.js';
import { requireOptions, shown } from '../core/options.js';

/** The properties of a group that determine its size. */
interface SizedGroup {
  categories: Readonly<Record<string, string>>;
  rows: number;
}

/**
 * Returns the index of the largest group that has all these categories; of equally large groups, the first by name, as
 * in the frames of an audit.
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
  const getName = (place: number) => by.map((attribute) => groups[place]?.categories[attribute]).join();
  let largest = -1;
  groups.forEach(({ rows, categories }, place) => {
    const max = groups[largest]?.rows ?? 0;
    const isLarger = rows > max || (rows > 0 && rows === max && getName(place) < getName(largest));
    if (!isLarger) return;
    if (requested.every(([name, category]) => categories[name] === String(category))) largest = place;
  });
  if (largest >= 0) return largest;
  const given = requested.map(([name, category]) => `${name} = ${String(category)}`);
  throw invalid('reference', 'a group with rows', given.join(', ') || 'none');
}

function requireCategory(attribute: string, category: unknown): void {
  if (['string', 'number', 'boolean'].includes(typeof category)) return;
  throw invalid('reference', `a category of ${attribute}`, shown(category));
}
