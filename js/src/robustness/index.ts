// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm/robustness`.

export type {
  CertificateRows,
  Certificates,
  CertificatesOptions,
  CountedCertificates,
  SummaryOptions,
} from './certificates.js';
export {
  type CsvCertificates,
  certifyCsv,
  type ReportedNetwork,
  type ReportedRobustness,
  type RobustnessReport,
} from './certify-csv.js';
export {
  BinaryProvableAvgRobustness,
  BinaryProvableRobustAccuracy,
  CategoricalProvableAvgRobustness,
  CategoricalProvableRobustAccuracy,
} from './deel-lip.js';
export { describeRobustness, type StoredRobustness } from './describe.js';
export type { Activation, Layer, LipschitzBound } from './lipschitz.js';
export { load, type Robustness } from './robustness.js';
export { readSafetensors, type StoredTensor } from './safetensors.js';
export type { Scores } from './scores.js';
export type { GroupRobustness, RobustnessDifferences, RobustnessSummary } from './summary.js';
