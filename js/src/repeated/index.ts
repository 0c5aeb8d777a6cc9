// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm/repeated`.

import './results.js';

export type { ExposureInput, ExposureReport } from '../exposure/rates.js';
export type { ExposureSums } from '../exposure/sums.js';
export type { BbqInput, BenchmarkReport, CrowsPairsInput, StereoSetInput } from './benchmarks.js';
export { runsFromLog } from './log.js';
export { load, type Repeated } from './repeated.js';
export type { RepeatedInput } from './runs.js';
export type { RepeatedReport } from './variants.js';
