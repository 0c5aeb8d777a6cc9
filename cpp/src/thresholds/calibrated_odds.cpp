// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/thresholds/calibrated_odds.hpp"

#include <algorithm>
#include <cmath>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"
#include "rounding.hpp"

namespace fairwasm::thresholds {
namespace {

void requireProbabilities(const std::vector<Curve>& curves) {
  for (const auto& curve : curves) {
    for (std::size_t i = 1; i < curve.points.size(); ++i) {
      const double score = curve.points[i].threshold;
      if (score >= 0 && score <= 1) continue;
      throw Error(ErrorCode::kInvalidArgument,
                  {"score", "probabilities, from 0 to 1", shown(score), {}});
    }
  }
}

struct ScoreSums {
  double ofPositives = 0;
  double ofNegatives = 0;
};

ScoreSums computeSums(const Curve& curve) {
  ScoreSums sums;
  for (std::size_t i = 1; i < curve.points.size(); ++i) {
    const auto& [score, truePositives, falsePositives] = curve.points[i];
    sums.ofPositives += score * (truePositives - curve.points[i - 1].truePositives);
    sums.ofNegatives += score * (falsePositives - curve.points[i - 1].falsePositives);
  }
  return sums;
}

double computeCost(ScoreCost rate, double baseRate, double ofNegatives, double ofPositives) {
  if (rate == ScoreCost::kFalsePositive) return ofNegatives;
  if (rate == ScoreCost::kFalseNegative) return 1 - ofPositives;
  return ((1 - baseRate) * ofNegatives + baseRate * (1 - ofPositives)) / 2;
}

CalibratedGroup makeGroup(const Curve& curve, ScoreCost rate) {
  const auto [ofPositives, ofNegatives] = computeSums(curve);
  const double baseRate = curve.positives / curve.total();
  const double cost =
      computeCost(rate, baseRate, ofNegatives / curve.negatives, ofPositives / curve.positives);
  return {baseRate, (ofPositives + ofNegatives) / curve.total(),
          cost,     computeCost(rate, baseRate, baseRate, baseRate),
          kNaN,     kNaN};
}

// Computes the probability of withholding for each group.
void withhold(std::vector<CalibratedGroup>& groups, double tolerance) {
  double max = 0;
  for (const auto& group : groups) {
    if (std::isnan(group.costBefore)) return;
    max = std::max(max, group.costBefore);
  }
  for (auto& group : groups) {
    const double lacking = max - tolerance - group.costBefore;
    const double room = group.costOfBaseRate - group.costBefore;
    if (lacking > kRounding && lacking > room + kRounding) continue;
    group.withheld = lacking > kRounding ? std::min(1.0, lacking / room) : 0;
    group.costAfter = group.costBefore + group.withheld * room;
  }
}

std::vector<Policy> makePolicies(const std::vector<CalibratedGroup>& groups, double threshold,
                                 bool isWithheld) {
  std::vector<Policy> policies;
  for (const auto& group : groups) {
    const double ignore = isWithheld ? group.withheld : 0;
    const bool isSelected = ignore > 0 && group.baseRate >= threshold;
    policies.push_back({{threshold}, {1}, ignore, isSelected ? 1.0 : 0.0});
  }
  return policies;
}

}  // namespace

CalibratedOutcome calibratedOdds(const std::vector<Curve>& curves, const CalibratedTask& task) {
  requireProbabilities(curves);
  if (std::isnan(task.threshold)) {
    throw Error(ErrorCode::kInvalidArgument, {"threshold", "a number", shown(task.threshold), {}});
  }
  const Task odds{Constraint::kEqualizedOdds, task.objective, task.tolerance};
  CalibratedOutcome outcome{{kNaN, kNaN, {}}, {}, {}};
  for (const auto& curve : curves) outcome.scores.push_back(makeGroup(curve, task.rate));
  outcome.before = applied(curves, odds, makePolicies(outcome.scores, task.threshold, false));
  withhold(outcome.scores, task.tolerance);
  const bool isReached = std::ranges::none_of(
      outcome.scores, [](const auto& group) { return std::isnan(group.withheld); });
  if (!isReached) return outcome;
  outcome.decisions = applied(curves, odds, makePolicies(outcome.scores, task.threshold, true));
  return outcome;
}

}  // namespace fairwasm::thresholds
