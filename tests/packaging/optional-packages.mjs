// SPDX-License-Identifier: Apache-2.0
//
// The public names of the libraries in docs/coming-from.md, from their documentation. Each has a counterpart in the
// entry point for that library, or is explained in the page.

const words = (text) => text.trim().split(/\s+/);

/** By library: its entry point and its names. */
export const peers = {
  AIF360: {
    entryPoint: 'aif360',
    names: words(`
      BinaryLabelDataset MulticlassLabelDataset RegressionDatasetMetric BinaryLabelDatasetMetric ClassificationMetric
      SampleDistortionMetric MDSSClassificationMetric MetricTextExplainer MetricJSONExplainer
      num_instances num_positives num_negatives base_rate disparate_impact statistical_parity_difference consistency
      smoothed_empirical_differential_fairness mean_difference rich_subgroup
      binary_confusion_matrix generalized_binary_confusion_matrix num_true_positives num_false_positives num_false_negatives
      num_true_negatives num_generalized_true_positives num_generalized_false_positives num_generalized_false_negatives
      num_generalized_true_negatives performance_measures true_positive_rate false_positive_rate false_negative_rate
      true_negative_rate generalized_true_positive_rate generalized_false_positive_rate generalized_false_negative_rate
      generalized_true_negative_rate positive_predictive_value false_discovery_rate false_omission_rate negative_predictive_value
      accuracy error_rate true_positive_rate_difference false_positive_rate_difference false_negative_rate_difference
      false_omission_rate_difference false_discovery_rate_difference false_positive_rate_ratio false_negative_rate_ratio
      false_omission_rate_ratio false_discovery_rate_ratio average_odds_difference average_abs_odds_difference
      average_predictive_value_difference equal_opportunity_difference equalized_odds_difference
      generalized_equalized_odds_difference error_rate_difference error_rate_ratio num_pred_positives num_pred_negatives
      selection_rate generalized_entropy_index theil_index coefficient_of_variation between_group_generalized_entropy_index
      between_group_theil_index between_group_coefficient_of_variation between_all_groups_generalized_entropy_index
      between_all_groups_theil_index between_all_groups_coefficient_of_variation differential_fairness_bias_amplification
      power precision recall sensitivity specificity
      total average maximum euclidean_distance manhattan_distance mahalanobis_distance average_euclidean_distance
      average_manhattan_distance average_mahalanobis_distance maximum_euclidean_distance maximum_manhattan_distance
      maximum_mahalanobis_distance mean_euclidean_distance_difference mean_manhattan_distance_difference
      mean_mahalanobis_distance_difference mean_euclidean_distance_ratio mean_manhattan_distance_ratio
      mean_mahalanobis_distance_ratio
      score_groups bias_scan infeasible_index discounted_cum_gain ndcg ot_distance
      compute_boolean_conditioning_vector compute_num_instances compute_num_pos_neg compute_num_TF_PN compute_num_gen_TF_PN
      compute_distance
      num_samples num_pos_neg make_scorer difference ratio intersection one_vs_rest specificity_score sensitivity_score
      smoothed_base_rate smoothed_selection_rate generalized_fpr generalized_fnr disparate_impact_ratio average_odds_error
      false_positive_rate_error false_negative_rate_error class_imbalance kl_divergence conditional_demographic_disparity
      smoothed_edf df_bias_amplification between_group_generalized_entropy_error generalized_entropy_error consistency_score
      mdss_bias_scan mdss_bias_score Reweighing`),
  },
  fairlearn: {
    entryPoint: 'fairlearn',
    names: words(`
      MetricFrame by_group overall difference ratio group_min group_max by_group_ci overall_ci difference_ci ratio_ci group_min_ci
      group_max_ci control_levels sensitive_levels ci_quantiles
      count mean_prediction selection_rate true_positive_rate true_negative_rate false_positive_rate false_negative_rate
      demographic_parity_difference demographic_parity_ratio equal_opportunity_difference equal_opportunity_ratio
      equalized_odds_difference equalized_odds_ratio make_derived_metric plot_model_comparison ThresholdOptimizer
      true_positive_rate_difference true_positive_rate_ratio true_negative_rate_difference true_negative_rate_ratio
      false_positive_rate_difference false_positive_rate_ratio false_negative_rate_difference false_negative_rate_ratio
      selection_rate_difference selection_rate_ratio accuracy_score_difference accuracy_score_ratio accuracy_score_group_min
      zero_one_loss_difference zero_one_loss_ratio zero_one_loss_group_max
      balanced_accuracy_score_group_min precision_score_group_min recall_score_group_min f1_score_group_min r2_score_group_min
      roc_auc_score_group_min mean_absolute_error_group_max mean_squared_error_group_max log_loss_group_max`),
  },
  ignite: {
    entryPoint: 'ignite',
    names: words(`
      Metric Accuracy Precision Recall Fbeta ConfusionMatrix Loss SelectionRate SubgroupMetric SubgroupDifference
      SubgroupAccuracyDifference DemographicParityDifference update compute reset attach detach is_attached state_dict
      load_state_dict`),
  },
  bias_amplification: {
    entryPoint: 'amplification',
    names: words(`
      BA_MALS DBA MDBA Leakage DPA computeBiasAmp computeBiasAmpBidirectional checkBias check_bias computeProbs computePairProbs
      computeAgivenT computeTgivenA getAttributeCombinationStats biasamp_attribute_to_task biasamp_task_to_attribute calcLeak
      calcLambda permuteData compute_leakage split simpleDenseModel dataCreator`),
  },
  'bias-analysis': {
    entryPoint: 'amplification',
    names: words(`
      top_n_items bias bias_amplification get_bias_dict get_traincaptions feature_bias is_biased objects_bias bias_diff_sum
      return_bias return_biasamp`),
  },
  'deel-lip': {
    entryPoint: 'robustness',
    names: words(`
      CategoricalProvableRobustAccuracy BinaryProvableRobustAccuracy CategoricalProvableAvgRobustness BinaryProvableAvgRobustness
      evaluate_lip_const condense compute_layer_sv`),
  },
};
