// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/outcome_distance.hpp"

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::scores {
namespace {

using Weights = std::vector<double>;

// Rows of weight 1: the squared weights sum to the weights.
std::vector<OutcomeDistance> computeDistances(const Weights& counts, std::size_t outcomes,
                                              double power = 2) {
  return outcomeDistances(counts, counts, outcomes, power, 0.95);
}

TEST(OutcomeDistance, MatchesManualCalculation) {
  // 1/2, 1/4, 1/4 and 1/4, 1/4, 1/2.
  const auto distances = computeDistances({2, 1, 1, 1, 1, 2}, 3);
  ASSERT_EQ(distances.size(), 3U);  // of the two groups, and of each group from the other
  const auto& [kl, js, variation, largest, norm] = distances.front();
  EXPECT_DOUBLE_EQ(kl, 0.25 * std::numbers::ln2);
  EXPECT_DOUBLE_EQ(js.value, 0.5 * std::log(0.5 / 0.375) + 0.25 * std::log(0.25 / 0.375));
  EXPECT_DOUBLE_EQ(variation.value, 0.25);
  EXPECT_DOUBLE_EQ(largest.value, 0.25);
  EXPECT_DOUBLE_EQ(norm.value, std::numbers::sqrt2 / 4);
  EXPECT_DOUBLE_EQ(computeDistances({2, 1, 1, 1, 1, 2}, 3, 1).front().norm.value, 0.5);
}

TEST(OutcomeDistance, ReachesItsLimitsForDisjointOutcomes) {
  const auto distance = computeDistances({3, 0, 0, 5}, 2).front();
  EXPECT_TRUE(std::isinf(distance.klDivergence));
  EXPECT_DOUBLE_EQ(distance.jensenShannon.value, std::numbers::ln2);
  EXPECT_EQ(distance.totalVariation.value, 1);
  EXPECT_EQ(distance.largestDifference.value, 1);
  EXPECT_DOUBLE_EQ(distance.norm.value, std::numbers::sqrt2);
}

TEST(OutcomeDistance, HasAnInfiniteDivergenceOnlyIfTheSecondGroupLacksAnOutcome) {
  const auto distances = computeDistances({1, 1, 2, 0}, 2);
  EXPECT_TRUE(std::isinf(distances[0].klDivergence));
  EXPECT_DOUBLE_EQ(distances[2].klDivergence, std::numbers::ln2);  // second group from the first
}

TEST(OutcomeDistance, ComparesEachGroupWithAllOthers) {
  // The others of the first group are 3/8, 5/8.
  const auto distances = computeDistances({1, 3, 1, 3, 2, 2}, 2);
  ASSERT_EQ(distances.size(), 6U);
  EXPECT_EQ(distances[0].totalVariation.value, 0);
  EXPECT_DOUBLE_EQ(distances[1].totalVariation.value, 0.25);
  EXPECT_DOUBLE_EQ(distances[3].totalVariation.value, 0.125);
}

TEST(OutcomeDistance, HasValuesAndIntervalsInTheirRange) {
  uncertainty::RandomStream random(11, 0);
  for (int run = 0; run < 50; ++run) {
    Weights counts;
    for (int i = 0; i < 6; ++i) counts.push_back(1 + std::floor(20 * random.uniform()));
    const auto distances = computeDistances(counts, 3);
    const Weights swapped{counts[3], counts[4], counts[5], counts[0], counts[1], counts[2]};
    const auto back = computeDistances(swapped, 3).front();
    const auto& there = distances.front();
    EXPECT_NEAR(there.jensenShannon.value, back.jensenShannon.value, 1e-12);
    EXPECT_NEAR(there.totalVariation.value, back.totalVariation.value, 1e-12);
    EXPECT_NEAR(there.norm.value, back.norm.value, 1e-12);
    // Pinsker's inequality.
    EXPECT_LE(2 * std::pow(there.totalVariation.value, 2), there.klDivergence + 1e-12);
    const std::pair<uncertainty::Bounded, double> measures[]{
        {there.jensenShannon, std::numbers::ln2},
        {there.totalVariation, 1},
        {there.largestDifference, 1},
        {there.norm, std::numbers::sqrt2}};
    for (const auto& [bounded, max] : measures) {
      EXPECT_GE(bounded.ci.low, 0);
      EXPECT_LE(bounded.ci.low, bounded.value);
      EXPECT_GE(bounded.ci.high, bounded.value);
      EXPECT_LE(bounded.ci.high, max + 1e-12);
    }
  }
}

TEST(OutcomeDistance, DependsOnlyOnTheEffectiveNumberOfRows) {
  // Four rows of weight 2 have the precision of four rows of weight 1.
  const auto single = outcomeDistances(Weights{3, 1, 1, 3}, Weights{3, 1, 1, 3}, 2, 2, 0.95);
  const auto twice = outcomeDistances(Weights{6, 2, 2, 6}, Weights{12, 4, 4, 12}, 2, 2, 0.95);
  EXPECT_DOUBLE_EQ(twice.front().totalVariation.value, single.front().totalVariation.value);
  EXPECT_DOUBLE_EQ(twice.front().totalVariation.ci.high, single.front().totalVariation.ci.high);
}

TEST(OutcomeDistance, HasNoIntervalForASingleRowAndNoValueWithoutRows) {
  const auto single = computeDistances({1, 0, 5, 5}, 2).front();
  EXPECT_DOUBLE_EQ(single.totalVariation.value, 0.5);
  EXPECT_TRUE(std::isnan(single.totalVariation.ci.low));
  const auto none = computeDistances({0, 0, 5, 5}, 2).front();
  EXPECT_TRUE(std::isnan(none.klDivergence));
  EXPECT_TRUE(std::isnan(none.totalVariation.value));
}

TEST(OutcomeDistance, RejectsAConfidenceOutsideItsRange) {
  const Weights counts{1, 2, 2, 1};
  testing::expectError([&] { outcomeDistances(counts, counts, 2, 2, 1); },
                       ErrorCode::kInvalidArgument, "confidence");
}

}  // namespace
}  // namespace fairwasm::scores
