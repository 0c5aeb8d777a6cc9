// SPDX-License-Identifier: Apache-2.0
//
// What other libraries and textbooks call the metrics of the table, so that each is found by the name that
// somebody knows. Names that differ in spelling alone (`true_positive_rate`) need no row.

/** By metric: names in AIF360, aif360.sklearn, fairlearn, scikit-learn and ignite, and common short ones. */
export const aliases: Readonly<Record<string, readonly string[]>> = {
  selectionRate: ['acceptance rate', 'positive rate', 'predicted positive rate'],
  truePositiveRate: [
    'recall',
    'recall_score',
    'sensitivity',
    'sensitivity_score',
    'power',
    'hit rate',
    'TPR',
  ],
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
  f1Score: ['F1', 'F-measure', 'fbeta'],
  balancedAccuracy: ['balanced_accuracy_score'],
  statisticalParityDifference: ['mean_difference', 'SPD'],
  disparateImpact: ['disparate_impact_ratio', 'DI', 'four-fifths rule'],
  equalOpportunityDifference: ['true_positive_rate_difference', 'EOD'],
  averageOddsDifference: ['AOD'],
  averageAbsOddsDifference: ['average_odds_error'],
  errorRateDifference: ['subgroup_accuracy_difference'],
  smoothedEmpiricalDifferentialFairness: ['smoothed_edf', 'differential fairness'],
  differentialFairnessBiasAmplification: ['df_bias_amplification'],
  classImbalance: ['CI'],
  conditionalDemographicDisparity: ['CDD'],
  biasScan: ['mdss_bias_scan'],
  scoreGroups: ['mdss_bias_score'],
  generalizedEntropyIndex: ['generalized_entropy_error'],
  betweenGroupGeneralizedEntropyIndex: ['between_group_generalized_entropy_error'],
  consistency: ['consistency_score'],
  otDistance: ['Wasserstein distance', 'transport'],
  discountedCumGain: ['DCG', 'discounted cumulative gain'],
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
  wasserstein: ['wasserstein_1', "earth mover's distance"],
  standardizedMeanDifference: ['SMD', "Cohen's d"],
  subgroupAreas: ['subgroup_auc', 'BPSN', 'BNSP', 'bpsn_auc', 'bnsp_auc'],
  medianAbsoluteError: ['MedAE'],
  maxError: ['maximum error'],
  explainedVariance: ['explained_variance_score'],
  meanError: ['bias of predictions', 'mean signed error'],
  meanAbsoluteError: ['MAE'],
  meanAbsolutePercentageError: ['MAPE'],
  meanSquaredError: ['MSE'],
  rootMeanSquaredError: ['RMSE'],
  r2Score: ['R²', 'coefficient of determination'],
  captionBiasAmplification: ['bias_amplification of captions', 'mean bias amplification'],
};

/** Other names of a metric. */
export const aliasesOf = (name: string): readonly string[] =>
  Object.hasOwn(aliases, name) ? (aliases[name] as readonly string[]) : [];

/** A name as it is compared: without case, spaces, hyphens and underscores. */
export const plainName = (name: string): string => name.replaceAll(/[\s_-]/g, '').toLowerCase();
