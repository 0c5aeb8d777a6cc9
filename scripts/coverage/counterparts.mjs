// Data sets with known true values for metrics that have counterparts in other tools: areas between ROC curves, distances
// between outcomes, odds ratios, demographic disparity within strata, and coverage of prediction intervals.

import { normal } from './random.mjs';

const density = (z) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
const step = 0.001;
const grid = Array.from({ length: 16 / step + 1 }, (_, i) => -8 + i * step);
// The distribution function of normal numbers, at the points of the grid.
const cumulative = [];
for (const z of grid) cumulative.push((cumulative.at(-1) ?? 0) + step * density(z - step / 2));
const probability = (z) => cumulative[Math.max(0, Math.min(grid.length - 1, Math.round((z + 8) / step)))];

/** By name, for two groups: scores of positives, proportions of outcomes, and selection by stratum. */
const designs = {
  equal: {
    scores: [
      { mean: 1, deviation: 1 },
      { mean: 1, deviation: 1 },
    ],
    outcomes: [
      [0.2, 0.3, 0.5],
      [0.2, 0.3, 0.5],
    ],
    second: [0.5, 0.5],
    selected: [
      [0.3, 0.6],
      [0.3, 0.6],
    ],
  },
  apart: {
    scores: [
      { mean: 1, deviation: 1 },
      { mean: 1.2, deviation: 3 },
    ],
    outcomes: [
      [0.2, 0.3, 0.5],
      [0.4, 0.3, 0.3],
    ],
    second: [0.7, 0.4],
    selected: [
      [0.2, 0.5],
      [0.3, 0.6],
    ],
  },
};
const width = 3;

/** Returns the names of the designs. */
export const counterpartDesigns = Object.keys(designs);

/** Returns the true values of a design. */
export function counterpartTruths(name) {
  const { scores, outcomes, second, selected } = designs[name];
  const height = ({ mean, deviation }, z) => probability((mean + z) / deviation);
  const area = grid.reduce(
    (sum, z) => sum + step * density(z) * Math.abs(height(scores[0], z) - height(scores[1], z)),
    0,
  );
  const [p, q] = outcomes;
  const gaps = p.map((each, k) => Math.abs(each - q[k]));
  const half = p.map((each, k) => (each + q[k]) / 2);
  const divergence = (one) => one.reduce((sum, each, k) => sum + each * Math.log(each / half[k]), 0);
  const inStratum = (g, s) => (s === 1 ? second[g] : 1 - second[g]);
  const rates = [0, 1].map((g) => [0, 1].reduce((sum, s) => sum + inStratum(g, s) * selected[g][s], 0));
  const odds = rates.map((rate) => rate / (1 - rate));
  const disparity = (weights, chances) => {
    const of = (chance) => {
      const parts = weights.map((weight, g) => weight * chance(chances[g]));
      return parts[0] / (parts[0] + parts[1]);
    };
    return of((each) => 1 - each) - of((each) => each);
  };
  const within = [0, 1].map((s) => {
    const weights = [0, 1].map((g) => inStratum(g, s) / 2);
    const chances = selected.map((each) => each[s]);
    return (weights[0] + weights[1]) * disparity(weights, chances);
  });
  return {
    'between curves': area,
    'total variation': gaps.reduce((sum, gap) => sum + gap, 0) / 2,
    'largest difference': Math.max(...gaps),
    'Lp norm': Math.hypot(...gaps),
    'Jensen-Shannon': (divergence(p) + divergence(q)) / 2,
    'odds ratio': odds[0] / odds[1],
    disparity: disparity([0.5, 0.5], rates),
    'within strata': within[0] + within[1],
    coverage: 2 * probability(width / 2) - 1,
    width,
  };
}

/** Returns the estimates in a sample with `size` rows of each group. */
export function counterpartEstimates({ scores, impact }, random, name, size) {
  const design = designs[name];
  const rows = [0, 1].flatMap((g) =>
    Array.from({ length: size }, () => {
      const label = random() < 0.5 ? 1 : 0;
      const { mean, deviation } = design.scores[g];
      const u = random();
      const [first, middle] = design.outcomes[g];
      const stratum = random() < design.second[g] ? 1 : 0;
      return {
        g: `g${g}`,
        label,
        score: label === 1 ? mean + deviation * normal(random) : normal(random),
        outcome: u < first ? 0 : u < first + middle ? 1 : 2,
        stratum,
        selected: random() < design.selected[g][stratum] ? 1 : 0,
        truth: normal(random),
        extra: random() - 0.5,
      };
    }),
  );
  const column = (key) => rows.map((row) => row[key]);
  const group = column('g');
  const exact = scores.exactScores(['g']);
  exact.update({ label: column('label'), score: column('score'), groups: { g: group } });
  const [{ areaBetweenCurves }] = exact.curveDistances(['g']);
  exact[Symbol.dispose]();
  const [outcomes] = scores.outcomeDistances({ outcome: column('outcome'), groups: { g: group } });
  const counts = ['g0', 'g1'].map((each) => {
    const own = rows.filter(({ g }) => g === each);
    return { name: each, applicants: size, selected: own.filter(({ selected }) => selected === 1).length };
  });
  const [compared] = impact.fourFifths(counts, { reference: 'g1' }).againstReference.comparisons;
  const strata = impact.conditionalDisparity({
    group,
    selected: column('selected'),
    favorable: 1,
    within: column('stratum'),
  });
  const [, covered] = scores.predictionCoverage({
    label: column('truth'),
    low: rows.map(() => -width / 2),
    high: rows.map(() => width / 2),
    group,
  });
  const [, sized] = scores.predictionCoverage({
    label: column('truth'),
    low: rows.map(({ extra }) => -width / 2 - extra),
    high: rows.map(() => width / 2),
    group,
  });
  return {
    'between curves': areaBetweenCurves,
    'total variation': outcomes.totalVariationDistance,
    'largest difference': outcomes.largestOutcomeDifference,
    'Lp norm': outcomes.lpNorm,
    'Jensen-Shannon': outcomes.jensenShannon,
    'odds ratio': compared.oddsRatio,
    disparity: strata.groups[0].disparity,
    'within strata': strata.groups[0].conditional,
    coverage: covered.coverage,
    width: sized.size,
  };
}
