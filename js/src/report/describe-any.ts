// SPDX-License-Identifier: Apache-2.0
//
// Describes a report or a comparison, whichever it is.

import type { ComparisonReport } from '../audit/comparison.js';
import type { Document } from '../document/model.js';
import { describeComparison } from './describe-comparison.js';
import { describeReport } from './describe-report.js';
import type { Report } from './report.js';

export const describeAny = (report: Report | ComparisonReport): Document =>
  report?.format === 'fairwasm-comparison' ? describeComparison(report) : describeReport(report);
