// SPDX-License-Identifier: Apache-2.0
//
// What equalizing costs on rows that the thresholds were not chosen on. On its own rows a choice
// looks better than it is: thresholds follow chance too.
#pragma once

#include <span>
#include <vector>

#include "fairwasm/thresholds/equalizing.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::thresholds {

struct HeldOutCost {
  uncertainty::Bounded cost;  // what `free` reaches more than `equal`; of costs, what it saves
  double decidedOtherwise;    // expected rows that the two decide differently
};

// Two policies for each group on the same rows, of which each counts once. The interval is of the
// mean of what each row gains by the first policy less what it gains by the second, a mean for each
// stratum in which the objective takes one (Student's, joined after Zou and Donner 2008). It is for
// these policies, and groups of these sizes, on rows drawn like these. A group with twice the same
// policy surely loses nothing. NaN where no row is decided differently, as in a stratum of policies
// that differ, or a stratum has less than two rows.
HeldOutCost heldOutCost(const std::vector<Curve>& curves, const Objective& objective,
                        std::span<const Policy> free, std::span<const Policy> equal,
                        double confidence);

}  // namespace fairwasm::thresholds
