// SPDX-License-Identifier: Apache-2.0
//
// Finds the name that was probably meant, for error messages about unknown names.

/** Returns the number of letters that were omitted, added, changed, or swapped with their neighbor. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] as number;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = j > 1 && i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : changed;
      rows[i]?.push(Math.min(changed, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}

const getLetters = (name: string) => [...name].sort().join('');

const maxNameLength = 100; // longer names are not typing errors, and comparing them is slow

/**
 * Returns the closest of `names` if at most a third of its letters differ, but not all of them. If two names are
 * equally close, it prefers the one with the same letters.
 */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const wanted = name.trim().toLowerCase().slice(0, maxNameLength);
  let best: string | undefined;
  let bestDistance = Math.ceil(wanted.length / 3) + 1;
  for (const candidate of names) {
    const known = candidate.trim().toLowerCase().slice(0, maxNameLength);
    if (Math.abs(known.length - wanted.length) >= bestDistance) continue;
    const isOther = wanted.length === 1 && known.length === 1 && wanted !== known;
    if (isOther) continue; // all of its letters differ
    const isMixedUp = getLetters(wanted) === getLetters(known);
    const distance = editDistance(wanted, known) - (isMixedUp ? 0.5 : 0);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Returns `; did you mean 'name'?` for the end of a message, or nothing without a name. */
export const didYouMean = (name: string | undefined): string => (name === undefined ? '' : `; did you mean '${name}'?`);

/** Returns `; did you mean 'name'?` with the closest of `names`, or else a list of all. */
export const didYouMeanAny = (name: string, names: readonly string[]): string =>
  didYouMean(nearest(name, names)) || `; use one of ${names.join(', ')}`;
