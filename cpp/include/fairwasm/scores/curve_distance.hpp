// SPDX-License-Identifier: Apache-2.0
//
// The area between the ROC curves of two groups (ABROCA; Gardner, Brooks, Baker 2019). Unlike the
// difference of the areas under the curves, it is above 0 for curves that cross.
#pragma once

#include <span>
#include <vector>

#include "fairwasm/scores/score_rows.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::scores {

// Returns the integral of |TPR of one - TPR of the other| over all false positive rates in [0, 1],
// with linear interpolation between thresholds. NaN if a group lacks an outcome.
double areaBetweenCurves(const OutcomeScores& one, const OutcomeScores& other);

// Likewise for all pairs of groups, in the order of groupDistances(), with confidence intervals:
// the area plus or minus a quantile of the area between the sampling errors of both curves, cut off
// at 0 and 1. Sampling errors are those of 999 draws of a weighted bootstrap (Rubin 1981) with a
// fixed seed, at up to 200 scores. No interval if a group has fewer than two rows of an outcome,
// and for more than 64 groups. Groups must be sorted.
std::vector<uncertainty::Bounded> boundedCurveDistances(std::span<const OutcomeScores> groups,
                                                        double confidence);

}  // namespace fairwasm::scores
