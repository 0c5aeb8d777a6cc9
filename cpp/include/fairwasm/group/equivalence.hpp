// SPDX-License-Identifier: Apache-2.0
//
// Equivalence of two groups. The absence of a significant difference does not prove that there is
// none; two one-sided tests (Schuirmann 1987) can demonstrate that it is smaller than a margin.
#pragma once

#include "fairwasm/group/disparities.hpp"

namespace fairwasm::group {

// Returns the p-value of two one-sided tests for the hypothesis that a disparity is outside
// `margin`; a small p-value demonstrates equivalence. The tests agree with the disparity's
// interval: the p-value is at most alpha exactly if the interval at confidence 1 - 2 alpha is
// within the margin, and above 0.5 if the estimate is not. The largest of two differences is within
// the margin if both are (Berger 1982), so its p-value is the larger of theirs. At least 1e-15. NaN
// without an interval.
double equivalenceTest(const Disparity& disparity, const Counts& unprivileged,
                       const Counts& privileged, uncertainty::Interval margin,
                       const Products& between = {});

}  // namespace fairwasm::group
