// SPDX-License-Identifier: Apache-2.0
//
// One threshold a group, without chance: the best of all combinations that meet a constraint.
//
// A group's rates rise from one candidate to the next, so that those in a window of rates are a run
// of candidates, of which a table gives the best at once. Windows begin at a rate that some
// candidate has: not all combinations are tried, but the best of them is found.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fairwasm/thresholds/objective.hpp"

namespace fairwasm::thresholds {

struct ThresholdChoice {
  double value;  // the sum of contributions
  std::vector<double> thresholds;
};

// Of equal values the lowest thresholds, the first group's before the second's. `grid` empty: the
// candidates are each group's scores and infinity; otherwise those of the grid, of which the lowest
// stands for all that select the same rows. None where no combination keeps all rates within
// `tolerance`. Every group must have the rates of the constraint. Throws kTooLarge for equalized
// odds with more than 20,000 candidates.
std::optional<ThresholdChoice> bestThresholds(const std::vector<Curve>& curves,
                                              Constraint constraint,
                                              const std::vector<Linear>& contributions,
                                              double tolerance, std::span<const double> grid);

// The best threshold of each group by itself; of equal ones the highest.
ThresholdChoice bestUnconstrained(const std::vector<Curve>& curves,
                                  const std::vector<Linear>& contributions);
// The best threshold that all groups share; of equal ones the highest.
ThresholdChoice bestSingle(const std::vector<Curve>& curves,
                           const std::vector<Linear>& contributions);

}  // namespace fairwasm::thresholds
