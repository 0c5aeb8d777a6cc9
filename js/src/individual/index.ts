// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm/individual`.

export type { FeatureMatrix } from '../data/matrix.js';
export type { GroupChoice, RowMetric } from '../data/row-metric.js';
export type { DistanceKind, SampleDistortionInput, SampleDistortionMetric, WeightedDistances } from './distortion.js';
export { type Individual, load } from './individual.js';
export type { Classifier, OtDistance, OtDistanceOptions } from './transport.js';
