// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm/repeated`.

export type { ExposureGroup, ExposureInput, ExposureReport } from '../exposure/rates.js';
export type { ExposureReportOptions, ExposureRows, ExposureSums } from '../exposure/sums.js';
export type {
  BbqInput,
  BenchmarkCategory,
  BenchmarkReport,
  CrowsPairsInput,
  StereoSetInput,
} from './benchmarks.js';
export { type LogOptions, type LogRuns, runsFromLog, tableFromLog } from './log.js';
export { load, type Repeated } from './repeated.js';
export type { Runs } from './runs.js';
export type { Disagreement, RepeatedInput, RepeatedReport, VariantEffect } from './variants.js';
