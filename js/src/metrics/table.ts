// SPDX-License-Identifier: Apache-2.0
//
// The one table of metrics: what each is called, how it is computed, what it means and where it comes
// from. The report, the command line, the page and the documentation read it; a test holds it against
// the names that the core computes. Rates and disparities stand in a file of their own: an audit loads no
// other rows.

import { aliasesOf, plainName } from './aliases.js';
import { classMetrics } from './classes.js';
import { conditionalMetrics } from './conditional.js';
import { groupMetrics } from './group.js';
import type { Metric } from './metric.js';
import { scoreMetrics } from './scores.js';

export { type Metric, type MetricInput, metricKinds } from './metric.js';

type AmplificationRow = Omit<Metric, 'kind' | 'direction' | 'ideal'>;
const amplification = (row: AmplificationRow): Metric => ({
  kind: 'amplification',
  direction: 'ideal',
  ideal: 0,
  ...row,
});

type ToIdeal = Omit<Metric, 'direction' | 'ideal'>;
const toZero = (row: ToIdeal): Metric => ({ direction: 'ideal', ideal: 0, ...row });
const unbounded = [0, Number.POSITIVE_INFINITY] as const;

const speicher = 'Speicher et al.: A Unified Approach to Quantifying Algorithmic Unfairness, 2018';
const foulds = 'Foulds et al.: An Intersectional Definition of Fairness, 2020';
type InequalityRow = Omit<ToIdeal, 'kind' | 'range' | 'inputs' | 'undefinedWhen' | 'reference'>;
const inequality = (row: InequalityRow): Metric =>
  toZero({
    kind: 'inequality',
    range: unbounded,
    inputs: ['label', 'prediction'],
    undefinedWhen: 'no rows, or all benefits are 0',
    reference: speicher,
    ...row,
  });
// The same index, within all rows and between groups of either sort.
const everywhere = (name: string, title: string, formula: string, meaning: string): Metric[] => [
  inequality({ name, title, formula, meaning }),
  inequality({
    name: `betweenGroup${name[0]?.toUpperCase()}${name.slice(1)}`,
    title: `${title} between groups`,
    formula: `${title}, b replaced by its mean in U and in P`,
    meaning: 'The part of the inequality that lies between the two groups compared.',
  }),
  inequality({
    name: `betweenAllGroups${name[0]?.toUpperCase()}${name.slice(1)}`,
    title: `${title} between all groups`,
    formula: `${title}, b replaced by its mean in each group of all attributes crossed`,
    meaning: 'The part of the inequality that lies between groups, all attributes crossed.',
  }),
];

const sampleDistortion = 'AIF360, SampleDistortionMetric';
const distance = (name: string, title: string, formula: string): Metric => ({
  kind: 'individual',
  name,
  title,
  formula,
  range: unbounded,
  direction: 'lower',
  inputs: ['features'],
  meaning: 'How far a transformation has moved an individual’s features.',
  undefinedWhen: 'no rows',
  reference: sampleDistortion,
});

type QualityRow = Omit<Metric, 'kind'>;
const quality = (row: QualityRow): Metric => ({ kind: 'quality', ...row });
const regression = 'As in scikit-learn, by group as in fairlearn';

const noSlope =
  'no actual positives or no actual negatives, a score of 0 or 1, or the scores of the two outcomes do not overlap';
type RecalibrationRow = Omit<Metric, 'kind' | 'range' | 'direction' | 'inputs' | 'reference'>;
const recalibration = (row: RecalibrationRow): Metric => ({
  kind: 'quality',
  range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  direction: 'ideal',
  inputs: ['label', 'score'],
  reference: 'Van Calster et al.: Calibration: the Achilles Heel of Predictive Analytics, 2019',
  ...row,
});

const serrurier =
  'Serrurier et al.: Achieving Robustness in Classification Using Optimal Transport, 2021; deel-lip';
type CertificateRow = Omit<Metric, 'kind' | 'direction' | 'inputs'>;
const certificate = (row: CertificateRow): Metric => ({
  kind: 'certificate',
  direction: 'higher',
  inputs: ['label', 'score'],
  ...row,
});

