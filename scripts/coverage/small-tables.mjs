// Adverse impact tables with few applicants: exact coverage over all tables of two groups, and simulations of more.

import { binomial, uniform } from './random.mjs';

const rates = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.98];

/** Sizes of two groups; every pair of sizes is enumerated. */
export const smallPairs = [
  { name: '1 and 1 to 10', sizes: Array.from({ length: 10 }, (_, i) => [1, i + 1]) },
  { name: '2 to 10 and 2 to 10', sizes: range(2, 10).flatMap((n) => range(n, 10).map((m) => [n, m])) },
  { name: '20 and 20', sizes: [[20, 20]] },
  { name: '3 and 100', sizes: [[3, 100]] },
  { name: '100 and 100', sizes: [[100, 100]] },
];

/** More groups, with equal or unequal rates, whose tables are simulated. */
export const manyGroups = [
  { name: '1, 3, 8, 20', sizes: [1, 3, 8, 20] },
  { name: '7 groups of 2 to 20', sizes: [2, 5, 8, 11, 14, 17, 20] },
  { name: '7 groups of 20 to 400', sizes: [20, 33, 55, 90, 148, 243, 400] },
  { name: '14 groups of 2 to 400', sizes: Array.from({ length: 14 }, (_, i) => Math.round(2 * 1.503 ** i)) },
];

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** Returns the probabilities of 0 to `size` successes. */
function chances(size, rate) {
  let ways = 1;
  return Array.from({ length: size + 1 }, (_, k) => {
    const chance = ways * rate ** k * (1 - rate) ** (size - k);
    ways *= (size - k) / (k + 1);
    return chance;
  });
}

const toGroups = (sizes, selected) =>
  sizes.map((applicants, i) => ({ name: `g${i}`, applicants, selected: selected[i] }));

/** Whether the intervals of all ratios to the highest rate hold; undefined if no one is selected. */
function holds(categories, truths) {
  const highest = Math.max(...truths);
  if (categories.every(({ selected }) => selected === 0)) return undefined;
  return categories.every(({ impactRatio: { ci } }, i) => {
    const truth = truths[i] / highest;
    return ci[0] <= truth + 1e-12 && truth <= ci[1] + 1e-12;
  });
}

/** Returns all tables of two groups, and how many contradict Fisher's test. */
function enumerate(impact, sizes) {
  let disagreements = 0;
  const tables = range(0, sizes[0]).flatMap((a) =>
    range(0, sizes[1]).map((b) => {
      const groups = toGroups(sizes, [a, b]);
      const { categories } = impact.table(groups);
      if (a + b > 0) {
        const [{ fisher }] = impact.fourFifths(groups).againstHighest.comparisons;
        const excludes = categories.some(({ impactRatio: { ci } }) => ci[1] < 1);
        if (excludes !== fisher.twoSided <= 0.05) disagreements++;
      }
      return { a, b, categories };
    }),
  );
  return { tables, disagreements };
}

/** Returns the lowest coverage of two groups by whether their rates are equal, and given a selection. */
export function getLowest(impact, { sizes }) {
  const lowest = { equal: 1, unequal: 1, selected: 1 };
  let disagreements = 0;
  for (const pair of sizes) {
    const all = enumerate(impact, pair);
    disagreements += all.disagreements;
    for (const p of rates) {
      for (const q of rates) {
        const [one, other] = [chances(pair[0], p), chances(pair[1], q)];
        const missed = all.tables.reduce(
          (sum, { a, b, categories }) => sum + (holds(categories, [p, q]) === false ? one[a] * other[b] : 0),
          0,
        );
        const kind = p === q ? 'equal' : 'unequal';
        lowest[kind] = Math.min(lowest[kind], 1 - missed);
        lowest.selected = Math.min(lowest.selected, 1 - missed / (1 - one[0] * other[0]));
      }
    }
  }
  return { ...lowest, disagreements };
}

/** Returns the lowest simulated coverage of more groups over their rates. */
export function getSimulated(impact, { sizes }, sets, seed) {
  const random = uniform(seed);
  const lowest = { equal: 1, unequal: 1, selected: 1 };
  for (const rate of [0.05, 0.2, 0.5]) {
    for (const kind of ['equal', 'unequal']) {
      const truths = sizes.map((_, i) => rate * (kind === 'equal' || i % 2 === 0 ? 1 : 1.6));
      let [missed, selected] = [0, 0];
      for (let set = 0; set < sets; set++) {
        const drawn = sizes.map((size, i) => binomial(random, size, truths[i]));
        const isHeld = holds(impact.table(toGroups(sizes, drawn)).categories, truths);
        if (isHeld === false) missed++;
        if (isHeld !== undefined) selected++;
      }
      lowest[kind] = Math.min(lowest[kind], 1 - missed / sets);
      lowest.selected = Math.min(lowest.selected, 1 - missed / selected);
    }
  }
  return lowest;
}
