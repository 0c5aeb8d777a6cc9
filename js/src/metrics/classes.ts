// SPDX-License-Identifier: Apache-2.0
//
// Rows of the metrics table for multiclass and multilabel predictions. A single class against the rest has
// the rates of two labels; these metrics combine all classes.

import type { Metric } from './metric.js';

type Row = Omit<Metric, 'kind' | 'range' | 'direction' | 'undefinedWhen' | 'reference'> &
  Partial<Pick<Metric, 'range' | 'direction' | 'undefinedWhen' | 'reference'>>;
const row = (input: Row): Metric => ({
  kind: 'classes',
  range: [0, 1],
  direction: 'higher',
  undefinedWhen: 'no rows',
  reference: 'As in scikit-learn, by group as in fairlearn',
  ...input,
});
/** Metrics that exist only for multilabel rows. */
const multilabel = (metric: Metric): Metric => ({ ...metric, command: 'labels' });
const hard = ['label', 'prediction'] as const;
const soft = ['label', 'score'] as const;

const averages = [
  {
    name: (rate: string) => `macro${rate}`,
    title: (rate: string) => `Macro ${rate}`,
    formula: 'mean over all classes, 0/0 counted as 0',
    meaning: 'averaged over classes with equal weight; classes without rows count as 0',
  },
  {
    name: (rate: string) => `macro${rate}OfPresent`,
    title: (rate: string) => `Macro ${rate} of classes present`,
    formula: 'mean over classes with rows in the group, true or predicted, 0/0 counted as 0',
    meaning: 'averaged over the classes that occur in the group',
  },
  {
    name: (rate: string) => `macro${rate}OfDefined`,
    title: (rate: string) => `Macro ${rate} where defined`,
    formula: 'mean over the classes in which it is defined',
    meaning: 'averaged over the classes in which it is defined',
  },
  {
    command: 'labels',
    name: (rate: string) => `micro${rate}`,
    title: (rate: string) => `Micro ${rate}`,
    formula: 'from the counts of all labels summed',
    meaning: 'with equal weight for every label of every row',
  },
  {
    name: (rate: string) => `weighted${rate}`,
    title: (rate: string) => `Weighted ${rate}`,
    formula: 'mean over classes by TP + FN, 0/0 counted as 0',
    meaning: 'averaged over classes, weighted by their frequency',
  },
  {
    name: (rate: string) => `weighted${rate}OfDefined`,
    title: (rate: string) => `Weighted ${rate} where defined`,
    formula: 'mean by TP + FN over the classes in which it is defined',
    meaning: 'averaged over the classes in which it is defined, weighted by their frequency',
  },
  {
    command: 'labels',
    name: (rate: string) => `samples${rate}`,
    title: (rate: string) => `${sentence(rate)} by row`,
    formula: "of each row's own labels, mean over rows, 0/0 counted as 0",
    meaning: "of each row's labels, averaged over rows",
  },
  {
    command: 'labels',
    name: (rate: string) => `samples${rate}OfDefined`,
    title: (rate: string) => `${sentence(rate)} by row where defined`,
    formula: "of each row's own labels, mean over the rows in which it is defined",
    meaning: "of each row's labels, averaged over the rows in which it is defined",
  },
] as const;

const rates = {
  Precision: { formula: 'TP / (TP + FP)', about: 'Proportion of predictions that are correct' },
  Recall: { formula: 'TP / (TP + FN)', about: 'Proportion of true labels that are predicted' },
  F1Score: { formula: '2 TP / (2 TP + FP + FN)', about: 'Balance of precision and recall' },
  JaccardIndex: {
    command: 'labels',
    formula: 'TP / (TP + FP + FN)',
    about: 'Proportion of true or predicted labels that are both',
  },
} as const;

