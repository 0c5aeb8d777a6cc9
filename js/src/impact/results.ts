// SPDX-License-Identifier: Apache-2.0
//
// Registers the descriptions of the results of `fairwasm/impact`.

import { register } from '../document/registry.js';
import { impactCsv } from './csv.js';
import { describeImpact, describeProbableImpact, describeScoreImpact } from './describe.js';
import { describeConditionalDisparity } from './describe-conditional.js';

register({
  results: {
    'fairwasm-impact': { describe: describeImpact, csv: impactCsv },
    'fairwasm-impact-scores': { describe: describeScoreImpact },
    'fairwasm-impact-by-probability': { describe: describeProbableImpact },
    'fairwasm-conditional-disparity': { describe: describeConditionalDisparity },
  },
  extras: { impact: describeImpact, impactScores: describeScoreImpact, impactByProbability: describeProbableImpact },
});
