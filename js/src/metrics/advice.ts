// SPDX-License-Identifier: Apache-2.0
//
// What the table of metrics leaves out: when a metric is the right question, when it is not, and what it cannot
// have at the same time. It depends on the notion that a metric measures, which several metrics share.

import { classMetrics } from './classes.js';

/** When to use a metric. */
export interface MetricAdvice {
  /** Where it is the right question. */
  use: string;
  /** Where it misleads. */
  avoid: string;
  /** What cannot hold at the same time, but in special cases. */
  conflicts: string;
}

interface Notion extends MetricAdvice {
  metrics: readonly string[];
}

const notions: readonly Notion[] = [
  {
    metrics: ['baseRate'],
    use: 'Look at it first: how often the favorable outcome occurs in each group, according to the labels.',
    avoid:
      'It says nothing about a model, and labels record past decisions: an arrest is not a crime.',
    conflicts:
      'Where base rates differ, equal selection rates, equal error rates and equal predictive values exclude one another.',
  },
  {
    metrics: ['selectionRate', 'statisticalParityDifference', 'disparateImpact'],
    use: 'Where the decision itself is the benefit to be shared, or the labels cannot be trusted; US employment law looks at the ratio.',
    avoid:
      'Where groups truly differ in what is being decided, such as who has an illness: equal rates then mean errors for one of them.',
    conflicts:
      'With equal error rates and with equal predictive values, wherever base rates differ and decisions are related to the labels at all.',
  },
  {
    metrics: [
      'truePositiveRate',
      'falseNegativeRate',
      'equalOpportunityDifference',
      'falseNegativeRateDifference',
      'falseNegativeRateRatio',
    ],
    use: 'Where missing those who deserve the favorable decision is the harm, and the labels are right.',
    avoid:
      'Where labels are known only for those who were selected before, or where wrong favorable decisions harm as much.',
    conflicts:
      'With equal predictive values, wherever base rates differ; with equal selection rates too.',
  },
  {
    metrics: [
      'falsePositiveRate',
      'trueNegativeRate',
      'falsePositiveRateDifference',
      'falsePositiveRateRatio',
    ],
    use: 'Where the positive decision is a burden, such as detention or an inspection: how often it falls on people it should not.',
    avoid: 'Where few are truly negative: the rate then rests on a handful of rows.',
    conflicts: 'With equal predictive values, wherever base rates differ (Chouldechova 2017).',
  },
  {
    metrics: [
      'averageOddsDifference',
      'averageAbsOddsDifference',
      'equalizedOddsDifference',
      'balancedAccuracy',
      'informedness',
    ],
    use: 'Where both kinds of error count. The largest or the mean absolute difference finds what the signed mean can hide.',
    avoid:
      'The signed average where one difference is above 0 and the other below: they cancel out. Where one kind of error matters far more, look at that one.',
    conflicts: 'With equal predictive values and with calibration, wherever base rates differ.',
  },
  {
    metrics: [
      'generalizedTruePositiveRate',
      'generalizedFalsePositiveRate',
      'generalizedTrueNegativeRate',
      'generalizedFalseNegativeRate',
      'generalizedEqualizedOddsDifference',
    ],
    use: 'Where scores are passed on as they are, before anybody sets a threshold.',
    avoid: 'Where decisions are made at a threshold: mean scores can agree while decisions do not.',
    conflicts:
      'With scores that are calibrated in every group, wherever base rates differ (Kleinberg et al. 2016).',
  },
  {
    metrics: [
      'positivePredictiveValue',
      'negativePredictiveValue',
      'falseDiscoveryRate',
      'falseOmissionRate',
      'averagePredictiveValueDifference',
      'falseDiscoveryRateDifference',
      'falseDiscoveryRateRatio',
      'falseOmissionRateDifference',
      'falseOmissionRateRatio',
    ],
    use: 'Where somebody acts on the decision and must be able to rely on it equally for every group.',
    avoid: 'Alone: a stricter standard for one group can leave it unchanged or even improve it.',
    conflicts: 'With equal error rates, wherever base rates differ.',
  },
  {
    metrics: ['accuracy', 'errorRate', 'errorRateDifference', 'errorRateRatio', 'f1Score'],
    use: 'For an overview: does the model work equally well for everybody?',
    avoid:
      'Where the two kinds of error differ in harm, or outcomes are rare: equal accuracy can hide opposite errors.',
    conflicts: 'With equal error rates of each kind, wherever base rates differ.',
  },
  {
    metrics: ['smoothedEmpiricalDifferentialFairness', 'differentialFairnessBiasAmplification'],
    use: 'For several attributes crossed: one number for the two groups that are farthest apart.',
    avoid:
      'With many tiny groups: the largest of many noisy ratios is large by chance. Look at the groups’ sizes.',
    conflicts: 'As selection rates do: with equal error rates, wherever base rates differ.',
  },
  {
    metrics: [
      'standardizedDifference',
      'standardizedRatio',
      'commonOddsRatio',
      'sameOdds',
      'sameOddsRatio',
    ],
    use: 'Where a gap may come from how groups are spread over something else: departments, regions, levels of experience.',
    avoid:
      'With conditions that come from the group itself or from an unfair past, such as a rank one was kept from: they explain away what is to be seen.',
    conflicts:
      'With equal rates over all rows, wherever groups are spread unlike over strata of unlike rates (Simpson’s paradox).',
  },
  {
    metrics: ['classImbalance', 'klDivergence', 'conditionalDemographicDisparity'],
    use: 'For the data a model is to learn from: are the groups as large, and their outcomes as good?',
    avoid:
      'As a verdict on a model: they look at labels alone. One number hides which group it is about.',
    conflicts:
      'With nothing a model does; a model that repeats such labels keeps their differences in base rates.',
  },
  {
    metrics: ['richSubgroup', 'biasScan', 'scoreGroups'],
    use: 'Where nobody knows beforehand which combination of attributes fares worst.',
    avoid:
      'As a proof: the worst of very many subgroups is always bad. Look at the p-value, and check on other data.',
    conflicts:
      'A small value in the groups you name does not make it small in the worst of all subgroups.',
  },
  {
    metrics: [
      'generalizedEntropyIndex',
      'betweenGroupGeneralizedEntropyIndex',
      'betweenAllGroupsGeneralizedEntropyIndex',
      'theilIndex',
      'betweenGroupTheilIndex',
      'betweenAllGroupsTheilIndex',
      'coefficientOfVariation',
      'betweenGroupCoefficientOfVariation',
      'betweenAllGroupsCoefficientOfVariation',
    ],
    use: 'Where unequal treatment of individuals matters, within groups as well as between them.',
    avoid:
      'Where a false positive is no benefit: benefits are 0, 1 and 2 for a false negative, a right prediction and a false positive.',
    conflicts: 'Less inequality between groups can mean more within them.',
  },
  {
    metrics: ['consistency'],
    use: 'Where similar people should be treated alike, and the features say who is similar.',
    avoid:
      'With features of different units, or that stand in for a protected attribute: distance then decides what is fair treatment.',
    conflicts: 'With equal selection rates, wherever groups differ in the features.',
  },
  {
    metrics: ['euclideanDistance', 'manhattanDistance', 'mahalanobisDistance', 'otDistance'],
    use: 'To see what a transformation did to people’s data: how far it moved them, and whom it moved more than others.',
    avoid:
      'To compare data sets with different units or features: distances have the units of the data.',
    conflicts: 'Little distortion with the removal of differences between groups.',
  },
  {
    metrics: ['infeasibleIndex', 'discountedCumGain'],
    use: 'Where people are ranked, and the first places count.',
    avoid: 'Where only a cut-off matters: selection rates say it more plainly.',
    conflicts: 'A ranking by score alone with target shares in every prefix.',
  },
  {
    metrics: ['areaUnderCurve', 'brierScore', 'logLoss', 'expectedCalibrationError'],
    use: 'Where scores are used as they are: do they rank people equally well, and mean the same, in every group?',
    avoid: 'As a statement about decisions: thresholds decide those.',
    conflicts:
      'Calibration in every group with equal mean scores of those with the same outcome, wherever base rates differ.',
  },
  {
    metrics: ['giniIndex'],
    use: 'Where scores are shares of something, such as a price, a grant or attention: how unequally is it spread within each group?',
    avoid: 'As a statement about outcomes: scores that tell them apart well are unequal.',
    conflicts: 'Scores that tell outcomes apart: the better they do, the more unequal they are.',
  },
  {
    metrics: [
      'maximumCalibrationError',
      ...['calibrationInTheLarge', 'calibrationIntercept', 'calibrationSlope'],
    ],
    use: 'Where scores are read as chances: are they too high or too low for a group, or too extreme?',
    avoid:
      'With few rows of one outcome: the largest gap is then chance, and the line fits only roughly.',
    conflicts:
      'Calibration in every group with equal mean scores of those with the same outcome, wherever base rates differ.',
  },
  {
    metrics: ['kolmogorovSmirnov', 'wasserstein'],
    use: 'Where no threshold is settled yet: how far apart can any threshold, or all of them together, set two groups?',
    avoid: 'With few rows: distances of samples are above 0 where groups are alike, too.',
    conflicts:
      'Equal distributions of scores with calibration in every group, wherever base rates differ.',
  },
  {
    metrics: ['standardizedMeanDifference'],
    use: 'Where numbers are predicted in a unit that says little: it is in standard deviations.',
    avoid: 'Where groups differ in more than their mean, or their numbers are skewed.',
    conflicts: 'Equal mean predictions with equal mean errors, wherever true numbers differ.',
  },
  {
    metrics: ['subgroupAreas'],
    use: 'Where people or texts belong to several identities at once, and scores are used without a fixed threshold.',
    avoid: 'Where an identity has few rows of an outcome: the power mean follows the worst area.',
    conflicts: 'Equal areas within identities with scores that mean the same for all of them.',
  },
  {
    metrics: ['averagePrecision'],
    use: 'Where a few are picked from many by score, and who is picked matters more than who is not.',
    avoid:
      'To compare groups in which favorable outcomes are not equally frequent: it rises with their share at equal ranking.',
    conflicts: 'The same area under the ROC curve, wherever base rates differ.',
  },
  {
    metrics: ['meanError'],
    use: 'Where numbers are predicted: are they too high for some and too low for others?',
    avoid: 'Alone: large errors of both signs cancel.',
    conflicts: 'Calibration at every level of the prediction need not come with it.',
  },
  {
    metrics: [
      ...['meanAbsoluteError', 'meanSquaredError', 'rootMeanSquaredError'],
      ...['meanAbsolutePercentageError', 'r2Score'],
      ...['medianAbsoluteError', 'maxError', 'explainedVariance'],
    ],
    use: 'Where numbers are predicted: is the error equally large for everybody?',
    avoid:
      'Where the sign of errors matters: errors of the same size can be too high for one group and too low for another.',
    conflicts:
      'The same squared error with the same share explained (R²), wherever groups vary differently.',
  },
  {
    metrics: ['pinballLoss'],
    use: 'Where a number is predicted that should seldom be exceeded, such as a longest waiting time: does it hold equally well for everybody?',
    avoid:
      'Where the mean is predicted: then the squared or the absolute error is what it was made for.',
    conflicts:
      'The same loss for all, wherever numbers of one group vary more than those of another.',
  },
  {
    metrics: ['BA_MALS', 'DBA', 'MDBA', 'captionBiasAmplification'],
    use: 'Where a model must not make the link between an attribute and a task stronger than it is in the data.',
    avoid:
      'As a statement that the data are as they should be: 0 means that the bias of the data was copied.',
    conflicts: 'No amplification with equal rates, wherever the data are unequal.',
  },
  {
    metrics: ['leakage', 'DPA', 'LIC'],
    use: 'Where a link between attribute and task may have any form: attackers find what counting of pairs overlooks.',
    avoid:
      'With few rows, or where the trained attackers stay below tables of counts: they then say more about themselves than about the model.',
    conflicts: 'No leakage beyond the data with equal rates, wherever the data are unequal.',
  },
  {
    metrics: classMetrics
      .filter(({ inputs }) => inputs.includes('prediction'))
      .map(({ name }) => name),
    use: 'Where there are more than two classes, or several labels a row: averages over classes for all of them at once, kappa where classes are of unequal size, then each class against the rest.',
    avoid:
      'Alone: an average may be alike for all groups while single classes are not. Averages that count classes without rows as 0 compare groups of different classes.',
    conflicts:
      'Equal rates of every class with equal predictive values of every class, wherever the classes’ base rates differ.',
  },
  {
    metrics: classMetrics.filter(({ inputs }) => inputs.includes('score')).map(({ name }) => name),
    use: 'Where probabilities or scores of the classes are used as such, before or instead of a decision.',
    avoid:
      'Where only the decision reaches people: scores may rank well, and decisions made from them treat groups unequally all the same.',
    conflicts:
      'None in general; how well scores rank says nothing about how well they are calibrated.',
  },
  {
    metrics: [
      'binaryProvableRobustAccuracy',
      'binaryProvableAvgRobustness',
      'categoricalProvableRobustAccuracy',
      'categoricalProvableAvgRobustness',
    ],
    use: 'Where small changes of an input must not change a decision, and not more easily for one group than for another.',
    avoid:
      'With a Lipschitz constant that is not proved, or distances that mean nothing for this kind of data.',
    conflicts: 'Large certified radii with the highest accuracy: smoother networks fit less.',
  },
];

const byName = new Map(
  notions.flatMap(({ metrics, ...advice }) => metrics.map((name) => [name, advice] as const)),
);

/**
 * When to use the metric of this name; undefined where there is no such metric.
 *
 * @example
 * const { use, avoid, conflicts } = metricAdvice('disparateImpact') ?? {};
 * conflicts?.startsWith('With equal error rates and with equal predictive values'); // true
 */
export function metricAdvice(name: string): MetricAdvice | undefined {
  return byName.get(name);
}
