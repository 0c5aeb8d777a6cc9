// SPDX-License-Identifier: Apache-2.0
//
// Which name somebody probably meant, for error messages about names that do not exist.

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(changed, (previous[j] as number) + 1, (current[j - 1] as number) + 1));
    }
    previous = current;
  }
  return previous[b.length] as number;
}

const longestName = 100; // longer ones are no slips of the finger, and cost time

/** The one of `names` that is closest to `name`, if no more than a third of its letters differ. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const wanted = name.trim().toLowerCase().slice(0, longestName);
  let best: string | undefined;
  let bestDistance = Math.ceil(wanted.length / 3) + 1;
  for (const candidate of names) {
    const known = candidate.trim().toLowerCase().slice(0, longestName);
    if (Math.abs(known.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, known);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}
