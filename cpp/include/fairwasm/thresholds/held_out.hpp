// SPDX-License-Identifier: Apache-2.0
//
// Cost of equalizing on rows that were not used to choose the thresholds. On its own rows, a choice
// looks better than it is, because thresholds also fit noise.
#pragma once

#include <span>
#include <vector>

#include "fairwasm/thresholds/equalizing.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::thresholds {

struct HeldOutCost {
  uncertainty::Bounded cost;  // advantage of `free` over `equal`; for costs, the savings
  double decidedOtherwise;    // expected number of rows that the two policies decide differently
};

// Compares two policies per group on the same rows, each of which counts once. The interval is that
// of the mean difference between the gains of each row by both policies, with one mean for each
// stratum of the objective (Student's, combined by Zou and Donner 2008). It is conditional on these
// policies and group sizes. A group with equal policies contributes no loss. NaN if no row is
// decided differently in a stratum whose policies differ, or if a stratum has fewer than two rows.
HeldOutCost heldOutCost(const std::vector<Curve>& curves, const Objective& objective,
                        std::span<const Policy> free, std::span<const Policy> equal,
                        double confidence);

}  // namespace fairwasm::thresholds
