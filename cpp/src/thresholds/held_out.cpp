// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/thresholds/held_out.hpp"

#include <cmath>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/means.hpp"

namespace fairwasm::thresholds {
namespace {

// Returns the number of strata that an objective averages over: all rows, outcomes, or outcomes of
// each group.
std::size_t countStrata(Measure measure, std::size_t groups) {
  if (measure == Measure::kBalancedAccuracy) return 2;
  return measure == Measure::kGroupBalancedAccuracy ? 2 * groups : 1;
}

std::size_t getStratum(Measure measure, std::size_t group, bool isPositive) {
  if (measure == Measure::kBalancedAccuracy) return isPositive ? 1 : 0;
  return measure == Measure::kGroupBalancedAccuracy ? 2 * group + (isPositive ? 1 : 0) : 0;
}

void add(uncertainty::MeanSums& sums, double rows, double gain) {
  sums.weight += rows;
  sums.squaredWeight += rows;
  sums.total += rows * gain;
  sums.weightedTotal += rows * gain;
  sums.weightedSquares += rows * gain * gain;
}

}  // namespace

HeldOutCost heldOutCost(const std::vector<Curve>& curves, const Objective& objective,
                        std::span<const Policy> free, std::span<const Policy> equal,
                        double confidence) {
  const auto gains = contributions(objective, curves);
  std::vector<uncertainty::MeanSums> strata(countStrata(objective.measure, curves.size()));
  double otherwise = 0;
  for (std::size_t g = 0; g < curves.size(); ++g) {
    const auto& points = curves[g].points;
    for (std::size_t i = 1; i < points.size(); ++i) {
      const double more = selectionProbability(free[g], points[i].threshold) -
                          selectionProbability(equal[g], points[i].threshold);
      const double positives = points[i].truePositives - points[i - 1].truePositives;
      const double negatives = points[i].falsePositives - points[i - 1].falsePositives;
      add(strata[getStratum(objective.measure, g, true)], positives,
          more * gains[g].perTruePositive);
      add(strata[getStratum(objective.measure, g, false)], negatives,
          more * gains[g].perFalsePositive);
      otherwise += std::abs(more) * (positives + negatives);
    }
  }
  const double z = uncertainty::normalQuantile(0.5 + confidence / 2);
  const bool isByGroup = objective.measure == Measure::kGroupBalancedAccuracy;
  std::vector<uncertainty::Bounded> parts;
  double cost = 0;
  for (std::size_t s = 0; s < strata.size(); ++s) {
    const auto& sums = strata[s];
    cost += sums.total;
    if (isByGroup && free[s / 2] == equal[s / 2]) continue;
    parts.push_back(uncertainty::scaled(uncertainty::bounded(uncertainty::signedMean(sums, 0), z),
                                        sums.weight));
  }
  if (parts.empty()) return {{cost, {kNaN, kNaN}}, otherwise};
  return {{cost, uncertainty::sumInterval(parts)}, otherwise};
}

}  // namespace fairwasm::thresholds
