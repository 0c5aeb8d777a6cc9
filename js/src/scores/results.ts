// SPDX-License-Identifier: Apache-2.0
//
// Registers the descriptions of the results of `fairwasm/scores`.

import { register } from '../document/registry.js';
import { describeErrors } from './describe.js';
import { describeCoverage } from './describe-coverage.js';
import { describeScores } from './describe-scores.js';

register({
  results: { 'fairwasm-errors': { describe: describeErrors }, 'fairwasm-coverage': { describe: describeCoverage } },
  extras: { scores: describeScores },
});
