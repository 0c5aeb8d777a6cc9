// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm/individual`.

export type { ConsistencyOptions } from './consistency.js';
export {
  type DistanceConfidence,
  type EstimateChoice,
  type SampleDistortionInput,
  SampleDistortionMetric,
  type WeightedDistances,
} from './distortion.js';
export { type Individual, load } from './individual.js';
export type { Classifier, OtDistance, OtDistanceOptions } from './transport.js';