const words = { Precision: 'precision', Recall: 'recall', F1Score: 'F1', JaccardIndex: 'Jaccard index' };
const sentence = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`;

const averaged = averages
  .flatMap(({ name, title, formula, meaning, ...average }) =>
    Object.entries(rates).map(([rate, { formula: own, about, ...more }]) =>
      row({
        ...average,
        ...more,
        name: name(rate),
        title: title(words[rate as keyof typeof words]),
        formula: `${own}, ${formula}`,
        inputs: hard,
        meaning: `${about}, ${meaning}.`,
        undefinedWhen: 'the rate is defined for no class, or for no row',
      }),
    ),
  )
  .filter(({ name }) => !(name.includes('Jaccard') && name.includes('OfPresent')));

const kappa = (name: string, title: string, weight: string, meaning: string): Metric =>
  row({
    name,
    title,
    formula: `1 - sum v C / sum v E, v = ${weight}, E = products of the margins / all`,
    range: [-1, 1],
    inputs: hard,
    meaning,
    undefinedWhen: 'only one class in both labels and predictions',
    reference: 'Cohen: Weighted Kappa, 1968',
  });

const area = (name: string, title: string, formula: string, meaning: string): Metric =>
  row({
    name,
    title,
    formula,
    inputs: soft,
    meaning,
    undefinedWhen: 'a class has no rows, or all rows are of one class',
    reference: 'Hand, Till: A Simple Generalisation of the Area Under the ROC Curve, 2001',
  });
const precision = (name: string, title: string, formula: string, meaning: string): Metric =>
  row({ name, title, formula, inputs: soft, meaning, undefinedWhen: 'no rows of a class' });

const howWell = 'Separation of classes by probabilities or scores';

/** In display order. */
export const classMetrics: readonly Metric[] = [
  row({
    name: 'adjustedBalancedAccuracy',
    title: 'Balanced accuracy above chance',
    formula: '(balanced accuracy - 1/K) / (1 - 1/K), K = true classes of the group',
    range: [-1, 1],
    inputs: hard,
    meaning: 'Mean recall of the classes, rescaled so that 0 is the value for guessing.',
    undefinedWhen: 'fewer than two true classes',
  }),
  ...averaged,
  kappa('kappa', 'Kappa', '[i ≠ j]', 'Agreement of predictions with the truth beyond chance.'),
  kappa(
    'linearKappa',
    'Kappa, linear',
    '|i - j|',
    'Agreement beyond chance for ordered classes: near misses count less.',
  ),
  kappa(
    'quadraticKappa',
    'Kappa, quadratic',
    '(i - j)²',
    'Agreement beyond chance for ordered classes: distant misses count most.',
  ),
  row({
    name: 'matthewsCorrelation',
    title: 'Matthews correlation',
    formula: "(W tr C - t'p) / √((W² - p'p)(W² - t't)), t and p the margins",
    range: [-1, 1],
    inputs: hard,
    meaning: 'Correlation of predicted and true classes.',
    undefinedWhen: 'only one true class or only one predicted class',
    reference: 'Gorodkin: Comparing Two K-Category Assignments by a K-Category Correlation, 2004',
  }),
  row({
    name: 'meanRankDistance',
    title: 'Mean distance of ranks',
    formula: 'mean of |i - j|, i and j the positions of the true and the predicted class',
    range: [0, Number.POSITIVE_INFINITY],
    direction: 'lower',
    inputs: hard,
    meaning: 'Average number of steps between predicted and true class, for ordered classes.',
    reference: 'Gaudette, Japkowicz: Evaluation Methods for Ordinal Classification, 2009',
  }),
  row({
    name: 'topAccuracy',
    title: 'Top-k accuracy',
    formula: 'proportion of rows whose true class is among the k with the highest scores; ties go to the later class',
    inputs: soft,
    meaning: 'Proportion of rows whose true class is among the classes with the highest scores.',
  }),
  row({
    name: 'classesBrierScore',
    title: 'Brier score of all classes',
    formula: 'sum over classes of the mean of (1[true class] - p)²',
    range: [0, 2],
    direction: 'lower',
    inputs: soft,
    meaning: 'Distance between probabilities and true classes, over all classes.',
    reference: 'Brier: Verification of Forecasts Expressed in Terms of Probability, 1950',
  }),
  area(
    'macroAreaUnderCurve',
    'Macro AUC',
    'mean over classes of the AUC against the rest',
    `${howWell}, where each class is compared with the rest.`,
  ),
  area(
    'macroAreaUnderCurveOfDefined',
    'Macro AUC where defined',
    'mean over the classes in which it is defined',
    `${howWell}, where each class that occurs is compared with the rest.`,
  ),
  area(
    'weightedAreaUnderCurve',
    'Weighted AUC',
    'mean over classes by TP + FN',
    `${howWell}, weighted by their frequency.`,
  ),
  multilabel(
    area(
      'microAreaUnderCurve',
      'Micro AUC',
      'of all (row, label) entries as one list',
      'Separation of true labels from other labels by scores, over all labels.',
    ),
  ),
  area(
    'pairwiseAreaUnderCurve',
    'AUC by pairs',
    'mean over pairs of classes of the AUC of both columns',
    `${howWell}, for each pair of classes.`,
  ),
  area(
    'weightedPairwiseAreaUnderCurve',
    'Weighted AUC by pairs',
    'mean over pairs of classes of the AUC of both columns, weighted by each pair’s proportion of the rows',
    `${howWell}, for each pair of classes, weighted by their frequency.`,
  ),
  precision(
    'macroAveragePrecision',
    'Macro average precision',
    'mean over classes, those without rows as 0',
    `${howWell}, especially if classes are rare.`,
  ),
  precision(
    'macroAveragePrecisionOfDefined',
    'Macro average precision where defined',
    'mean over the classes with rows',
    `${howWell}, averaged over the classes that occur.`,
  ),
  multilabel(
    precision(
      'weightedAveragePrecision',
      'Weighted average precision',
      'mean over classes by TP + FN',
      `${howWell}, weighted by their frequency.`,
    ),
  ),
  multilabel(
    precision(
      'microAveragePrecision',
      'Micro average precision',
      'of all (row, label) entries as one list',
      'Proportion of true labels among the highest scores of all labels.',
    ),
  ),
  row({
    command: 'labels',
    name: 'subsetAccuracy',
    title: 'Subset accuracy',
    formula: 'proportion of rows whose labels are all correct',
    inputs: hard,
    meaning: 'Proportion of rows whose complete set of labels is correct.',
  }),
  row({
    command: 'labels',
    name: 'hammingLoss',
    title: 'Hamming loss',
    formula: "mean proportion of a row's labels that are incorrect",
    direction: 'lower',
    inputs: hard,
    meaning: 'Average proportion of incorrect labels in a row.',
  }),
  row({
    command: 'labels',
    name: 'jaccardIndex',
    title: 'Jaccard index',
    formula: 'TP / (TP + FP + FN)',
    inputs: hard,
    meaning: 'Proportion of rows with both the true and the predicted label among those with either.',
    undefinedWhen: 'no row has the label, true or predicted',
    reference: 'Jaccard: The Distribution of the Flora in the Alpine Zone, 1912',
  }),
  row({
    command: 'labels',
    name: 'labelRankingAveragePrecision',
    title: 'Label ranking average precision',
    formula:
      'mean over rows of the mean over true labels of (true labels scored at least as high) / (labels scored so); 1 for none or all',
    inputs: soft,
    meaning: "Quality of the ranking of a row's true labels above its other labels.",
  }),
  row({
    command: 'labels',
    name: 'labelRankingLoss',
    title: 'Label ranking loss',
    formula:
      "proportion of a row's pairs of a true label and another label that are not in strict order, mean over rows",
    direction: 'lower',
    inputs: soft,
    meaning: 'Proportion of pairs in which another label is ranked above a true label.',
  }),
  row({
    command: 'labels',
    name: 'coverageError',
    title: 'Coverage error',
    formula: 'mean number of labels that score at least as high as the true label with the lowest score',
    range: [0, Number.POSITIVE_INFINITY],
    direction: 'lower',
    inputs: soft,
    meaning: 'Number of top-ranked labels that are needed to include all true labels.',
  }),
];

const byName = new Map(classMetrics.map((metric) => [metric.name, metric]));
const topAccuracyName = /^top\d+Accuracy$/;

/** Returns the row of a metric of this kind, including `top3Accuracy`; undefined for an unknown name. */
export function findClassMetric(name: string): Metric | undefined {
  return byName.get(topAccuracyName.test(name) ? 'topAccuracy' : name);
}

/** Returns the condition under which a metric of a group of rows is undefined. */
export function undefinedWhen(name: string): string {
  return findClassMetric(name)?.undefinedWhen ?? others[name] ?? 'no rows';
}

// Metrics of other kinds that also apply to multiclass labels.
const others: Readonly<Record<string, string>> = {
  areaUnderCurve: 'no rows of the class, or no rows of other classes',
  averagePrecision: 'no rows of the class',
};

/** Returns the smallest and the largest value of a metric. */
export const getRange = (name: string): readonly [number, number] => findClassMetric(name)?.range ?? [0, 1];

/** Returns whether a metric may be negative. */
export const isSigned = (name: string): boolean => getRange(name)[0] < 0;

/** Returns the reason why a metric with a value may have no interval. */
export function noInterval(name: string): string {
  if (/^(macro|micro|weighted|pairwise|weightedPairwise)?(AreaUnderCurve|AveragePrecision)/i.test(name)) {
    return 'the joint variation of ranks over classes is not estimated';
  }
  return /^(macro|weighted)/.test(name)
    ? 'a class without rows counts as 0, or the group is too small'
    : 'too few rows, or all rows are equal';
}