const rows: readonly Metric[] = [
  ...groupMetrics,
  ...conditionalMetrics,
  toZero({
    kind: 'subgroup',
    name: 'smoothedEmpiricalDifferentialFairness',
    title: 'Smoothed empirical differential fairness',
    formula:
      "largest |ln p(outcome | g) - ln p(outcome | g')| over outcomes and groups, p = (n(outcome, g) + c/2) / (n(g) + c)",
    range: unbounded,
    inputs: ['label'],
    meaning:
      'How many times as likely, as a logarithm, an outcome is in one group as in another, all attributes crossed.',
    undefinedWhen: 'c is 0 and two groups lack the same outcome',
    reference: foulds,
  }),
  {
    kind: 'subgroup',
    name: 'differentialFairnessBiasAmplification',
    title: 'Differential fairness bias amplification',
    formula: 'differential fairness of the predictions - differential fairness of the labels',
    range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'How much further predictions set groups apart than the labels already do.',
    undefinedWhen: 'no rows',
    reference: foulds,
  },
  toZero({
    kind: 'subgroup',
    name: 'richSubgroup',
    title: 'Rich subgroup unfairness',
    formula:
      'largest |FPR of a subgroup - FPR of all| * share of rows in it, over linear functions of the attributes; or FNR',
    range: [0, 1],
    inputs: ['label', 'prediction', 'attribute'],
    meaning: 'How much worse errors are in the worst subgroup, weighted by its share of all rows.',
    undefinedWhen: 'no rows with the label among which errors are counted',
    reference: 'Kearns et al.: Preventing Fairness Gerrymandering, 2018',
  }),
  toZero({
    kind: 'subgroup',
    name: 'classImbalance',
    title: 'Class imbalance',
    formula: '(n(U) - n(P)) / (n(U) + n(P))',
    range: [-1, 1],
    inputs: ['label'],
    meaning: 'How much smaller (below 0) or larger one group is than the other in the data.',
    undefinedWhen: 'neither group has rows',
    reference: 'AIF360, sklearn.metrics.class_imbalance',
  }),
  toZero({
    kind: 'subgroup',
    name: 'klDivergence',
    title: 'Kullback-Leibler divergence of base rates',
    formula: 'sum of p ln(p / u) over outcomes, p and u their shares in P and in U',
    range: unbounded,
    inputs: ['label'],
    meaning: 'How far apart the outcomes of the two groups are, in nats.',
    undefinedWhen: 'a group has no rows',
    reference: 'AIF360, sklearn.metrics.kl_divergence',
  }),
  toZero({
    kind: 'subgroup',
    name: 'conditionalDemographicDisparity',
    title: 'Conditional demographic disparity',
    formula:
      'mean over groups, weighted by size, of share of all unfavorable outcomes - share of all favorable ones',
    range: [-1, 1],
    inputs: ['label'],
    meaning:
      'Whether large groups have more than their part of the unfavorable outcomes (above 0), all attributes crossed.',
    undefinedWhen: 'all outcomes are alike',
    reference: 'Wachter, Mittelstadt, Russell: Why Fairness Cannot Be Automated, 2021; AIF360',
  }),
  {
    kind: 'subgroup',
    name: 'biasScan',
    title: 'Bias scan',
    formula:
      'largest log-likelihood ratio over subgroups and q of odds (or means) times q against those expected, less a penalty',
    range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    direction: 'lower',
    inputs: ['label', 'score', 'attribute'],
    meaning:
      'How strong the evidence against the predictions is in the subgroup where they are furthest off.',
    undefinedWhen: 'no rows',
    reference:
      'Zhang, Neill: Identifying Significant Predictive Bias in Classifiers, 2016; AIF360, bias_scan',
  },
  {
    kind: 'subgroup',
    name: 'scoreGroups',
    title: 'Bias score of a group',
    formula: 'the log-likelihood ratio of a bias scan, of the group named',
    range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    direction: 'lower',
    inputs: ['label', 'score', 'attribute'],
    meaning:
      'How strong the evidence of the group’s outcomes against its scores is, in one direction.',
    undefinedWhen: 'no rows',
    reference:
      'Zhang, Neill: Identifying Significant Predictive Bias in Classifiers, 2016; AIF360, MDSSClassificationMetric',
  },
  toZero({
    kind: 'subgroup',
    name: 'kolmogorovSmirnov',
    title: 'Kolmogorov-Smirnov distance of scores',
    formula: 'max |F(s) - G(s)| over scores s, F and G their distributions in two groups',
    range: [0, 1],
    inputs: ['label', 'score'],
    meaning:
      'The largest difference of the two groups’ selection rates that any threshold can make.',
    undefinedWhen: 'a group has no rows',
    reference: 'Smirnov: Table for Estimating the Goodness of Fit of Empirical Distributions, 1948',
  }),
  toZero({
    kind: 'subgroup',
    name: 'wasserstein',
    title: 'Wasserstein distance of scores',
    formula: 'integral of |F(s) - G(s)| over s, F and G the distributions of scores in two groups',
    range: unbounded,
    inputs: ['label', 'score'],
    meaning: 'How far scores have to be moved on average for the groups to have the same ones.',
    undefinedWhen: 'a group has no rows',
    reference: 'Jiang et al.: Wasserstein Fair Classification, 2020',
  }),
  toZero({
    kind: 'subgroup',
    name: 'standardizedMeanDifference',
    title: 'Standardized mean difference',
    formula: '(mean of U - mean of P) / sqrt((variance of U + variance of P) / 2)',
    range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    inputs: ['prediction'],
    meaning: 'How many standard deviations lie between the mean predicted numbers of two groups.',
    undefinedWhen: 'a group has fewer than two rows, or neither varies',
    reference: 'Cohen: Statistical Power Analysis for the Behavioral Sciences, 1988',
  }),
  {
    kind: 'subgroup',
    name: 'subgroupAreas',
    title: 'Subgroup, BPSN and BNSP areas under the ROC curve',
    formula:
      '(area of all rows + power means over identities of the areas within the identity, of its negatives with other positives (BPSN), and of its positives with other negatives (BNSP)) / 4',
    range: [0, 1],
    direction: 'higher',
    inputs: ['label', 'score'],
    meaning:
      'How well scores tell outcomes apart for identities that overlap, within each and between it and all others.',
    undefinedWhen: 'an identity or the rows outside it lack an outcome',
    reference:
      'Borkan et al.: Nuanced Metrics for Measuring Unintended Bias with Real Data for Text Classification, 2019',
  },
  ...everywhere(
    'generalizedEntropyIndex',
    'Generalized entropy index',
    '1 / (n alpha (alpha - 1)) sum of ((b / mu)^alpha - 1); limits for alpha = 0 and 1',
    'How unequally benefits are distributed over individuals; 0 if all get the same.',
  ),
  ...everywhere(
    'theilIndex',
    'Theil index',
    '1/n sum of b / mu ln(b / mu)',
    'How unequally benefits are distributed over individuals: the generalized entropy index with alpha = 1.',
  ),
  ...everywhere(
    'coefficientOfVariation',
    'Coefficient of variation',
    'sqrt(2 * generalized entropy index of 2)',
    'Standard deviation of the benefits divided by their mean.',
  ),
  {
    kind: 'individual',
    name: 'consistency',
    title: 'Consistency',
    formula: '1 - 1/n sum of |y - mean y of the k nearest rows|',
    range: [0, 1],
    direction: 'higher',
    inputs: ['label', 'features'],
    meaning:
      'How alike the labels of individuals with similar features are; 1 if they are the same.',
    undefinedWhen: 'no rows',
    reference: 'Zemel et al.: Learning Fair Representations, 2013',
  },
  distance('euclideanDistance', 'Euclidean distortion', "sqrt of the sum of (x - x')^2"),
  distance('manhattanDistance', 'Manhattan distortion', "sum of |x - x'|"),
  distance(
    'mahalanobisDistance',
    'Mahalanobis distortion',
    "sqrt of (x - x')^T C^-1 (x - x'), C the covariance of the features",
  ),
  toZero({
    kind: 'individual',
    name: 'otDistance',
    title: 'Optimal transport distance',
    formula: 'least cost of turning the predictions, as masses, into the labels',
    range: unbounded,
    inputs: ['label', 'prediction'],
    meaning: 'How far predictions are from the truth, overall or within each group.',
    undefinedWhen: 'all values are 0',
    reference: 'AIF360, ot_distance',
  }),
  toZero({
    kind: 'ranking',
    name: 'infeasibleIndex',
    title: 'Infeasible index',
    formula:
      'number of prefixes and groups with fewer rows than floor(target share * rows of the prefix)',
    range: unbounded,
    inputs: ['score', 'attribute'],
    meaning: 'How often a group falls short of its target share on the way down the ranking.',
    undefinedWhen: 'never',
    reference: 'Yang, Stoyanovich: Measuring Fairness in Ranked Outputs, 2017',
  }),
  {
    kind: 'ranking',
    name: 'discountedCumGain',
    title: 'Discounted cumulative gain',
    formula:
      'sum of score_k / log2(k + 2) over the first r rows; normalized: over that of the r best',
    range: unbounded,
    direction: 'higher',
    inputs: ['score'],
    meaning: 'How good the top of the ranking is; if normalized, as a share of the best possible.',
    undefinedWhen: 'it is normalized and the best scores are all 0',
    reference: 'Järvelin, Kekäläinen: Cumulated Gain-Based Evaluation of IR Techniques, 2002',
  },
  ...scoreMetrics,
  quality({
    name: 'maximumCalibrationError',
    title: 'Maximum calibration error',
    formula: 'largest |mean score - share of favorable outcomes| of a bin of scores',
    range: [0, 1],
    direction: 'lower',
    inputs: ['label', 'score'],
    meaning: 'How far scores are from outcomes where they are furthest.',
    undefinedWhen: 'no rows',
    reference:
      'Naeini et al.: Obtaining Well Calibrated Probabilities Using Bayesian Binning, 2015',
  }),
  recalibration({
    name: 'calibrationInTheLarge',
    title: 'Calibration in the large',
    formula: 'the a that makes P(favorable) = σ(a + logit score) most likely',
    ideal: 0,
    meaning: 'Whether scores are too low for the group on the whole (above 0), or too high.',
    undefinedWhen: 'no actual positives or no actual negatives, or a score of 0 or 1',
  }),
  recalibration({
    name: 'calibrationIntercept',
    title: 'Calibration intercept',
    formula: 'the a that, with b, makes P(favorable) = σ(a + b logit score) most likely',
    ideal: 0,
    meaning: 'How far chances are above or below one half where the score says one half.',
    undefinedWhen: noSlope,
  }),
  recalibration({
    name: 'calibrationSlope',
    title: 'Calibration slope',
    formula: 'the b that, with a, makes P(favorable) = σ(a + b logit score) most likely',
    ideal: 1,
    meaning: 'Whether scores are too extreme for the group (below 1), or not extreme enough.',
    undefinedWhen: noSlope,
  }),
  {
    kind: 'quality',
    name: 'meanError',
    title: 'Mean error',
    formula: 'mean of p - y',
    range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    direction: 'ideal',
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning: 'Whether predicted numbers are too high for the group on average, or too low.',
    undefinedWhen: 'no rows',
    reference: regression,
  },
  quality({
    name: 'meanAbsoluteError',
    title: 'Mean absolute error',
    formula: 'mean of |y - p|',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'How far predicted numbers are from the true ones.',
    undefinedWhen: 'no rows',
    reference: regression,
  }),
  quality({
    name: 'meanSquaredError',
    title: 'Mean squared error',
    formula: 'mean of (y - p)^2',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'How far predicted numbers are from the true ones, squared: large errors count most.',
    undefinedWhen: 'no rows',
    reference: regression,
  }),
  quality({
    name: 'rootMeanSquaredError',
    title: 'Root mean squared error',
    formula: 'sqrt of the mean of (y - p)^2',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'The mean squared error in the unit of the numbers themselves.',
    undefinedWhen: 'no rows',
    reference: regression,
  }),
  quality({
    name: 'meanAbsolutePercentageError',
    title: 'Mean absolute percentage error',
    formula: 'mean of |y - p| / |y|, |y| at least 2^-52',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'How far predicted numbers are from the true ones, as a share of these.',
    undefinedWhen: 'no rows',
    reference: regression,
  }),
  quality({
    name: 'r2Score',
    title: 'R²',
    formula: '1 - sum of (y - p)^2 / sum of (y - mean of y)^2',
    range: [Number.NEGATIVE_INFINITY, 1],
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning: 'The share of the variation in the group’s true numbers that predictions explain.',
    undefinedWhen: 'fewer than two rows, or the true numbers do not vary',
    reference: regression,
  }),
  quality({
    name: 'medianAbsoluteError',
    title: 'Median absolute error',
    formula: 'median of |y - p|; with weights the mean of the lower and the upper one',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'The error that half of the group’s predicted numbers stay below.',
    undefinedWhen: 'no rows',
    reference: regression,
  }),
  quality({
    name: 'maxError',
    title: 'Largest error',
    formula: 'largest |y - p|',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'How wrong the worst predicted number is.',
    undefinedWhen: 'no rows',
    reference: regression,
  }),
  quality({
    name: 'explainedVariance',
    title: 'Explained variance',
    formula: '1 - variance of (y - p) / variance of y',
    range: [Number.NEGATIVE_INFINITY, 1],
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning:
      'The share of the variation in the group’s true numbers that predictions explain, if they may all be too high or too low by the same number.',
    undefinedWhen: 'fewer than two rows, or the true numbers do not vary',
    reference: regression,
  }),
  ...classMetrics,
  amplification({
    name: 'BA_MALS',
    title: 'Bias amplification (MALS)',
    formula:
      "1/|T| sum over pairs with b(a, t) > 1/|A| of b'(a, t) - b(a, t), b = n(a, t) / sum over a of n(a, t)",
    range: [-1, 1],
    inputs: ['attribute', 'task', 'taskPrediction'],
    meaning:
      'For tasks that go with a group more than with others: how much larger its share is among predictions than in the data.',
    undefinedWhen: 'no tasks',
    reference: 'Zhao et al.: Men Also Like Shopping, 2017',
  }),
  amplification({
    name: 'DBA',
    title: 'Directional bias amplification',
    formula: "mean of y(a, t) (P(t' | a) - P(t | a)), y = 1 where P(a, t) > P(a) P(t), else -1",
    range: [-1, 1],
    inputs: ['attribute', 'task', 'taskPrediction'],
    meaning:
      'How much further predictions go, given the group, in the direction in which group and task already go together.',
    undefinedWhen: 'no attribute with rows',
    reference: 'Wang, Russakovsky: Directional Bias Amplification, 2021',
  }),
  amplification({
    name: 'MDBA',
    title: 'Multi-attribute bias amplification',
    formula: "mean of |P(m' | a) - P(m | a)| over all combinations m of tasks that occur",
    range: [0, 1],
    inputs: ['attribute', 'task', 'taskPrediction'],
    meaning:
      'How far predictions move, given the group, over every combination of tasks that occurs.',
    undefinedWhen: 'no combination of the sizes (the value is then 0)',
    reference: 'Zhao, Andrews, Xiang: Men Also Do Laundry, 2023',
  }),
  amplification({
    name: 'captionBiasAmplification',
    title: 'Mean bias amplification of captions',
    formula:
      "mean over pairs with b(o, g) > 1/|G| in training of b'(o, g) - b(o, g), b = c(o, g) / sum over g of c(o, g)",
    range: [-1, 1],
    inputs: ['captions'],
    meaning:
      'How much more often captions link objects to groups that training captions already linked them to.',
    undefinedWhen: 'no pairs that are biased in training',
    reference: 'Zhao et al.: Men Also Like Shopping, 2017; gender-neutral-captioning',
  }),
  certificate({
    name: 'binaryProvableRobustAccuracy',
    title: 'Provable robust accuracy, binary',
    formula: 'share of rows with score * (+1 or -1, by the label) / L > epsilon',
    range: [0, 1],
    meaning:
      'Share of decisions that are right and stay right however the input is moved by up to epsilon.',
    undefinedWhen: 'no rows',
    reference: serrurier,
  }),
  certificate({
    name: 'binaryProvableAvgRobustness',
    title: 'Provable average robustness, binary',
    formula: 'mean of max(score * (+1 or -1, by the label) / L, 0)',
    range: [0, Number.POSITIVE_INFINITY],
    meaning: 'How far the average input may be moved before its decision can become wrong.',
    undefinedWhen: 'no rows',
    reference: serrurier,
  }),
  certificate({
    name: 'categoricalProvableRobustAccuracy',
    title: 'Provable robust accuracy, categorical',
    formula:
      "share of rows with (true class's score - largest other score) / (2 L, or √2 L for joint outputs) > epsilon",
    range: [0, 1],
    meaning:
      'Share of decisions that are right and stay right however the input is moved by up to epsilon.',
    undefinedWhen: 'no rows',
    reference: serrurier,
  }),
  certificate({
    name: 'categoricalProvableAvgRobustness',
    title: 'Provable average robustness, categorical',
    formula:
      "mean of max((true class's score - largest other score) / (2 L, or √2 L for joint outputs), 0)",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: 'How far the average input may be moved before its decision can become wrong.',
    undefinedWhen: 'no rows',
    reference: serrurier,
  }),
  amplification({
    name: 'leakage',
    title: 'Leakage',
    formula:
      'λ_M - λ_D: how well attackers do with predictions, less how well with labels made as wrong; they guess the outcome from a feature or, as in the paper, the attribute from the outcome',
    range: [-1, 1],
    inputs: ['attribute', 'label', 'prediction'],
    meaning:
      'How much more a model’s predictions and a protected attribute tell of each other than the truth does.',
    undefinedWhen: 'no rows for testing',
    reference: 'Wang et al.: Balanced Datasets Are Not Enough, 2019; bias_amplification',
  }),
  amplification({
    name: 'DPA',
    title: 'Directional predictability amplification',
    formula: '(λ_M - λ_D) / (λ_M + λ_D), from attribute to task and from task to attribute',
    range: [-1, 1],
    inputs: ['attribute', 'task', 'taskPrediction'],
    meaning:
      'How much better predictions than true values can be guessed from the other side, relative to how well both can.',
    undefinedWhen: 'neither attacker is right once',
    reference: 'bias_amplification',
  }),
  amplification({
    name: 'LIC',
    title: 'Leakage in captions',
    formula:
      'LIC_M - LIC_D, each the mean confidence of a text attacker in the true attribute where that is its answer',
    range: [-1, 1],
    inputs: ['captions', 'attribute'],
    meaning:
      'How much better a protected attribute can be guessed from generated captions than from human ones, once words that name it are masked.',
    undefinedWhen: 'no captions for testing',
    reference:
      'Hirota, Nakashima, Garcia: Quantifying Societal Bias Amplification in Image Captioning, 2022',
  }),
];

/** All metrics, each with its other names. */
export const metrics: readonly Metric[] = rows.map((row) => ({
  ...row,
  aliases: row.aliases ?? aliasesOf(row.name),
}));

// Own names last: they go before aliases that are spelled alike.
const byName = new Map([
  ...metrics.flatMap((metric) =>
    (metric.aliases ?? []).map((alias) => [plainName(alias), metric] as const),
  ),
  ...metrics.map((metric) => [plainName(metric.name), metric] as const),
]);

/**
 * The row of a metric, or undefined: by its name, or by one of those that other libraries give it, such as
 * `disparate_impact_ratio` or `recall`. Case, hyphens and underscores do not matter.
 */
export function findMetric(name: string): Metric | undefined {
  return typeof name === 'string' ? byName.get(plainName(name)) : undefined;
}
