// SPDX-License-Identifier: Apache-2.0
//
// Reject option classification: in a critical region of scores, the group decides; outside of it,
// only the score does. Favored groups are selected in the region and other groups are not, so all
// favored groups share the region's low end as their threshold, and all others its high end.
//
// Source: Kamiran, Karim and Zhang: Decision Theory for Discrimination-Aware Classification, 2012,
// under the name "reject option based classification". Their region is a margin around a threshold:
// (low + high) / 2 and (high - low) / 2.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fairwasm/thresholds/objective.hpp"

namespace fairwasm::thresholds {

struct CriticalRegion {
  double low;   // threshold of favored groups
  double high;  // threshold of other groups; at least `low`
  double rows;  // with scores from `low` (included) to `high` (excluded)
};

struct RejectChoice {
  double value;  // sum of the contributions
  CriticalRegion region;
};

// Returns the best region whose ends are scores or infinite; ties are resolved in favor of the
// fewest rows, then the lowest scores. Returns nothing if no region keeps all rates within
// `tolerance`. `favored` contains 1 for each favored group, otherwise 0. Every group must have the
// rates of the constraint.
std::optional<RejectChoice> bestRejectOption(const std::vector<Curve>& curves,
                                             Constraint constraint,
                                             const std::vector<Linear>& contributions,
                                             double tolerance,
                                             std::span<const std::uint8_t> favored);

}  // namespace fairwasm::thresholds
