// SPDX-License-Identifier: Apache-2.0
//
// How sure it is how far groups lie apart in one rate. A largest difference cannot be negative, and
// of groups that are alike it is never 0 in the data: no resampling of it tells that from a true
// gap. So each member of the spread follows from intervals of single groups or of pairs that hold
// all together: where no pair is known to differ, the interval reaches "no difference".
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "fairwasm/group/cluster_moments.hpp"
#include "fairwasm/group/frame.hpp"
#include "fairwasm/group/rate_intervals.hpp"

namespace fairwasm::group {

// The time of what compares all pairs grows with the square of the number of groups.
inline constexpr std::size_t kMaxPairedGroups = 512;

struct SpreadIntervals {
  // From the groups' own intervals, which hold together (Šidák).
  uncertainty::Interval min;
  uncertainty::Interval max;
  // From all pairs' differences (Tukey's range) and ratios.
  uncertainty::Interval difference;
  uncertainty::Interval ratio;
  // From each group against the others (Bonferroni).
  uncertainty::Interval differenceToOverall;
  uncertainty::Interval ratioToOverall;
};

// A group and all others, which have no rows in common: how the group's distance from all rows
// follows from its distance from them. `share` is the group's part of the rate's denominator; 0 for
// metrics that are no mean over rows, which are taken as if the group were none of them.
struct Against {
  uncertainty::Bounded group;
  uncertainty::Bounded others;
  double share;
  double together = 0;  // correlation of the two
};

// What a spread of any metric is made of. Values are those of the groups in which it is defined;
// the functions give one of them with its interval at a normal quantile: by itself, as one of many
// whose pairs have to hold together, and beside the others.
struct SpreadParts {
  std::vector<double> values;
  double overall;
  std::function<uncertainty::Bounded(std::size_t group, double z)> at;
  std::function<uncertainty::Bounded(std::size_t group, double z)> jointlyAt;
  std::function<Against(std::size_t group, double z)> against;
  // Correlation of two groups' estimates; left out where no unit has rows in several.
  std::function<double(std::size_t one, std::size_t other)> together = {};
};

// NaN where there are no values; where one of them has no interval, only what does not need it has.
// With one value only `min` and `max` have an interval. Beyond kMaxPairedGroups values `difference`
// and `ratio`, which need every pair of groups, have none.
SpreadIntervals spreadIntervals(const SpreadParts& parts, double confidence);

// Groups in which the rate is undefined are passed over; NaN where it is in all.
SpreadIntervals spreadIntervals(const Rate& rate, std::span<const Counts> groups,
                                const Counts& overall, double confidence,
                                const SharedClusters& shared = {});

}  // namespace fairwasm::group
