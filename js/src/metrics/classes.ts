// SPDX-License-Identifier: Apache-2.0
//
// The rows of the table for several classes and several labels. What a class is against the rest has the rates of
// two labels; here stands what is made of all classes at once.

import type { Metric } from './metric.js';

type Row = Omit<Metric, 'kind' | 'range' | 'direction' | 'undefinedWhen' | 'reference'> &
  Partial<Pick<Metric, 'range' | 'direction' | 'undefinedWhen' | 'reference'>>;
const row = (given: Row): Metric => ({
  kind: 'classes',
  range: [0, 1],
  direction: 'higher',
  undefinedWhen: 'no rows',
  reference: 'As in scikit-learn, by group as in fairlearn',
  ...given,
});
const hard = ['label', 'prediction'] as const;
const soft = ['label', 'score'] as const;

const averages = [
  {
    name: (rate: string) => `macro${rate}`,
    title: (rate: string) => `Macro ${rate}`,
    formula: 'mean over all classes, 0/0 counted as 0',
    meaning: 'averaged over classes, each of which counts the same, those without rows as 0',
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
    meaning: 'averaged over the classes that have it',
  },
  {
    name: (rate: string) => `micro${rate}`,
    title: (rate: string) => `Micro ${rate}`,
    formula: 'from the counts of all labels summed',
    meaning: 'with every label of every row counting the same',
  },
  {
    name: (rate: string) => `weighted${rate}`,
    title: (rate: string) => `Weighted ${rate}`,
    formula: 'mean over classes by TP + FN, 0/0 counted as 0',
    meaning: 'averaged over classes by how often they occur',
  },
  {
    name: (rate: string) => `weighted${rate}OfDefined`,
    title: (rate: string) => `Weighted ${rate} where defined`,
    formula: 'mean by TP + FN over the classes in which it is defined',
    meaning: 'averaged over the classes that have it, by how often they occur',
  },
  {
    name: (rate: string) => `samples${rate}`,
    title: (rate: string) => `${sentence(rate)} by row`,
    formula: "of each row's own labels, mean over rows, 0/0 counted as 0",
    meaning: "of each row's labels, averaged over rows",
  },
  {
    name: (rate: string) => `samples${rate}OfDefined`,
    title: (rate: string) => `${sentence(rate)} by row where defined`,
    formula: "of each row's own labels, mean over the rows in which it is defined",
    meaning: "of each row's labels, averaged over the rows that have it",
  },
] as const;

const rates = {
  Precision: { formula: 'TP / (TP + FP)', about: 'Share of predictions that are right' },
  Recall: { formula: 'TP / (TP + FN)', about: 'Share of what is true that is predicted' },
  F1Score: { formula: '2 TP / (2 TP + FP + FN)', about: 'Balance of precision and recall' },
  JaccardIndex: {
    formula: 'TP / (TP + FP + FN)',
    about: 'Share of what is true or predicted that is both',
  },
} as const;

