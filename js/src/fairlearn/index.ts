// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm/fairlearn`.

export {
  type DerivedMetric,
  type Fairlearn,
  type GeneratedMetrics,
  load,
  type ScalarInput,
} from './fairlearn.js';
export type { MetricFrameInput } from './frame-input.js';
export type { ControlLevel, SpreadOptions } from './metric-frame.js';
export { MetricFrame } from './metric-frame.js';
export type { FrameMetric, GroupSummary, MetricName } from './metric-names.js';
