// SPDX-License-Identifier: Apache-2.0
//
// The one table of metrics: what each is called, how it is computed, what it means and where it comes
// from. The report, the command line, the page and the documentation read it; a test holds it against
// the names that the core computes.

/** Which columns a metric needs. */
export type MetricInput =
  | 'label'
  | 'prediction'
  | 'score'
  | 'attribute'
  | 'task'
  | 'taskPrediction'
  | 'captions'
  | 'features';

/** What metrics there are, in the order in which they are listed: each a heading, and what one of it does. */
export const metricKinds = {
  rate: { heading: 'Rates, of one group', does: 'a rate of one group' },
  disparity: {
    heading: 'Disparities, of a group (U) compared with the reference group (P)',
    does: 'compares a group (U) with a reference group (P)',
  },
  subgroup: {
    heading: 'Subgroups, all of them or the worst',
    does: 'looks at all subgroups, or for the worst',
  },
  inequality: {
    heading: 'Inequality, of benefits (b = prediction - label + 1)',
    does: 'how unequally benefits are spread',
  },
  individual: { heading: 'Individuals, row by row', does: 'compares rows with rows' },
  ranking: { heading: 'Rankings', does: 'looks at the order of rows' },
  quality: {
    heading: 'Quality of scores and of predicted numbers, of one group',
    does: 'how good scores or predicted numbers are for one group',
  },
  amplification: {
    heading: 'Amplifications, of predictions compared with the truth',
    does: 'compares predictions with the truth',
  },
  certificate: {
    heading: 'Certificates, of how far inputs may be moved',
    does: 'how far inputs may be moved',
  },
} as const;

export interface Metric {
  /** As in code: camelCase of the name that AIF360 and fairlearn use. */
  name: string;
  /** For people. */
  title: string;
  /** See {@link metricKinds}. */
  kind: keyof typeof metricKinds;
  /**
   * In terms of TP, FP, TN, FN, and U (unprivileged) and P (privileged) for disparities; of benefits b and
   * their mean mu for inequality; of true values y and predicted ones p for rows; of attributes a, tasks t
   * and what is predicted, t', for amplifications; of margins and a network's Lipschitz constant L for
   * certificates.
   */
  formula: string;
  /** Smallest and largest value for weights that are not negative. */
  range: readonly [number, number];
  /** The value at which this notion finds nothing to object to; none for most rates. */
  ideal?: number;
  /** Whether more is better for the group, worse, or neither in itself. */
  direction: 'higher' | 'lower' | 'none' | 'ideal';
  inputs: readonly MetricInput[];
  /** One plain sentence: what it says about people. */
  meaning: string;
  /** When it is 0/0: completes "undefined: …". */
  undefinedWhen: string;
  /** For disparities: the rate whose equality between groups it is about, if it is about one. */
  rate?: string;
  /** For disparities that are 0 only where two rates are each equal: these rates, of different rows. */
  rates?: readonly [string, string];
  /** For disparities: whether it belongs into a summary of a few. */
  essential?: true;
  /** Where it was defined. */
  reference: string;
}

const hardt = 'Hardt, Price, Srebro: Equality of Opportunity in Supervised Learning, 2016';
const feldman = 'Feldman et al.: Certifying and Removing Disparate Impact, 2015';
const dwork = 'Dwork et al.: Fairness Through Awareness, 2012';
const chouldechova = 'Chouldechova: Fair Prediction with Disparate Impact, 2017';
const pleiss = 'Pleiss et al.: On Fairness and Calibration, 2017';
const vanRijsbergen = 'van Rijsbergen: Information Retrieval, 1979';
const brodersen = 'Brodersen et al.: The Balanced Accuracy and Its Posterior Distribution, 2010';
const confusion = 'Confusion matrix, as in AIF360';

type RateRow = Omit<Metric, 'kind' | 'range'>;
const rate = (row: RateRow): Metric => ({ kind: 'rate', range: [0, 1], ...row });
type DisparityRow = Omit<Metric, 'kind' | 'direction'>;
const disparity = (row: DisparityRow): Metric => ({
  kind: 'disparity',
  direction: 'ideal',
  ...row,
});

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

const serrurier =
  'Serrurier et al.: Achieving Robustness in Classification Using Optimal Transport, 2021; deel-lip';
