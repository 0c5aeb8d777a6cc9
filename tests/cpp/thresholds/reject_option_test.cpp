// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/thresholds/reject_option.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fairwasm/thresholds/equalizing.hpp"
#include "support.hpp"
#include "thresholds/rows.hpp"

namespace fairwasm::thresholds {
namespace {

using testing::expectError;

constexpr double kClose = 1e-12;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
const Objective kAccuracy{Measure::kAccuracy, {}};

std::vector<double> computeScores(const std::vector<Curve>& curves) {
  std::vector<double> all{kInfinity};
  for (const auto& curve : curves) {
    for (const auto& point : curve.points) all.push_back(point.threshold);
  }
  return all;
}

// Returns the best of all pairs of thresholds by trying each.
double bestOfAllPairs(const std::vector<Curve>& curves, const Task& task,
                      const std::vector<std::uint8_t>& favored) {
  double best = -1;
  for (const double low : computeScores(curves)) {
    for (const double high : computeScores(curves)) {
      if (low > high) continue;
      std::vector<Policy> policies;
      for (const auto is : favored) policies.push_back({{is == 1 ? low : high}, {1}, 0, 0});
      const auto reached = applied(curves, task, policies);
      if (reached.gap <= task.tolerance + 1e-12) best = std::max(best, reached.value);
    }
  }
  return best;
}

// By hand: at 0.6, the true positive rates are 3/4 and 2/3, and 10 of 14 decisions are correct.
TEST(RejectOption, OfFourteenRowsMatchesManualCalculation) {
  const auto groups = curves(fourteenRows().view());
  const std::vector<std::uint8_t> favored{1, 0};
  const Task task{Constraint::kTruePositiveRate, kAccuracy, 0.2};
  const auto [best, region] = rejectOption(groups, task, favored);
  EXPECT_NEAR(best.value, 10.0 / 14, kClose);
  EXPECT_NEAR(best.gap, 3.0 / 4 - 2.0 / 3, kClose);
  EXPECT_EQ(region.rows, 0);
  EXPECT_EQ(best.groups[0].policy.thresholds, (std::vector<double>{region.low}));
  EXPECT_EQ(best.groups[1].policy.thresholds, (std::vector<double>{region.high}));
}

TEST(RejectOption, IsTheBestOfAllRegions) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto groups = curves(randomRows(seed, 40, 3).view());
    for (const auto constraint : {Constraint::kSelectionRate, Constraint::kTruePositiveRate,
                                  Constraint::kFalsePositiveRate, Constraint::kEqualizedOdds}) {
      for (const double tolerance : {0.05, 0.2, 1.0}) {
        for (const auto& favored : {std::vector<std::uint8_t>{1, 0, 0}, {1, 0, 1}}) {
          const Task task{constraint, {Measure::kBalancedAccuracy, {}}, tolerance};
          const double expected = bestOfAllPairs(groups, task, favored);
          const auto found = rejectOption(groups, task, favored).decisions;
          if (expected < 0) {
            EXPECT_TRUE(std::isnan(found.value));
          } else {
            EXPECT_NEAR(found.value, expected, kClose);
            EXPECT_LE(found.gap, tolerance + 1e-11);
          }
        }
      }
    }
  }
}

// Two equal groups need no region.
TEST(RejectOption, HasNoRegionWithoutNeed) {
  auto rows = fourteenRows();
  for (std::size_t i = 0; i < 7; ++i) {
    rows.score[7 + i] = rows.score[i];
    rows.positive[7 + i] = rows.positive[i];
  }
  const auto found = rejectOption(curves(rows.view()), {Constraint::kEqualizedOdds, kAccuracy, 0},
                                  std::vector<std::uint8_t>{0, 1});
  EXPECT_EQ(found.region.rows, 0);
  EXPECT_EQ(found.region.low, found.region.high);
}

TEST(RejectOption, RequiresAFlagForEveryGroup) {
  const auto groups = curves(fourteenRows().view());
  expectError(
      [&] {
        rejectOption(groups, {Constraint::kSelectionRate, kAccuracy, 0},
                     std::vector<std::uint8_t>{1});
      },
      ErrorCode::kShapeMismatch, "favored");
}

}  // namespace
}  // namespace fairwasm::thresholds
