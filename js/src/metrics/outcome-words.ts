// SPDX-License-Identifier: Apache-2.0
//
// The metrics table for decisions with a known effect on people: the adverse side of each disparity, and
// descriptions for burdens.

import { findGroupMetric, groupMetrics } from './group.js';
import type { Metric } from './metric.js';
import { isEssential, leads, type Outcome } from './outcome.js';

type Side = NonNullable<Metric['adverse']>;
type Sides = readonly (readonly [Side, readonly string[]])[];

// Disparities without an entry have no adverse side: absolute ones, means of different errors, and those of
// errors that benefit people.
const adverseBenefit: Sides = [
  [
    'below',
    [...['statisticalParityDifference', 'disparateImpact', 'equalOpportunityDifference'], 'averageOddsDifference'],
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
const amongBurdened = 'Among those who receive the burden,';
const amongSpared = 'Among those who do not receive the burden,';
const thanReference = 'the group is than the reference group';
const asReference = 'as likely the group is as the reference group';

const meanings: Readonly<Record<string, string>> = {
  baseRate: 'Proportion of the group whose true outcome is positive.',
  selectionRate: 'Proportion of the group that receives the burden.',
  truePositiveRate: 'Proportion that receives the burden among those whose true outcome is positive.',
  falsePositiveRate: 'Proportion that incorrectly receives the burden among those whose true outcome is negative.',
  trueNegativeRate: 'Proportion that does not receive the burden among those whose true outcome is negative.',
  falseNegativeRate: 'Proportion that does not receive the burden among those whose true outcome is positive.',
  positivePredictiveValue: 'Proportion whose true outcome is positive among those who receive the burden.',
  negativePredictiveValue: 'Proportion whose true outcome is negative among those who do not receive the burden.',
  falseDiscoveryRate: 'Proportion of those who receive the burden incorrectly: their true outcome is negative.',
  falseOmissionRate: 'Proportion whose true outcome is positive among those who do not receive the burden.',
  generalizedTruePositiveRate: 'Mean score of those whose true outcome is positive.',
  generalizedFalsePositiveRate: 'Mean score of those whose true outcome is negative.',
  generalizedTrueNegativeRate: 'How far below 1, on average, scores are among those whose true outcome is negative.',
  generalizedFalseNegativeRate: 'How far below 1, on average, scores are among those whose true outcome is positive.',
  f1Score:
    'Harmonic mean of two proportions: actual positives among those who receive the burden, and recipients of the burden among actual positives.',
  informedness:
    'How much more often actual positives receive the burden than actual negatives: 1 for a perfect decision, 0 if it ignores the outcome, below 0 if it is reversed.',
  statisticalParityDifference:
    'Difference in the proportion that receives the burden; above 0, the group receives it more often than the reference group.',
  disparateImpact:
    'How many times as likely the group is as the reference group to receive the burden; above 1, the group receives it more often. The limit of 0.8 in US guidelines applies to benefits, not to this ratio.',
  equalOpportunityDifference: `${amongPositives} how much more likely ${thanReference} to receive the burden.`,
  averagePredictiveValueDifference:
    'Mean of two differences in the proportion of positive outcomes: among those who receive the burden, and among those who do not.',
  falsePositiveRateDifference: `${amongNegatives} how much more likely ${thanReference} to receive the burden incorrectly.`,
  falseNegativeRateDifference: `${amongPositives} how much more likely ${thanReference} not to receive the burden.`,
  falseDiscoveryRateDifference: `${amongBurdened} how much more likely the decision is to be incorrect in the group than in the reference group.`,
  falseOmissionRateDifference: `${amongSpared} how much more likely the true outcome is to be positive in the group than in the reference group.`,
  falsePositiveRateRatio: `${amongNegatives} how many times ${asReference} to receive the burden incorrectly.`,
  falseNegativeRateRatio: `${amongPositives} how many times ${asReference} not to receive the burden.`,
  falseDiscoveryRateRatio: `${amongBurdened} how many times as likely the decision is to be incorrect in the group as in the reference group.`,
  falseOmissionRateRatio: `${amongSpared} how many times as likely the true outcome is to be positive in the group as in the reference group.`,
};

const getSide = (sides: Sides, name: string): Pick<Metric, 'adverse'> => {
  const [side] = sides.find(([, names]) => names.includes(name)) ?? [];
  return side === undefined ? {} : { adverse: side };
};

function toBurden({ essential: _, ...metric }: Metric): Metric {
  const { name, meaning } = metric;
  return {
    ...metric,
    ...getSide(adverseBurden, name),
    ...(name === 'selectionRate' && { direction: 'lower' }),
    ...(isEssential(name, 'burden') && { essential: true }),
    ...(leads(name, 'burden') && { leads: true }),
    meaning: meanings[name] ?? meaning,
  };
}

const tables: Readonly<Record<Outcome, ReadonlyMap<string, Metric>>> = {
  benefit: new Map(groupMetrics.map((metric) => [metric.name, { ...metric, ...getSide(adverseBenefit, metric.name) }])),
  burden: new Map(groupMetrics.map((metric) => [metric.name, toBurden(metric)])),
};

/**
 * Returns the row of a rate or disparity in the terms of the outcome, or the row of the metrics table if the
 * outcome is unknown. Undefined for any other name.
 */
export const groupMetricFor = (name: string, outcome: Outcome | undefined): Metric | undefined =>
  outcome === undefined ? findGroupMetric(name) : tables[outcome].get(name);
