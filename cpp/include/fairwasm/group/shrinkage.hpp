// SPDX-License-Identifier: Apache-2.0
//
// Shrinkage of the rates of many groups: rates of small groups are shrunk toward the overall rate
// (Efron and Morris 1975), because the largest and the smallest of many imprecise rates are mostly
// due to chance.
//
// The model is beta-binomial (Kleinman 1973). The groups' true rates have a beta distribution with
// mean m and strength s, the number of trials that the prior is worth. A group's successes, at its
// effective number of trials, are binomial. Given m and s, a group's rate is (successes + s m) /
// (trials + s). A few groups determine s poorly, and fixing s at its estimate would make intervals
// too narrow, so s is averaged over instead. A priori, the shrinkage factor s / (n + s) of the
// smallest group, with n trials, is uniform (Christiansen and Morris 1997, Daniels 1999), and m has
// Jeffreys's prior.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fairwasm/group/rate_intervals.hpp"

namespace fairwasm::group {

inline constexpr std::size_t kMinShrunken = 3;

// Returns the posterior mean of each group's rate with a credible interval whose tails have
// 0.8 times (1 - confidence) / 2, so that it covers random rates at `confidence`. For rates that
// are one ratio (isOneQuotient). NaN for a group whose rate is undefined, and for all groups if
// fewer than kMinShrunken rates are defined.
std::vector<uncertainty::Bounded> shrunkenRates(const Rate& rate, std::span<const Counts> groups,
                                                double confidence);

}  // namespace fairwasm::group
