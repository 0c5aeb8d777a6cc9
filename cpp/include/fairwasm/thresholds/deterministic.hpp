// SPDX-License-Identifier: Apache-2.0
//
// One deterministic threshold per group: the best combination that satisfies a constraint.
//
// A group's rates increase from one candidate to the next, so the candidates in a window of rates
// are a contiguous range, whose best element a table contains. Windows start at the rates of
// candidates, so the best combination is found without trying all of them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fairwasm/thresholds/objective.hpp"

namespace fairwasm::thresholds {

struct ThresholdChoice {
  double value;  // sum of the contributions
  std::vector<double> thresholds;
};

// Ties are resolved in favor of the lowest thresholds, first group first. If `grid` is empty, the
// candidates are each group's scores and infinity; otherwise, they are the grid's thresholds, and
// the lowest represents all that select the same rows. Returns nothing if no combination keeps all
// rates within `tolerance`. Every group must have the rates of the constraint. Throws kTooLarge for
// equalized odds with more than 20,000 candidates.
std::optional<ThresholdChoice> bestThresholds(const std::vector<Curve>& curves,
                                              Constraint constraint,
                                              const std::vector<Linear>& contributions,
                                              double tolerance, std::span<const double> grid);

// Returns the best threshold of each group by itself; ties are resolved in favor of the highest.
ThresholdChoice bestUnconstrained(const std::vector<Curve>& curves,
                                  const std::vector<Linear>& contributions);
// Returns the best threshold that all groups share; ties are resolved in favor of the highest.
ThresholdChoice bestSingle(const std::vector<Curve>& curves,
                           const std::vector<Linear>& contributions);

}  // namespace fairwasm::thresholds
