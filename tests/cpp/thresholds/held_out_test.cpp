// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/thresholds/held_out.hpp"

#include <cmath>

#include "support.hpp"
#include "thresholds/rows.hpp"

namespace fairwasm::thresholds {
namespace {

const std::vector<Policy> kOwn{{{0.8}, {1}}, {{0.6}, {1}}};
const std::vector<Policy> kLower{{{0.6}, {1}}, {{0.2}, {1}}};

// The lower thresholds also select 0.7 (0) and 0.6 (1) in one group, and 0.5 (0), 0.4 (0), and 0.2
// (1) in the other: gains of 1, -1, 1, 1, -1, and nine of 0 in fourteen rows.
TEST(HeldOutThresholds, CostTheMeanLossOfRows) {
  const auto groups = curves(fourteenRows().view());
  const auto cost = heldOutCost(groups, {Measure::kAccuracy, {}}, kOwn, kLower, 0.95);
  EXPECT_NEAR(cost.cost.value, 1.0 / 14, 1e-12);
  EXPECT_NEAR(cost.decidedOtherwise, 5, 1e-12);
  // Student's with 13 degrees of freedom: the variance is (5 - 14 / 14^2) / 13.
  const double quantile = uncertainty::studentQuantileAt(uncertainty::normalQuantile(0.975), 13);
  const double reach = quantile * std::sqrt((5 - 1.0 / 14) / 13 / 14);
  EXPECT_NEAR(cost.cost.ci.high - cost.cost.value, reach, 1e-12);
  EXPECT_NEAR(cost.cost.value - cost.cost.ci.low, reach, 1e-12);
}

TEST(HeldOutThresholds, CostTheDifferenceOfValues) {
  const auto groups = curves(randomRows(4, 300, 3).view());
  const std::vector<Policy> free{{{0.5}, {1}}, {{0.6}, {1}}, {{0.7}, {1}}};
  const std::vector<Policy> equal{
      {{0.7, 0.3}, {0.25, 0.75}, 0, 0}, {{0.4}, {1}, 0.2, 0.3}, {{0.9}, {1}, 0, 0}};
  for (const auto measure :
       {Measure::kAccuracy, Measure::kBalancedAccuracy, Measure::kGroupBalancedAccuracy}) {
    const Task task{Constraint::kSelectionRate, {measure, {}}, 0};
    const auto cost = heldOutCost(groups, task.objective, free, equal, 0.9);
    EXPECT_NEAR(cost.cost.value,
                applied(groups, task, free).value - applied(groups, task, equal).value, 1e-12);
    EXPECT_LT(cost.cost.ci.low, cost.cost.value);
    EXPECT_GT(cost.cost.ci.high, cost.cost.value);
  }
}

// A group with unchanged decisions adds no uncertainty: its part is 0 for any rows.
TEST(HeldOutThresholds, CostNothingInGroupsWithTheSamePolicy) {
  const auto groups = curves(randomRows(4, 300, 2).view());
  const std::vector<Policy> free{{{0.5}, {1}}, {{0.6}, {1}}};
  const std::vector<Policy> equal{{{0.5}, {1}}, {{0.9}, {1}}};
  const Objective objective{Measure::kGroupBalancedAccuracy, {}};
  const auto cost = heldOutCost(groups, objective, free, equal, 0.95).cost;
  EXPECT_LT(cost.ci.low, cost.value);
  EXPECT_GT(cost.ci.high, cost.value);
  const auto none = heldOutCost(groups, objective, free, free, 0.95).cost;
  EXPECT_EQ(none.value, 0);
  EXPECT_TRUE(std::isnan(none.ci.low));
}

TEST(HeldOutThresholds, HaveNoIntervalIfNoDecisionDiffers) {
  const auto groups = curves(fourteenRows().view());
  const auto cost = heldOutCost(groups, {Measure::kAccuracy, {}}, kOwn, kOwn, 0.95);
  EXPECT_EQ(cost.cost.value, 0);
  EXPECT_TRUE(std::isnan(cost.cost.ci.low));
  EXPECT_EQ(cost.decidedOtherwise, 0);
}

}  // namespace
}  // namespace fairwasm::thresholds