type CertificateRow = Omit<Metric, 'kind' | 'direction' | 'inputs'>;
const certificate = (row: CertificateRow): Metric => ({
  kind: 'certificate',
  direction: 'higher',
  inputs: ['label', 'score'],
  ...row,
});

export const metrics: readonly Metric[] = [
  rate({
    name: 'baseRate',
    title: 'Base rate',
    formula: '(TP + FN) / all',
    direction: 'none',
    inputs: ['label'],
    meaning: 'Share of the group whose true outcome is the favorable one.',
    undefinedWhen: 'no rows',
    reference: confusion,
  }),
  rate({
    name: 'selectionRate',
    title: 'Selection rate',
    formula: '(TP + FP) / all',
    direction: 'none',
    inputs: ['prediction'],
    meaning: 'Share of the group that gets the favorable decision.',
    undefinedWhen: 'no rows',
    reference: dwork,
  }),
  rate({
    name: 'truePositiveRate',
    title: 'True positive rate',
    formula: 'TP / (TP + FN)',
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning: 'Of those whose true outcome is favorable, the share that is predicted so.',
    undefinedWhen: 'no actual positives',
    reference: hardt,
  }),
  rate({
    name: 'falsePositiveRate',
    title: 'False positive rate',
    formula: 'FP / (FP + TN)',
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning:
      'Of those whose true outcome is not the favorable one, the share predicted favorable all the same.',
    undefinedWhen: 'no actual negatives',
    reference: hardt,
  }),
  rate({
    name: 'trueNegativeRate',
    title: 'True negative rate',
    formula: 'TN / (TN + FP)',
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning:
      'Of those whose true outcome is not the favorable one, the share that is predicted so.',
    undefinedWhen: 'no actual negatives',
    reference: confusion,
  }),
  rate({
    name: 'falseNegativeRate',
    title: 'False negative rate',
    formula: 'FN / (TP + FN)',
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'Of those whose true outcome is favorable, the share that the prediction misses.',
    undefinedWhen: 'no actual positives',
    reference: confusion,
  }),
  rate({
    name: 'positivePredictiveValue',
    title: 'Positive predictive value',
    formula: 'TP / (TP + FP)',
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning: 'Of those predicted favorable, the share that truly is.',
    undefinedWhen: 'no predicted positives',
    reference: chouldechova,
  }),
  rate({
    name: 'negativePredictiveValue',
    title: 'Negative predictive value',
    formula: 'TN / (TN + FN)',
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning: 'Of those not predicted favorable, the share that truly is not.',
    undefinedWhen: 'no predicted negatives',
    reference: chouldechova,
  }),
  rate({
    name: 'falseDiscoveryRate',
    title: 'False discovery rate',
    formula: 'FP / (TP + FP)',
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'Of those predicted favorable, the share that truly is not.',
    undefinedWhen: 'no predicted positives',
    reference: confusion,
  }),
  rate({
    name: 'falseOmissionRate',
    title: 'False omission rate',
    formula: 'FN / (TN + FN)',
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'Of those not predicted favorable, the share that truly is.',
    undefinedWhen: 'no predicted negatives',
    reference: confusion,
  }),
  rate({
    name: 'accuracy',
    title: 'Accuracy',
    formula: '(TP + TN) / all',
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning: 'Share of the group that is predicted rightly.',
    undefinedWhen: 'no rows',
    reference: confusion,
  }),
  rate({
    name: 'errorRate',
    title: 'Error rate',
    formula: '(FP + FN) / all',
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'Share of the group that is predicted wrongly.',
    undefinedWhen: 'no rows',
    reference: confusion,
  }),
  rate({
    name: 'generalizedTruePositiveRate',
    title: 'Generalized true positive rate',
    formula: 'mean score of actual positives',
    direction: 'higher',
    inputs: ['label', 'score'],
    meaning: 'Mean score of those whose true outcome is favorable.',
    undefinedWhen: 'no actual positives',
    reference: pleiss,
  }),
  rate({
    name: 'generalizedFalsePositiveRate',
    title: 'Generalized false positive rate',
    formula: 'mean score of actual negatives',
    direction: 'lower',
    inputs: ['label', 'score'],
    meaning: 'Mean score of those whose true outcome is not the favorable one.',
    undefinedWhen: 'no actual negatives',
    reference: pleiss,
  }),
  rate({
    name: 'generalizedTrueNegativeRate',
    title: 'Generalized true negative rate',
    formula: '1 - mean score of actual negatives',
    direction: 'higher',
    inputs: ['label', 'score'],
    meaning: 'How far below 1 the scores are of those whose true outcome is not the favorable one.',
    undefinedWhen: 'no actual negatives',
    reference: pleiss,
  }),
  rate({
    name: 'generalizedFalseNegativeRate',
    title: 'Generalized false negative rate',
    formula: '1 - mean score of actual positives',
    direction: 'lower',
    inputs: ['label', 'score'],
    meaning: 'How far below 1 the scores are of those whose true outcome is favorable.',
    undefinedWhen: 'no actual positives',
    reference: pleiss,
  }),
  rate({
    name: 'f1Score',
    title: 'F1 score',
    formula: '2 TP / (2 TP + FP + FN)',
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning:
      'Harmonic mean of two shares: of those predicted favorable the truly favorable, and of the truly favorable those predicted so.',
    undefinedWhen: 'no actual and no predicted positives',
    reference: vanRijsbergen,
  }),
  rate({
    name: 'balancedAccuracy',
    title: 'Balanced accuracy',
    formula: '(TPR + TNR) / 2',
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning:
      'Mean of the shares predicted rightly among actual positives and among actual negatives.',
    undefinedWhen: 'no actual positives or no actual negatives',
    reference: brodersen,
  }),
  disparity({
    name: 'statisticalParityDifference',
    essential: true,
    rate: 'selectionRate',
    title: 'Statistical parity difference',
    formula: 'selection rate of U - selection rate of P',
    range: [-1, 1],
    ideal: 0,
    inputs: ['prediction'],
    meaning:
      'How many more (or, below 0, fewer) of every 1 in the group get the favorable decision than in the reference group.',
    undefinedWhen: 'one of the groups has no rows',
    reference: dwork,
  }),
  disparity({
    name: 'disparateImpact',
    essential: true,
    rate: 'selectionRate',
    title: 'Disparate impact',
    formula: 'selection rate of U / selection rate of P',
    range: [0, Number.POSITIVE_INFINITY],
    ideal: 1,
    inputs: ['prediction'],
    meaning:
      'The group’s chance of the favorable decision as a multiple of the reference group’s. US employment guidelines look closer below 0.8.',
    undefinedWhen: 'one of the groups has no rows, or nobody in either was selected',
    reference: feldman,
  }),
  disparity({
    name: 'equalOpportunityDifference',
    essential: true,
    rate: 'truePositiveRate',
    title: 'Equal opportunity difference',
    formula: 'true positive rate of U - true positive rate of P',
    range: [-1, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning:
      'Among those whose true outcome is favorable: how much likelier the group is to be predicted so than the reference group.',
    undefinedWhen: 'one of the groups has no actual positives',
    reference: hardt,
  }),
  disparity({
    name: 'averageOddsDifference',
    essential: true,
    title: 'Average odds difference',
    formula: '((FPR of U - FPR of P) + (TPR of U - TPR of P)) / 2',
    range: [-1, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning:
      'Mean of the differences in false and in true positive rate; opposite differences can hide each other.',
    undefinedWhen: 'one of the groups has no actual positives or no actual negatives',
    reference: hardt,
  }),
  disparity({
    name: 'averageAbsOddsDifference',
    rates: ['falsePositiveRate', 'truePositiveRate'],
    title: 'Average absolute odds difference',
    formula: '(|FPR of U - FPR of P| + |TPR of U - TPR of P|) / 2',
    range: [0, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning: 'Mean of the distances in false and in true positive rate, whichever group is ahead.',
    undefinedWhen: 'one of the groups has no actual positives or no actual negatives',
    reference: hardt,
  }),
  disparity({
    name: 'equalizedOddsDifference',
    rates: ['falsePositiveRate', 'truePositiveRate'],
    title: 'Equalized odds difference',
    formula: 'max(|FPR of U - FPR of P|, |TPR of U - TPR of P|)',
    range: [0, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning: 'The larger of the distances in false and in true positive rate.',
    undefinedWhen: 'one of the groups has no actual positives or no actual negatives',
    reference: hardt,
  }),
  disparity({
    name: 'generalizedEqualizedOddsDifference',
    title: 'Generalized equalized odds difference',
    formula: 'max(|GFPR of U - GFPR of P|, |GTPR of U - GTPR of P|)',
    range: [0, 1],
    ideal: 0,
    inputs: ['label', 'score'],
    meaning:
      'The larger of the distances in the mean score of actual negatives and of actual positives.',
    undefinedWhen: 'one of the groups has no actual positives or no actual negatives',
    reference: pleiss,
  }),
  disparity({
    name: 'averagePredictiveValueDifference',
    title: 'Average predictive value difference',
    formula: '((PPV of U - PPV of P) + (FOR of U - FOR of P)) / 2',
    range: [-1, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning:
      'Mean of the differences in how often a favorable, and how often another prediction meets a favorable outcome.',
    undefinedWhen: 'one of the groups has no predicted positives or no predicted negatives',
    reference: chouldechova,
  }),
  disparity({
    name: 'falsePositiveRateDifference',
    rate: 'falsePositiveRate',
    title: 'False positive rate difference',
    formula: 'false positive rate of U - false positive rate of P',
    range: [-1, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning:
      'Where the true outcome is not the favorable one: how much likelier it is to be predicted favorable all the same than in the reference group.',
    undefinedWhen: 'one of the groups has no actual negatives',
    reference: hardt,
  }),
  disparity({
    name: 'falseNegativeRateDifference',
    rate: 'falseNegativeRate',
    title: 'False negative rate difference',
    formula: 'false negative rate of U - false negative rate of P',
    range: [-1, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning:
      'Where the true outcome is favorable: how much likelier it is to be missed than in the reference group.',
    undefinedWhen: 'one of the groups has no actual positives',
    reference: hardt,
  }),
  disparity({
    name: 'falseDiscoveryRateDifference',
    rate: 'falseDiscoveryRate',
    title: 'False discovery rate difference',
    formula: 'false discovery rate of U - false discovery rate of P',
    range: [-1, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning:
      'Where the prediction is favorable: how much likelier it is for it to be wrong than in the reference group.',
    undefinedWhen: 'one of the groups has no predicted positives',
    reference: chouldechova,
  }),
  disparity({
    name: 'falseOmissionRateDifference',
    rate: 'falseOmissionRate',
    title: 'False omission rate difference',
    formula: 'false omission rate of U - false omission rate of P',
    range: [-1, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning:
      'Where the prediction is not favorable: how much likelier it is for it to be wrong than in the reference group.',
    undefinedWhen: 'one of the groups has no predicted negatives',
    reference: chouldechova,
  }),
  disparity({
    name: 'errorRateDifference',
    rate: 'errorRate',
    title: 'Error rate difference',
    formula: 'error rate of U - error rate of P',
    range: [-1, 1],
    ideal: 0,
    inputs: ['label', 'prediction'],
    meaning: 'How much likelier a wrong prediction is than in the reference group.',
    undefinedWhen: 'one of the groups has no rows',
    reference: confusion,
  }),
  disparity({
    name: 'falsePositiveRateRatio',
    rate: 'falsePositiveRate',
    title: 'False positive rate ratio',
    formula: 'false positive rate of U / false positive rate of P',
    range: [0, Number.POSITIVE_INFINITY],
    ideal: 1,
    inputs: ['label', 'prediction'],
    meaning:
      'Where the true outcome is not the favorable one: how many times as likely it is to be predicted favorable all the same as in the reference group.',
    undefinedWhen: 'one of the groups has no actual negatives, or the rate is 0 in both',
    reference: hardt,
  }),
  disparity({
    name: 'falseNegativeRateRatio',
    rate: 'falseNegativeRate',
    title: 'False negative rate ratio',
    formula: 'false negative rate of U / false negative rate of P',
    range: [0, Number.POSITIVE_INFINITY],
    ideal: 1,
    inputs: ['label', 'prediction'],
    meaning:
      'Where the true outcome is favorable: how many times as likely it is to be missed as in the reference group.',
    undefinedWhen: 'one of the groups has no actual positives, or the rate is 0 in both',
    reference: hardt,
  }),
  disparity({
    name: 'falseDiscoveryRateRatio',
    rate: 'falseDiscoveryRate',
    title: 'False discovery rate ratio',
    formula: 'false discovery rate of U / false discovery rate of P',
    range: [0, Number.POSITIVE_INFINITY],
    ideal: 1,
    inputs: ['label', 'prediction'],
    meaning:
      'Where the prediction is favorable: how many times as likely it is for it to be wrong as in the reference group.',
    undefinedWhen: 'one of the groups has no predicted positives, or the rate is 0 in both',
    reference: chouldechova,
  }),
  disparity({
    name: 'falseOmissionRateRatio',
    rate: 'falseOmissionRate',
    title: 'False omission rate ratio',
    formula: 'false omission rate of U / false omission rate of P',
    range: [0, Number.POSITIVE_INFINITY],
    ideal: 1,
    inputs: ['label', 'prediction'],
    meaning:
      'Where the prediction is not favorable: how many times as likely it is for it to be wrong as in the reference group.',
    undefinedWhen: 'one of the groups has no predicted negatives, or the rate is 0 in both',
    reference: chouldechova,
  }),
  disparity({
    name: 'errorRateRatio',
    rate: 'errorRate',
    title: 'Error rate ratio',
    formula: 'error rate of U / error rate of P',
    range: [0, Number.POSITIVE_INFINITY],
    ideal: 1,
    inputs: ['label', 'prediction'],
    meaning: 'How many times as likely a wrong prediction is as in the reference group.',
    undefinedWhen: 'one of the groups has no rows, or the rate is 0 in both',
    reference: confusion,
  }),
  toZero({
    kind: 'subgroup',
    name: 'smoothedEmpiricalDifferentialFairness',
    title: 'Smoothed empirical differential fairness',
    formula:
      "largest |ln p(outcome | g) - ln p(outcome | g')| over outcomes and groups, p = (n(outcome, g) + c/2) / (n(g) + c)",
    range: unbounded,
    inputs: ['label'],
    meaning:
      'How many times (as a logarithm) likelier an outcome is in one group of all attributes crossed than in another.',
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
    meaning: 'How much worse errors are in the worst subgroup, weighed by its share of all rows.',
    undefinedWhen: 'the label that errors are counted among does not occur',
    reference: 'Kearns et al.: Preventing Fairness Gerrymandering, 2018',
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
    meaning: 'How strongly the subgroup that predictions miss most speaks against them.',
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
    meaning: 'How strongly the group’s outcomes speak against its scores, in the direction named.',
    undefinedWhen: 'no rows',
    reference:
      'Zhang, Neill: Identifying Significant Predictive Bias in Classifiers, 2016; AIF360, MDSSClassificationMetric',
  },
  ...everywhere(
    'generalizedEntropyIndex',
    'Generalized entropy index',
    '1 / (n alpha (alpha - 1)) sum of ((b / mu)^alpha - 1); limits for alpha = 0 and 1',
    'How unequally benefits are spread over individuals; 0 where all are alike.',
  ),
  ...everywhere(
    'theilIndex',
    'Theil index',
    '1/n sum of b / mu ln(b / mu)',
    'How unequally benefits are spread over individuals: the generalized entropy index of 1.',
  ),
  ...everywhere(
    'coefficientOfVariation',
    'Coefficient of variation',
    'sqrt(2 * generalized entropy index of 2)',
    'Standard deviation of the benefits over their mean.',
  ),
  {
    kind: 'individual',
    name: 'consistency',
    title: 'Consistency',
    formula: '1 - 1/n sum of |y - mean y of the k nearest rows|',
    range: [0, 1],
    direction: 'higher',
    inputs: ['label', 'features'],
    meaning: 'How alike individuals with similar features are labelled; 1 where fully so.',
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
    meaning: 'How far predictions lie from the truth, in all or within each group.',
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
    meaning: 'How good the top of the ranking is; normalized, as a share of the best there is.',
    undefinedWhen: 'it is normalized and the best scores are all 0',
    reference: 'Järvelin, Kekäläinen: Cumulated Gain-Based Evaluation of IR Techniques, 2002',
  },
  quality({
    name: 'areaUnderCurve',
    title: 'Area under the ROC curve',
    formula: 'P(score of a favorable outcome > score of another) + half of P(equal)',
    range: [0, 1],
    direction: 'higher',
    inputs: ['label', 'score'],
    meaning: 'How well scores of the group tell favorable outcomes from others.',
    undefinedWhen: 'no actual positives or no actual negatives',
    reference: 'Hanley, McNeil: The Meaning and Use of the Area under a ROC Curve, 1982',
  }),
  quality({
    name: 'brierScore',
    title: 'Brier score',
    formula: 'mean of (score - outcome)^2',
    range: [0, 1],
    direction: 'lower',
    inputs: ['label', 'score'],
    meaning: 'How far scores lie from what happened, as squares.',
    undefinedWhen: 'no rows',
    reference: 'Brier: Verification of Forecasts Expressed in Terms of Probability, 1950',
  }),
  quality({
    name: 'logLoss',
    title: 'Log loss',
    formula: 'mean of -ln of the probability given to what happened',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'score'],
    meaning: 'How surprised somebody is by the outcomes who believes the scores.',
    undefinedWhen: 'no rows',
    reference: 'Good: Rational Decisions, 1952',
  }),
  quality({
    name: 'expectedCalibrationError',
    title: 'Expected calibration error',
    formula:
      'mean over rows of |mean score - share of favorable outcomes| of the row’s bin of scores',
    range: [0, 1],
    direction: 'lower',
    inputs: ['label', 'score'],
    meaning: 'How far scores lie from the shares of favorable outcomes among those who get them.',
    undefinedWhen: 'no rows',
    reference:
      'Naeini et al.: Obtaining Well Calibrated Probabilities Using Bayesian Binning, 2015',
  }),
  quality({
    name: 'meanAbsoluteError',
    title: 'Mean absolute error',
    formula: 'mean of |y - p|',
    range: unbounded,
    direction: 'lower',
    inputs: ['label', 'prediction'],
    meaning: 'How far predicted numbers lie from the true ones.',
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
    meaning:
      'How far predicted numbers lie from the true ones, as squares: large errors count most.',
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
    name: 'r2Score',
    title: 'R²',
    formula: '1 - sum of (y - p)^2 / sum of (y - mean of y)^2',
    range: [Number.NEGATIVE_INFINITY, 1],
    direction: 'higher',
    inputs: ['label', 'prediction'],
    meaning: 'The part of the group’s differences in the true numbers that predictions follow.',
    undefinedWhen: 'no rows, or the true numbers do not vary',
    reference: regression,
  }),
  amplification({
    name: 'BA_MALS',
    title: 'Bias amplification (MALS)',
    formula:
      "1/|T| sum over pairs with b(a, t) > 1/|A| of b'(a, t) - b(a, t), b = n(a, t) / sum over a of n(a, t)",
    range: [-1, 1],
    inputs: ['attribute', 'task', 'taskPrediction'],
    meaning:
      'How much larger the share of a group is among the predictions of tasks that go with it more than with others.',
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
      'How much further predictions go, given the group, in the direction in which group and task already went together.',
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
      'How much more captions say about groups what the training captions already said about them.',
    undefinedWhen: 'no pairs that are biased in training',
    reference: 'Zhao et al.: Men Also Like Shopping, 2017; gender-neutral-captioning',
  }),
  certificate({
    name: 'binaryProvableRobustAccuracy',
    title: 'Provable robust accuracy, binary',
    formula: 'share of rows with score * (+1 or -1, by the label) / L > epsilon',
    range: [0, 1],
    meaning:
      'Share of decisions that are right and stay so however the input is moved by up to epsilon.',
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
      'Share of decisions that are right and stay so however the input is moved by up to epsilon.',
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
      'λ_M - λ_D: how well attackers guess predictions from a feature, less how well they guess labels made as wrong',
    range: [-1, 1],
    inputs: ['attribute', 'label', 'prediction'],
    meaning:
      'How much more a model’s predictions and the feature, such as a protected attribute, tell of each other than the truth does.',
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

const byName = new Map(metrics.map((metric) => [metric.name, metric]));

/** The row of a metric, or undefined. */
export function findMetric(name: string): Metric | undefined {
  return byName.get(name);
}
