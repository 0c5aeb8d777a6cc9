// SPDX-License-Identifier: Apache-2.0
//
// What equalizing by group thresholds costs: the best that thresholds reach under a constraint,
// beside the best that they reach without one.
//
// Sources: Hardt, Price and Srebro: Equality of Opportunity in Supervised Learning, 2016;
// Corbett-Davies, Pierson, Feller, Goel and Huq: Algorithmic Decision Making and the Cost of
// Fairness, 2017.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fairwasm/thresholds/curve.hpp"
#include "fairwasm/thresholds/objective.hpp"
#include "fairwasm/thresholds/parity.hpp"
#include "fairwasm/thresholds/policy.hpp"
#include "fairwasm/thresholds/reject_option.hpp"

namespace fairwasm::thresholds {

struct Task {
  Constraint constraint = Constraint::kSelectionRate;
  Objective objective;
  double tolerance = 0;  // the largest difference between two groups' rates, in [0, 1]
};

struct GroupOutcome {
  Policy policy;
  // Expected; NaN where the group does not have the rate.
  double selectionRate;
  double truePositiveRate;
  double falsePositiveRate;
  double accuracy;
  // The constrained rate over all optima; of equalized odds the false positive rate, and NaN with
  // a tolerance.
  RateRange range;
};

struct Outcome {
  double value;  // NaN where the objective or a group's rate is undefined; no groups then
  double gap;    // the largest difference between two groups' constrained rates
  std::vector<GroupOutcome> groups;
};

// All of these throw kInvalidArgument for costs that are not reasonable, or a tolerance outside
// [0, 1].

// The best mixtures of thresholds. Where there are several, those with the lowest rates.
Outcome optimum(const std::vector<Curve>& curves, const Task& task);
// The best thresholds without chance; NaN where none of the grid meets the constraint.
Outcome deterministicOptimum(const std::vector<Curve>& curves, const Task& task,
                             std::span<const double> grid);
// The best critical region of reject option; NaN where none meets the constraint. `favored` has a 1
// for each favored group, else a 0. Throws kShapeMismatch for another number of groups.
struct RejectOutcome {
  Outcome decisions;
  CriticalRegion region;
};
RejectOutcome rejectOption(const std::vector<Curve>& curves, const Task& task,
                           std::span<const std::uint8_t> favored);
// The best mixtures with these rates, one for all groups or one for each; of equalized odds with
// this false positive rate, for all. Throws kInvalidArgument for another number of rates, or rates
// outside [0, 1].
Outcome atRates(const std::vector<Curve>& curves, const Task& task, std::span<const double> rates);
// Each group's own best threshold, and the best one for all. What the constraint has as gap.
Outcome unconstrained(const std::vector<Curve>& curves, const Task& task);
Outcome singleThreshold(const std::vector<Curve>& curves, const Task& task);

// The best value for every tolerance: straight between the points. That of equalized odds is
// exact at `steps` + 1 tolerances that lie evenly; that of one rate at every corner, for any number
// of steps. Ends where the constraint costs nothing. No points where it is undefined.
std::vector<FrontierPoint> frontier(const std::vector<Curve>& curves, const Task& task,
                                    std::size_t steps);

// What a policy for each group comes to on other rows of the same groups.
Outcome applied(const std::vector<Curve>& curves, const Task& task,
                std::span<const Policy> policies);

}  // namespace fairwasm::thresholds
