// SPDX-License-Identifier: Apache-2.0
//
// The exports of 'fairwasm/scores'.

import './results.js';

export type { ScoreCalibration } from './calibration.js';
export type { StoredScores } from './describe-scores.js';
export type { GroupDistance } from './distances.js';
export { errorReport } from './error-report.js';
export type { ErrorBreakdown, ErrorInput, ErrorReport, ErrorReportGroup } from './error-report-shape.js';
export type { ErrorName, ExactErrors, NumberKind } from './exact-errors.js';
export type { ExactScores } from './exact-scores.js';
export type { OutcomeDistance, OutcomeDistanceInput } from './outcome-distances.js';
export type { PredictionCoverage, PredictionCoverageInput } from './prediction-coverage.js';
export { load, type Scores } from './scores.js';
export type { IdentityInput, SubgroupAreas } from './subgroup-areas.js';
