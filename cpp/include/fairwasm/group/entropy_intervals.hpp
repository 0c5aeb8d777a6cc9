// SPDX-License-Identifier: Apache-2.0
//
// How sure a generalized entropy index is. Of individuals it is a function of three chances: that a
// benefit is 0, 1 or 2. Wilson's interval of one chance is what Pearson's test does not reject;
// here the same is done for all three at once, and the interval goes from the smallest to the
// largest index among the chances that are not rejected. It holds where nobody was wrong, too: the
// index is 0 then, and may be larger.
//
// Between groups an index is the length of a vector of deviations, squared: it cannot be negative,
// and of groups that are alike it is never 0 in the data. Its length follows a noncentral chi
// distribution, which is inverted.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fairwasm/group/entropy.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::group {

// Of generalizedEntropyIndex(individualBenefits(…), alpha), at `confidence`; in [0, inf], infinite
// where a benefit of 0 would make it so (alpha <= 0) and cannot be excluded. NaN where the index is
// NaN or infinite.
uncertainty::Interval individualEntropyInterval(const Benefits& rows, double alpha,
                                                double confidence);

// Of the index between groups that have no rows in common, their sizes being taken as they are.
// What chance alone makes groups differ is in the index, but not in its interval: of many small
// groups the index is at its upper end. [0, 0] for one group alone; NaN where the index is NaN or
// infinite.
uncertainty::Interval groupEntropyInterval(std::span<const Benefits> groups, double alpha,
                                           double confidence);

// Of generalizedEntropyIndex(benefitsBetween(…), alpha), by whichever of the two it is; nothing for
// groups that overlap or leave rows out.
std::optional<uncertainty::Interval> entropyInterval(const tally::Tally& tally,
                                                     const Compared& compared,
                                                     const std::vector<bool>& favorable,
                                                     double alpha, double confidence);

// Probability that a chi-squared variable with this noncentrality is below `value`.
double noncentralChiSquared(double value, double degrees, double noncentrality);

}  // namespace fairwasm::group
