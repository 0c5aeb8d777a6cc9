// Data sets of shares, ranked lists, and streams of two groups.

import { normal } from './random.mjs';

/** True shares, and the reference shares that they are compared with. */
export const shareDesigns = [
  { kind: '2 groups, equal', shares: [0.5, 0.5], reference: [0.5, 0.5] },
  { kind: '2 groups, apart', shares: [0.2, 0.8], reference: [0.3, 0.7] },
  { kind: '4 groups, equal', shares: [0.5, 0.25, 0.15, 0.1], reference: [0.5, 0.25, 0.15, 0.1] },
  { kind: '4 groups, apart', shares: [0.6, 0.2, 0.15, 0.05], reference: [0.5, 0.25, 0.15, 0.1] },
];

/** Draws rows from shares, as counts by group. */
export function drawShares(random, shares, rows) {
  const counts = Object.fromEntries(shares.map((_, group) => [`g${group}`, 0]));
  for (let row = 0; row < rows; row++) {
    let rest = random();
    let group = 0;
    while (group < shares.length - 1 && rest >= shares[group]) rest -= shares[group++];
    counts[`g${group}`]++;
  }
  return counts;
}

/** Lengths of lists, the mean shift of one group's scores, and how much it varies between lists. */
export const listDesigns = [
  { kind: 'random order', length: 12, shift: 0, spread: 0 },
  { kind: 'short, apart', length: 12, shift: -0.5, spread: 0.3 },
  { kind: 'long, apart', length: 40, shift: -1, spread: 0.5 },
];

/** Draws lists of scores; a list has between half and one and a half times the length, and relevance is 0 or 1. */
export function drawLists(random, { length, shift, spread }, lists) {
  /** @type {{ group: string[], query: number[], score: number[], relevance: number[] }} */
  const data = { group: [], query: [], score: [], relevance: [] };
  for (let list = 0; list < lists; list++) {
    const own = shift + spread * normal(random);
    const share = 0.2 + 0.4 * random();
    const rows = Math.floor(length * (0.5 + random()));
    for (let row = 0; row < rows; row++) {
      const isFirst = random() < share;
      const relevance = random() < 0.4 ? 1 : 0;
      data.group.push(isFirst ? 'f' : 'm');
      data.query.push(list);
      data.relevance.push(relevance);
      data.score.push(normal(random) + relevance + (isFirst ? own : 0));
    }
  }
  return data;
}

/** Returns the estimates of the first group and of all lists. */
export function listEstimates(rankings, data) {
  const { groups, ndkl } = rankings.rankings({ ...data, top: 5 });
  const { exposure, skew, favored, favoredAtEqualRelevance, prefixTests } = groups[0];
  const { logarithmic, geometric } = exposure;
  const values = {
    'exposure per row': logarithmic.perRow,
    relative: logarithmic.relativePerRow,
    geometric: geometric.relativePerRow,
    'relative per merit': logarithmic.relativePerMerit,
    skew,
    favored,
    'at equal relevance': favoredAtEqualRelevance,
    NDKL: ndkl,
  };
  return { values, tests: { favored: favored.pValue, prefixes: prefixTests } };
}

/**
 * Rates of two groups.
 *
 * @type {[number, number][]}
 */
export const streamDesigns = [
  [0.5, 0.5],
  [0.1, 0.1],
  [0.02, 0.02],
  [0.3, 0.2],
  [0.05, 0.02],
];

/** Draws a stream with one row of each group per batch. */
export function drawStream(random, [rate, other], looks) {
  const counts = (chance) => ({ rows: 1, cases: random() < chance ? 1 : 0 });
  return Array.from({ length: looks }, () => ({ counts: { f: counts(rate), m: counts(other) } }));
}

/** Returns whether an ordinary 95% interval (Wald) misses the true difference at any look with 30 rows or more. */
export function everMisses(stream, difference) {
  const totals = { f: 0, m: 0 };
  return stream.some(({ counts }, look) => {
    totals.f += counts.f.cases;
    totals.m += counts.m.cases;
    const rows = look + 1;
    const [p, q] = [totals.f / rows, totals.m / rows];
    const error = Math.sqrt((p * (1 - p) + q * (1 - q)) / rows);
    return rows >= 30 && error > 0 && Math.abs(p - q - difference) > 1.96 * error;
  });
}
