// SPDX-License-Identifier: Apache-2.0
//
// The exports of 'fairwasm/aif360'.

export type { DatasetInput, GroupCondition } from '../data/condition.js';
export type { FeatureMatrix } from '../data/matrix.js';
export type { GroupChoice, RowMetric } from '../data/row-metric.js';
export { SampleDistortionMetric, type WeightedDistances } from '../individual/distortion.js';
export { type Aif360, load } from './aif360.js';
export type { BiasScanInput, BiasScanOptions, BiasScanResult } from './bias-scan.js';
export { type ClassificationInput, ClassificationMetric } from './classification-metric.js';
export type { ConfusionMetric } from './confusion-metric.js';
export { BinaryLabelDatasetMetric, DatasetMetric } from './dataset-metric.js';
export type { BenefitsOf } from './entropy.js';
export type { EstimateOptions } from './estimates.js';
export { MDSSClassificationMetric, type MDSSInput } from './mdss.js';
export type { BinaryLabelDatasetInput } from './metric-source.js';
export { type RegressionDatasetInput, RegressionDatasetMetric } from './ranking.js';
export type { RichSubgroupInput } from './rich-subgroup.js';
export {
  type ConditionedRows,
  computeBooleanConditioningVector,
  computeDistance,
  computeNumGenTFPN,
  computeNumInstances,
  computeNumPosNeg,
  computeNumTFPN,
} from './utilities.js';
