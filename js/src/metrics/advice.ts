// SPDX-License-Identifier: Apache-2.0
//
// Advice for each metric: when to use it, when to avoid it, and what it conflicts with. The advice depends on
// the notion of fairness, which several metrics share.

import { classMetrics } from './classes.js';

/** When to use a metric. */
export type MetricAdvice = NonNullable<ReturnType<typeof metricAdvice>>;

interface Notion extends MetricAdvice {
  metrics: readonly string[];
}

const notions: readonly Notion[] = [
  {
    metrics: ['baseRate'],
    use: 'As a first check of how often the positive outcome occurs in each group, according to the labels.',
    avoid:
      'To judge a model, because base rates do not depend on it. Labels record past decisions; an arrest, for example, is not proof of a crime.',
    conflicts:
      'If base rates differ, equal selection rates, equal error rates, and equal predictive values are mutually exclusive.',
  },
  {
    metrics: ['selectionRate', 'statisticalParityDifference', 'disparateImpact'],
    use: 'When the decision itself is the benefit to distribute, or the labels are unreliable. US employment law uses the ratio.',
    avoid:
      'If the true outcome differs between groups, such as the prevalence of an illness: equal rates then cause errors in one of the groups.',
    conflicts:
      'Equal error rates and equal predictive values, if base rates differ and decisions are related to the labels.',
  },
  {
    metrics: [
      'truePositiveRate',
      'falseNegativeRate',
      'equalOpportunityDifference',
      'falseNegativeRateDifference',
      'falseNegativeRateRatio',
    ],
    use: 'When the harm is to miss people who deserve the favorable decision, and the labels are correct.',
    avoid:
      'If labels exist only for people who were selected before, or if incorrect favorable decisions are equally harmful.',
    conflicts: 'Equal predictive values and equal selection rates, if base rates differ.',
  },
  {
    metrics: ['falsePositiveRate', 'trueNegativeRate', 'falsePositiveRateDifference', 'falsePositiveRateRatio'],
    use: 'When the positive decision is a burden, such as detention or an inspection, to measure how often it affects the wrong people.',
    avoid: 'If few rows are actual negatives, because the rate is then based on only these rows.',
    conflicts: 'Equal predictive values, if base rates differ (Chouldechova 2017).',
  },
  {
    metrics: [
      'averageOddsDifference',
      'averageAbsOddsDifference',
      'equalizedOddsDifference',
      'balancedAccuracy',
      'informedness',
    ],
    use: 'When both kinds of error matter. The largest or the mean absolute difference detects gaps that the signed mean can hide.',
    avoid:
      'The signed mean if the two differences have opposite signs, because they cancel. If one kind of error matters far more, use the metric for that error.',
    conflicts: 'Equal predictive values and calibration, if base rates differ.',
  },
  {
    metrics: [
      'generalizedTruePositiveRate',
      'generalizedFalsePositiveRate',
      'generalizedTrueNegativeRate',
      'generalizedFalseNegativeRate',
      'generalizedEqualizedOddsDifference',
    ],
    use: 'To compare groups by their scores, before a threshold is chosen.',
    avoid: 'If a threshold determines decisions, because mean scores can be equal although decisions are not.',
    conflicts: 'Scores that are calibrated in every group, if base rates differ (Kleinberg et al. 2016).',
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
    use: 'To check whether a positive or negative decision is equally reliable in every group.',
    avoid: 'As the only metric: a stricter standard for one group can leave it unchanged or even improve it.',
    conflicts: 'Equal error rates, if base rates differ.',
  },
  {
    metrics: ['accuracy', 'errorRate', 'errorRateDifference', 'errorRateRatio', 'f1Score'],
    use: 'For an overview of the model’s quality in each group.',
    avoid:
      'If the two kinds of error cause different harm, or outcomes are rare, because equal accuracy can hide opposite errors.',
    conflicts: 'Equal error rates of each kind, if base rates differ.',
  },
  {
    metrics: ['smoothedEmpiricalDifferentialFairness', 'differentialFairnessBiasAmplification'],
    use: 'For intersectional groups, as one number for the two groups with the largest gap.',
    avoid: 'With many tiny groups, because the largest of many noisy ratios is large by chance. Check the group sizes.',
    conflicts: 'Equal error rates, if base rates differ, as for selection rates.',
  },
  {
    metrics: ['standardizedDifference', 'standardizedRatio', 'commonOddsRatio', 'sameOdds', 'sameOddsRatio'],
    use: 'When a gap may be due to the distribution of groups over another variable, such as departments, regions, or levels of experience.',
    avoid:
      'If the conditions result from group membership or past discrimination, such as a rank that people were denied, because such conditions hide the gap.',
    conflicts:
      'Equal rates over all rows, if the distribution of groups over strata differs and the strata have different rates (Simpson’s paradox).',
  },
  {
    metrics: ['classImbalance', 'klDivergence', 'conditionalDemographicDisparity'],
    use: 'To check whether the groups in training data are equally large and have positive outcomes equally often.',
    avoid:
      'To judge a model, because the metric uses only labels. The single number does not identify the disadvantaged group.',
    conflicts:
      'None with criteria for decisions, but a model that reproduces these labels keeps their differences in base rates.',
  },
  {
    metrics: ['richSubgroup', 'biasScan', 'scoreGroups'],
    use: 'When you do not know which combination of attributes has the largest errors.',
    avoid:
      'As proof, because the worst of many subgroups always looks bad. Check the p-value, and confirm the result with other data.',
    conflicts: 'A small value for named groups does not imply a small value for the worst of all subgroups.',
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
    use: 'When unequal treatment of individuals matters, both within and between groups.',
    avoid:
      'If a false positive is not a benefit, because the benefit is 0 for a false negative, 1 for a correct prediction, and 2 for a false positive.',
    conflicts: 'Less inequality between groups can mean more inequality within groups.',
  },
  {
    metrics: ['consistency'],
    use: 'When similar people should be treated similarly, and the features define similarity.',
    avoid:
      'With features of different units, or proxies for a protected attribute, because the distance then determines which treatment counts as fair.',
    conflicts: 'Equal selection rates, if groups differ in the features.',
  },
  {
    metrics: ['euclideanDistance', 'manhattanDistance', 'mahalanobisDistance', 'otDistance'],
    use: 'To measure how far a transformation of the data moved people’s features, and compare groups.',
    avoid: 'To compare data sets with different units or features, because distances have the units of the data.',
    conflicts: 'Low distortion conflicts with the removal of differences between groups.',
  },
  {
    metrics: ['shareRatio', 'logShareRatio', 'shareDifference', 'missingMembers', 'totalVariation'],
    use: 'When data, applicants, or generated results should represent a population.',
    avoid:
      'If the reference is not the relevant population: applicants for a profession, for example, differ from residents.',
    conflicts: 'Representative data do not make decisions about groups equal.',
  },
  {
    metrics: [...['exposure', 'relativeExposure', 'exposurePerMerit', 'skew', 'ndkl', 'favored'], 'prefixTests'],
    use: 'For ranked lists of people or products, in which lower positions get less attention.',
    avoid: 'If only a cutoff matters, because selection rates are easier to interpret.',
    conflicts: 'Equal exposure per row and exposure in proportion to relevance, if relevance differs between groups.',
  },
  {
    metrics: ['monitoredGap'],
    use: 'To detect a gap early in decisions that arrive over time, without false alarms.',
    avoid: 'To find the time at which a gap began: a mean changes slowly. Start a new monitor after each known change.',
    conflicts: 'The difference between the rates of all rows, if rates and the sizes of groups change over time.',
  },
  {
    metrics: ['infeasibleIndex', 'discountedCumGain'],
    use: 'To compare rankings in which the top positions matter most.',
    avoid: 'If only a cutoff matters, because selection rates are easier to interpret.',
    conflicts: 'A ranking only by score conflicts with target proportions in every prefix.',
  },
  {
    metrics: ['areaUnderCurve', 'brierScore', 'logLoss', 'expectedCalibrationError'],
    use: 'To check whether scores rank people equally well in every group, and whether a given score means the same in every group.',
    avoid: 'To judge decisions, because they depend on thresholds.',
    conflicts:
      'Calibration in every group conflicts with equal mean scores for the same outcome, if base rates differ.',
  },
  {
    metrics: ['giniIndex'],
    use: 'To measure how unequally an amount, such as a price, a grant, or attention, is distributed within each group.',
    avoid: 'To judge predictions of outcomes, because scores that separate outcomes well are unequal.',
    conflicts: 'Scores that separate outcomes, because better separation makes scores more unequal.',
  },
  {
    metrics: ['maximumCalibrationError', ...['calibrationInTheLarge', 'calibrationIntercept', 'calibrationSlope']],
    use: 'To check whether scores that are read as probabilities are too high, too low, or too extreme for a group.',
    avoid:
      'With few rows of one outcome, because the largest gap then varies strongly between samples, and the calibration line is imprecise.',
    conflicts:
      'Calibration in every group conflicts with equal mean scores for the same outcome, if base rates differ.',
  },
  {
    metrics: ['kolmogorovSmirnov', 'wasserstein'],
    use: 'To find the largest or the average gap over all thresholds, before a threshold is chosen.',
    avoid:
      'With few rows, because distances between samples are above 0 even if the groups have the same distribution.',
    conflicts: 'Equal distributions of scores conflict with calibration in every group, if base rates differ.',
  },
  {
    metrics: [...['jensenShannon', 'totalVariationDistance', 'largestOutcomeDifference', 'lpNorm']],
    use: 'When the outcome has more than two values, such as a rating or a type of offer, and no single value is favorable.',
    avoid:
      'If one value is favorable: compare its rates, which identify the disadvantaged group. With few rows, distances between samples are above 0 even if the distributions are equal.',
    conflicts: 'Equal distributions of predictions conflict with equal error rates, if base rates differ.',
  },
  {
    metrics: ['areaBetweenCurves'],
    use: 'To check whether scores rank the outcomes of both groups equally well at every threshold.',
    avoid:
      'If only one threshold is used: compare the rates at this threshold. With few rows of an outcome, the area between samples is above 0 even if the curves are equal.',
    conflicts: 'Equal curves conflict with calibration in every group, if base rates differ and scores are imperfect.',
  },
  {
    metrics: ['standardizedMeanDifference'],
    use: 'For regression predictions in an unfamiliar unit: the result is in standard deviations.',
    avoid: 'If groups differ in more than their mean, or the values are skewed.',
    conflicts: 'Equal mean predictions conflict with equal mean errors, if the mean targets differ.',
  },
  {
    metrics: ['subgroupAreas'],
    use: 'For scores of people or texts that can have several identities at once, such as a religion and a race.',
    avoid: 'If an identity has few rows with one of the outcomes, because the lowest AUC dominates the power mean.',
    conflicts: 'Equal AUC within identities conflicts with scores that have the same meaning for all identities.',
  },
  {
    metrics: ['averagePrecision'],
    use: 'When a few people are selected from many by score, and the selected people matter more than the others.',
    avoid:
      'To compare groups with different base rates, because it increases with the base rate if the ranking is equally good.',
    conflicts: 'Equal AUC, if base rates differ.',
  },
  {
    metrics: ['meanError'],
    use: 'For regression, to check whether predictions are too high for some groups and too low for others.',
    avoid: 'As the only metric, because large errors of opposite signs cancel.',
    conflicts: 'None in general; it does not imply calibration at every level of the prediction.',
  },
  {
    metrics: [
      ...['meanAbsoluteError', 'meanSquaredError', 'rootMeanSquaredError'],
      ...['meanAbsolutePercentageError', 'r2Score'],
      ...['medianAbsoluteError', 'maxError', 'explainedVariance'],
    ],
    use: 'For regression, to check whether errors are equally large for every group.',
    avoid:
      'If the sign of errors matters, because predictions with errors of the same size can be too high for one group and too low for another.',
    conflicts: 'Equal squared errors conflict with equal R², if the variance of the targets differs between groups.',
  },
  {
    metrics: ['pinballLoss'],
    use: 'To check whether predicted quantiles, such as a maximum waiting time, are equally reliable for every group.',
    avoid: 'If the model predicts the mean: use the squared or absolute error instead.',
    conflicts: 'Equal losses, if the targets of one group vary more than those of another.',
  },
  {
    metrics: ['BA_MALS', 'DBA', 'MDBA', 'captionBiasAmplification'],
    use: 'To check whether a model strengthens the association between an attribute and a task in the data.',
    avoid: 'To judge the data, because 0 means that the model reproduces the bias of the data.',
    conflicts: 'Zero amplification conflicts with equal rates, if the data are unequal.',
  },
  {
    metrics: ['leakage', 'DPA', 'LIC', 'DBAC'],
    use: 'When the association between attribute and task may have any form, because attackers find associations that counts of pairs miss.',
    avoid:
      'With few rows, or if the attackers predict worse than tables of counts, because the results then reflect the attackers rather than the model.',
    conflicts: 'Zero leakage beyond the data conflicts with equal rates, if the data are unequal.',
  },
  {
    metrics: classMetrics.filter(({ inputs }) => inputs.includes('prediction')).map(({ name }) => name),
    use: 'For multiclass or multilabel predictions: use averages over classes for an overview, kappa for classes of different sizes, and then each class against the rest.',
    avoid:
      'As the only metric, because groups can have equal averages but unequal rates for single classes. Averages that count classes without rows as 0 compare groups over different classes.',
    conflicts:
      'Equal rates of every class conflict with equal predictive values of every class, if the base rates of classes differ.',
  },
  {
    metrics: classMetrics.filter(({ inputs }) => inputs.includes('score')).map(({ name }) => name),
    use: 'When probabilities or scores of the classes are used directly, before or instead of a decision.',
    avoid:
      'If only the decision affects people, because scores may rank well although decisions based on them treat groups unequally.',
    conflicts: 'None in general; good ranking does not imply good calibration.',
  },
  {
    metrics: ['gap', 'disagreement', 'squaredEffect', 'canceled', 'betweenVariance'],
    use: 'When a model’s decisions vary between runs, as with language models, and each case was decided several times with different names.',
    avoid:
      'With one run per case and name, because effects on individual cases cannot then be distinguished from noise. A name can also suggest more than the intended group.',
    conflicts: 'None, but a gap of 0 and large effects on individual cases can occur together.',
  },
  {
    metrics: ['s_DIS', 's_AMB', 'stereotypePreferred', 'icat'],
    use: 'To compare a language model with published results of the same benchmark, by category of bias.',
    avoid:
      'As the only evidence about an application, because the sentences of a benchmark differ from the application’s prompts, may occur in the training data, and contain errors.',
    conflicts:
      'None between the scores. A score of 0 over all categories can result from biases in opposite directions.',
  },
  {
    metrics: ['ratesPerExposure'],
    use: 'When the number of possible events differs between rows, such as words per recording or insured years per policy.',
    avoid:
      'Without clusters, if events of one recording, policy, or person are dependent, because intervals are then too narrow.',
    conflicts: 'None in general; equal rates per exposure do not imply equal rates per person.',
  },
  {
    metrics: [
      'binaryProvableRobustAccuracy',
      'binaryProvableAvgRobustness',
      'categoricalProvableRobustAccuracy',
      'categoricalProvableAvgRobustness',
    ],
    use: 'When small changes of an input must not change a decision, or must not change decisions about one group more easily than about another.',
    avoid: 'With an unproven Lipschitz constant, or if distances are meaningless for the data.',
    conflicts: 'Large certified radii conflict with the highest accuracy: smoother networks fit the data less closely.',
  },
];

const byName = new Map(notions.flatMap(({ metrics, ...advice }) => metrics.map((name) => [name, advice] as const)));

/** Returns the advice for the metric with this name, or undefined for an unknown metric. */
export function metricAdvice(name: string):
  | {
      /** When the metric is appropriate. */
      use: string;
      /** When the metric is misleading. */
      avoid: string;
      /** Criteria that cannot hold at the same time, except in special cases. */
      conflicts: string;
    }
  | undefined {
  return byName.get(name);
}
