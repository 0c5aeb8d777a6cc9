// SPDX-License-Identifier: Apache-2.0
//
// The decisions of an optimal attacker: for each visible value, the most frequent answer. Computed once for the true
// labels and once for the predictions.

import { getMax } from '#fairwasm/core/extremes.js';

/** Counts of answers by visible value. */
export interface Decisions {
  seen: readonly string[];
  answers: readonly string[];
  /** By visible value, then by answer. */
  truth: readonly (readonly number[])[];
  predictions: readonly (readonly number[])[];
}

/** With more values or answers, the table would be too large to read. */
const most = 12;

type Column = ArrayLike<string | number | boolean>;

/** Null if there are too many values or answers. */
export function getDecisions(seen: Column, truth: Column, prediction: Column): Decisions | null {
  const places = (columns: readonly Column[]) => {
    const names = new Set<string>();
    for (const column of columns) {
      for (let row = 0; row < column.length && names.size <= most; row++) names.add(String(column[row]));
    }
    return new Map([...names].sort().map((name, place) => [name, place]));
  };
  const [from, to] = [places([seen]), places([truth, prediction])];
  if (from.size > most || to.size > most) return null;
  const count = (answers: Column) => {
    const counts = Array.from(from, () => new Array<number>(to.size).fill(0));
    for (let row = 0; row < seen.length; row++) {
      const own = counts[from.get(String(seen[row])) as number] as number[];
      const place = to.get(String(answers[row])) as number;
      own[place] = (own[place] as number) + 1;
    }
    return counts;
  };
  return { seen: [...from.keys()], answers: [...to.keys()], truth: count(truth), predictions: count(prediction) };
}

/** The indexes of the most frequent answers; several if they are tied. */
export function decided(counts: readonly number[]): number[] {
  const highest = getMax(counts);
  return highest === 0 ? [] : counts.flatMap((count, place) => (count === highest ? [place] : []));
}
