// SPDX-License-Identifier: Apache-2.0
//
// Metrics of some groups as they cross to JavaScript: flat arrays, metric by metric, of the groups'
// values and then that of all rows, of their intervals, and of how far the groups lie apart.
#pragma once

#include <span>
#include <vector>

#include "../support/bind.hpp"
#include "fairwasm/classes/measured.hpp"
#include "fairwasm/group/frame.hpp"
#include "fairwasm/group/spread_intervals.hpp"

namespace fairwasm::bindings {

struct Report {
  std::vector<double> values;           // (metric, group or, last, all rows)
  std::vector<double> intervals;        // (metric, group or all rows, low and high)
  std::vector<double> spreads;          // (metric, member of group::Spread)
  std::vector<double> spreadIntervals;  // (metric, member, low and high)
};
template <>
struct Fields<Report>
    : List<&Report::values, &Report::intervals, &Report::spreads, &Report::spreadIntervals> {};

// Of each group, and of all rows, the same metrics. No intervals without a confidence.
Report reportOf(std::span<const std::vector<classes::Measured>> groups,
                const std::vector<classes::Measured>& overall, std::optional<double> confidence);

}  // namespace fairwasm::bindings
