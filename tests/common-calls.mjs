// SPDX-License-Identifier: Apache-2.0
//
// Ten common calls of each library, as its users write them.

export const calls = {
  AIF360: [
    ...['disparate_impact', 'statistical_parity_difference', 'equal_opportunity_difference'],
    ...['average_odds_difference', 'theil_index', 'consistency', 'BinaryLabelDatasetMetric'],
    ...['ClassificationMetric', 'Reweighing', 'FACTS'],
  ],
  fairlearn: [
    ...['MetricFrame', 'demographic_parity_difference', 'demographic_parity_ratio'],
    ...['equalized_odds_difference', 'equalized_odds_ratio', 'equal_opportunity_difference'],
    ...['selection_rate', 'true_positive_rate_difference', 'make_derived_metric'],
    'ThresholdOptimizer',
  ],
  'SageMaker Clarify': ['CI', 'DPL', 'KL', 'JS', 'TVD', 'CDDL', 'DPPL', 'DI', 'RD', 'GE'],
  Aequitas: [
    ...['tpr', 'fpr', 'fnr', 'fdr', 'for_disparity', 'pprev', 'ppr', 'fpr_disparity', 'fnr_disparity'],
    'pprev_disparity',
  ],
  holisticai: [
    ...['statistical_parity', 'disparate_impact', 'four_fifths', 'cohen_d', 'z_test_diff'],
    ...['equal_opportunity_diff', 'average_odds_diff', 'accuracy_diff', 'abroca', 'rmse_ratio'],
  ],
  'jfa and JASP': [
    ...['demographic parity', 'proportional parity', 'predictive rate parity', 'accuracy parity'],
    ...['false negative rate parity', 'false positive rate parity', 'true positive rate parity'],
    ...['negative predictive value parity', 'specificity parity', 'odds ratio'],
  ],
  'Fairness Indicators': [
    ...['positive_rate', 'negative_rate', 'true_positive_rate', 'true_negative_rate'],
    ...['false_positive_rate', 'false_negative_rate', 'false_discovery_rate'],
    ...['false_omission_rate', 'precision', 'recall'],
  ],
  SolasAI: [
    ...['adverse impact ratio', 'AIR', 'SMD', 'RSMD', 'odds ratio', 'RMSE', 'R-squared'],
    ...['false positive rate', 'true positive rate', 'precision'],
  ],
  OxonFair: [
    ...['demographic_parity', 'equal_opportunity', 'equalized_odds', 'predictive_parity'],
    ...['accuracy', 'balanced_accuracy', 'f1', 'treatment_equality', 'conditional_use_accuracy'],
    'disparate_impact',
  ],
};
