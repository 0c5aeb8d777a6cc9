// SPDX-License-Identifier: Apache-2.0
//
// What thresholds are to equalize, and what is to be as large as possible then. Both are linear in
// the true and false positives of the groups.
#pragma once

#include <cstdint>
#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/thresholds/curve.hpp"

namespace fairwasm::thresholds {

// Which rates are to be alike in all groups. Parity of false negative and true negative rates is
// that of true positive and false positive rates.
enum class Constraint : std::uint8_t {
  kSelectionRate,
  kTruePositiveRate,
  kFalsePositiveRate,
  kEqualizedOdds,  // of true and of false positives
};
constexpr auto namesOf(Constraint) {
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
  kCost,                   // mean cost of a row: the smaller the better
};
constexpr auto namesOf(Measure) {
  return makeNames<Measure>("objective",
                            {
                                {"accuracy", Measure::kAccuracy},
                                {"balancedAccuracy", Measure::kBalancedAccuracy},
                                {"groupBalancedAccuracy", Measure::kGroupBalancedAccuracy},
                                {"cost", Measure::kCost},
                            });
}

// What one row of each kind costs.
struct Costs {
  double truePositive = 0;
  double falsePositive = 0;
  double falseNegative = 0;
  double trueNegative = 0;
};

struct Objective {
  Measure measure = Measure::kAccuracy;
  Costs costs;  // of kCost
};

// Throws kInvalidArgument for costs that are not finite, or that make a wrong decision cheaper than
// the right one (Elkan 2001), and where all decisions cost the same.
void requireReasonable(const Objective& objective);

// a TP + b FP + c. Selecting a positive row never lowers an objective (a >= 0), selecting a
// negative one never raises it (b <= 0).
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

// What each group contributes: their sum is the objective, of costs its negative. NaN where it is
// undefined: balanced accuracy of rows, or of a group, that lack an outcome; anything of no rows.
std::vector<Linear> contributions(const Objective& objective, const std::vector<Curve>& curves);

// A sum of contributions as the caller sees it: a mean cost is not negative.
double valueOf(const Objective& objective, double contribution);

// A share of rows: the numerator counts true positives, false positives or both.
struct Share {
  bool ofPositives;
  bool ofNegatives;
  double divisor;

  [[nodiscard]] double of(double truePositives, double falsePositives) const {
    return ((ofPositives ? truePositives : 0) + (ofNegatives ? falsePositives : 0)) / divisor;
  }
};
// The rate of a group that a constraint of one rate equalizes. Its divisor is 0 where the group
// does not have it.
Share shareOf(Constraint constraint, const Curve& curve);

}  // namespace fairwasm::thresholds
