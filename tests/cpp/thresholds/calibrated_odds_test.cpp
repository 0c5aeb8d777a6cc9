// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/thresholds/calibrated_odds.hpp"

#include <cmath>

#include "support.hpp"
#include "thresholds/rows.hpp"

namespace fairwasm::thresholds {
namespace {

using testing::expectError;

constexpr double kClose = 1e-12;
const Objective kAccuracy{Measure::kAccuracy, {}};

// Group 0: positives have .9 and .7, negatives .5 and .1. Group 1: positives have .8 and .4,
// negatives .6 and .2.
std::vector<Curve> eightRows() {
  const TestRows rows{{0, 0, 0, 0, 1, 1, 1, 1},
                      {1, 1, 0, 0, 1, 0, 1, 0},
                      {0.9, 0.7, 0.5, 0.1, 0.8, 0.6, 0.4, 0.2},
                      {}};
  return curves(rows.view());
}

// The costs of false positives are .3 and .4, and .5 for a base rate: half of group 0's scores are
// withheld, and its base rate of .5 is just selected.
TEST(CalibratedOdds, OfEightRowsMatchManualCalculation) {
  const auto found = calibratedOdds(eightRows(), {ScoreCost::kFalsePositive, kAccuracy, 0.5, 0});
  const auto& [first, second] = std::tie(found.scores[0], found.scores[1]);
  EXPECT_NEAR(first.costBefore, 0.3, kClose);
  EXPECT_NEAR(second.costBefore, 0.4, kClose);
  EXPECT_NEAR(first.withheld, 0.5, kClose);
  EXPECT_NEAR(first.costAfter, 0.4, kClose);
  EXPECT_EQ(second.withheld, 0);
  EXPECT_NEAR(found.before.value, 5.0 / 8, kClose);
  // In group 0, 3 of 4 decisions were correct; withheld scores are all selected, and half of these
  // decisions are correct.
  EXPECT_NEAR(found.decisions.value, (0.5 * 3 + 0.5 * 2 + 2) / 8, kClose);
  EXPECT_NEAR(found.decisions.groups[0].truePositiveRate, 1, kClose);
  EXPECT_NEAR(found.decisions.groups[0].falsePositiveRate, 0.75, kClose);
}

TEST(CalibratedOdds, WeightBothCosts) {
  const auto found = calibratedOdds(eightRows(), {ScoreCost::kWeighted, kAccuracy, 0.5, 0});
  EXPECT_NEAR(found.scores[0].costBefore, (0.5 * 0.3 + 0.5 * 0.2) / 2, kClose);
  EXPECT_NEAR(found.scores[1].costBefore, (0.5 * 0.4 + 0.5 * 0.4) / 2, kClose);
  EXPECT_NEAR(found.scores[0].withheld, 0.075 / 0.125, kClose);
}

TEST(CalibratedOdds, WithholdLessWithATolerance) {
  const auto found = calibratedOdds(eightRows(), {ScoreCost::kFalsePositive, kAccuracy, 0.5, 0.05});
  EXPECT_NEAR(found.scores[0].withheld, 0.25, kClose);
  const auto none = calibratedOdds(eightRows(), {ScoreCost::kFalsePositive, kAccuracy, 0.5, 1});
  EXPECT_EQ(none.scores[0].withheld, 0);
  EXPECT_EQ(none.decisions.value, none.before.value);
}

// A base rate of one tenth causes fewer false positives than the other group's scores.
TEST(CalibratedOdds, AreUndefinedIfTheBaseRateCostsTooLittle) {
  TestRows rows{{}, {}, {}, {}};
  for (int i = 0; i < 10; ++i) {
    rows.group.insert(rows.group.end(), {0, 1});
    rows.positive.push_back(i == 0 ? 1 : 0);
    rows.positive.push_back(i < 5 ? 1 : 0);
    rows.score.insert(rows.score.end(), {i == 0 ? 0.6 : 0.05, 0.5});
  }
  const auto found =
      calibratedOdds(curves(rows.view()), {ScoreCost::kFalsePositive, kAccuracy, 0.5, 0});
  EXPECT_TRUE(std::isnan(found.scores[0].withheld));
  EXPECT_NEAR(found.scores[0].costOfBaseRate, 0.1, kClose);
  EXPECT_TRUE(std::isnan(found.decisions.value));
  EXPECT_TRUE(found.decisions.groups.empty());
}

TEST(CalibratedOdds, RequireProbabilities) {
  auto rows = fourteenRows();
  rows.score[3] = 1.5;
  const auto groups = curves(rows.view());
  expectError([&] { calibratedOdds(groups, {}); }, ErrorCode::kInvalidArgument, "score");
  const auto fine = curves(fourteenRows().view());
  expectError([&] { calibratedOdds(fine, {ScoreCost::kWeighted, kAccuracy, std::nan(""), 0}); },
              ErrorCode::kInvalidArgument, "threshold");
  expectError([&] { calibratedOdds(fine, {ScoreCost::kWeighted, kAccuracy, 0.5, 2}); },
              ErrorCode::kInvalidArgument, "tolerance");
}

}  // namespace
}  // namespace fairwasm::thresholds
