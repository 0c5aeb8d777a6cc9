// SPDX-License-Identifier: Apache-2.0
//
// Whether two groups are alike enough. A difference that was not found may still be there; that it
// is smaller than a margin can be shown: by two one-sided tests (Schuirmann 1987).
#pragma once

#include "fairwasm/group/disparities.hpp"

namespace fairwasm::group {

// p-value of two one-sided tests that a disparity lies outside of `margin`: small where it is shown
// to lie within. The tests are those of the disparity's own interval: at most alpha exactly where
// the interval at the confidence 1 - 2 alpha lies within the margin, above 0.5 where the estimate
// does not. The largest of two differences is within where both are (Berger 1982), so its p-value
// is the larger one of theirs. Not below 1e-15. NaN where there is no interval.
double equivalenceTest(const Disparity& disparity, const Counts& unprivileged,
                       const Counts& privileged, uncertainty::Interval margin,
                       const Products& between = {});

}  // namespace fairwasm::group
