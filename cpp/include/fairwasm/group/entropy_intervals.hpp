// SPDX-License-Identifier: Apache-2.0
//
// Confidence intervals for generalized entropy indices. The index between individuals is a function
// of three probabilities, those of benefits 0, 1, and 2. As Wilson's interval contains the
// probabilities that Pearson's test does not reject, this interval ranges from the smallest to the
// largest index over all triples that the test does not reject. It is also valid if all predictions
// are correct: the index is then 0, but larger values are possible.
//
// The index between groups is the squared length of a vector of deviations. It is nonnegative and
// never 0 in a sample, even for equal groups. The length has a noncentral chi distribution, which
// is inverted.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fairwasm/group/entropy.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::group {

// Returns the interval of generalizedEntropyIndex(individualBenefits(…), alpha) at `confidence`, in
// [0, inf]. The upper end is infinite if alpha <= 0 and a benefit of 0 cannot be excluded. NaN if
// the index is NaN or infinite.
uncertainty::Interval individualEntropyInterval(const Benefits& rows, double alpha,
                                                double confidence);

// Returns the interval of the index between disjoint groups, conditional on their sizes. Sampling
// error increases the index but not the interval, so for many small groups the index is at the
// upper end. [0, 0] for a single group; NaN if the index is NaN or infinite.
uncertainty::Interval groupEntropyInterval(std::span<const Benefits> groups, double alpha,
                                           double confidence);

// Returns the interval of generalizedEntropyIndex(benefitsBetween(…), alpha) by one of these two
// methods; nothing for groups that overlap or do not contain all rows.
std::optional<uncertainty::Interval> entropyInterval(const tally::Tally& tally,
                                                     const Compared& compared,
                                                     const std::vector<bool>& favorable,
                                                     double alpha, double confidence);

// Returns the probability that a noncentral chi-squared variable is below `value`.
double noncentralChiSquared(double value, double degrees, double noncentrality);

}  // namespace fairwasm::group
