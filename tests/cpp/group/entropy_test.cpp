// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/entropy.hpp"

#include <cmath>
#include <numbers>

#include "fairwasm/group/counts.hpp"
#include "support.hpp"

namespace fairwasm::group {
namespace {

using testing::eightRowTally;
using testing::expectError;

const double kInfinity = std::numeric_limits<double>::infinity();

// Benefits of eightRows(): 1 2 1 0 | 1 1 0 | 2.
std::vector<BenefitLevel> individuals() {
  const tally::Tally tally = eightRowTally();
  return individualBenefits(tally, favorableLabels(tally.schema(), {"1"}));
}

TEST(Entropy, CountsBenefitsWithoutWeights) {
  const auto levels = individuals();
  ASSERT_EQ(levels.size(), 3U);
  EXPECT_EQ(levels[0].rows, 2);
  EXPECT_EQ(levels[1].rows, 4);
  EXPECT_EQ(levels[2].rows, 2);
}

TEST(Entropy, MatchesManualCalculation) {
  const auto levels = individuals();  // mean 1
  EXPECT_DOUBLE_EQ(generalizedEntropyIndex(levels, 2), 4.0 / 8 / 2);
  EXPECT_DOUBLE_EQ(generalizedEntropyIndex(levels, 1), 2 * 2 * std::numbers::ln2 / 8);
  EXPECT_EQ(generalizedEntropyIndex(levels, 0), kInfinity);
  EXPECT_EQ(generalizedEntropyIndex(levels, -1), kInfinity);
  EXPECT_DOUBLE_EQ(coefficientOfVariation(levels), std::sqrt(0.5));
}

TEST(Entropy, IsContinuousInAlpha) {
  const std::vector<BenefitLevel> levels{{1, 4}, {2, 2}};  // mean 4/3
  for (const double alpha : {0.0, 1.0, 2.0}) {
    EXPECT_NEAR(generalizedEntropyIndex(levels, alpha),
                generalizedEntropyIndex(levels, alpha + 1e-7), 1e-7);
  }
}

TEST(Entropy, StaysAccurateNearZeroAndOne) {
  const std::vector<BenefitLevel> levels{{1, 4}, {2, 2}};
  for (const double alpha : {0.0, 1.0}) {
    for (const double step : {1e-4, 1e-8, 1e-12, 1e-14}) {
      for (const double sign : {-1.0, 1.0}) {
        EXPECT_NEAR(generalizedEntropyIndex(levels, alpha + sign * step),
                    generalizedEntropyIndex(levels, alpha), step + 1e-15);
      }
    }
  }
}

TEST(Entropy, CountsRowsWithoutBenefitForFractionalAlpha) {
  // Relative benefits 0, 1, and 2: the sum over 8 rows is 2 * (0 - 1) + 2 * (2^alpha - 1) and 2 *
  // (2^alpha - 2).
  for (const double alpha : {0.25, 0.75, 1.25, 1.75}) {
    const double sum = 2 * (std::pow(2, alpha) - 2);
    EXPECT_NEAR(generalizedEntropyIndex(individuals(), alpha), sum / 8 / (alpha * (alpha - 1)),
                1e-15);
  }
  EXPECT_EQ(generalizedEntropyIndex(individuals(), -0.25), kInfinity);
}

TEST(Entropy, IsZeroAndNeverNaNForEqualBenefits) {
  for (double benefit = 0.1; benefit < 2; benefit += 0.1) {
    const std::vector<BenefitLevel> levels{{benefit, 3}, {benefit, 7}};
    EXPECT_NEAR(coefficientOfVariation(levels), 0, 1e-15);
  }
}

TEST(Entropy, IsNaNWithoutBenefit) {
  for (const double alpha : {0.0, 1.0, 2.0, 0.5}) {
    EXPECT_TRUE(std::isnan(generalizedEntropyIndex({{0, 5}}, alpha)));
    EXPECT_TRUE(std::isnan(generalizedEntropyIndex({}, alpha)));
  }
}

TEST(Entropy, BetweenGroupsUsesTheirMeans) {
  const tally::Tally tally = eightRowTally();
  const auto favorable = favorableLabels(tally.schema(), {"1"});
  const auto levels = groupBenefits(tally, {{{{"race", "a"}}}, {{{"race", "b"}}}}, favorable);
  double rows = 0;
  double sum = 0;
  for (const auto& level : levels) {
    rows += level.rows;
    sum += level.rows * level.benefit;
  }
  EXPECT_EQ(rows, 8);
  EXPECT_DOUBLE_EQ(sum, 4 + 2);  // the row of race c is in no group and has benefit 0
}

TEST(Entropy, BetweenAllGroupsIsAPartOfTheTotal) {
  // GE(2) = within + between; between uses the group means.
  const tally::Tally tally = eightRowTally();
  const auto favorable = favorableLabels(tally.schema(), {"1"});
  const double between = generalizedEntropyIndex(allGroupBenefits(tally, favorable), 2);
  EXPECT_GT(between, 0);
  EXPECT_LE(between, generalizedEntropyIndex(individuals(), 2));
}

// Each of the three races is once in no group and once in two, so the compared benefits are
// ambiguous.
TEST(Entropy, BetweenGroupsRequiresEveryRowInOneGroup) {
  const tally::Tally tally = eightRowTally();
  const auto favorable = favorableLabels(tally.schema(), {"1"});
  const std::vector<data::Condition> races{{{{"race", "a"}}}, {{{"race", "b"}}}, {{{"race", "c"}}}};
  ASSERT_TRUE(benefitsOfGroups(tally, races, favorable));
  EXPECT_EQ(benefitsOfGroups(tally, races, favorable)->size(), 3U);
  for (std::size_t left = 0; left < races.size(); ++left) {
    std::vector<data::Condition> fewer = races;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(left));
    EXPECT_FALSE(benefitsOfGroups(tally, fewer, favorable)) << left;
    std::vector<data::Condition> more = races;
    more.push_back(races[left]);
    EXPECT_FALSE(benefitsOfGroups(tally, more, favorable)) << left;
  }
}

TEST(Entropy, RequiresLabelsAndPredictions) {
  const tally::Tally tally(data::Schema{{}, {"0", "1"}, true, false, false});
  expectError([&] { individualBenefits(tally, {false, true}); }, ErrorCode::kInvalidArgument,
              "tally");
}

}  // namespace
}  // namespace fairwasm::group
