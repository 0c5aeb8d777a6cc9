// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/equivalence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fairwasm::group {
namespace {

Counts makeCounts(double tp, double fp, double tn, double fn) {
  Counts counts;
  addWeight(counts, true, true, tp, 0);
  addWeight(counts, false, true, fp, 0);
  addWeight(counts, false, false, tn, 0);
  addWeight(counts, true, false, fn, 0);
  counts.rows = counts.effectiveRows = counts.instances;
  const std::array cells{tp, fp, tn, fn};
  for (std::size_t i = 0; i < kConfusionCells; ++i) {
    counts.moments.units[cellSet(i)] = counts.moments.products[i][i] = cells[i];
  }
  return counts;
}

TEST(DistanceTo, IsTheQuantileAtWhichTheIntervalReachesTheBound) {
  const auto interval = [](double z) { return uncertainty::Interval{3 - 2 * z, 3 + 4 * z}; };
  EXPECT_NEAR(uncertainty::distanceTo(5, 3, interval), 0.5, 1e-12);
  EXPECT_NEAR(uncertainty::distanceTo(2, 3, interval), -0.5, 1e-12);
  EXPECT_NEAR(uncertainty::distanceTo(3, 3, interval), 0, 1e-12);
  EXPECT_EQ(uncertainty::distanceTo(1e9, 3, interval), 8);
  EXPECT_TRUE(std::isnan(uncertainty::distanceTo(1, NAN, interval)));
  EXPECT_TRUE(std::isnan(
      uncertainty::distanceTo(1, 3, [](double) { return uncertainty::Interval{NAN, NAN}; })));
}

TEST(EquivalenceTest, IsTheAlphaAtWhichTheIntervalFits) {
  const Counts one = makeCounts(60, 30, 70, 40);
  const Counts other = makeCounts(55, 33, 71, 45);
  for (const Disparity& disparity : kDisparities) {
    if (disparity.comparison == Comparison::kLargestDifference) continue;
    const bool isRatio = disparity.comparison == Comparison::kRatio;
    const uncertainty::Interval margin =
        isRatio ? uncertainty::Interval{0.5, 2} : uncertainty::Interval{-0.2, 0.2};
    const double pValue = equivalenceTest(disparity, one, other, margin);
    if (std::isnan(evaluate(disparity, one, other))) continue;
    ASSERT_GT(pValue, 0) << disparity.name;
    ASSERT_LT(pValue, 0.5) << disparity.name;
    const uncertainty::Interval ci = disparityInterval(disparity, one, other, 1 - 2 * pValue);
    const double slack = std::min(ci.low - margin.low, margin.high - ci.high);
    EXPECT_NEAR(slack, 0, 1e-6) << disparity.name;
  }
}

}  // namespace
}  // namespace fairwasm::group
