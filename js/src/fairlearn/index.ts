// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm/fairlearn`.

export { type Fairlearn, load, type ScalarInput } from './fairlearn.js';
export type { MetricFrameInput } from './frame-input.js';
export type { ControlLevel, SpreadOptions } from './metric-frame.js';
export { MetricFrame } from './metric-frame.js';
export type { FrameMetric, MetricName } from './metric-names.js';
