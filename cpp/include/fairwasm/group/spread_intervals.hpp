// SPDX-License-Identifier: Apache-2.0
//
// Confidence intervals for the spread of a rate among groups. A largest difference is nonnegative
// and never 0 in a sample, even for equal groups, so resampling cannot distinguish equal groups
// from a true gap. Instead, each member of the spread is computed from joint intervals of single
// groups or of pairs. If no pair differs significantly, the interval includes "no difference".
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "fairwasm/group/cluster_moments.hpp"
#include "fairwasm/group/frame.hpp"
#include "fairwasm/group/rate_intervals.hpp"

namespace fairwasm::group {

// Comparing all pairs takes time quadratic in the number of groups.
inline constexpr std::size_t kMaxPairedGroups = 512;

struct SpreadIntervals {
  // From the joint intervals of the groups (Šidák).
  uncertainty::Interval min;
  uncertainty::Interval max;
  // From the differences (Tukey's range) and ratios of all pairs.
  uncertainty::Interval difference;
  uncertainty::Interval ratio;
  // From each group against all other rows (Bonferroni).
  uncertainty::Interval differenceToOverall;
  uncertainty::Interval ratioToOverall;
};

// A group and all other rows. The group's distance from all rows follows from its distance from the
// others. `share` is the group's proportion of the rate's denominator, or 0 for metrics that are
// not means over rows, which treats all rows as if they excluded the group.
struct Against {
  uncertainty::Bounded group;
  uncertainty::Bounded others;
  double share;
  double together = 0;  // correlation of the two
};

// Data for the spread of any metric. `values` are those of the groups in which it is defined. The
// functions return values with intervals at a normal quantile: of a group by itself, of a group as
// one of many whose pairs must hold jointly, and of a group with all other rows.
struct SpreadParts {
  std::vector<double> values;
  double overall;
  std::function<uncertainty::Bounded(std::size_t group, double z)> at;
  std::function<uncertainty::Bounded(std::size_t group, double z)> jointlyAt;
  std::function<Against(std::size_t group, double z)> against;
  // Correlation of two groups' estimates; empty if no unit has rows in several groups.
  std::function<double(std::size_t one, std::size_t other)> together = {};
};

// NaN without values. If a value has no interval, only results that do not need it are defined.
// With one value, only `min` and `max` have an interval. Beyond kMaxPairedGroups values,
// `difference` and `ratio` have none, because they need all pairs of groups.
SpreadIntervals spreadIntervals(const SpreadParts& parts, double confidence);

// Groups in which the rate is undefined are omitted; NaN if it is undefined in all.
SpreadIntervals spreadIntervals(const Rate& rate, std::span<const Counts> groups,
                                const Counts& overall, double confidence,
                                const SharedClusters& shared = {});

}  // namespace fairwasm::group
