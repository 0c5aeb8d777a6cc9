// SPDX-License-Identifier: Apache-2.0
//
// Rows of the metrics table that cover all subgroups or find the worst of them.

import { type Metric, real, rowsWith, unbounded, zeroIsIdeal } from './metric.js';

const foulds = 'Foulds et al.: An Intersectional Definition of Fairness, 2020';

const subgroup = rowsWith({
  ...{ kind: 'subgroup', ...zeroIsIdeal, range: [0, 1], inputs: ['label'] },
  undefinedWhen: 'a group has no rows',
});
const scan = rowsWith({
  ...{ kind: 'subgroup', direction: 'lower', range: real },
  inputs: ['label', 'score', 'attribute'],
  undefinedWhen: 'no rows',
});

export const subgroupMetrics: readonly Metric[] = [
  subgroup({
    name: 'smoothedEmpiricalDifferentialFairness',
    title: 'Smoothed empirical differential fairness',
    formula:
      "largest |ln p(outcome | g) - ln p(outcome | g')| over outcomes and groups, p = (n(outcome, g) + c/2) / (n(g) + c)",
    range: unbounded,
    meaning: 'Logarithm of the largest ratio of an outcome’s probabilities in two intersectional groups.',
    undefinedWhen: 'c is 0 and two groups lack the same outcome',
    reference: foulds,
  }),
  scan({
    name: 'differentialFairnessBiasAmplification',
    title: 'Differential fairness bias amplification',
    formula: 'differential fairness of the predictions - differential fairness of the labels',
    inputs: ['label', 'prediction'],
    meaning: 'Increase in differential fairness from the labels to the predictions.',
    reference: foulds,
  }),
  subgroup({
    name: 'richSubgroup',
    title: 'Rich subgroup unfairness',
    formula:
      'largest |FPR of a subgroup - FPR of all| * proportion of rows in it, over linear functions of the attributes; or FNR',
    inputs: ['label', 'prediction', 'attribute'],
    meaning: 'Excess error rate of the worst subgroup, weighted by its proportion of all rows.',
    undefinedWhen: 'no rows with the label whose errors are counted',
    reference: 'Kearns et al.: Preventing Fairness Gerrymandering, 2018',
  }),
  subgroup({
    name: 'classImbalance',
    title: 'Class imbalance',
    formula: '(n(U) - n(P)) / (n(U) + n(P))',
    range: [-1, 1],
    meaning: 'Relative difference in size between the two groups in the data; below 0 if the group is smaller.',
    undefinedWhen: 'neither group has rows',
    reference: 'AIF360, sklearn.metrics.class_imbalance',
  }),
  subgroup({
    name: 'klDivergence',
    title: 'Kullback-Leibler divergence of base rates',
    formula: 'sum of p ln(p / u) over outcomes, p and u their proportions in P and in U',
    range: unbounded,
    meaning: 'Distance between the outcome distributions of the two groups, in nats.',
    reference: 'AIF360, sklearn.metrics.kl_divergence',
  }),
  subgroup({
    name: 'jensenShannon',
    title: 'Jensen-Shannon divergence of outcomes',
    formula: 'half of KL(P || M) + KL(U || M), M = (P + U) / 2, of the proportions of outcomes',
    range: [0, Math.LN2],
    meaning:
      'Distance between the outcome distributions of two groups, in nats; finite even if one group lacks an outcome.',
    reference: 'Lin: Divergence Measures Based on the Shannon Entropy, 1991; SageMaker Clarify, JS',
  }),
  subgroup({
    name: 'totalVariationDistance',
    title: 'Total variation distance of outcomes',
    formula: 'half of the sum of |p - u| over outcomes, p and u their proportions in P and in U',
    meaning: 'The smallest proportion of a group whose outcome would have to change for equal distributions.',
    reference: 'SageMaker Clarify, TVD',
  }),
  subgroup({
    name: 'largestOutcomeDifference',
    title: 'Largest difference of outcome proportions',
    formula: 'largest |p - u| over outcomes, p and u their proportions in P and in U',
    meaning: 'The largest gap between two groups in the proportion of any single outcome.',
    reference: 'SageMaker Clarify, KS',
  }),
  subgroup({
    name: 'lpNorm',
    title: 'Lp norm of outcome differences',
    formula: 'p-th root of the sum of |p - u|^p over outcomes; p = 2 on the command line',
    range: [0, 2],
    meaning: 'Distance between the outcome distributions of two groups that gives large gaps more weight.',
    reference: 'SageMaker Clarify, LP',
  }),
  subgroup({
    name: 'conditionalDemographicDisparity',
    title: 'Conditional demographic disparity',
    formula:
      'mean over groups, weighted by size, of proportion of all negative outcomes - proportion of all positive outcomes',
    range: [-1, 1],
    meaning: 'Excess of negative over positive outcomes in the groups, weighted by their sizes.',
    undefinedWhen: 'all outcomes are equal',
    reference: 'Wachter, Mittelstadt, Russell: Why Fairness Cannot Be Automated, 2021; AIF360',
  }),
  scan({
    name: 'biasScan',
    title: 'Bias scan',
    formula:
      'largest log-likelihood ratio over subgroups and q of odds (or means) times q against those expected, minus a penalty',
    meaning: 'Evidence against the predictions in the subgroup with the strongest evidence.',
    reference: 'Zhang, Neill: Identifying Significant Predictive Bias in Classifiers, 2016; AIF360, bias_scan',
  }),
  scan({
    name: 'scoreGroups',
    title: 'Bias score of a group',
    formula: 'the log-likelihood ratio of a bias scan for the named group',
    meaning: 'Evidence that the group’s scores are too low or too high for its outcomes.',
    reference:
      'Zhang, Neill: Identifying Significant Predictive Bias in Classifiers, 2016; AIF360, MDSSClassificationMetric',
  }),
  subgroup({
    name: 'kolmogorovSmirnov',
    title: 'Kolmogorov-Smirnov distance of scores',
    formula: 'max |F(s) - G(s)| over scores s, F and G their distributions in two groups',
    inputs: ['label', 'score'],
    meaning: 'The largest difference in selection rates of the two groups that any threshold can cause.',
    reference: 'Smirnov: Table for Estimating the Goodness of Fit of Empirical Distributions, 1948',
  }),
  subgroup({
    name: 'wasserstein',
    title: 'Wasserstein distance of scores',
    formula: 'integral of |F(s) - G(s)| over s, F and G the distributions of scores in two groups',
    range: unbounded,
    inputs: ['label', 'score'],
    meaning: 'Average distance that scores must move to give both groups the same distribution.',
    reference: 'Jiang et al.: Wasserstein Fair Classification, 2020',
  }),
  subgroup({
    name: 'areaBetweenCurves',
    title: 'Area between ROC curves (ABROCA)',
    formula: 'integral of |TPR of U - TPR of P| over false positive rates from 0 to 1',
    inputs: ['label', 'score'],
    meaning:
      'Difference in the ranking of outcomes between two groups, over all thresholds; it can be positive even if the areas under both curves are equal.',
    undefinedWhen: 'a group lacks an outcome',
    reference:
      'Gardner, Brooks, Baker: Evaluating the Fairness of Predictive Student Models Through Slicing Analysis, 2019',
  }),
  subgroup({
    name: 'standardizedMeanDifference',
    title: 'Standardized mean difference',
    formula: '(mean of U - mean of P) / sqrt((variance of U + variance of P) / 2)',
    range: real,
    inputs: ['prediction'],
    meaning: 'Difference of the mean predictions of two groups, in standard deviations.',
    undefinedWhen: 'a group has fewer than two rows, or neither group varies',
    reference: 'Cohen: Statistical Power Analysis for the Behavioral Sciences, 1988',
  }),
  {
    kind: 'subgroup',
    name: 'subgroupAreas',
    title: 'Subgroup, BPSN and BNSP areas under the ROC curve',
    formula:
      '(AUC of all rows + power means over identities of the AUC within the identity, of its negatives with other positives (BPSN), and of its positives with other negatives (BNSP)) / 4',
    range: [0, 1],
    direction: 'higher',
    inputs: ['label', 'score'],
    meaning:
      'Separation of outcomes by scores for overlapping identities, within each identity and between each identity and all other rows.',
    undefinedWhen: 'an identity or the rows outside it lack an outcome',
    reference:
      'Borkan et al.: Nuanced Metrics for Measuring Unintended Bias with Real Data for Text Classification, 2019',
  },
];
