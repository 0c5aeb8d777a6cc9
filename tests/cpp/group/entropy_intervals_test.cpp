// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/entropy_intervals.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support.hpp"

namespace fairwasm::group {
namespace {

constexpr double kConfidence = 0.95;
constexpr double kSquare = 3.841458820694124;  // of 1.96

double computeIndex(const Benefits& rows, double alpha) {
  return generalizedEntropyIndex({{0, rows.none}, {1, rows.one}, {2, rows.two}}, alpha);
}

double between(const std::vector<Benefits>& groups, double alpha) {
  std::vector<BenefitLevel> levels;
  for (const Benefits& group : groups) levels.push_back({group.mean(), group.rows()});
  return generalizedEntropyIndex(levels, alpha);
}

TEST(NoncentralChiSquared, EqualsTheCentralOneAndTheSquaredNormal) {
  EXPECT_NEAR(noncentralChiSquared(kSquare, 1, 0), 0.95, 1e-12);
  EXPECT_NEAR(noncentralChiSquared(2 * std::log(20), 2, 0), 0.95, 1e-12);
  // (N + d)^2 < x where -sqrt x - d < N < sqrt x - d.
  for (const double d : {0.5, 3.0, 20.0}) {
    const double x = (d + 1) * (d + 1);
    EXPECT_NEAR(noncentralChiSquared(x, 1, d * d),
                uncertainty::normalProbability(1) - uncertainty::normalProbability(-2 * d - 1),
                1e-12);
  }
}

TEST(IndividualEntropyInterval, ContainsItsEstimateAndNarrows) {
  for (const double alpha : {-1.0, 0.0, 0.5, 1.0, 2.0, 3.0}) {
    double width = std::numeric_limits<double>::infinity();
    for (const double n : {1.0, 10.0, 100.0}) {
      const Benefits rows{alpha > 0 ? 2 * n : 0, 15 * n, 3 * n};
      const auto [low, high] = individualEntropyInterval(rows, alpha, kConfidence);
      EXPECT_GE(low, 0);
      EXPECT_LT(low, computeIndex(rows, alpha));
      EXPECT_GT(high, computeIndex(rows, alpha));
      if (alpha <= 0) continue;  // a benefit of 0 can never be excluded
      EXPECT_LT(high - low, width);
      width = high - low;
    }
  }
}

// Without false positives, the index for alpha = 2 is a function of one probability, 0.5 p / (1 -
// p), so the interval must contain Wilson's.
TEST(IndividualEntropyInterval, ContainsWilsonsInterval) {
  const auto [low, high] = individualEntropyInterval({20, 80, 0}, 2, kConfidence);
  const auto wilson = uncertainty::wilsonInterval(20, 100, kConfidence);
  EXPECT_LE(low, 0.5 * wilson.low / (1 - wilson.low) + 1e-9);
  EXPECT_GE(high, 0.5 * wilson.high / (1 - wilson.high) - 1e-9);
}

TEST(IndividualEntropyInterval, HasPositiveWidthForPerfectPredictions) {
  const auto [low, high] = individualEntropyInterval({0, 100, 0}, 2, kConfidence);
  EXPECT_EQ(low, 0);
  // Only false negatives, as many as Pearson's test permits: z^2 / (n + z^2) of the rows.
  const double max = kSquare / (100 + kSquare);
  EXPECT_NEAR(high, 0.5 * max / (1 - max), 1e-6);
}

TEST(IndividualEntropyInterval, IsUndefinedIfTheIndexIs) {
  EXPECT_TRUE(std::isnan(individualEntropyInterval({5, 0, 0}, 2, kConfidence).low));
  EXPECT_TRUE(std::isnan(individualEntropyInterval({5, 5, 0}, 0, kConfidence).low));
  EXPECT_TRUE(std::isnan(individualEntropyInterval({0, 0, 0}, 2, kConfidence).low));
}

// All rows are in one group: there is no inequality between groups, but between individuals.
TEST(EntropyInterval, DependsOnTheComparedUnits) {
  tally::Tally tally(data::Schema{{{"g", {"a"}}}, {"0", "1"}, true, true, false});
  testing::Rows rows;
  rows.attributes.resize(1);
  for (std::uint8_t i = 0; i < 100; ++i) {
    rows.attributes[0].push_back(0);
    rows.label.push_back(i % 2);
    rows.prediction.push_back(i % 5 == 0 ? 1 - i % 2 : i % 2);
  }
  tally.update(rows.batch(100));
  const std::vector<bool> favorable{false, true};
  const auto individuals = entropyInterval(tally, Between::kIndividuals, favorable, 2, kConfidence);
  const auto groups = entropyInterval(tally, Between::kAllGroups, favorable, 2, kConfidence);
  const std::vector<data::Condition> all{{{{"g", "a"}}}};
  const auto listed = entropyInterval(tally, all, favorable, 2, kConfidence);
  ASSERT_TRUE(individuals && groups && listed);
  EXPECT_GT(individuals->low, 0);
  EXPECT_EQ(groups->low, 0);
  EXPECT_EQ(listed->low, groups->low);
  EXPECT_EQ(listed->high, groups->high);
  EXPECT_FALSE(entropyInterval(tally, std::vector<data::Condition>{}, favorable, 2, kConfidence));
}

TEST(GroupEntropyInterval, IncludesZeroForCopiesOfAGroup) {
  for (const Benefits& group : {Benefits{5, 30, 5}, Benefits{0, 40, 0}, Benefits{1, 39, 0}}) {
    const std::vector<Benefits> groups(3, group);
    const auto [low, high] = groupEntropyInterval(groups, 2, kConfidence);
    EXPECT_EQ(low, 0);
    EXPECT_GT(high, 1e-5);
  }
}

TEST(GroupEntropyInterval, ContainsItsEstimateFarFromZero) {
  const std::vector<Benefits> groups{{5, 30, 65}, {60, 35, 5}};
  for (const double alpha : {0.5, 1.0, 2.0}) {
    const auto [low, high] = groupEntropyInterval(groups, alpha, kConfidence);
    EXPECT_GT(low, 0);
    EXPECT_LT(low, between(groups, alpha));
    EXPECT_GT(high, between(groups, alpha));
  }
}

// For very many rows, the distribution is approximated as normal; the interval must not be wider
// than for fewer rows.
TEST(GroupEntropyInterval, NarrowsWithMoreRows) {
  double width = std::numeric_limits<double>::infinity();
  for (const double n : {1.0, 10.0, 100.0, 1e4}) {
    const std::vector<Benefits> groups{{5 * n, 30 * n, 65 * n}, {60 * n, 35 * n, 5 * n}};
    const auto [low, high] = groupEntropyInterval(groups, 2, kConfidence);
    EXPECT_LT(low, between(groups, 2));
    EXPECT_GT(high, between(groups, 2));
    EXPECT_LT(high - low, 0.5 * width);
    width = high - low;
  }
}

TEST(GroupEntropyInterval, DoesNotDependOnTheOrderOfGroups) {
  const std::vector<Benefits> groups{{5, 30, 65}, {6, 35, 5}, {0, 9, 1}};
  const std::vector<Benefits> turned{groups[2], groups[0], groups[1]};
  const uncertainty::Interval one = groupEntropyInterval(groups, 2, kConfidence);
  const uncertainty::Interval other = groupEntropyInterval(turned, 2, kConfidence);
  EXPECT_NEAR(one.low, other.low, 1e-12);
  EXPECT_NEAR(one.high, other.high, 1e-12);
}

TEST(GroupEntropyInterval, IsZeroForASingleGroup) {
  const auto [low, high] = groupEntropyInterval(std::vector<Benefits>{{1, 8, 1}}, 2, kConfidence);
  EXPECT_EQ(low, 0);
  EXPECT_EQ(high, 0);
}

TEST(Entropy, StaysAccurateNearAlphaOne) {
  const std::vector<BenefitLevel> levels{{0, 2}, {1, 4}, {2, 2}};
  const double theil = generalizedEntropyIndex(levels, 1);
  EXPECT_NEAR(generalizedEntropyIndex(levels, 1 - 1e-14), theil, 1e-12);
  EXPECT_NEAR(generalizedEntropyIndex(levels, 1 + 1e-10), theil, 1e-9);
}

}  // namespace
}  // namespace fairwasm::group
