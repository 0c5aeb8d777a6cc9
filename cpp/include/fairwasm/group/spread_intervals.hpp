// SPDX-License-Identifier: Apache-2.0
//
// How sure it is how far groups lie apart in one rate. A largest difference cannot be negative, and
// of groups that are alike it is never 0 in the data: no resampling of it tells that from a true
// gap. So each member of the spread follows from intervals of single groups or of pairs that hold
// all together: where no pair is known to differ, the interval reaches "no difference".
#pragma once

#include <span>

#include "fairwasm/group/cluster_moments.hpp"
#include "fairwasm/group/frame.hpp"
#include "fairwasm/group/rate_intervals.hpp"

namespace fairwasm::group {

struct SpreadIntervals {
  uncertainty::Interval min;         // from the groups' intervals that hold together (Šidák)
  uncertainty::Interval max;         //
  uncertainty::Interval difference;  // from all pairs' differences (Tukey's range)
  uncertainty::Interval ratio;       // from all pairs' ratios
  uncertainty::Interval differenceToOverall;  // from each group against the others (Bonferroni)
  uncertainty::Interval ratioToOverall;       //
};

// Groups in which the rate is undefined are passed over; NaN where it is in all.
SpreadIntervals spreadIntervals(const Rate& rate, std::span<const Counts> groups,
                                const Counts& overall, double confidence,
                                const SharedClusters& shared = {});

}  // namespace fairwasm::group
