// SPDX-License-Identifier: Apache-2.0
//
// What an attacker that has learned all there is decides: for each value that it sees, the answer that is most frequent
// beside it. Once of the truth, once of what the model says.

/** How often each answer stands beside each value that is seen. */
export interface Decisions {
  seen: readonly string[];
  answers: readonly string[];
  /** By value that is seen, and by answer. */
  truth: readonly (readonly number[])[];
  predictions: readonly (readonly number[])[];
}

/** With more values or answers, nobody would read the table. */
const most = 12;

type Column = ArrayLike<string | number | boolean>;

/** Null where there are too many of them. */
export function decisionsOf(seen: Column, truth: Column, prediction: Column): Decisions | null {
  const places = (columns: readonly Column[]) => {
    const names = new Set<string>();
    for (const column of columns) {
      for (let row = 0; row < column.length && names.size <= most; row++)
        names.add(String(column[row]));
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
  return {
    seen: [...from.keys()],
    answers: [...to.keys()],
    truth: count(truth),
    predictions: count(prediction),
  };
}

/** The places of the most frequent answers: several where they are as frequent. */
export function decided(counts: readonly number[]): number[] {
  const highest = Math.max(...counts);
  return highest === 0 ? [] : counts.flatMap((count, place) => (count === highest ? [place] : []));
}
