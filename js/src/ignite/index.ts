// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm/ignite`: PyTorch-Ignite's metrics, computed in JavaScript without loading WebAssembly.

export type { Sum, Sums } from './base-metric.js';
export { BaseMetric, type BaseMetricOptions, type StateDict } from './base-metric.js';
export { Accuracy, type ClassMetric, SelectionRate } from './class-metrics.js';
export { load } from './load.js';
export type { Outputs, ReadBatch, ReadOutputs } from './outputs.js';
export {
  DemographicParityDifference,
  SubgroupAccuracyDifference,
  type SubgroupBatch,
  SubgroupDifference,
  SubgroupMetric,
} from './subgroups.js';
export type { NestedArray, Tensor, TensorInput } from './tensor.js';
