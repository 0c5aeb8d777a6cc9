// SPDX-License-Identifier: Apache-2.0
//
// Quartile pay bands: four groups of workers as equal as possible, from the lowest to the highest pay. The rules for
// leftovers and equal pay are those of the United Kingdom (SI 2017/172, regulation 13, and its statutory guidance).

/** The workers in each of four bands, from the lowest pay to the highest; by label, such as `female`. */
export interface PayBands {
  /** Number of workers in each band. */
  size: readonly number[];
  /** Whole workers by label and band. Workers of equal pay on a boundary are divided in equal proportions. */
  whole: Readonly<Record<string, readonly number[]>>;
  /** Percentage of each band by label, from whole workers. */
  percent: Readonly<Record<string, readonly number[]>>;
  /** The same without rounding to whole workers. */
  proportionalPercent: Readonly<Record<string, readonly number[]>>;
}

const bands = [0, 1, 2, 3];

// One leftover worker is in the lower band; two are in the lower and the upper middle; three in all but the upper.
const leftovers = [[], [0], [0, 2], [0, 1, 2]];

/** Returns the sizes of four bands of `count` workers. */
const bandSizes = (count: number): number[] =>
  bands.map((band) => Math.floor(count / 4) + Number(leftovers[count % 4]?.includes(band)));

/**
 * Divides workers into bands.
 *
 * @param labels The label of each worker.
 * @param order The labels in the order in which whole workers are divided; the last gets the remaining places.
 */
export function divideIntoBands(pay: ArrayLike<number>, labels: readonly string[], order: readonly string[]): PayBands {
  const size = bandSizes(pay.length);
  const ends = size.map((_, band) => size.slice(0, band + 1).reduce((sum, each) => sum + each, 0));
  const rows = Array.from(pay, (_, row) => row).sort((a, b) => (pay[a] as number) - (pay[b] as number));
  const zeros = () => Object.fromEntries(order.map((label) => [label, bands.map(() => 0)]));
  const [whole, proportional] = [zeros(), zeros()] as Record<string, number[]>[] as [Counts, Counts];
  for (let from = 0; from < rows.length; ) {
    let to = from + 1;
    while (to < rows.length && pay[rows[to] as number] === pay[rows[from] as number]) to++;
    const tied = rows.slice(from, to).map((row) => labels[row]);
    const places = bands.map((band) => {
      const start = band === 0 ? 0 : (ends[band - 1] as number);
      return Math.max(0, Math.min(to, ends[band] as number) - Math.max(from, start));
    });
    let left = places;
    order.forEach((label, i) => {
      const count = tied.filter((each) => each === label).length;
      const given = i === order.length - 1 ? left : largestRemainder(count, left);
      for (const band of bands) {
        add(whole, label, band, given[band] as number);
        add(proportional, label, band, (count * (places[band] as number)) / tied.length);
      }
      left = left.map((each, band) => each - (given[band] as number));
    });
    from = to;
  }
  return { size, whole, percent: toPercent(whole, size), proportionalPercent: toPercent(proportional, size) };
}

type Counts = Record<string, number[]>;

function add(counts: Counts, label: string, band: number, more: number): void {
  const row = counts[label] as number[];
  row[band] = (row[band] as number) + more;
}

const toPercent = (counts: Counts, size: readonly number[]): Counts =>
  Object.fromEntries(
    Object.entries(counts).map(([label, row]) => [
      label,
      row.map((each, band) => (100 * each) / (size[band] as number)),
    ]),
  );

/** Divides `count` in proportion to places, in whole numbers; equal remainders go to the lower band first. */
function largestRemainder(count: number, places: readonly number[]): number[] {
  const all = places.reduce((sum, each) => sum + each, 0);
  if (all === 0) return places.map(() => 0);
  const given = places.map((each) => Math.floor((count * each) / all));
  // Integers, so that equal remainders are equal.
  const remainders = places.map((each, band) => count * each - (given[band] as number) * all);
  const rest = count - given.reduce((sum, each) => sum + each, 0);
  const next = bands.toSorted((a, b) => (remainders[b] as number) - (remainders[a] as number) || a - b).slice(0, rest);
  for (const band of next) given[band] = (given[band] as number) + 1;
  return given;
}
