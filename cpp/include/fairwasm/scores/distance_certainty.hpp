// SPDX-License-Identifier: Apache-2.0
//
// How sure distances of distributions are. A distance is a norm of F - G, so that the one of the
// samples and the true one differ by no more than the norm of how far F - G of the samples is off:
// the largest height of that, or its area. How large these become is known (Donsker 1952): each
// sample is off as a Brownian bridge is at the times F(x), over the root of its rows. The interval
// is the distance, less and more the quantile of what so many bridges have, cut off at 0. It holds
// where groups are alike, where no bootstrap of the distance does, and reaches 0 there.
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

// As groupDistances(), with intervals: of a distance that is positive on the safe side. Bridges are
// drawn 999 times from a fixed seed, at up to 400 numbers, at Kish's number of rows, with half a
// row added beyond each end. NaN for a side of fewer than two rows, and for more than 64 groups.
std::vector<BoundedDistance> boundedDistances(std::span<const std::vector<WeightedScore>> groups,
                                              double confidence);

}  // namespace fairwasm::scores
