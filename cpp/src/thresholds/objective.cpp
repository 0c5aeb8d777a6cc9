// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/thresholds/objective.hpp"

#include <array>
#include <cmath>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"

namespace fairwasm::thresholds {
namespace {

// Returns the sums over all rows.
Curve computeTotals(const std::vector<Curve>& curves) {
  Curve all;
  for (const Curve& curve : curves) {
    all.positives += curve.positives;
    all.negatives += curve.negatives;
  }
  return all;
}

// Returns half the mean of the true positive rate and the true negative rate of a group, weighted
// by its proportion `share` of all rows; 0/0 if the rates do not exist.
Linear balanced(double positives, double negatives, double share, double ownNegatives) {
  if (positives == 0 || negatives == 0) return {kNaN, kNaN, kNaN};
  return {share / 2 / positives, -share / 2 / negatives, share / 2 * (ownNegatives / negatives)};
}

Linear computeCost(const Costs& costs, const Curve& curve, double rows) {
  return {(costs.falseNegative - costs.truePositive) / rows,
          (costs.trueNegative - costs.falsePositive) / rows,
          -(costs.falseNegative * curve.positives + costs.trueNegative * curve.negatives) / rows};
}

}  // namespace

void requireReasonable(const Objective& objective) {
  if (objective.measure != Measure::kCost) return;
  const auto& [truePositive, falsePositive, falseNegative, trueNegative] = objective.costs;
  const auto refuse = [](const std::string& expected, const std::string& actual) {
    throw Error(ErrorCode::kInvalidArgument, {"objective", expected, actual, {}});
  };
  for (const double cost : {truePositive, falsePositive, falseNegative, trueNegative}) {
    if (!std::isfinite(cost)) refuse("finite costs", shown(cost));
  }
  const double ofPositives = falseNegative - truePositive;
  const double ofNegatives = falsePositive - trueNegative;
  if (ofPositives < 0 || ofNegatives < 0) {
    refuse("costs for which a wrong decision is not cheaper than the correct one",
           "a cheaper wrong decision");
  }
  if (ofPositives == 0 && ofNegatives == 0) {
    refuse("costs that differ between decisions", "equal costs");
  }
}

std::vector<Linear> contributions(const Objective& objective, const std::vector<Curve>& curves) {
  const Curve all = computeTotals(curves);
  const double rows = all.total();
  std::vector<Linear> contributions;
  for (const Curve& curve : curves) {
    if (rows == 0) {
      contributions.push_back({kNaN, kNaN, kNaN});
    } else if (objective.measure == Measure::kAccuracy) {
      contributions.push_back({1 / rows, -1 / rows, curve.negatives / rows});
    } else if (objective.measure == Measure::kBalancedAccuracy) {
      contributions.push_back(balanced(all.positives, all.negatives, 1, curve.negatives));
    } else if (objective.measure == Measure::kGroupBalancedAccuracy) {
      contributions.push_back(
          balanced(curve.positives, curve.negatives, curve.total() / rows, curve.negatives));
    } else {
      contributions.push_back(computeCost(objective.costs, curve, rows));
    }
  }
  return contributions;
}

double computeValue(const Objective& objective, double contribution) {
  return objective.measure == Measure::kCost ? -contribution : contribution;
}

Share computeShare(Constraint constraint, const Curve& curve) {
  if (constraint == Constraint::kSelectionRate) return {true, true, curve.total()};
  if (constraint == Constraint::kTruePositiveRate) return {true, false, curve.positives};
  return {false, true, curve.negatives};
}

}  // namespace fairwasm::thresholds
