// SPDX-License-Identifier: Apache-2.0
//
// Names of the metrics in other libraries and textbooks, so that each can be found by a familiar name. Names
// that differ only in spelling (`true_positive_rate`) need no entry.

/**
 * Names in AIF360, aif360.sklearn, fairlearn, scikit-learn, and ignite, and common short names, by metric.
 */
export const aliases: Readonly<Record<string, readonly string[]>> = {
  baseRate: ['prevalence', 'prev'],
  selectionRate: ['acceptance rate', 'positive rate', 'predicted positive rate', 'PPREV'],
  truePositiveRate: ['recall', 'recall_score', 'sensitivity', 'sensitivity_score', 'hit rate', 'TPR'],
  falsePositiveRate: ['false_positive_rate_error', 'fall-out', 'FPR'],
  trueNegativeRate: ['specificity', 'specificity_score', 'selectivity', 'TNR'],
  falseNegativeRate: ['false_negative_rate_error', 'miss rate', 'FNR'],
  positivePredictiveValue: ['precision', 'precision_score', 'PPV'],
  negativePredictiveValue: ['NPV'],
  falseDiscoveryRate: ['FDR'],
  falseOmissionRate: ['false_omission_rate_error', 'FOR'],
  accuracy: ['accuracy_score', 'ACC'],
  errorRate: ['zero_one_loss', 'ERR'],
  generalizedTruePositiveRate: ['generalized_tpr', 'GTPR'],
  generalizedFalsePositiveRate: ['generalized_fpr', 'GFPR'],
  generalizedTrueNegativeRate: ['generalized_tnr', 'GTNR'],
  generalizedFalseNegativeRate: ['generalized_fnr', 'GFNR'],
  f1Score: ['F1', 'F-measure'],
  balancedAccuracy: ['balanced_accuracy_score'],
  informedness: ['Youden’s J', 'bookmaker informedness'],
  statisticalParityDifference: ['mean_difference', 'SPD', 'statistical_parity'],
  disparateImpact: ['disparate_impact_ratio', 'DI', 'four-fifths rule', 'adverse impact ratio', 'AIR'],
  equalOpportunityDifference: ['true_positive_rate_difference', 'EOD', 'equal_opportunity_diff'],
  averageOddsDifference: ['AOD', 'average_odds_diff'],
  falsePositiveRateDifference: ['false_positive_rate_diff'],
  averageAbsOddsDifference: ['average_odds_error'],
  smoothedEmpiricalDifferentialFairness: ['smoothed_edf', 'differential fairness'],
  differentialFairnessBiasAmplification: ['df_bias_amplification'],
  commonOddsRatio: ['Mantel-Haenszel odds ratio', 'MH odds ratio'],
  sameOdds: ['CMH', 'Mantel-Haenszel test', 'test_null_odds'],
  sameOddsRatio: ['Tarone test'],
  standardizedDifference: ['conditional demographic parity', 'conditional statistical parity', 'adjusted difference'],
  conditionalDemographicDisparity: ['CDD'],
  biasScan: ['mdss_bias_scan'],
  scoreGroups: ['mdss_bias_score'],
  generalizedEntropyIndex: ['generalized_entropy_error'],
  betweenAllGroupsGeneralizedEntropyIndex: ['between_group_generalized_entropy_error'],
  consistency: ['consistency_score'],
  otDistance: ['transport'],
  discountedCumGain: ['DCG', 'ndcg', 'discounted cumulative gain'],
  areaUnderCurve: ['roc_auc_score', 'AUC', 'ROC AUC'],
  averagePrecision: ['average_precision_score', 'area under the precision-recall curve'],
  brierScore: ['brier_score_loss'],
  logLoss: ['cross-entropy'],
  expectedCalibrationError: ['ECE'],
  maximumCalibrationError: ['MCE'],
  calibrationInTheLarge: ['CITL'],
  calibrationSlope: ['Cox slope'],
  calibrationIntercept: ['Cox intercept'],
  kolmogorovSmirnov: ['ks_2samp', 'KS', 'kolmogorov_smirnov_distance'],
  wasserstein: ['wasserstein_1', 'wasserstein_distance', "earth mover's distance"],
  jensenShannon: ['JS', 'Jensen-Shannon divergence'],
  totalVariationDistance: ['TVD'],
  lpNorm: ['LP'],
  areaBetweenCurves: ['ABROCA', 'area between ROC curves'],
  standardizedMeanDifference: ['SMD'],
  subgroupAreas: ['subgroup_auc', 'BPSN', 'BNSP', 'bpsn_auc', 'bnsp_auc'],
  medianAbsoluteError: ['MedAE'],
  pinballLoss: ['mean_pinball_loss', 'quantile loss'],
  maxError: ['maximum error'],
  explainedVariance: ['explained_variance_score'],
  meanError: ['bias of predictions', 'mean signed error'],
  meanAbsoluteError: ['MAE'],
  meanAbsolutePercentageError: ['MAPE'],
  meanSquaredError: ['MSE'],
  rootMeanSquaredError: ['RMSE'],
  r2Score: ['R²', 'coefficient of determination'],
  kappa: ["Cohen's kappa", 'cohen_kappa_score'],
  quadraticKappa: ['quadratic weighted kappa', 'QWK'],
  matthewsCorrelation: ['matthews_corrcoef', 'MCC'],
  macroPrecision: ['precision_macro'],
  macroRecall: ['recall_macro'],
  macroF1Score: ['f1_macro'],
  microF1Score: ['f1_micro'],
  weightedF1Score: ['f1_weighted'],
  topAccuracy: ['top_k_accuracy_score', 'top_k_accuracy'],
  macroAreaUnderCurve: ['roc_auc_ovr'],
  pairwiseAreaUnderCurve: ['roc_auc_ovo', 'M measure'],
  jaccardIndex: ['jaccard_score', 'intersection over union'],
  labelRankingAveragePrecision: ['label_ranking_average_precision_score', 'LRAP'],
  captionBiasAmplification: ['bias_amplification of captions', 'mean bias amplification'],
};

