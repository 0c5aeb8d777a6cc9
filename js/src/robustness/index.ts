// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm/robustness`.

import './results.js';

export type { CertificateRows, Certificates, CertificatesOptions } from './certificates.js';
export { type CsvCertificates, certifyCsv, type ReportedNetwork, type RobustnessReport } from './certify-csv.js';
export {
  BinaryProvableAvgRobustness,
  BinaryProvableRobustAccuracy,
  CategoricalProvableAvgRobustness,
  CategoricalProvableRobustAccuracy,
  type RobustnessMetric,
} from './deel-lip.js';
export type { StoredRobustness } from './describe.js';
export type { Activation, Layer, LipschitzBound } from './lipschitz.js';
export type { Reduction, RobustnessInput } from './metrics.js';
export { load, type Robustness } from './robustness.js';
export { readSafetensors, type StoredTensor } from './safetensors.js';
export type { RadiusOptions, ScoreMatrix } from './scores.js';
export type { SteepestSlope } from './slope.js';
export type { GroupRobustness, RobustnessDifferences, RobustnessSummary } from './summary.js';
