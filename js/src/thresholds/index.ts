// SPDX-License-Identifier: Apache-2.0
//
// The exports of 'fairwasm/thresholds'.

import './results.js';

export type { CalibratedOutcome, CalibratedTask } from './calibrated-odds.js';
export type { ScoreCurves, ThresholdGroup } from './curves.js';
export type { Frontier, ThresholdReport } from './describe.js';
export type { HeldOutCost } from './held-out.js';
export type { GroupOutcome, ThresholdOutcome } from './outcome.js';
export type { ThresholdRows } from './rows.js';
export type { ThresholdConstraint, ThresholdObjective, ThresholdTask } from './task.js';
export { load, type Thresholds } from './thresholds.js';
