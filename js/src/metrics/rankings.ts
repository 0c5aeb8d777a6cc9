// SPDX-License-Identifier: Apache-2.0
//
// Rows of the metrics table for shares compared with a reference, ranked lists, and gaps over time.

import { type Metric, real, rowsWith, toZero, unbounded, zeroIsIdeal } from './metric.js';

const geyik = 'Geyik, Ambler, Kenthapadi: Fairness-Aware Ranking in Search and Recommendation Systems, 2019';
const singh = 'Singh, Joachims: Fairness of Exposure in Rankings, 2018';

const share = rowsWith({
  ...{ kind: 'share', ...zeroIsIdeal, range: unbounded, inputs: ['attribute'] },
  undefinedWhen: 'no rows, or the group and its reference share are 0',
  reference: 'Goodman: On Simultaneous Confidence Intervals for Multinomial Proportions, 1965',
});
const ranking = rowsWith({
  ...{ kind: 'ranking', command: 'rankings', range: unbounded, direction: 'ideal' },
  inputs: ['score', 'attribute'],
  undefinedWhen: 'the group has no rows',
});

export const rankingMetrics: readonly Metric[] = [
  ranking({
    name: 'exposure',
    title: 'Exposure',
    formula: 'sum of 1 / log2(1 + position), or of (1 - γ) γ^(position - 1), over the group’s rows',
    direction: 'higher',
    meaning: 'Attention that the positions of the group’s rows receive.',
    reference: singh,
  }),
  ranking({
    name: 'relativeExposure',
    title: 'Relative exposure',
    formula: 'exposure per row of the group / exposure per row of all',
    meaning: 'Exposure of a row of the group as a multiple of the average exposure.',
    reference: singh,
    ideal: 1,
  }),
  ranking({
    name: 'exposurePerMerit',
    title: 'Exposure per merit',
    formula: 'exposure of the group / sum of its relevance, as a ratio to that of all rows',
    meaning: 'Proportionality of exposure to relevance.',
    reference: singh,
    ideal: 1,
    undefinedWhen: 'the relevance of the group is 0',
  }),
  ranking({
    name: 'skew',
    title: 'Skew@k',
    formula: 'ln(rows in the first k positions / rows expected from the reference shares)',
    range: real,
    meaning: 'Representation of the group at the top: below 0 if it has too few rows, above 0 if it has too many.',
    undefinedWhen: 'the reference share is 0',
    reference: geyik,
    ideal: 0,
  }),
  ranking({
    name: 'ndkl',
    title: 'Normalized discounted Kullback-Leibler divergence',
    formula: 'sum of KL(D_k ‖ D) / log2(k + 1) over prefixes / sum of 1 / log2(k + 1)',
    meaning: 'Distance of the groups’ proportions in the prefixes of lists from the reference.',
    undefinedWhen: 'no rows',
    reference: geyik,
    ideal: 0,
  }),
  ranking({
    name: 'favored',
    title: 'Favored pairs',
    formula: 'P(a row of the group is ranked above a row of another group), ties count half',
    range: [0, 1],
    meaning: 'Probability that a result of the group is ranked above a result of another group.',
    undefinedWhen: 'no list has rows of the group and of other groups',
    reference: 'Beutel et al.: Fairness in Recommendation Ranking through Pairwise Comparisons, 2019',
    ideal: 0.5,
  }),
  ranking({
    name: 'prefixTests',
    title: 'Tests of every prefix',
    formula: 'P(a random order has a prefix whose hypergeometric p-value is as small)',
    range: [0, 1],
    direction: 'none',
    meaning: 'Test of whether a prefix of a list has fewer rows of the group than chance explains.',
    undefinedWhen: 'no list has rows of the group and of other groups',
    reference: 'Zehlike et al.: FA*IR: A Fair Top-k Ranking Algorithm, 2017',
  }),
];

export const shareMetrics: readonly Metric[] = [
  share({
    name: 'shareRatio',
    title: 'Share ratio',
    formula: 'share of the group / reference share',
    meaning: 'Frequency of the group as a multiple of its frequency in the reference.',
    ideal: 1,
  }),
  share({
    name: 'logShareRatio',
    title: 'Log share ratio',
    formula: 'ln(share of the group / reference share)',
    range: real,
    meaning:
      'Log ratio of frequencies: below 0 if the group is less frequent than in the reference, above 0 if it is more frequent.',
  }),
  share({
    name: 'shareDifference',
    title: 'Share difference',
    formula: 'share of the group - reference share',
    range: [-1, 1],
    meaning: 'Difference between the frequency of the group and its frequency in the reference.',
  }),
  share({
    name: 'missingMembers',
    title: 'Missing members',
    formula: 'max(0, ⌈reference share * rows⌉ - rows of the group)',
    meaning: 'Number of additional members that the group needs for its reference share.',
  }),
  share({
    name: 'totalVariation',
    title: 'Total variation distance',
    formula: 'sum of |share - reference share| / 2 over groups',
    range: [0, 1],
    meaning: 'The smallest proportion of rows that must change group to obtain the reference shares.',
  }),
];

export const monitoringMetrics: readonly Metric[] = [
  toZero({
    kind: 'monitoring',
    name: 'monitoredGap',
    title: 'Monitored gap',
    formula: 'mean over batches of rate of the group - rate of the reference, with weights n n′ / (n + n′)',
    range: [-1, 1],
    inputs: ['prediction', 'attribute'],
    meaning: 'Mean gap in the rate of the outcome so far, with an interval that holds at every look.',
    undefinedWhen: 'no batch has rows of both groups',
    reference: 'Waudby-Smith, Ramdas: Estimating Means of Bounded Random Variables by Betting, 2023',
  }),
];
