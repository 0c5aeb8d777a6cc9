// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/curve_distance.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "fairwasm/scores/ranked_scores.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::scores {
namespace {

OutcomeScores computeScores(std::vector<WeightedScore> positives,
                            std::vector<WeightedScore> negatives) {
  OutcomeScores group{std::move(positives), std::move(negatives)};
  group.sort();
  return group;
}

// Rows with scores in hundredths, so that some are tied.
OutcomeScores randomScores(std::size_t rows, double shift, std::uint64_t stream) {
  uncertainty::RandomStream random(7, stream);
  std::vector<WeightedScore> positives;
  std::vector<WeightedScore> negatives;
  for (std::size_t i = 0; i < rows; ++i) {
    const double score = std::floor(100 * random.uniform()) / 100;
    auto& side = i % 2 == 0 ? positives : negatives;
    side.push_back({i % 2 == 0 ? score + shift : score, 1 + std::floor(3 * random.uniform())});
  }
  return computeScores(std::move(positives), std::move(negatives));
}

TEST(CurveDistance, IsOneForPerfectAndReversedScores) {
  const auto perfect = computeScores({{0.8, 1}}, {{0.2, 1}});
  const auto reversed = computeScores({{0.2, 1}}, {{0.8, 1}});
  EXPECT_EQ(areaBetweenCurves(perfect, reversed), 1);
}

TEST(CurveDistance, MatchesManualCalculationForCrossingCurves) {
  // Equal scores give the diagonal. The other curve is at 1/2 from 0 to 1: both areas under the
  // curve are 1/2, and the area between the curves consists of two triangles.
  const auto diagonal = computeScores({{0.5, 1}}, {{0.5, 1}});
  const auto level = computeScores({{0.9, 1}, {0.1, 1}}, {{0.5, 1}});
  EXPECT_DOUBLE_EQ(areaBetweenCurves(diagonal, level), 0.25);
}

TEST(CurveDistance, UsesWeightsLikeRepeatedRows) {
  const auto diagonal = computeScores({{0.5, 1}}, {{0.5, 1}});
  // 3 of 4 positives are above all negatives: |3/4 - x| from 0 to 1.
  const auto weighted = computeScores({{0.9, 3}, {0.1, 1}}, {{0.5, 2}});
  const auto repeated =
      computeScores({{0.9, 1}, {0.9, 1}, {0.9, 1}, {0.1, 1}}, {{0.5, 1}, {0.5, 1}});
  EXPECT_DOUBLE_EQ(areaBetweenCurves(diagonal, weighted), 0.75 * 0.75 / 2 + 0.25 * 0.25 / 2);
  EXPECT_DOUBLE_EQ(areaBetweenCurves(diagonal, repeated), areaBetweenCurves(diagonal, weighted));
}

TEST(CurveDistance, IsUndefinedWithoutAnOutcome) {
  const auto both = computeScores({{0.8, 1}}, {{0.2, 1}});
  const auto onlyPositives = computeScores({{0.8, 1}}, {});
  EXPECT_TRUE(std::isnan(areaBetweenCurves(both, onlyPositives)));
  const std::vector groups{both, onlyPositives};
  EXPECT_TRUE(std::isnan(boundedCurveDistances(groups, 0.95).front().value));
}

TEST(CurveDistance, IsAMetricAtLeastTheDifferenceOfTheAreas) {
  for (std::uint64_t run = 0; run < 50; ++run) {
    const auto a = randomScores(40, 0.3, 3 * run);
    const auto b = randomScores(30, 0, 3 * run + 1);
    const auto c = randomScores(50, -0.2, 3 * run + 2);
    const double between = areaBetweenCurves(a, b);
    EXPECT_EQ(areaBetweenCurves(a, a), 0);
    EXPECT_DOUBLE_EQ(areaBetweenCurves(b, a), between);
    EXPECT_LE(between, areaBetweenCurves(a, c) + areaBetweenCurves(c, b) + 1e-12);
    const double difference =
        computeRanking(a, 0.95).areaUnderCurve.value - computeRanking(b, 0.95).areaUnderCurve.value;
    EXPECT_GE(between + 1e-12, std::abs(difference));
  }
}

TEST(CurveDistance, ComparesAllPairsAndEachGroupWithTheOthers) {
  const std::vector groups{randomScores(40, 0.3, 100), randomScores(40, 0, 101),
                           randomScores(40, 0.1, 102)};
  const auto distances = boundedCurveDistances(groups, 0.95);
  ASSERT_EQ(distances.size(), 6U);
  EXPECT_DOUBLE_EQ(distances[0].value, areaBetweenCurves(groups[0], groups[1]));
  EXPECT_DOUBLE_EQ(distances[2].value, areaBetweenCurves(groups[1], groups[2]));
  OutcomeScores others = groups[1];
  others.merge(groups[2]);
  others.sort();
  EXPECT_DOUBLE_EQ(distances[3].value, areaBetweenCurves(groups[0], others));
  for (const auto& [value, ci] : distances) {
    EXPECT_GE(ci.low, 0);
    EXPECT_LE(ci.low, value);
    EXPECT_GE(ci.high, value);
    EXPECT_LE(ci.high, 1);
  }
}

TEST(CurveDistance, HasAnIntervalThatContainsZeroOnlyForSimilarCurves) {
  const std::vector similar{randomScores(400, 0.1, 200), randomScores(400, 0.1, 201)};
  const std::vector different{randomScores(400, 0.6, 200), randomScores(400, 0, 201)};
  EXPECT_EQ(boundedCurveDistances(similar, 0.95).front().ci.low, 0);
  EXPECT_GT(boundedCurveDistances(different, 0.95).front().ci.low, 0.1);
}

TEST(CurveDistance, HasNoIntervalForOneRowOfAnOutcome) {
  const std::vector groups{randomScores(40, 0.3, 300),
                           computeScores({{0.8, 1}}, {{0.2, 1}, {0.3, 1}})};
  const auto distance = boundedCurveDistances(groups, 0.95).front();
  EXPECT_FALSE(std::isnan(distance.value));
  EXPECT_TRUE(std::isnan(distance.ci.low));
}

}  // namespace
}  // namespace fairwasm::scores
