// SPDX-License-Identifier: Apache-2.0
//
// Names of metrics in other tools that have no equivalent here, and what to use instead. Only the command line loads
// this module.

import { byPlainName, plainName } from './aliases.js';

/** Names from other libraries that have no equivalent metric here, with the metric to use instead. */
export const pointers: Readonly<Record<string, string>> = {
  equalizedOddsRatio:
    'use the smaller of truePositiveRate.ratio and falsePositiveRate.ratio; `fairwasm metric` computes it',
  power: "AIF360's power is the number of true positives; see the counts of `fairwasm audit --format json`",
  fbeta: 'use f1Score, which is the F score for beta = 1',
  biasAmplification: 'use `fairwasm captions` for bias_amplification of captions',
  computeDistance: 'use euclideanDistance, manhattanDistance, or mahalanobisDistance',
  "Cohen's d": 'it divides by the pooled standard deviation; standardizedMeanDifference weighs both groups equally',
  'mantelhaen.test': 'it corrects for continuity; sameOdds does not (correct = FALSE in R)',
  BreslowDayTest: "sameOddsRatio has Tarone's correction (correct = TRUE)",
  test_equal_odds: "sameOddsRatio has Tarone's correction (adjust=True)",
  // AIF360's FACTS
  FACTS: 'use `fairwasm recourse`',
  FACTS_bias_scan: 'use `fairwasm recourse`',
  recourse: 'use `fairwasm recourse`',
  // SageMaker Clarify
  CI: 'SageMaker Clarify subtracts the disadvantaged group; classImbalance, as AIF360, subtracts the privileged one',
  DPL: 'use statisticalParityDifference with the label as --prediction; Clarify has the opposite sign',
  DPPL: 'use statisticalParityDifference; Clarify has the opposite sign',
  KL: 'use klDivergence; Clarify measures the divergence of the advantaged group from the disadvantaged group',
  CDDL: 'use conditionalDisparity of fairwasm/impact, with the label as `selected`',
  CDDPL: 'use conditionalDisparity of fairwasm/impact, with the prediction as `selected`',
  DCA: 'use `fairwasm audit --metric conditionalAcceptance`; Clarify subtracts the disadvantaged group',
  DCR: 'use `fairwasm audit --metric conditionalRejection`; Clarify subtracts the advantaged group',
  RD: 'use equalOpportunityDifference; Clarify has the opposite sign',
  'recall difference': 'use equalOpportunityDifference; Clarify has the opposite sign',
  DAR: 'use positivePredictiveValue by group; Clarify subtracts the disadvantaged group',
  DRR: 'use negativePredictiveValue by group; Clarify subtracts the advantaged group',
  SD: 'use trueNegativeRate by group; Clarify subtracts the advantaged group',
  AD: 'use accuracy by group; Clarify subtracts the disadvantaged group',
  TE: 'use `fairwasm audit --metric treatmentEquality`; Clarify subtracts the advantaged group',
  'treatment equality': 'use `fairwasm audit --metric treatmentEquality`',
  FT: 'use flip of fairwasm/models, which changes a feature of a row and predicts again',
  GE: 'use generalizedEntropyIndex; Clarify has alpha = 2',
  // Aequitas
  PPR: 'use `fairwasm shares` with the rows that have a positive prediction',
  'impact parity': 'use disparateImpact',
  'statistical_parity disparity': 'use disparateImpact',
  fpr_disparity: 'use falsePositiveRateRatio',
  fnr_disparity: 'use falseNegativeRateRatio',
  fdr_disparity: 'use falseDiscoveryRateRatio',
  for_disparity: 'use falseOmissionRateRatio',
  pprev_disparity: 'use disparateImpact',
  tpr_disparity: 'use truePositiveRate.ratio of the audit',
  // holisticai
  four_fifths: 'use disparateImpact; holisticai divides the smaller rate by the larger one',
  cohen_d: 'use standardizedMeanDifference, which weighs the variances of both groups equally',
  z_test_diff: 'statisticalParityDifference has a p-value',
  z_test_ratio: 'disparateImpact has a p-value',
  accuracy_diff: 'use accuracy by group, or accuracy.difference',
  // Yang and Stoyanovich 2017
  rND: 'normalized discounted difference of a group’s proportions in the top 10, 20, … and in the list; use ndkl or prefixTests of `fairwasm rankings`, which compare every prefix',
  rKL: 'normalized discounted Kullback-Leibler divergence at the top 10, 20, …; use ndkl of `fairwasm rankings`, which averages over every prefix',
  rRD: 'normalized discounted ratio difference at the top 10, 20, …; use skew or prefixTests of `fairwasm rankings`',
  // jfa and JASP
  'predictive rate parity': 'use positivePredictiveValue.ratio',
  'proportional parity': 'use disparateImpact',
  'accuracy parity': 'use accuracy.ratio',
  'false negative rate parity': 'use falseNegativeRate.ratio',
  'false positive rate parity': 'use falsePositiveRate.ratio',
  'true positive rate parity': 'use truePositiveRate.ratio',
  'negative predictive value parity': 'use negativePredictiveValue.ratio',
  // Fairness Indicators
  negative_rate: 'use selectionRate, which is 1 minus the negative rate',
  // SolasAI
  'R-squared': 'use r2Score',
  RSMD: 'use `fairwasm impact --quantile` with --label: standardized mean differences of residuals',
  proxies: 'use `fairwasm proxies`: columns that reveal the group',
  "Cramér's V": 'use `fairwasm proxies`, which corrects it for bias',
  'uncertainty coefficient': 'use `fairwasm proxies`',
  BISG: 'use inferProbabilities of fairwasm/impact, with your own tables',
  BIFSG: 'use inferProbabilities of fairwasm/impact, with your own tables',
  'odds ratio': 'use `fairwasm impact`; within strata, commonOddsRatio',
  'prediction interval coverage': 'use predictionCoverage of fairwasm/scores',
  'coverage width': 'use predictionCoverage of fairwasm/scores',
  // OxonFair
  equalized_odds: 'use equalizedOddsDifference',
  conditional_use_accuracy: 'use positivePredictiveValue.difference and negativePredictiveValue.difference',
  predictive_parity: 'use positivePredictiveValue.difference',
  equal_opportunity: 'use truePositiveRate.difference',
  demographic_parity: 'use selectionRate.difference',
};

const pointed = byPlainName(pointers);

/** Returns the metric to use instead of an unsupported name; undefined for other names. */
export const getPointer = (name: string): string | undefined => pointed.get(plainName(name));
