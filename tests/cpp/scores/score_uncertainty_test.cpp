// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/score_uncertainty.hpp"

#include <algorithm>
#include <cmath>

#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::scores {
namespace {

struct Row {
  double score;
  bool positive;
  double weight = 1;
};

constexpr std::size_t kAuc = 0;
constexpr std::size_t kPrecision = 1;
constexpr std::size_t kBrier = 2;
constexpr std::size_t kLogLoss = 3;
constexpr std::size_t kMeanScore = 4;
constexpr std::size_t kError = 5;

ScoreHistogram makeHistogram(const std::vector<Row>& rows) {
  ScoreHistogram histogram;
  for (const auto& [score, positive, weight] : rows) histogram.add(score, positive, weight);
  return histogram;
}

ScoreCertainty computeCertainty(const std::vector<Row>& rows) {
  return scoreCertainty(makeHistogram(rows), 10);
}

uncertainty::EffectiveShare computeShare(const std::vector<Row>& rows, std::size_t measure) {
  return std::get<SureShare>(computeCertainty(rows).measures.at(measure)).share;
}

// Calibrated scores, rounded to this number of steps; `lift` is added to each score.
std::vector<Row> drawnRows(std::size_t count, double steps, std::uint64_t seed, double lift = 0) {
  uncertainty::RandomStream random(seed, 0);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const double chance = std::round(steps * random.uniform()) / steps;
    rows.push_back({std::min(1.0, chance + lift), random.uniform() < chance});
  }
  return rows;
}

// Computes DeLong's variance from structural components, pair by pair.
double delongVariance(const std::vector<Row>& rows) {
  const auto variance = [&](bool kind) {
    std::vector<double> shares;
    for (const auto& one : rows) {
      if (one.positive != kind) continue;
      double ordered = 0;
      double others = 0;
      for (const auto& other : rows) {
        if (other.positive == kind) continue;
        const double step = kind ? one.score - other.score : other.score - one.score;
        ordered += step > 0 ? 1 : step == 0 ? 0.5 : 0;
        others += 1;
      }
      shares.push_back(ordered / others);
    }
    double mean = 0;
    for (const double share : shares) mean += share / static_cast<double>(shares.size());
    double squares = 0;
    for (const double share : shares) squares += (share - mean) * (share - mean);
    const auto count = static_cast<double>(shares.size());
    return squares / (count - 1) / count;
  };
  return variance(true) + variance(false);
}

TEST(ScoreUncertainty, UsesDeLongsVarianceIfManyPairsAreMisordered) {
  for (const double steps : {4.0, 1e9}) {  // with many ties, and without
    const auto rows = drawnRows(800, steps, 3);
    const auto [area, trials, degrees] = computeShare(rows, kAuc);
    EXPECT_NEAR(area * (1 - area) / trials / delongVariance(rows), 1, 0.01);
    EXPECT_GT(degrees, 300);
    EXPECT_LT(degrees, 800);
  }
}

TEST(ScoreUncertainty, UsesTheUsualVarianceForAPerfectOrder) {
  std::vector<Row> rows;
  for (int i = 0; i < 10; ++i) {
    rows.push_back({0.9 + 0.01 * i, true});
    rows.push_back({0.1 + 0.01 * i, false});
  }
  const uncertainty::Bounded area = scoreIntervals(computeCertainty(rows), 0.95)[kAuc];
  EXPECT_EQ(area.value, 1);
  EXPECT_EQ(area.ci.high, 1);
  // 10 * 10 / (1 + 9 * 1/2) trials.
  EXPECT_NEAR(area.ci.low, uncertainty::wilsonInterval(200.0 / 11, 200.0 / 11, 0.95).low, 1e-12);
}

// The influence of a row on the average precision, by a small increase of its weight.
TEST(ScoreUncertainty, AveragePrecisionVariesByItsDerivatives) {
  const auto rows = drawnRows(300, 20, 13);
  const double base = summarize(makeHistogram(rows)).averagePrecision;
  double squares = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto changed = rows;
    const double step = 1e-5;
    changed[i].weight += step;
    const double slope = (summarize(makeHistogram(changed)).averagePrecision - base) / step;
    squares += slope * slope;
  }
  const auto [share, trials, degrees] = computeShare(rows, kPrecision);
  EXPECT_EQ(share, base);
  const auto positives =
      static_cast<double>(std::ranges::count_if(rows, [](const Row& row) { return row.positive; }));
  const double variance = squares * positives / (positives - 1) * (1 + 4 / positives);
  // A proportion of the positives, with one additional misordered positive.
  const double max = std::max(share, 1 - share);
  const double cases = positives * (1 - max);
  EXPECT_NEAR(trials, positives * (cases + 1) / (positives * positives * variance / max + 1),
              1e-3 * trials);
  EXPECT_GT(degrees, 100);
}

