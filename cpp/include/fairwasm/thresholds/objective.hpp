// SPDX-License-Identifier: Apache-2.0
//
// Constraints (rates to equalize) and objectives (to maximize). Both are linear in the true and
// false positives of the groups.
#pragma once

#include <cstdint>
#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/thresholds/curve.hpp"

namespace fairwasm::thresholds {

// Rates that must be equal in all groups. Equal false negative (or true negative) rates are
// equivalent to equal true positive (or false positive) rates.
enum class Constraint : std::uint8_t {
  kSelectionRate,
  kTruePositiveRate,
  kFalsePositiveRate,
  kEqualizedOdds,  // true and false positive rates
};
constexpr auto getNames(Constraint) {
  return makeNames<Constraint>("constraint",
                               {
                                   {"demographicParity", Constraint::kSelectionRate},
                                   {"equalOpportunity", Constraint::kTruePositiveRate},
                                   {"predictiveEquality", Constraint::kFalsePositiveRate},
                                   {"equalizedOdds", Constraint::kEqualizedOdds},
                               });
}

enum class Measure : std::uint8_t {
  kAccuracy,
  kBalancedAccuracy,       // (TPR + TNR) / 2 of all rows together
  kGroupBalancedAccuracy,  // sum n_g / n (TPR_g + TNR_g) / 2
  kCost,                   // mean cost of a row, which is minimized
};
constexpr auto getNames(Measure) {
  return makeNames<Measure>("objective",
                            {
                                {"accuracy", Measure::kAccuracy},
                                {"balancedAccuracy", Measure::kBalancedAccuracy},
                                {"groupBalancedAccuracy", Measure::kGroupBalancedAccuracy},
                                {"cost", Measure::kCost},
                            });
}

// Cost of one row of each kind.
struct Costs {
  double truePositive = 0;
  double falsePositive = 0;
  double falseNegative = 0;
  double trueNegative = 0;
};

struct Objective {
  Measure measure = Measure::kAccuracy;
  Costs costs;  // for kCost
};

// Throws kInvalidArgument for costs that are not finite, that make a wrong decision cheaper than
// the correct one (Elkan 2001), or that are equal for all decisions.
void requireReasonable(const Objective& objective);

// a TP + b FP + c. Selecting a positive row never decreases an objective (a >= 0), and selecting a
// negative one never increases it (b <= 0).
struct Linear {
  double perTruePositive = 0;
  double perFalsePositive = 0;
  double constant = 0;

  [[nodiscard]] double at(double truePositives, double falsePositives) const {
    return perTruePositive * truePositives + perFalsePositive * falsePositives + constant;
  }
  [[nodiscard]] double at(const OperatingPoint& point) const {
    return at(point.truePositives, point.falsePositives);
  }
};

// Returns each group's contribution to the objective (for costs, to its negative). NaN if
// undefined: balanced accuracy without both outcomes, overall or in a group, and any objective
// without rows.
std::vector<Linear> contributions(const Objective& objective, const std::vector<Curve>& curves);

// Converts a sum of contributions to the reported value: a mean cost is nonnegative.
double computeValue(const Objective& objective, double contribution);

// A proportion of rows: the numerator counts true positives, false positives, or both.
struct Share {
  bool ofPositives;
  bool ofNegatives;
  double divisor;

  [[nodiscard]] double of(double truePositives, double falsePositives) const {
    return ((ofPositives ? truePositives : 0) + (ofNegatives ? falsePositives : 0)) / divisor;
  }
};
// Returns the rate of a group that a constraint on one rate equalizes. Its divisor is 0 if the
// group does not have the rate.
Share computeShare(Constraint constraint, const Curve& curve);

}  // namespace fairwasm::thresholds
