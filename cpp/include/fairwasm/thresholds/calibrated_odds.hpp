// SPDX-License-Identifier: Apache-2.0
//
// Calibrated equalized odds: scores stay probabilities, and groups come to make mistakes that cost
// the same, because scores of those with the cheaper ones are withheld at random and their group's
// base rate put in their place.
//
// Source: Pleiss, Raghavan, Wu, Kleinberg and Weinberger: On Fairness and Calibration, 2017.
#pragma once

#include <cstdint>
#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/thresholds/equalizing.hpp"

namespace fairwasm::thresholds {

// The cost of a group's scores that is to be alike. With the base rate b, the mean score f of
// negatives and one less the mean score of positives, n:
enum class ScoreCost : std::uint8_t {
  kFalsePositive,  // f
  kFalseNegative,  // n
  kWeighted,       // ((1 - b) f + b n) / 2
};
constexpr auto namesOf(ScoreCost) {
  return makeNames<ScoreCost>("rate", {
                                          {"falsePositive", ScoreCost::kFalsePositive},
                                          {"falseNegative", ScoreCost::kFalseNegative},
                                          {"weighted", ScoreCost::kWeighted},
                                      });
}

struct CalibratedTask {
  ScoreCost rate = ScoreCost::kWeighted;
  Objective objective;
  double threshold = 0.5;  // of decisions, the same for all groups
  double tolerance = 0;    // the largest difference between two groups' costs, in [0, 1]
};

struct CalibratedGroup {
  double baseRate;
  double meanScore;  // that of calibrated scores is the base rate
  double costBefore;
  double costOfBaseRate;  // of everybody's score withheld
  double costAfter;
  double withheld;  // how probably a row's score is; NaN where no share of them is enough
};

struct CalibratedOutcome {
  Outcome decisions;  // expected; of equalized odds. NaN where some group's costs cannot be raised
  Outcome before;     // with nothing withheld
  std::vector<CalibratedGroup> scores;
};

// The least that has to be withheld so that all costs are as high as the highest, less the
// tolerance: for group g, lambda_g = (max - tolerance - cost_g) / (cost of base rate_g - cost_g), 0
// where it is negative. There is none where a group's base rate costs less than is needed. NaN for
// a group without an outcome that the cost needs. Throws kInvalidArgument for scores outside
// [0, 1], a threshold that is no number, a tolerance outside [0, 1], and unreasonable costs.
CalibratedOutcome calibratedOdds(const std::vector<Curve>& curves, const CalibratedTask& task);

}  // namespace fairwasm::thresholds