/**
 * Functions of `fairwasm/fairlearn` and `fairwasm/ignite` that compare all groups in a rate: the rate, and
 * the statistic of its values. Names that the metrics table also has (AIF360's differences of two groups,
 * such as `true_positive_rate_difference`) refer to the table.
 */
export const groupFunctions: Readonly<Record<string, GroupFunction>> = {
  demographicParityDifference: { rates: ['selectionRate'], statistic: 'difference' },
  demographicParityRatio: { rates: ['selectionRate'], statistic: 'ratio' },
  selectionRateDifference: { rates: ['selectionRate'], statistic: 'difference' },
  selectionRateRatio: { rates: ['selectionRate'], statistic: 'ratio' },
  equalizedOddsRatio: { rates: ['truePositiveRate', 'falsePositiveRate'], statistic: 'ratio' },
  equalOpportunityRatio: { rates: ['truePositiveRate'], statistic: 'ratio' },
  truePositiveRateRatio: { rates: ['truePositiveRate'], statistic: 'ratio' },
  trueNegativeRateDifference: { rates: ['trueNegativeRate'], statistic: 'difference' },
  trueNegativeRateRatio: { rates: ['trueNegativeRate'], statistic: 'ratio' },
  accuracyScoreDifference: { rates: ['accuracy'], statistic: 'difference' },
  accuracyScoreRatio: { rates: ['accuracy'], statistic: 'ratio' },
  accuracyDifference: { rates: ['accuracy'], statistic: 'difference' },
  subgroupAccuracyDifference: { rates: ['accuracy'], statistic: 'difference' },
  zeroOneLossDifference: { rates: ['errorRate'], statistic: 'difference' },
  zeroOneLossRatio: { rates: ['errorRate'], statistic: 'ratio' },
};

/** A rate, and the statistic of its values in all groups: the largest gap, or smallest over largest. */
export interface GroupFunction {
  /** The value is the smallest over these rates. */
  rates: readonly string[];
  statistic: 'difference' | 'ratio';
}

/** Names for one of the values of a metric with several values, and the settings that select it. */
export const presets: Readonly<Record<string, Preset>> = {
  ndcg: { normalized: true },
  subgroupAuc: { area: 'subgroup' },
  BPSN: { area: 'bpsn' },
  bpsnAuc: { area: 'bpsn' },
  BNSP: { area: 'bnsp' },
  bnspAuc: { area: 'bnsp' },
};

export interface Preset {
  normalized?: boolean | undefined;
  /** The AUC to which a value of subgroupAreas refers, instead of the mean of all. */
  area?: 'subgroup' | 'bpsn' | 'bnsp' | undefined;
}

/** @internal Returns values by their normalized names. */
export const byPlainName = <T>(names: Readonly<Record<string, T>>) =>
  new Map(Object.entries(names).map(([name, value]) => [plainName(name), value]));

/** Normalizes a name for comparison: removes case, spaces, hyphens, and underscores. */
export const plainName = (name: string): string => name.replaceAll(/[\s_-]/g, '').toLowerCase();

const functions = byPlainName(groupFunctions);
const preset = byPlainName(presets);

/** Returns the function of all groups with this name, in any spelling; undefined for others. */
export const getGroupFunction = (name: string): GroupFunction | undefined => functions.get(plainName(name));

/** Returns the settings that an alias implies; empty for most names. */
export const getPreset = (name: string): Preset => preset.get(plainName(name)) ?? {};

/** Returns other names of a metric. */
export const getAliases = (name: string): readonly string[] =>
  Object.hasOwn(aliases, name) ? (aliases[name] as readonly string[]) : [];
