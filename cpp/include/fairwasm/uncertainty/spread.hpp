// SPDX-License-Identifier: Apache-2.0
//
// Spread of a metric among groups, with confidence intervals. A largest difference is nonnegative
// and never 0 in a sample, even for equal groups, so resampling cannot distinguish equal groups
// from a true gap. Instead, each member of the spread is computed from joint intervals of single
// groups or of pairs. If no pair differs significantly, the interval includes "no difference".
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::uncertainty {

// Spread of one metric among the groups in which it is defined (not NaN). All members are NaN if no
// group has a defined value.
struct Spread {
  double min;
  double max;
  double difference;  // max - min, in [0, 1] for proportions
  double ratio;  // min / max, in [0, 1] for proportions; NaN for 0/0 and for metrics that can be
                 // negative
  double differenceToOverall;  // largest |group - overall|
  double ratioToOverall;       // smallest of group/overall or its inverse, whichever is below 1
};

// Gaps require two groups: with a single defined group, only `min` and `max` are defined.
Spread spread(std::span<const double> groups, double overall);

// Like fairlearn: a single defined group has differences of 0 and ratios of 1.
Spread fairlearnSpread(std::span<const double> groups, double overall);

inline constexpr auto kSpreadNames = std::to_array<std::string_view>(
    {"min", "max", "difference", "ratio", "differenceToOverall", "ratioToOverall"});

// Comparing all pairs takes time quadratic in the number of groups.
inline constexpr std::size_t kMaxPairedGroups = 512;

struct SpreadIntervals {
  // From the joint intervals of the groups (Šidák).
  Interval min;
  Interval max;
  // From the differences (Tukey's range) and ratios of all pairs.
  Interval difference;
  Interval ratio;
  // From each group against all other rows (Bonferroni).
  Interval differenceToOverall;
  Interval ratioToOverall;
};

// A group and all other rows. The group's distance from all rows follows from its distance from the
// others. `share` is the group's proportion of the rate's denominator, or 0 for metrics that are
// not means over rows, which treats all rows as if they excluded the group.
struct Against {
  Bounded group;
  Bounded others;
  double share;
  double together = 0;  // correlation of the two
};

// Data for the spread of any metric. `values` are those of the groups in which it is defined. The
// functions return values with intervals at a normal quantile: of a group by itself, of a group as
// one of many whose pairs must hold jointly, and of a group with all other rows.
struct SpreadParts {
  std::vector<double> values;
  double overall;
  std::function<Bounded(std::size_t group, double z)> at;
  std::function<Bounded(std::size_t group, double z)> jointlyAt;
  std::function<Against(std::size_t group, double z)> against;
  // Correlation of two groups' estimates; empty if no unit has rows in several groups.
  std::function<double(std::size_t one, std::size_t other)> together = {};
};

// NaN without values. If a value has no interval, only results that do not need it are defined.
// With one value, only `min` and `max` have an interval. Beyond kMaxPairedGroups values,
// `difference` and `ratio` have none, because they need all pairs of groups.
SpreadIntervals spreadIntervals(const SpreadParts& parts, double confidence);

}  // namespace fairwasm::uncertainty
