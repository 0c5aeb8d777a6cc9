// SPDX-License-Identifier: Apache-2.0
//
// The logistic recalibration of probabilities (Cox 1958; Van Calster et al. 2019): which a and b
// make P(positive) = sigma(a + b logit(score)) most likely. A calibrated model has a = 0 and b = 1;
// b below 1 says that scores are too extreme, a above 0 at b = 1 that they are too low on the
// whole.
#pragma once

#include <vector>

#include "fairwasm/scores/scores.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::scores {

struct Recalibration {
  uncertainty::Bounded inTheLarge;  // a at b = 1
  uncertainty::Bounded intercept;   // a
  uncertainty::Bounded slope;       // b
};

// By Newton's method on the likelihood of the cells, which are ascending and weigh more than
// nothing. NaN without rows of both outcomes and where a score is 0 or 1, which has no logit;
// intercept and slope also where the scores of the outcomes do not overlap, as with a constant
// score, since the likelihood then has no maximum. Intervals are Wald's with the variance of Huber
// and White, which weights are part of. Throws kInvalidArgument for a confidence outside (0, 1).
Recalibration recalibration(const std::vector<ScoreCell>& cells, double confidence);

}  // namespace fairwasm::scores
