// SPDX-License-Identifier: Apache-2.0
//
// Confidence intervals for the spread of a rate among groups.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fairwasm/group/cluster_moments.hpp"
#include "fairwasm/group/frame.hpp"
#include "fairwasm/group/rate_intervals.hpp"
#include "fairwasm/uncertainty/spread.hpp"

namespace fairwasm::group {

// Groups in which the rate is undefined are omitted; NaN if it is undefined in all.
uncertainty::SpreadIntervals spreadIntervals(const Rate& rate, std::span<const Counts> groups,
                                             const Counts& overall, double confidence,
                                             const SharedClusters& shared = {});

}  // namespace fairwasm::group
