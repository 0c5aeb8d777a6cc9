// SPDX-License-Identifier: Apache-2.0
//
// The counts of which each rate consists.

/** Numerators and denominators by rate; rates that are not quotients of sums have no denominator. */
export const behind: Readonly<Record<string, readonly [of: readonly string[], among?: string]>> = {
  baseRate: [['positives'], 'instances'],
  selectionRate: [['predictedPositives'], 'instances'],
  truePositiveRate: [['truePositives'], 'positives'],
  falsePositiveRate: [['falsePositives'], 'negatives'],
  trueNegativeRate: [['trueNegatives'], 'negatives'],
  falseNegativeRate: [['falseNegatives'], 'positives'],
  positivePredictiveValue: [['truePositives'], 'predictedPositives'],
  negativePredictiveValue: [['trueNegatives'], 'predictedNegatives'],
  falseDiscoveryRate: [['falsePositives'], 'predictedPositives'],
  falseOmissionRate: [['falseNegatives'], 'predictedNegatives'],
  accuracy: [['truePositives', 'trueNegatives'], 'instances'],
  errorRate: [['falsePositives', 'falseNegatives'], 'instances'],
  generalizedTruePositiveRate: [['generalizedTruePositives'], 'positives'],
  generalizedFalsePositiveRate: [['generalizedFalsePositives'], 'negatives'],
  generalizedTrueNegativeRate: [['generalizedTrueNegatives'], 'negatives'],
  generalizedFalseNegativeRate: [['generalizedFalseNegatives'], 'positives'],
  f1Score: [['truePositives', 'falsePositives', 'falseNegatives']],
  balancedAccuracy: [['truePositives', 'positives', 'trueNegatives', 'negatives']],
  informedness: [['truePositives', 'positives', 'falsePositives', 'negatives']],
};
