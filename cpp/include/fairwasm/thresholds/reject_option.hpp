// SPDX-License-Identifier: Apache-2.0
//
// Reject option: within a critical region of scores the group decides, and outside of it the score
// alone. Groups that are favored are selected in it, others are not, so that all favored groups
// share the region's low end as their threshold, and all others its high end.
//
// Source: Kamiran, Karim and Zhang: Decision Theory for Discrimination-Aware Classification, 2012,
// as "reject option based classification". There the region is a margin around a threshold:
// (low + high) / 2 and (high - low) / 2.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fairwasm/thresholds/objective.hpp"

namespace fairwasm::thresholds {

struct CriticalRegion {
  double low;   // the threshold of favored groups
  double high;  // that of the others; not below
  double rows;  // with a score of `low` or more, and below `high`
};

struct RejectChoice {
  double value;  // the sum of contributions
  CriticalRegion region;
};

// The best region of which the ends are scores, or infinite; of equally good ones the one with the
// fewest rows, then the lowest. None where no region keeps all rates within `tolerance`. `favored`
// has a 1 for each favored group, else a 0. Every group must have the rates of the constraint.
std::optional<RejectChoice> bestRejectOption(const std::vector<Curve>& curves,
                                             Constraint constraint,
                                             const std::vector<Linear>& contributions,
                                             double tolerance,
                                             std::span<const std::uint8_t> favored);

}  // namespace fairwasm::thresholds
