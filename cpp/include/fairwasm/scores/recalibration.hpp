// SPDX-License-Identifier: Apache-2.0
//
// Logistic recalibration of probabilities (Cox 1958; Van Calster et al. 2019): the a and b that
// maximize the likelihood of P(positive) = sigma(a + b logit(score)). A calibrated model has a = 0
// and b = 1. If b is below 1, scores are too extreme; if a is above 0 at b = 1, scores are too low
// overall.
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

// Maximizes the likelihood by Newton's method. Cells must be in ascending order and have positive
// weight. NaN unless both outcomes occur, and if a score is 0 or 1, which has no logit. Intercept
// and slope are also NaN if the scores of the two outcomes do not overlap (or are constant),
// because the likelihood then has no maximum. Confidence intervals are Wald's with the Huber-White
// variance, which accounts for weights. Throws kInvalidArgument for a confidence outside (0, 1).
Recalibration recalibration(const std::vector<ScoreCell>& cells, double confidence);

}  // namespace fairwasm::scores
