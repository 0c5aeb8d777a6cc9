// SPDX-License-Identifier: Apache-2.0
//
// Registers the descriptions of all results, for programs that format results of every kind.

import '../amounts/results.js';
import '../amplification/results.js';
import '../classes/results.js';
import '../impact/results.js';
import '../monitoring/results.js';
import '../predictability/results.js';
import '../rankings/results.js';
import '../repeated/results.js';
import '../robustness/results.js';
import '../scores/results.js';
import '../slices/results.js';
import '../thresholds/results.js';

export { describeResult, format } from './format.js';
