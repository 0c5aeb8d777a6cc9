// SPDX-License-Identifier: Apache-2.0
//
// The cost of equalizing rates by group-specific thresholds: the best value that thresholds achieve
// with a constraint, compared with the best value without one.
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
  double tolerance = 0;  // maximum difference between two groups' rates, in [0, 1]
};

struct GroupOutcome {
  Policy policy;
  // Expected rates; NaN if the group does not have the rate.
  double selectionRate;
  double truePositiveRate;
  double falsePositiveRate;
  double accuracy;
  // Range of the constrained rate over all optima. For equalized odds, it is that of the false
  // positive rate, and NaN with a tolerance.
  RateRange range;
};

struct Outcome {
  double value;  // NaN, without groups, if the objective or a group's rate is undefined
  double gap;    // maximum difference between two groups' constrained rates
  std::vector<GroupOutcome> groups;
};

// All functions throw kInvalidArgument for unreasonable costs and for a tolerance outside [0, 1].

// Returns the best mixtures of thresholds; ties are resolved in favor of the lowest rates.
Outcome optimum(const std::vector<Curve>& curves, const Task& task);
// Returns the best deterministic thresholds; NaN if none of the grid satisfies the constraint.
Outcome deterministicOptimum(const std::vector<Curve>& curves, const Task& task,
                             std::span<const double> grid);
// The best critical region of reject option classification; NaN if none satisfies the constraint.
// `favored` contains 1 for each favored group, otherwise 0. Throws kShapeMismatch for another
// number of groups.
struct RejectOutcome {
  Outcome decisions;
  CriticalRegion region;
};
RejectOutcome rejectOption(const std::vector<Curve>& curves, const Task& task,
                           std::span<const std::uint8_t> favored);
// Returns the best mixtures with these rates, one for all groups or one for each; for equalized
// odds, with this false positive rate for all. Throws kInvalidArgument for another number of rates
// or rates outside [0, 1].
Outcome atRates(const std::vector<Curve>& curves, const Task& task, std::span<const double> rates);
// Returns each group's own best threshold (or the best common one), with the gap in the constrained
// rates.
Outcome unconstrained(const std::vector<Curve>& curves, const Task& task);
Outcome singleThreshold(const std::vector<Curve>& curves, const Task& task);

// Returns the best value for every tolerance, which is linear between the points. For equalized
// odds, it is exact at `steps` + 1 evenly spaced tolerances; for one rate, the points are all
// corners, whatever `steps` is. Ends at the tolerance at which the constraint costs nothing. Empty
// if undefined.
std::vector<FrontierPoint> frontier(const std::vector<Curve>& curves, const Task& task,
                                    std::size_t steps);

// Returns the outcome of one policy per group on other rows of the same groups.
Outcome applied(const std::vector<Curve>& curves, const Task& task,
                std::span<const Policy> policies);

}  // namespace fairwasm::thresholds
