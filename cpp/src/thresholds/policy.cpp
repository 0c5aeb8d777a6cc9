// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/thresholds/policy.hpp"

#include <algorithm>

namespace fairwasm::thresholds {
namespace {

// Smaller differences between rates are rounding errors.
constexpr double kOnHull = 1e-14;

}  // namespace

Selected apply(const Policy& policy, const Curve& curve) {
  Selected selected{0, 0};
  for (std::size_t i = 0; i < policy.thresholds.size(); ++i) {
    // The last point at or above the threshold.
    const auto next = std::ranges::find_if(curve.points, [&](const OperatingPoint& point) {
      return point.threshold < policy.thresholds[i];
    });
    const auto& point = *(next - 1);
    selected.truePositives += policy.probabilities[i] * point.truePositives;
    selected.falsePositives += policy.probabilities[i] * point.falsePositives;
  }
  const auto& [thresholds, probabilities, ignore, coin] = policy;
  return {(1 - ignore) * selected.truePositives + ignore * coin * curve.positives,
          (1 - ignore) * selected.falsePositives + ignore * coin * curve.negatives};
}

double selectionProbability(const Policy& policy, double score) {
  double probability = 0;
  for (std::size_t i = 0; i < policy.thresholds.size(); ++i) {
    if (score >= policy.thresholds[i]) probability += policy.probabilities[i];
  }
  return (1 - policy.ignore) * probability + policy.ignore * policy.coin;
}

Policy policyAt(const ConcaveCurve& hull, const Curve& curve, double rate) {
  const auto [i, along] = hull.getPlace(rate);
  const auto computeThreshold = [&](std::size_t vertex) {
    return curve.points[hull.vertices()[vertex].point].threshold;
  };
  if (along == 0) return {{computeThreshold(i)}, {1}, 0, 0};
  return {{computeThreshold(i), computeThreshold(i + 1)}, {1 - along, along}, 0, 0};
}

Policy policyAt(const ConcaveCurve& rocHull, const Curve& curve, double falsePositiveRate,
                double truePositiveRate) {
  Policy policy = policyAt(rocHull, curve, falsePositiveRate);
  const double above = rocHull.at(falsePositiveRate) - truePositiveRate;
  if (above <= kOnHull) return policy;
  policy.ignore = above / (above + truePositiveRate - falsePositiveRate);
  policy.coin = falsePositiveRate;
  return policy;
}

}  // namespace fairwasm::thresholds
