// SPDX-License-Identifier: Apache-2.0
//
// The exports of 'fairwasm/classes'.

import './results.js';

export type { FeatureMatrix } from '../data/matrix.js';
export type { ClassAudit, ClassOptions } from './class-audit.js';
export type { ClassFrame, ClassGroup } from './class-frame.js';
export type { ClassInput } from './class-input.js';
export { type Classes, load } from './classes.js';
export type { LabelAudit, LabelFrame, LabelInput } from './label-audit.js';
export type { LabelGroup } from './label-group.js';
export type { MeasuredFrame, MeasuredGroup } from './measured-frame.js';
export type { ClassBreakdown, ClassReport, ClassReportContext, LabelReport, MeasuredReport } from './report.js';