const words = {
  Precision: 'precision',
  Recall: 'recall',
  F1Score: 'F1',
  JaccardIndex: 'Jaccard index',
};
const sentence = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`;

const averaged = averages
  .flatMap(({ name, title, formula, meaning }) =>
    Object.entries(rates).map(([rate, { formula: own, about }]) =>
      row({
        name: name(rate),
        title: title(words[rate as keyof typeof words]),
        formula: `${own}, ${formula}`,
        inputs: hard,
        meaning: `${about}, ${meaning}.`,
        undefinedWhen: 'no class or row that has it',
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
    undefinedWhen: 'only one class, true and predicted',
    reference: 'Cohen: Weighted Kappa, 1968',
  });

const area = (name: string, title: string, formula: string, meaning: string): Metric =>
  row({
    name,
    title,
    formula,
    inputs: soft,
    meaning,
    undefinedWhen: 'no rows of a class, or of no other',
    reference: 'Hand, Till: A Simple Generalisation of the Area Under the ROC Curve, 2001',
  });
const precision = (name: string, title: string, formula: string, meaning: string): Metric =>
  row({ name, title, formula, inputs: soft, meaning, undefinedWhen: 'no rows of a class' });

const howWell = 'How well probabilities or scores tell classes apart';

/** In the order in which they are listed. */
export const classMetrics: readonly Metric[] = [
  row({
    name: 'adjustedBalancedAccuracy',
    title: 'Balanced accuracy above chance',
    formula: '(balanced accuracy - 1/K) / (1 - 1/K), K = true classes of the group',
    range: [-1, 1],
    inputs: hard,
    meaning: 'Mean recall of the classes, where 0 is what guessing gives.',
    undefinedWhen: 'fewer than two true classes',
  }),
  ...averaged,
  kappa('kappa', 'Kappa', '[i ≠ j]', 'Agreement of predictions with the truth beyond chance.'),
  kappa(
    'linearKappa',
    'Kappa, linear',
    '|i - j|',
    'Agreement beyond chance where classes are ordered: near misses weigh less.',
  ),
  kappa(
    'quadraticKappa',
    'Kappa, quadratic',
    '(i - j)²',
    'Agreement beyond chance where classes are ordered: far misses weigh most.',
  ),
  row({
    name: 'matthewsCorrelation',
    title: 'Matthews correlation',
    formula: "(W tr C - t'p) / √((W² - p'p)(W² - t't)), t and p the margins",
    range: [-1, 1],
    inputs: hard,
    meaning: 'Correlation of predicted and true classes.',
    undefinedWhen: 'only one true or one predicted class',
    reference: 'Gorodkin: Comparing Two K-Category Assignments by a K-Category Correlation, 2004',
  }),
  row({
    name: 'meanRankDistance',
    title: 'Mean distance of ranks',
    formula: 'mean of |i - j|, i and j the places of the true and the predicted class',
    range: [0, Number.POSITIVE_INFINITY],
    direction: 'lower',
    inputs: hard,
    meaning: 'By how many steps predictions of ordered classes miss on average.',
    reference: 'Gaudette, Japkowicz: Evaluation Methods for Ordinal Classification, 2009',
  }),
  row({
    name: 'topAccuracy',
    title: 'Top-k accuracy',
    formula:
      'share of rows whose true class is among the k likeliest; of equals the later goes first',
    inputs: soft,
    meaning: 'How often the true class is among the few that the model holds likeliest.',
  }),
  row({
    name: 'classesBrierScore',
    title: 'Brier score of all classes',
    formula: 'sum over classes of the mean of (1[true class] - p)²',
    range: [0, 2],
    direction: 'lower',
    inputs: soft,
    meaning: 'How far probabilities are from what happened, over all classes.',
    reference: 'Brier: Verification of Forecasts Expressed in Terms of Probability, 1950',
  }),
  area(
    'macroAreaUnderCurve',
    'Macro area under the ROC curve',
    'mean over classes of the area against the rest',
    `${howWell}, each against the rest.`,
  ),
  area(
    'macroAreaUnderCurveOfDefined',
    'Macro area under the ROC curve where defined',
    'mean over the classes in which it is defined',
    `${howWell}, each that occurs against the rest.`,
  ),
  area(
    'weightedAreaUnderCurve',
    'Weighted area under the ROC curve',
    'mean over classes by TP + FN',
    `${howWell}, by how often they occur.`,
  ),
  area(
    'microAreaUnderCurve',
    'Micro area under the ROC curve',
    'of all (row, label) entries as one list',
    'How well scores tell labels that are true from those that are not, over all of them.',
  ),
  area(
    'pairwiseAreaUnderCurve',
    'Area under the ROC curve by pairs',
    'mean over pairs of classes of both columns’ areas',
    `${howWell}, each against each other.`,
  ),
  area(
    'weightedPairwiseAreaUnderCurve',
    'Weighted area under the ROC curve by pairs',
    'the same by the pairs’ share of rows',
    `${howWell}, each against each other by how often they occur.`,
  ),
  precision(
    'macroAveragePrecision',
    'Macro average precision',
    'mean over classes, those without rows as 0',
    `${howWell}, where classes are rare.`,
  ),
  precision(
    'macroAveragePrecisionOfDefined',
    'Macro average precision where defined',
    'mean over the classes with rows',
    `${howWell}, of those that occur.`,
  ),
  precision(
    'weightedAveragePrecision',
    'Weighted average precision',
    'mean over classes by TP + FN',
    `${howWell}, by how often they occur.`,
  ),
  precision(
    'microAveragePrecision',
    'Micro average precision',
    'of all (row, label) entries as one list',
    'How pure the highest scores of all labels are.',
  ),
  row({
    name: 'subsetAccuracy',
    title: 'Subset accuracy',
    formula: 'share of rows all of whose labels are right',
    inputs: hard,
    meaning: 'How often a whole set of labels is right.',
  }),
  row({
    name: 'hammingLoss',
    title: 'Hamming loss',
    formula: "mean share of a row's labels that are wrong",
    direction: 'lower',
    inputs: hard,
    meaning: 'How many labels of a row are wrong on average.',
  }),
  row({
    name: 'jaccardIndex',
    title: 'Jaccard index',
    formula: 'TP / (TP + FP + FN)',
    inputs: hard,
    meaning: 'Share of rows with a label, true or predicted, that have both.',
    undefinedWhen: 'no row has the label, true or predicted',
    reference: 'Jaccard: The Distribution of the Flora in the Alpine Zone, 1912',
  }),
  row({
    name: 'labelRankingAveragePrecision',
    title: 'Label ranking average precision',
    formula:
      'mean over rows of the mean over true labels of (true labels scored at least as high) / (labels scored so); 1 for none or all',
    inputs: soft,
    meaning: "How well a row's true labels stand above its others.",
  }),
  row({
    name: 'labelRankingLoss',
    title: 'Label ranking loss',
    formula:
      "share of a row's pairs of a true label and another that are not in strict order, mean over rows",
    direction: 'lower',
    inputs: soft,
    meaning: "How often a row's false labels stand above its true ones.",
  }),
  row({
    name: 'coverageError',
    title: 'Coverage error',
    formula: 'mean number of labels that score at least as high as the lowest true one',
    range: [0, Number.POSITIVE_INFINITY],
    direction: 'lower',
    inputs: soft,
    meaning: 'How far down the list one has to go to have all true labels.',
  }),
];

const byName = new Map(classMetrics.map((metric) => [metric.name, metric]));
const topAccuracyName = /^top\d+Accuracy$/;

/** The row of a metric of this kind, `top3Accuracy` among them; undefined where there is none. */
export function findClassMetric(name: string): Metric | undefined {
  return byName.get(topAccuracyName.test(name) ? 'topAccuracy' : name);
}

/** When a metric of a group of rows is undefined. */
export function undefinedWhen(name: string): string {
  return findClassMetric(name)?.undefinedWhen ?? others[name] ?? 'no rows';
}

// Of other kinds, which several classes have too.
const others: Readonly<Record<string, string>> = {
  areaUnderCurve: 'no rows of the class, or of no other',
  averagePrecision: 'no rows of the class',
};

/** Whether a metric may be below 0. */
export const isSigned = (name: string): boolean => (findClassMetric(name)?.range[0] ?? 0) < 0;

/** Why a metric that has a value may have no interval. */
export function noInterval(name: string): string {
  if (
    /^(macro|micro|weighted|pairwise|weightedPairwise)?(AreaUnderCurve|AveragePrecision)/i.test(
      name,
    )
  ) {
    return 'how ranks of several classes vary together is not estimated';
  }
  return /^(macro|weighted)/.test(name)
    ? 'a class without rows counts as 0, or the group is too small'
    : 'too few rows, or all of them alike';
}
