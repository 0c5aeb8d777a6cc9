// SPDX-License-Identifier: Apache-2.0
//
// Calibrated equalized odds: scores remain calibrated, and the costs of errors are equalized
// between groups. Scores of groups with lower costs are randomly withheld and replaced by the
// group's base rate.
//
// Source: Pleiss, Raghavan, Wu, Kleinberg and Weinberger: On Fairness and Calibration, 2017.
#pragma once

#include <cstdint>
#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/thresholds/equalizing.hpp"

namespace fairwasm::thresholds {

// Cost of a group's scores that is equalized, where b is the base rate, f the mean score of
// negatives, and n one minus the mean score of positives:
enum class ScoreCost : std::uint8_t {
  kFalsePositive,  // f
  kFalseNegative,  // n
  kWeighted,       // ((1 - b) f + b n) / 2
};
constexpr auto getNames(ScoreCost) {
  return makeNames<ScoreCost>("rate", {
                                          {"falsePositive", ScoreCost::kFalsePositive},
                                          {"falseNegative", ScoreCost::kFalseNegative},
                                          {"weighted", ScoreCost::kWeighted},
                                      });
}

struct CalibratedTask {
  ScoreCost rate = ScoreCost::kWeighted;
  Objective objective;
  double threshold = 0.5;  // for decisions, the same in all groups
  double tolerance = 0;    // maximum difference between two groups' costs, in [0, 1]
};

struct CalibratedGroup {
  double baseRate;
  double meanScore;  // equal to the base rate for calibrated scores
  double costBefore;
  double costOfBaseRate;  // cost if all scores are withheld
  double costAfter;
  double withheld;  // probability that a row's score is withheld; NaN if no probability suffices
};

struct CalibratedOutcome {
  Outcome decisions;  // expected, with equalized odds; NaN if a group's costs cannot be raised
  Outcome before;     // without withholding
  std::vector<CalibratedGroup> scores;
};

// Withholds the minimum for which all costs are at least the highest cost minus the tolerance. For
// group g, the probability is lambda_g = (max - tolerance - cost_g) / (cost of base rate_g -
// cost_g), or 0 if it is negative. There is no solution if a group's base rate costs less than
// required. NaN for a group without an outcome that the cost depends on. Throws kInvalidArgument
// for scores outside [0, 1], a NaN threshold, a tolerance outside [0, 1], and unreasonable costs.
CalibratedOutcome calibratedOdds(const std::vector<Curve>& curves, const CalibratedTask& task);

}  // namespace fairwasm::thresholds
