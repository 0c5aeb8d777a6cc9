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
 *
 * @param random
 * @param {{ length?: number, shift: number, spread: number, draw?: (random: any) => number, groups?: number }} design
 * @param {number} lists
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

const constant = (rows, rate, otherRows, otherRate) => () => ({ f: [rows, rate], m: [otherRows, otherRate] });
const wave = (look, period) => Math.sin((2 * Math.PI * look) / period);

/** Streams: the numbers of rows and the true rates of the groups in each batch; `m` is the reference. */
export const streamDesigns = [
  { kind: '0.5 and 0.5', batches: 10_000, at: constant(1, 0.5, 1, 0.5) },
  { kind: '0.1 and 0.1', batches: 10_000, at: constant(1, 0.1, 1, 0.1) },
  { kind: '0.02 and 0.02', batches: 10_000, at: constant(1, 0.02, 1, 0.02) },
  { kind: '0.3 and 0.2', batches: 10_000, at: constant(1, 0.3, 1, 0.2) },
  { kind: '0.05 and 0.02', batches: 10_000, at: constant(1, 0.05, 1, 0.02) },
  { kind: '0.3 and 0.2, 5 and 50 rows', batches: 200, at: constant(5, 0.3, 50, 0.2) },
  { kind: '0.06 and 0.04, 1000 rows each', batches: 12, at: constant(1000, 0.06, 1000, 0.04) },
  {
    kind: '0.3 in 6 groups of 20',
    batches: 200,
    at: () => Object.fromEntries([...'abcdem'].map((name) => [name, [20, 0.3]])),
  },
  {
    kind: 'equal rates rise from 0.2 to 0.6, 36 and 4 to 4 and 36 rows',
    batches: 111,
    at: (look) => {
      const rate = 0.2 + (0.4 * look) / 110;
      const rows = Math.round(36 - (32 * look) / 110);
      return { f: [rows, rate], m: [40 - rows, rate] };
    },
  },
  {
    kind: 'equal rates and rows with seasons',
    batches: 208,
    at: (look) => {
      const rate = 0.3 + 0.1 * wave(look, 52);
      const rows = Math.round(20 + 8 * wave(look, 52));
      return { f: [rows, rate], m: [40 - rows, rate] };
    },
  },
  {
    kind: 'gap of 0.4 in the first 20 batches, then 0',
    batches: 200,
    at: (look) => ({ f: [20, look < 20 ? 0.7 : 0.3], m: [20, 0.3] }),
  },
  {
    kind: 'gap with seasons, 0.15 to -0.15',
    batches: 200,
    at: (look) => ({ f: [20, 0.4 + 0.15 * wave(look, 50)], m: [20, 0.4] }),
  },
];

/** Draws a stream: the counts of each batch, and the true mean gap of each group up to it. */
export function drawStream(random, { batches, at }) {
  const sums = new Map();
  return Array.from({ length: batches }, (_, look) => {
    const design = at(look);
    const [otherRows, otherRate] = design.m;
    const gaps = {};
    for (const [name, [rows, rate]] of Object.entries(design)) {
      const weight = (rows * otherRows) / (rows + otherRows);
      const sum = sums.get(name) ?? { weight: 0, gap: 0 };
      sum.weight += weight;
      sum.gap += weight * (rate - otherRate);
      sums.set(name, sum);
      gaps[name] = sum.gap / sum.weight;
    }
    const counts = Object.entries(design).map(([name, [rows, rate]]) => {
      let cases = 0;
      for (let row = 0; row < rows; row++) if (random() < rate) cases++;
      return [name, { rows, cases }];
    });
    return { counts: Object.fromEntries(counts), gaps };
  });
}

/** Returns whether an ordinary 95% interval (Wald) of group f misses the true gap at any look with 30 rows of each or more. */
export function everMisses(stream) {
  const totals = { f: [0, 0], m: [0, 0] };
  return stream.some(({ counts, gaps }) => {
    for (const name of ['f', 'm']) {
      const { rows, cases } = counts[name] ?? counts.a;
      totals[name][0] += rows;
      totals[name][1] += cases;
    }
    const [[n, s], [m, t]] = [totals.f, totals.m];
    const [p, q] = [s / n, t / m];
    const error = Math.sqrt((p * (1 - p)) / n + (q * (1 - q)) / m);
    return Math.min(n, m) >= 30 && error > 0 && Math.abs(p - q - (gaps.f ?? gaps.a)) > 1.96 * error;
  });
}
