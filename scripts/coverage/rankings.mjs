// Data sets of shares, ranked lists, and streams of two groups.

import { normal } from './random.mjs';

/** True shares, and the reference shares that they are compared with. */
export const shareDesigns = [
  { kind: '2 groups, equal', shares: [0.5, 0.5], reference: [0.5, 0.5] },
  { kind: '2 groups, apart', shares: [0.2, 0.8], reference: [0.3, 0.7] },
  { kind: '4 groups, equal', shares: [0.5, 0.25, 0.15, 0.1], reference: [0.5, 0.25, 0.15, 0.1] },
  { kind: '4 groups, apart', shares: [0.6, 0.2, 0.15, 0.05], reference: [0.5, 0.25, 0.15, 0.1] },
];

/** Draws rows of clusters with these sizes from shares that vary between clusters, as columns. */
export function drawClusteredShares(random, shares, sizes) {
  /** @type {{ group: string[], cluster: number[] }} */
  const data = { group: [], cluster: [] };
  sizes.forEach((size, cluster) => {
    // Half of the rows of a cluster have the group of one draw.
    const own = drawGroup(random, shares);
    for (let row = 0; row < size; row++) {
      data.group.push(random() < 0.5 ? own : drawGroup(random, shares));
      data.cluster.push(cluster);
    }
  });
  return data;
}

function drawGroup(random, shares) {
  let rest = random();
  let group = 0;
  while (group < shares.length - 1 && rest >= shares[group]) rest -= shares[group++];
  return `g${group}`;
}

/** Draws rows from shares, as counts by group. */
export function drawShares(random, shares, rows) {
  const counts = Object.fromEntries(shares.map((_, group) => [`g${group}`, 0]));
  for (let row = 0; row < rows; row++) counts[drawGroup(random, shares)]++;
  return counts;
}

/** Lengths of lists, the mean shift of one group's scores, and how much it varies between lists. */
export const listDesigns = [
  { kind: 'random order', length: 12, shift: 0, spread: 0 },
  { kind: 'short, apart', length: 12, shift: -0.5, spread: 0.3 },
  { kind: 'long, apart', length: 40, shift: -1, spread: 0.5 },
];

/** Lists of unequal length: the number of lists, and how a length is drawn. */
export const unequalDesigns = [
  { kind: '5 to 500, Pareto', lists: 40, draw: (random) => Math.min(500, Math.floor(5 / (1 - random()))) },
  {
    kind: 'median 15, lognormal',
    lists: 100,
    draw: (random) => Math.min(500, Math.max(2, Math.round(15 * Math.exp(normal(random))))),
  },
  { kind: '5 to 200, uniform', lists: 25, draw: (random) => 5 + Math.floor(196 * random()) },
  { kind: '20', lists: 30, draw: () => 20 },
].flatMap((design) => [0, 0.5].map((spread) => ({ ...design, shift: 0, spread })));

/**
 * Draws lists of scores; a list has between half and one and a half times the length, unless `draw` returns it, and
 * relevance is 0 or 1.
 */
export function drawLists(random, { length = 0, shift, spread, draw, groups = 2 }, lists) {
  /** @type {{ group: string[], query: number[], score: number[], relevance: number[] }} */
  const data = { group: [], query: [], score: [], relevance: [] };
  for (let list = 0; list < lists; list++) {
    const own = shift + spread * normal(random);
    const share = 0.2 + 0.4 * random();
    const rows = draw?.(random) ?? Math.floor(length * (0.5 + random()));
    for (let row = 0; row < rows; row++) {
      const isFirst = random() < share;
      const relevance = random() < 0.4 ? 1 : 0;
      data.group.push(isFirst ? 'f' : groups > 2 ? `m${Math.floor((groups - 1) * random())}` : 'm');
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
