// SPDX-License-Identifier: Apache-2.0
//
// The table of metrics once it is known what a positive decision does to people: which side of a disparity is the worse
// one for the group that is compared, and the sentences of a burden.

import { findGroupMetric, groupMetrics } from './group.js';
import type { Metric } from './metric.js';
import { isEssential, leads, type Outcome } from './outcome.js';

type Side = NonNullable<Metric['adverse']>;
type Sides = readonly (readonly [Side, readonly string[]])[];

// Disparities that are not here are the worse on neither side: absolute ones, means of unlike errors, and those of
// errors that spare somebody, or favor them.
const adverseBenefit: Sides = [
  [
    'below',
    [
      ...['statisticalParityDifference', 'disparateImpact', 'equalOpportunityDifference'],
      'averageOddsDifference',
    ],
  ],
  [
    'above',
    [
      ...['falseNegativeRateDifference', 'falseNegativeRateRatio', 'falseOmissionRateDifference'],
      ...['falseOmissionRateRatio', 'errorRateDifference', 'errorRateRatio'],
    ],
  ],
];
const adverseBurden: Sides = [
  [
    'above',
    [
      ...['statisticalParityDifference', 'disparateImpact', 'averageOddsDifference'],
      ...['falsePositiveRateDifference', 'falsePositiveRateRatio', 'falseDiscoveryRateDifference'],
      ...['falseDiscoveryRateRatio', 'errorRateDifference', 'errorRateRatio'],
    ],
  ],
];

const amongNegatives = 'Among those whose true outcome is negative,';
const amongPositives = 'Among those whose true outcome is positive,';
const amongBurdened = 'Among those on whom the burden falls,';
const amongSpared = 'Among those who are spared,';
const thanReference = 'the group is than the reference group';
const asReference = 'as likely the group is as the reference group';

const meanings: Readonly<Record<string, string>> = {
  baseRate: 'Share of the group whose true outcome is the positive one.',
  selectionRate: 'Share of the group on whom the burden falls.',
  truePositiveRate: 'Of those whose true outcome is positive, the share on whom the burden falls.',
  falsePositiveRate:
    'Of those whose true outcome is negative, the share on whom the burden falls wrongly.',
  trueNegativeRate: 'Of those whose true outcome is negative, the share who are spared.',
  falseNegativeRate: 'Of those whose true outcome is positive, the share who are spared.',
  positivePredictiveValue:
    'Of those on whom the burden falls, the share whose true outcome is positive.',
  negativePredictiveValue: 'Of those who are spared, the share whose true outcome is negative.',
  falseDiscoveryRate:
    'Of those on whom the burden falls, the share on whom it falls wrongly: their true outcome is negative.',
  falseOmissionRate: 'Of those who are spared, the share whose true outcome is positive.',
  generalizedTruePositiveRate: 'Mean score of those whose true outcome is positive.',
  generalizedFalsePositiveRate: 'Mean score of those whose true outcome is negative.',
  generalizedTrueNegativeRate:
    'How far below 1, on average, scores are among those whose true outcome is negative.',
  generalizedFalseNegativeRate:
    'How far below 1, on average, scores are among those whose true outcome is positive.',
  f1Score:
    'Harmonic mean of two shares: how many of those on whom the burden falls are truly positive, and on how many of the truly positive it falls.',
  informedness:
    'How much more often the burden falls on actual positives than on actual negatives: 1 if never wrong, 0 if it ignores the outcome, below 0 if it is turned around.',
  statisticalParityDifference:
    'Difference in the share on whom the burden falls; above 0, it falls on the group more often than on the reference group.',
  disparateImpact:
    'How many times as likely the burden is to fall on the group as on the reference group; above 1, it falls on the group more often. The limit of 0.8 that US guidelines name is about benefits, not about this ratio.',
  equalOpportunityDifference: `${amongPositives} how much more likely the burden is to fall on the group than on the reference group.`,
  averagePredictiveValueDifference:
    'Mean of two differences: in how often the outcome is positive among those on whom the burden falls, and in how often it is among those who are spared.',
  falsePositiveRateDifference: `${amongNegatives} how much more likely the burden is to fall wrongly on the group than on the reference group.`,
  falseNegativeRateDifference: `${amongPositives} how much more likely ${thanReference} to be spared.`,
  falseDiscoveryRateDifference: `${amongBurdened} how much more likely it is to be wrong than in the reference group.`,
  falseOmissionRateDifference: `${amongSpared} how much more likely the true outcome is to be positive than in the reference group.`,
  falsePositiveRateRatio: `${amongNegatives} how many times as likely the burden is to fall wrongly on the group as on the reference group.`,
  falseNegativeRateRatio: `${amongPositives} how many times ${asReference} to be spared.`,
  falseDiscoveryRateRatio: `${amongBurdened} how many times as likely it is to be wrong as in the reference group.`,
  falseOmissionRateRatio: `${amongSpared} how many times as likely the true outcome is to be positive as in the reference group.`,
};

const sideOf = (sides: Sides, name: string): Pick<Metric, 'adverse'> => {
  const [side] = sides.find(([, names]) => names.includes(name)) ?? [];
  return side === undefined ? {} : { adverse: side };
};

function ofBurden({ essential: _, ...metric }: Metric): Metric {
  const { name, meaning } = metric;
  return {
    ...metric,
    ...sideOf(adverseBurden, name),
    ...(name === 'selectionRate' && { direction: 'lower' }),
    ...(isEssential(name, 'burden') && { essential: true }),
    ...(leads(name, 'burden') && { leads: true }),
    meaning: meanings[name] ?? meaning,
  };
}

const tables: Readonly<Record<Outcome, ReadonlyMap<string, Metric>>> = {
  benefit: new Map(
    groupMetrics.map((metric) => [
      metric.name,
      { ...metric, ...sideOf(adverseBenefit, metric.name) },
    ]),
  ),
  burden: new Map(groupMetrics.map((metric) => [metric.name, ofBurden(metric)])),
};

/**
 * The row of a rate or disparity in the words of the outcome; where nobody said what it is, those of the table of
 * metrics. Undefined for any other name.
 */
export const groupMetricFor = (name: string, outcome: Outcome | undefined): Metric | undefined =>
  outcome === undefined ? findGroupMetric(name) : tables[outcome].get(name);