TEST(ScoreUncertainty, AveragePrecisionOfAPerfectOrderHasThePrecisionOfAProportion) {
  std::vector<Row> rows;
  for (int i = 0; i < 10; ++i) {
    rows.push_back({0.9 + 0.01 * i, true});
    rows.push_back({0.1 + 0.01 * i, false});
  }
  const uncertainty::Bounded precision = scoreIntervals(computeCertainty(rows), 0.95)[kPrecision];
  EXPECT_EQ(precision.value, 1);
  EXPECT_EQ(precision.ci.high, 1);
  EXPECT_NEAR(precision.ci.low, uncertainty::wilsonInterval(10, 10, 0.95).low, 1e-12);
  rows.resize(1);
  EXPECT_TRUE(std::isnan(scoreIntervals(computeCertainty(rows), 0.95)[kPrecision].ci.low));
}

// Calibrated scores, uniform in [0, 1]; positives weigh `light`.
std::vector<Row> lightPositives(std::size_t count, double light, std::uint64_t seed) {
  std::vector<Row> rows = drawnRows(count, 1e9, seed);
  for (Row& row : rows) row.weight = row.positive ? light : 1;
  return rows;
}

// Without the correction, the interval would contain the true value in 91% of data sets.
TEST(ScoreUncertainty, AveragePrecisionHoldsIfPositivesWeighLess) {
  constexpr double kLight = 0.25;
  constexpr int kSteps = 100000;
  double truth = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double score = (i + 0.5) / kSteps;
    const double positives = kLight * (1 + score);
    truth += 2 * score * positives / (positives + 1 - score) / kSteps;
  }
  int held = 0;
  constexpr int kSets = 1000;
  for (std::uint64_t set = 0; set < kSets; ++set) {
    const auto group = computeCertainty(lightPositives(100, kLight, 1000 + set));
    const auto [low, high] = scoreIntervals(group, 0.95)[kPrecision].ci;
    held += low <= truth && truth <= high ? 1 : 0;
  }
  EXPECT_GE(held, 925);
  EXPECT_LE(held, 985);
}

TEST(ScoreUncertainty, AveragePrecisionHasNoIntervalIfNegativesDecide) {
  const auto few = scoreIntervals(computeCertainty(lightPositives(100, 0.05, 3)), 0.95)[kPrecision];
  EXPECT_FALSE(std::isnan(few.value));
  EXPECT_TRUE(std::isnan(few.ci.low));
  const auto enough =
      scoreIntervals(computeCertainty(lightPositives(1000, 0.05, 3)), 0.95)[kPrecision];
  EXPECT_FALSE(std::isnan(enough.ci.low));
}

TEST(ScoreUncertainty, BrierScoreAndMeanHaveTheVarianceOfAMean) {
  const auto rows = drawnRows(2000, 1e9, 4);
  double mean = 0;
  double squares = 0;
  for (const auto& [score, positive, weight] : rows) mean += score / 2000;
  for (const auto& [score, positive, weight] : rows) squares += (score - mean) * (score - mean);
  const auto certainty = computeCertainty(rows);
  const double variance = squares / 1999 / 2000;
  EXPECT_NEAR(computeShare(rows, kMeanScore).trials, mean * (1 - mean) / variance, 1e-6);
  const auto intervals = scoreIntervals(certainty, 0.95);
  const double width = intervals[kMeanScore].ci.high - intervals[kMeanScore].ci.low;
  EXPECT_NEAR(width, 2 * 1.96 * std::sqrt(variance), 1e-4);
}

TEST(ScoreUncertainty, UnobservedOutcomesArePossible) {
  // Calibrated: with 100 rows at 0.02, one of eight data sets contains no favorable outcome.
  const auto intervals =
      scoreIntervals(computeCertainty(std::vector<Row>(100, {0.02, false})), 0.95);
  EXPECT_NEAR(intervals[kBrier].value, 0.0004, 1e-12);
  EXPECT_GT(intervals[kBrier].ci.high, 0.0196);
  EXPECT_TRUE(std::isnan(intervals[kAuc].value));
  EXPECT_TRUE(std::isnan(intervals[kAuc].ci.low));
  EXPECT_TRUE(std::isnan(intervals[kLogLoss].ci.low));  // all rows are equal
}

TEST(ScoreUncertainty, OneRowHasNoSpread) {
  const auto intervals = scoreIntervals(computeCertainty({{0.3, true, 5}}), 0.95);
  for (const std::size_t measure : {kBrier, kLogLoss, kMeanScore}) {
    EXPECT_TRUE(std::isnan(intervals[measure].ci.low));
    EXPECT_FALSE(std::isnan(intervals[measure].value));
  }
}

