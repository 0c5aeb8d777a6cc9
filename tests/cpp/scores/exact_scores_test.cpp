// SPDX-License-Identifier: Apache-2.0
//
// Rankings, curves, and distances from sorted rows: manual calculations, comparison with all pairs,
// and invariances.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "fairwasm/scores/distance_certainty.hpp"
#include "fairwasm/scores/ranked_scores.hpp"
#include "fairwasm/scores/subgroup_areas.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::scores {
namespace {

using uncertainty::RandomStream;

struct Row {
  double score;
  bool positive;
  double weight = 1;
};
using Rows = std::vector<Row>;

OutcomeScores makeGroup(const Rows& rows) {
  OutcomeScores group;
  for (const auto& [score, positive, weight] : rows) {
    (positive ? group.positives : group.negatives).push_back({score, weight});
  }
  group.sort();
  return group;
}

Ranking rankingOfRows(const Rows& rows) { return computeRanking(makeGroup(rows), 0.95); }

// Positives at 0.8, 0.8, 0.3; negatives at 0.8, 0.2 (weight 2).
const Rows kFiveRows{{0.8, true}, {0.8, true}, {0.3, true}, {0.8, false}, {0.2, false, 2}};

// Scores have ties; `scale` moves them outside [0, 1].
Rows someRows(std::uint64_t seed, std::size_t count, double scale) {
  RandomStream random(seed, 0);
  Rows rows;
  for (std::size_t i = 0; i < count; ++i) {
    const double score = (static_cast<double>(random.below(40)) - 7) * scale;
    rows.push_back({score, random.below(3) == 0, static_cast<double>(random.below(5)) / 4});
  }
  return rows;
}

// Computes the AUC from all pairs.
double areaByPairs(const Rows& rows) {
  double ordered = 0;
  double pairs = 0;
  for (const auto& one : rows) {
    for (const auto& other : rows) {
      if (!one.positive || other.positive) continue;
      const double weight = one.weight * other.weight;
      pairs += weight;
      ordered += weight * (one.score > other.score ? 1 : one.score == other.score ? 0.5 : 0);
    }
  }
  return ordered / pairs;
}

TEST(ExactScores, RankingMatchesManualCalculation) {
  const Ranking ranking = rankingOfRows(kFiveRows);
  EXPECT_EQ(ranking.rows, 5);
  EXPECT_EQ(ranking.positives, 3);
  EXPECT_EQ(ranking.negatives, 3);
  EXPECT_DOUBLE_EQ(ranking.areaUnderCurve.value, (6 + 0.5 * 2) / 9);
  EXPECT_DOUBLE_EQ(ranking.averagePrecision.value, 2. / 3 * 2 / 3 + 1. / 3 * 3 / 4);
  EXPECT_NEAR(ranking.meanScore, (3 * 0.8 + 0.3 + 0.4) / 6, 1e-15);
}

TEST(ExactScores, HaveNoRankingWithoutAnOutcome) {
  const Ranking negatives = rankingOfRows({{3, false}, {4, false}});
  EXPECT_TRUE(std::isnan(negatives.areaUnderCurve.value));
  EXPECT_TRUE(std::isnan(negatives.averagePrecision.value));
  const Ranking positives = rankingOfRows({{3, true}, {4, true}});
  EXPECT_TRUE(std::isnan(positives.areaUnderCurve.value));
  EXPECT_EQ(positives.averagePrecision.value, 1);
  EXPECT_TRUE(std::isnan(rankingOfRows({}).meanScore));
}

TEST(ExactScores, CurvesMatchManualCalculation) {
  const auto cells = toCells(makeGroup(kFiveRows));
  const RocCurve roc = rocCurve(cells);
  EXPECT_THAT(roc.thresholds,
              ::testing::ElementsAre(std::numeric_limits<double>::infinity(), 0.8, 0.3, 0.2));
  EXPECT_THAT(roc.truePositiveRate, ::testing::ElementsAre(0, 2. / 3, 1, 1));
  EXPECT_THAT(roc.falsePositiveRate, ::testing::ElementsAre(0, 1. / 3, 1. / 3, 1));
  const PrecisionRecallCurve curve = precisionRecallCurve(cells);
  EXPECT_THAT(curve.thresholds, ::testing::ElementsAre(0.2, 0.3, 0.8));
  EXPECT_THAT(curve.precision, ::testing::ElementsAre(0.5, 0.75, 2. / 3, 1));
  EXPECT_THAT(curve.recall, ::testing::ElementsAre(1, 1, 2. / 3, 0));
  EXPECT_TRUE(rocCurve(toCells(makeGroup({{1, true}}))).thresholds.empty());
  EXPECT_TRUE(precisionRecallCurve(toCells(makeGroup({{1, false}}))).precision.empty());
}

class ExactScoresOf : public ::testing::TestWithParam<std::tuple<std::uint64_t, double>> {
 protected:
  [[nodiscard]] static Rows rows(std::size_t count = 90) {
    const auto [seed, scale] = GetParam();
    return someRows(seed, count, scale);
  }
};
INSTANTIATE_TEST_SUITE_P(Some, ExactScoresOf,
                         ::testing::Combine(::testing::Range<std::uint64_t>(1, 9),
                                            ::testing::Values(0.01, 3.5, 1e12)));

TEST_P(ExactScoresOf, AucEqualsThatOfAllPairs) {
  EXPECT_NEAR(rankingOfRows(rows()).areaUnderCurve.value, areaByPairs(rows()), 1e-13);
}

TEST_P(ExactScoresOf, DoNotDependOnTheOrderOfRows) {
  Rows turned = rows();
  std::ranges::reverse(turned);
  std::ranges::rotate(turned, turned.begin() + 17);
  EXPECT_EQ(rankingOfRows(turned).areaUnderCurve.value, rankingOfRows(rows()).areaUnderCurve.value);
  EXPECT_EQ(rankingOfRows(turned).averagePrecision.ci.low,
            rankingOfRows(rows()).averagePrecision.ci.low);
}

TEST_P(ExactScoresOf, TreatWeightsAsRepetition) {
  Rows weighted = rows();
  Rows repeated;
  for (auto& row : weighted) {
    row.weight *= 4;
    for (int i = 0; i < static_cast<int>(row.weight); ++i) {
      repeated.push_back({row.score, row.positive});
    }
  }
  const Ranking ranking = rankingOfRows(weighted);
  const Ranking expected = rankingOfRows(repeated);
  EXPECT_NEAR(ranking.areaUnderCurve.value, expected.areaUnderCurve.value, 1e-13);
  EXPECT_NEAR(ranking.averagePrecision.value, expected.averagePrecision.value, 1e-13);
  const auto curve = rocCurve(toCells(makeGroup(weighted)));
  EXPECT_EQ(curve.thresholds, rocCurve(toCells(makeGroup(repeated))).thresholds);
}

TEST_P(ExactScoresOf, DependOnlyOnTheOrderOfScores) {
  Rows others = rows();
  for (auto& row : others) row.score = std::cbrt(row.score) + 100;
  EXPECT_DOUBLE_EQ(rankingOfRows(others).areaUnderCurve.value,
                   rankingOfRows(rows()).areaUnderCurve.value);
}

TEST_P(ExactScoresOf, NegatedScoresGiveTheComplementaryAuc) {
  Rows others = rows();
  for (auto& row : others) row.score = -row.score;
  EXPECT_NEAR(rankingOfRows(others).areaUnderCurve.value,
              1 - rankingOfRows(rows()).areaUnderCurve.value, 1e-13);
}

TEST_P(ExactScoresOf, IntervalsContainTheirValues) {
  for (const std::size_t count : {12U, 90U}) {
    const Ranking ranking = rankingOfRows(rows(count));
    for (const auto& [value, ci] : {ranking.areaUnderCurve, ranking.averagePrecision}) {
      if (std::isnan(ci.low)) continue;
      EXPECT_LE(ci.low, value);
      EXPECT_GE(ci.high, value);
    }
  }
}

// Scores with any distribution: even, in narrow parts, all equal, and at the limits of a double.
TEST(SortByScore, SortsAnyScores) {
  RandomStream random(3, 0);
  using Scale = double (*)(double);
  for (const Scale scale : std::to_array<Scale>(
           {[](double x) { return x; }, [](double x) { return std::pow(x, 40); },
            [](double) { return 0.25; }, [](double x) { return x < 0.5 ? -1e308 : 1e308; },
            [](double x) { return x * 5e-324; }, [](double x) { return std::round(x * 9); }})) {
    std::vector<WeightedScore> rows;
    for (int i = 0; i < 3000; ++i) {
      rows.push_back({scale(random.below(100'000) / 1e5), static_cast<double>(random.below(3))});
    }
    auto expected = rows;
    std::ranges::sort(expected, kByScore);
    sortByScore(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      ASSERT_EQ(rows[i].score, expected[i].score);
      ASSERT_EQ(rows[i].weight, expected[i].weight);
    }
  }
}

std::vector<WeightedScore> sorted(std::vector<WeightedScore> rows) {
  sortByScore(rows);
  return rows;
}

TEST(DistributionDistance, MatchesManualCalculation) {
  const auto one = sorted({{1, 1}, {3, 1}});
  const auto other = sorted({{1, 1}, {2, 2}});
  // F: 1/2 from 1, 1 from 3; G: 1/3 from 1, 1 from 2.
  const auto [ks, wasserstein] = distance(one, other);
  EXPECT_DOUBLE_EQ(ks, 0.5);
  EXPECT_DOUBLE_EQ(wasserstein, 1. / 6 + 0.5);
  EXPECT_TRUE(std::isnan(distance(one, {}).wasserstein));
  const auto weightless = sorted({{5, 0}});
  EXPECT_TRUE(std::isnan(distance(weightless, one).kolmogorovSmirnov));
}

TEST(DistributionDistance, IsSymmetricAndZeroForEqualDistributions) {
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    const auto one = makeGroup(someRows(seed, 60, 0.3)).negatives;
    const auto other = makeGroup(someRows(seed + 10, 40, 0.2)).negatives;
    const auto there = distance(one, other);
    const auto back = distance(other, one);
    EXPECT_DOUBLE_EQ(there.kolmogorovSmirnov, back.kolmogorovSmirnov);
    EXPECT_DOUBLE_EQ(there.wasserstein, back.wasserstein);
    EXPECT_GT(there.wasserstein, 0);
    EXPECT_EQ(distance(one, one).wasserstein, 0);
    EXPECT_EQ(distance(one, one).kolmogorovSmirnov, 0);
  }
}

TEST(DistributionDistance, OfAShiftIsTheShift) {
  const auto one = makeGroup(someRows(4, 80, 0.25)).negatives;
  auto other = one;
  for (auto& row : other) row.score += 1.5;
  EXPECT_NEAR(distance(one, other).wasserstein, 1.5, 1e-12);
}

TEST(DistributionDistance, ComparesPairsAndThenTheRest) {
  const std::vector<std::vector<WeightedScore>> groups{
      {{0, 1}}, {{1, 1}}, {{3, 1}}, std::vector<WeightedScore>{}};
  const auto distances = groupDistances(groups);
  ASSERT_EQ(distances.size(), 6U + 4U);
  EXPECT_EQ(distances[0].wasserstein, 1);  // 0 and 1
  EXPECT_EQ(distances[1].wasserstein, 3);  // 0 and 2
  EXPECT_TRUE(std::isnan(distances[2].wasserstein));
  EXPECT_EQ(distances[3].wasserstein, 2);    // 1 and 2
  EXPECT_EQ(distances[6].wasserstein, 2);    // 0 and {1, 3}
  EXPECT_EQ(distances[7].wasserstein, 1.5);  // 1 and {0, 3}
}

TEST(DistributionDistance, HasIntervalsThatContainItAndIncludeZeroForEqualSamples) {
  const auto one = makeGroup(someRows(4, 80, 0.25)).negatives;
  auto other = one;
  for (auto& row : other) row.score += 1.5;
  const std::vector<std::vector<WeightedScore>> groups{one, one, other, {{0.5, 1}}};
  const auto bounded = boundedDistances(groups, 0.95);
  const auto distances = groupDistances(groups);
  ASSERT_EQ(bounded.size(), distances.size());
  for (std::size_t i = 0; i < bounded.size(); ++i) {
    EXPECT_EQ(bounded[i].wasserstein.value, distances[i].wasserstein);
    EXPECT_EQ(bounded[i].kolmogorovSmirnov.value, distances[i].kolmogorovSmirnov);
  }
  EXPECT_EQ(bounded[0].wasserstein.ci.low, 0);
  EXPECT_EQ(bounded[0].kolmogorovSmirnov.ci.low, 0);
  EXPECT_GT(bounded[0].kolmogorovSmirnov.ci.high, 0);
  EXPECT_GT(bounded[1].wasserstein.ci.low, 0);  // the shift exceeds the spread
  EXPECT_LT(bounded[1].wasserstein.ci.low, 1.5);
  EXPECT_GT(bounded[1].wasserstein.ci.high, 1.5);
  EXPECT_LE(bounded[1].kolmogorovSmirnov.ci.high, 1);
  EXPECT_TRUE(std::isnan(bounded[2].wasserstein.ci.low));  // a single row
  // A higher confidence widens the interval.
  EXPECT_GT(boundedDistances(groups, 0.99)[0].wasserstein.ci.high, bounded[0].wasserstein.ci.high);
}

// Two samples of n rows of one distribution: Kolmogorov's quantile 1.358 at 95%.
TEST(DistributionDistance, HasKolmogorovsQuantile) {
  std::vector<WeightedScore> one;
  for (int i = 0; i < 300; ++i) one.push_back({static_cast<double>(i), 1});
  const std::vector<std::vector<WeightedScore>> groups{one, one};
  const double reach = boundedDistances(groups, 0.95)[0].kolmogorovSmirnov.ci.high;
  EXPECT_NEAR(reach / std::sqrt(2.0 / 300), 1.358, 0.08);
}

struct Identities {
  Rows rows;
  std::vector<std::vector<std::uint8_t>> members;

  [[nodiscard]] AllSubgroupAreas areas() const {
    std::vector<std::uint8_t> positive;
    std::vector<double> score;
    std::vector<double> weight;
    for (const auto& row : rows) {
      positive.push_back(row.positive ? 1 : 0);
      score.push_back(row.score);
      weight.push_back(row.weight);
    }
    IdentityRows view{positive, score, weight, {}};
    for (const auto& column : members) view.identities.emplace_back(column);
    return subgroupAreas(view, 0.95);
  }

  // Computes the AUC from all pairs of the requested positives and negatives of an identity.
  [[nodiscard]] double byPairs(std::size_t identity, bool positivesIn, bool negativesIn) const {
    Rows wanted;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool isIn = members[identity][i] != 0;
      if (isIn == (rows[i].positive ? positivesIn : negativesIn)) wanted.push_back(rows[i]);
    }
    return areaByPairs(wanted);
  }
};

TEST(SubgroupAreas, EqualThoseOfAllPairs) {
  for (std::uint64_t seed = 1; seed < 8; ++seed) {
    Identities given{someRows(seed, 120, 0.02), {}};
    RandomStream random(seed, 1);
    for (const std::uint32_t share : {2U, 5U, 9U}) {
      given.members.emplace_back();
      for (std::size_t i = 0; i < given.rows.size(); ++i) {
        given.members.back().push_back(random.below(share) == 0 ? 1 : 0);
      }
    }
    const auto [overall, identities] = given.areas();
    EXPECT_NEAR(overall.value, areaByPairs(given.rows), 1e-13);
    for (std::size_t i = 0; i < identities.size(); ++i) {
      EXPECT_NEAR(identities[i].subgroup.value, given.byPairs(i, true, true), 1e-13);
      EXPECT_NEAR(identities[i].bpsn.value, given.byPairs(i, false, true), 1e-13);
      EXPECT_NEAR(identities[i].bnsp.value, given.byPairs(i, true, false), 1e-13);
      EXPECT_LE(identities[i].bpsn.ci.low, identities[i].bpsn.value);
      EXPECT_GE(identities[i].bpsn.ci.high, identities[i].bpsn.value);
    }
  }
}

TEST(SubgroupAreas, AreUndefinedWithoutAnOutcome) {
  const Identities given{kFiveRows, {{0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}, {1, 0, 0, 0, 0}}};
  const auto areas = given.areas();
  EXPECT_EQ(areas.identities[0].rows, 0);
  EXPECT_TRUE(std::isnan(areas.identities[0].subgroup.value));
  EXPECT_TRUE(std::isnan(areas.identities[0].bpsn.value));
  EXPECT_DOUBLE_EQ(areas.identities[1].subgroup.value, areas.overall.value);
  EXPECT_TRUE(std::isnan(areas.identities[1].bnsp.value));
  EXPECT_TRUE(std::isnan(areas.identities[2].bpsn.value));
  EXPECT_DOUBLE_EQ(areas.identities[2].bnsp.value, (2 + 0.5) / 3);
}

TEST(SubgroupAreas, RejectInvalidColumns) {
  const std::vector<std::uint8_t> two{1, 0};
  const std::vector<double> scores{0.5, 0.1};
  const std::vector<double> bad{0.5, std::nan("")};
  const std::vector<double> negative{1, -1};
  testing::expectError([&] { subgroupAreas({two, bad, {}, {}}, 0.95); },
                       ErrorCode::kInvalidArgument, "score", 1);
  testing::expectError([&] { subgroupAreas({two, scores, negative, {}}, 0.95); },
                       ErrorCode::kInvalidArgument, "weight", 1);
  testing::expectError([&] { subgroupAreas({{}, scores, {}, {}}, 0.95); },
                       ErrorCode::kShapeMismatch, "label");
  testing::expectError([&] { subgroupAreas({two, scores, {}, {std::span(two).first(1)}}, 0.95); },
                       ErrorCode::kShapeMismatch, "identities");
  testing::expectError([&] { subgroupAreas({two, scores, {}, {}}, 1); },
                       ErrorCode::kInvalidArgument, "confidence");
}

}  // namespace
}  // namespace fairwasm::scores
