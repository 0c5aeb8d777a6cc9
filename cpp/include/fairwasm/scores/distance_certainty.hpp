// SPDX-License-Identifier: Apache-2.0
//
// Confidence intervals for distances between distributions. A distance is a norm of F - G, so the
// distances in the samples and in the population differ at most by the norm of the sampling error
// of F - G (its maximum or its area). The distribution of this error is known (Donsker 1952): for
// each sample, it is a Brownian bridge at the times F(x), divided by the root of the number of
// rows. The confidence interval is the distance plus or minus the quantile of simulated bridges,
// cut off at 0. It is valid and contains 0 for equal distributions, unlike a bootstrap of the
// distance.
#pragma once

#include <span>
#include <vector>

#include "fairwasm/scores/distribution_distance.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::scores {

struct BoundedDistance {
  uncertainty::Bounded kolmogorovSmirnov;
  uncertainty::Bounded wasserstein;
};

// Like groupDistances(), with confidence intervals that are conservative for positive distances.
// Draws 999 bridges from a fixed seed, at up to 400 numbers, with Kish's effective number of rows,
// and adds half a row beyond each end. NaN if a side has fewer than two rows, and for more than 64
// groups.
std::vector<BoundedDistance> boundedDistances(std::span<const std::vector<WeightedScore>> groups,
                                              double confidence);

}  // namespace fairwasm::scores