TEST(ScoreUncertainty, DependsOnlyOnRatiosOfWeights) {
  auto rows = drawnRows(200, 20, 5);
  const auto plain = scoreIntervals(computeCertainty(rows), 0.95);
  for (auto& row : rows) row.weight = 8;
  const auto scaled = scoreIntervals(computeCertainty(rows), 0.95);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_NEAR(scaled[i].ci.low, plain[i].ci.low, 1e-12);
    EXPECT_NEAR(scaled[i].ci.high, plain[i].ci.high, 1e-12);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].weight = i % 2 == 0 ? 1 : 4;
  const auto unequal = scoreIntervals(computeCertainty(rows), 0.95);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_GT(unequal[i].ci.high - unequal[i].ci.low, plain[i].ci.high - plain[i].ci.low);
  }
}

TEST(ScoreUncertainty, RejectsCalibrationOnlyIfTheDataDo) {
  const auto calibrated = scoreIntervals(computeCertainty(drawnRows(500, 1e9, 6)), 0.95)[kError];
  EXPECT_GT(calibrated.value, 0.01);
  EXPECT_EQ(calibrated.ci.low, 0);
  EXPECT_GT(calibrated.ci.high, calibrated.value);
  // Lifted by 0.2 if possible, so the error is 0.2 - 0.02.
  const auto lifted = scoreIntervals(computeCertainty(drawnRows(2000, 1e9, 6, 0.2)), 0.95)[kError];
  EXPECT_GT(lifted.ci.low, 0.1);
  EXPECT_LT(lifted.ci.low, 0.18);
  EXPECT_GT(lifted.ci.high, 0.18);
}

TEST(ScoreUncertainty, CoarseHistogramsLoseLittlePrecision) {
  const auto rows = drawnRows(6000, 1e9, 7);
  auto few = rows;  // rounded, so that they are stored exactly
  for (auto& row : few) row.score = std::round(row.score * 4000) / 4000;
  const auto coarse = scoreIntervals(computeCertainty(rows), 0.95);
  const auto exact = scoreIntervals(computeCertainty(few), 0.95);
  EXPECT_FALSE(makeHistogram(rows).isExact());
  EXPECT_TRUE(makeHistogram(few).isExact());
  for (const std::size_t measure : {kAuc, kPrecision, kBrier, kMeanScore}) {
    EXPECT_NEAR(coarse[measure].ci.low, exact[measure].ci.low, 3e-4);
    EXPECT_NEAR(coarse[measure].ci.high, exact[measure].ci.high, 3e-4);
  }
}

TEST(ScoreUncertainty, CopiesNeverDifferSignificantly) {
  const auto group = computeCertainty(drawnRows(300, 10, 8, 0.1));
  for (const auto& [difference, pValue] : scoreDifferences(group, group, 0.95)) {
    EXPECT_EQ(difference.value, 0);
    EXPECT_LT(difference.ci.low, 0);
    EXPECT_GT(difference.ci.high, 0);
    if (!std::isnan(pValue)) EXPECT_NEAR(pValue, 1, 1e-9);
  }
}

// The estimated error of a calibrated group exceeds its true value of 0. If the interval of the
// difference ignored this bias, it would contain the true value in only three of four data sets.
TEST(ScoreUncertainty, DifferencesOfCalibrationErrorsAccountForTheirBias) {
  constexpr double kTruth = 0.18;  // 0.2 up to a score of 1: 0.8 * 0.2 + 0.2 * 0.1
  int held = 0;
  for (std::uint64_t set = 0; set < 200; ++set) {
    const auto lifted = computeCertainty(drawnRows(800, 1e9, 100 + set, 0.2));
    const auto calibrated = computeCertainty(drawnRows(800, 1e9, 400 + set));
    const auto [low, high] = scoreDifferences(lifted, calibrated, 0.95)[kError].difference.ci;
    held += low <= kTruth && kTruth <= high ? 1 : 0;
  }
  EXPECT_GE(held, 184);
}

TEST(ScoreUncertainty, PValuesAndIntervalsAgree) {
  const auto one = computeCertainty(drawnRows(300, 1e9, 9));
  const auto other = computeCertainty(drawnRows(150, 1e9, 10, 0.15));
  const auto differences = scoreDifferences(one, other, 0.95);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const double pValue = differences[i].pValue;
    if (i == kError) {
      EXPECT_TRUE(std::isnan(pValue));
      continue;
    }
    ASSERT_GT(pValue, 0);
    const auto [low, high] = scoreDifferences(one, other, 1 - pValue)[i].difference.ci;
    EXPECT_NEAR(std::min(std::abs(low), std::abs(high)), 0, 1e-7);
  }
}

TEST(ScoreUncertainty, RejectsInvalidConfidence) {
  const auto group = computeCertainty(drawnRows(20, 10, 11));
  for (const double confidence : {0.0, 1.0, 95.0, std::nan("")}) {
    testing::expectError([&] { scoreIntervals(group, confidence); }, ErrorCode::kInvalidArgument,
                         "confidence");
  }
}

}  // namespace
}  // namespace fairwasm::scores
