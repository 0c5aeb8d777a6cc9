// Amounts of two groups without a true value: skewed, tied, clustered, and unequal designs, and the true gaps.

import { normal } from './random.mjs';

const lognormal =
  (sd, shift = 0) =>
  (random) =>
    Math.exp(3 + shift + sd * normal(random));
/** Mean, median, and geometric mean of a lognormal distribution. */
const lognormalTruth = (sd, shift = 0) => ({
  mean: Math.exp(3 + shift + (sd * sd) / 2),
  median: Math.exp(3 + shift),
  geometricMean: Math.exp(3 + shift),
});

// Steps of a pay scale with equal probabilities; the median is a step.
const steps = Array.from({ length: 9 }, (_, i) => 12 + 3 * i);
const scaleOf = (shift) => steps.map((step) => step + shift);
const meanOf = (values) => values.reduce((sum, each) => sum + each, 0) / values.length;
const scale = (shift) => ({
  draw: (random) => scaleOf(shift)[Math.floor(random() * steps.length)],
  truth: {
    mean: meanOf(scaleOf(shift)),
    median: scaleOf(shift)[4],
    geometricMean: Math.exp(meanOf(scaleOf(shift).map(Math.log))),
  },
});

// A Pareto tail of exponent 3, whose variance is finite.
const pareto = (minimum) => ({
  draw: (random) => minimum * (1 - random()) ** (-1 / 3),
  truth: { mean: 1.5 * minimum, median: minimum * 2 ** (1 / 3), geometricMean: minimum * Math.exp(1 / 3) },
});

const ofLogs = (sd, shift) => ({ draw: lognormal(sd, shift), truth: lognormalTruth(sd, shift) });

/** Distributions of a group and of the reference. */
export const amountDesigns = [
  { kind: 'lognormal, log-sd 0.4', group: ofLogs(0.4, -0.15), reference: ofLogs(0.4, 0) },
  { kind: 'lognormal, log-sd 0.8', group: ofLogs(0.8, -0.15), reference: ofLogs(0.8, 0) },
  { kind: 'Pareto, exponent 3', group: pareto(12), reference: pareto(14) },
  { kind: 'pay scale of 9 steps', group: scale(-3), reference: scale(0) },
];

/** Numbers of rows of the group and of the reference. */
export const amountSizes = [
  [8, 8],
  [15, 15],
  [15, 400],
  [60, 60],
  [400, 400],
];

/**
 * Draws independent rows.
 *
 * @param {() => number} random
 * @param {any} design
 * @param {readonly any[]} sizes
 */
export function drawAmounts(random, { group, reference }, [few, many]) {
  const amount = [
    ...Array.from({ length: few }, () => group.draw(random)),
    ...Array.from({ length: many }, () => reference.draw(random)),
  ];
  return { group: amount.map((_, row) => (row < few ? 'g' : 'r')), amount };
}

/** Draws 10 rows in each of `clusters` clusters, whose levels differ; groups are mixed within clusters. */
export function drawClusteredAmounts(random, { group, reference }, clusters) {
  /** @type {{ group: string[], amount: number[], cluster: number[] }} */
  const data = { group: [], amount: [], cluster: [] };
  for (let cluster = 0; cluster < clusters; cluster++) {
    // A factor with the mean 1, so that true gaps and differences of means are those of the design.
    const level = Math.exp(0.3 * normal(random) - 0.045);
    for (let row = 0; row < 10; row++) {
      const isGroup = random() < 0.4;
      data.group.push(isGroup ? 'g' : 'r');
      data.amount.push(level * (isGroup ? group : reference).draw(random));
      data.cluster.push(cluster);
    }
  }
  return data;
}

/** True gaps and differences of a design. */
export function amountTruth({ group, reference }) {
  const gap = (name) => 1 - group.truth[name] / reference.truth[name];
  return {
    'mean gap': gap('mean'),
    'difference of means': group.truth.mean - reference.truth.mean,
    'median gap': gap('median'),
    'difference of medians': group.truth.median - reference.truth.median,
    'geometric mean gap': gap('geometricMean'),
  };
}

/** Returns the estimates, by the names of {@link amountTruth}. */
export function amountEstimates({ amounts }, data) {
  const report = amounts({ ...data, reference: 'r', quantiles: [] });
  const compared = report.groups.find(({ name }) => name === 'g')?.compared;
  return {
    'mean gap': compared.mean.gap,
    'difference of means': compared.mean.difference,
    'median gap': compared.median.gap,
    'difference of medians': compared.median.difference,
    'geometric mean gap': compared.geometricMean.gap,
  };
}

/**
 * Draws pay that depends on tenure, which differs between groups, and on the group.
 *
 * @param {() => number} random
 * @param {readonly any[]} sizes
 * @param {number} gap
 */
export function drawAdjusted(random, [few, many], gap) {
  /** @type {{ group: string[], amount: number[], covariates: { tenure: number[] } }} */
  const data = { group: [], amount: [], covariates: { tenure: [] } };
  for (let row = 0; row < few + many; row++) {
    const isGroup = row < few;
    const tenure = (isGroup ? 5 : 7) + 2 * normal(random);
    data.group.push(isGroup ? 'g' : 'r');
    data.covariates.tenure.push(tenure);
    data.amount.push(Math.exp(3 + 0.04 * tenure - (isGroup ? gap : 0) + 0.25 * normal(random)));
  }
  return data;
}

/** True values of {@link drawAdjusted}. */
export const adjustedTruth = (gap) => ({
  coefficient: -gap,
  'adjusted gap': -Math.expm1(-gap),
  explained: 0.08,
  unexplained: gap,
});

/** Returns the estimates, by the names of {@link adjustedTruth}. */
export function adjustedEstimates({ adjustedGaps }, data) {
  const { coefficient, adjustedGap, decomposition } = adjustedGaps({ ...data, reference: 'r' }).groups[0];
  const { explained, unexplained } = decomposition.ofReference;
  return { coefficient, 'adjusted gap': adjustedGap, explained, unexplained };
}
