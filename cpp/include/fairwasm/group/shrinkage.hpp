// SPDX-License-Identifier: Apache-2.0
//
// Rates of many groups, each of which says little: those of small groups are drawn toward what all
// groups have in common (Efron and Morris 1975), as the largest and the smallest of many unsure
// rates are mostly chance.
//
// The model is beta-binomial (Kleinman 1973): the groups' true rates are drawn from a beta
// distribution with mean m and strength s, as many trials as the prior is worth; a group's
// successes, at its effective number of trials, from a binomial one. Given m and s a group's rate
// is (successes + s m) / (trials + s). A few groups say little about s: fixing it at its estimate
// makes intervals too short. It is averaged over instead. The share s / (n + s) by which the
// smallest group, of n trials, is drawn is uniform beforehand (Christiansen and Morris 1997,
// Daniels 1999); m has Jeffreys's prior.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fairwasm/group/rate_intervals.hpp"

namespace fairwasm::group {

inline constexpr std::size_t kMinShrunken = 3;

// Posterior mean of each group's rate with its equal-tailed credible interval at `confidence`, that
// of the beta distribution with the posterior's mean and variance. For one quotient
// (isOneQuotient). NaN for a group whose rate is undefined; for all where fewer than
// kMinShrunken are defined.
std::vector<uncertainty::Bounded> shrunkenRates(const Rate& rate, std::span<const Counts> groups,
                                                double confidence);

}  // namespace fairwasm::group
