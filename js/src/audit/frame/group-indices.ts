// SPDX-License-Identifier: Apache-2.0
//
// Finds the core's groups that have rows, their display order, and the reference group.

import { invalid } from '../../core/error.js';
import type { Wasm } from '../../core/module.js';
import { defaultReference, inOrder } from '../../data/largest-group.js';
import type { Tally } from '../../tally/tally.js';
import { describe } from './reasons.js';

interface Place {
  /** Index among the core's groups. */
  place: number;
  categories: Record<string, string>;
  name: string;
  rows: number;
  counts: Float64Array;
}

/** Returns the groups that have rows, in the order in which they are shown. */
export function placesWithRows(
  wasm: Wasm,
  tally: Tally,
  by: readonly string[],
  raw: ReturnType<Wasm['frame']>,
): Place[] {
  const width = wasm.countWidth;
  const groups = by.map((name) => tally.groups.find((attribute) => attribute.name === name));
  const places: Place[] = [];
  for (let place = 0; place * width < raw.counts.length; place++) {
    const rows = raw.counts[place * width] as number;
    if (rows === 0) continue;
    const entries = by.map((name, i): [string, string] => [
      name,
      groups[i]?.categories[raw.codes[place * by.length + i] as number] as string,
    ]);
    const counts = raw.counts.subarray(place * width, (place + 1) * width);
    const name = entries.map(([, category]) => category).join();
    places.push({ place, categories: Object.fromEntries(entries), name, rows, counts });
  }
  return inOrder(places);
}

export function joined(parts: readonly Float64Array[]): Float64Array {
  const width = parts[0]?.length ?? 0;
  const all = new Float64Array(parts.length * width);
  parts.forEach((part, i) => {
    all.set(part, i * width);
  });
  return all;
}

/** Returns the index of the reference group among those with all privileged categories of these attributes. */
export function referenceAmong(
  places: readonly Place[],
  by: readonly string[],
  privileged: Readonly<Record<string, string | number | boolean>> = {},
): number {
  const requested = by.filter((name) => Object.hasOwn(privileged, name) && privileged[name] !== undefined);
  const chosen = defaultReference(
    places.filter(({ categories }) => requested.every((name) => categories[name] === String(privileged[name]))),
  );
  if (chosen || places.length === 0) return chosen ? places.indexOf(chosen) : 0;
  throw invalid(
    'privileged',
    `a group that has rows, by ${by.join(' and ')}`,
    describe(Object.fromEntries(requested.map((name) => [name, privileged[name]]))),
  );
}
