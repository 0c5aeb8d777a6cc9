// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/exact_calibration.hpp"

#include <cmath>

#include "fairwasm/scores/ranked_scores.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::scores {
namespace {

using uncertainty::RandomStream;

OutcomeScores makeGroup(std::vector<WeightedScore> positives,
                        std::vector<WeightedScore> negatives) {
  OutcomeScores group{std::move(positives), std::move(negatives)};
  group.sort();
  return group;
}

std::vector<double> getWeights(const std::vector<CalibrationBin>& bins) {
  std::vector<double> weights;
  for (const auto& bin : bins) weights.push_back(bin.weight);
  return weights;
}

// Positives at 0.2, 0.5, 0.9; negatives at 0, 0.2, 0.5, 1.
OutcomeScores sevenScores() {
  return makeGroup({{0.2, 1}, {0.5, 1}, {0.9, 1}}, {{0, 1}, {0.2, 1}, {0.5, 1}, {1, 1}});
}

TEST(CalibrationBins, MatchManualCalculation) {
  const OutcomeScores group = sevenScores();
  const auto weights = [&](Binning binning, std::size_t bins) {
    return getWeights(calibrationBins(group, binning, bins));
  };
  using ::testing::ElementsAre;
  // Edges 0.2, 0.4, 0.6, 0.8: 0.2 belongs to the lower or the upper bin.
  EXPECT_THAT(weights(Binning::kEqualWidth, 5), ElementsAre(3, 0, 2, 0, 2));
  EXPECT_THAT(weights(Binning::kEqualWidthLeftClosed, 5), ElementsAre(1, 2, 2, 0, 2));
  // Numbers of rows below: 0, 1, 1, 3, 3, 5, 6; multiplied by 3 / 7.
  EXPECT_THAT(weights(Binning::kEqualMass, 3), ElementsAre(3, 2, 2));
  // Quartiles of 0, 0.2, 0.2, 0.5, 0.5, 0.9, 1: 0.2, 0.5, 0.7.
  EXPECT_THAT(weights(Binning::kQuantile, 4), ElementsAre(3, 2, 0, 2));
  EXPECT_THAT(weights(Binning::kQuantile, 1), ElementsAre(7));
}

TEST(CalibrationBins, EdgesAreExactQuotients) {
  for (std::size_t parts = 1; parts <= 60; ++parts) {
    for (std::size_t edge = 1; edge < parts; ++edge) {
      const double score = static_cast<double>(edge) / static_cast<double>(parts);
      const double below = std::nextafter(score, 0);
      const auto group = makeGroup({{score, 1}}, {{below, 2}});
      const auto left = calibrationBins(group, Binning::kEqualWidthLeftClosed, parts);
      EXPECT_EQ(left[edge].weight, 1) << edge << " / " << parts;
      EXPECT_EQ(left[edge - 1].weight, 2) << edge << " / " << parts;
      const auto right = calibrationBins(group, Binning::kEqualWidth, parts);
      EXPECT_EQ(right[edge - 1].weight, 3) << edge << " / " << parts;
    }
  }
}

TEST(CalibrationBins, WeightsDoNotChangeEdges) {
  auto group = sevenScores();
  const auto before = calibrationBins(group, Binning::kEqualMass, 3);
  group.positives[0].weight = 100;
  const auto after = calibrationBins(group, Binning::kEqualMass, 3);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].upper, after[i].upper);
  EXPECT_EQ(after[0].weight, 102);
}

TEST(CalibrationBins, RejectInvalidNumbersOfBins) {
  for (const std::size_t bins : {std::size_t{0}, kMaxBins + 1}) {
    testing::expectError([&] { calibrationBins(sevenScores(), Binning::kEqualMass, bins); },
                         ErrorCode::kInvalidArgument, "bins");
  }
}

ExactCalibration computeCalibration(const OutcomeScores& group, Binning binning, std::size_t bins) {
  return exactCalibrations(std::span(&group, 1), {binning, bins, 0.95}).at(0);
}

TEST(ExactCalibration, MatchesManualCalculation) {
  const auto calibration = computeCalibration(sevenScores(), Binning::kEqualWidth, 2);
  // Upper half: 0.9 and 1 with one positive; lower half: 0, 0.2, 0.2, 0.5, 0.5 with two.
  EXPECT_NEAR(calibration.expectedCalibrationError.value, (1.9 - 1 + 2 - 1.4) / 7, 1e-15);
  EXPECT_NEAR(calibration.maximumCalibrationError, 0.45, 1e-15);
  EXPECT_NEAR(calibration.brierScore.value, (0.64 + 0.25 + 0.01 + 0 + 0.04 + 0.25 + 1) / 7, 1e-15);
  EXPECT_NEAR(calibration.brierParts.uncertainty, 12. / 49, 1e-15);
  // Scores of 0 and 1 have no logits.
  EXPECT_TRUE(std::isnan(calibration.recalibration.inTheLarge.value));
}

TEST(ExactCalibration, BrierScoreIsTheSumOfItsParts) {
  for (const std::size_t bins : {1U, 3U, 10U}) {
    const auto [reliability, resolution, uncertain, within] =
        computeCalibration(sevenScores(), Binning::kEqualWidth, bins).brierParts;
    EXPECT_NEAR(reliability - resolution + uncertain + within,
                computeCalibration(sevenScores(), Binning::kEqualWidth, bins).brierScore.value,
                1e-15);
  }
  // Each bin has one score, so there is no variation within bins. Six scores of 0, 0.2, 0.5, 0.9, 1
  // in tenths.
  const auto parts = computeCalibration(sevenScores(), Binning::kEqualWidth, 10).brierParts;
  EXPECT_NEAR(parts.withinBins, 0, 2e-2);
  EXPECT_NEAR(computeCalibration(sevenScores(), Binning::kEqualWidth, 100).brierParts.withinBins, 0,
              1e-15);
}

TEST(ExactCalibration, RequiresProbabilities) {
  const auto group = makeGroup({{0.5, 1}}, {{1.5, 1}});
  testing::expectError([&] { computeCalibration(group, Binning::kEqualWidth, 10); },
                       ErrorCode::kInvalidState, "score");
}

double logit(double p) { return std::log(p / (1 - p)); }

Recalibration fitted(const OutcomeScores& group) { return recalibration(toCells(group), 0.95); }

// With two distinct scores, the line passes through both proportions of positives.
TEST(Recalibration, MatchesManualCalculation) {
  const auto group = makeGroup({{0.3, 1}, {0.6, 3}}, {{0.3, 4}, {0.6, 2}});
  const auto [inTheLarge, intercept, slope] = fitted(group);
  const double expected = (logit(0.6) - logit(0.2)) / (logit(0.6) - logit(0.3));
  EXPECT_NEAR(slope.value, expected, 1e-12);
  EXPECT_NEAR(intercept.value, logit(0.6) - expected * logit(0.6), 1e-12);
  // The sum of probabilities equals the number of positives.
  const auto moved = [&](double p) { return 1 / (1 + std::exp(-inTheLarge.value - logit(p))); };
  EXPECT_NEAR(5 * moved(0.3) + 5 * moved(0.6), 4, 1e-11);
}

TEST(Recalibration, IsUndefinedWithoutOverlap) {
  const auto computeSlope = [](const OutcomeScores& group) { return fitted(group).slope.value; };
  EXPECT_TRUE(std::isnan(computeSlope(makeGroup({{0.6, 1}, {0.7, 1}}, {{0.2, 1}, {0.6, 1}}))));
  EXPECT_TRUE(std::isnan(computeSlope(makeGroup({{0.2, 1}}, {{0.6, 1}}))));
  EXPECT_TRUE(std::isnan(computeSlope(makeGroup({{0.4, 1}, {0.4, 1}}, {{0.4, 1}}))));
  EXPECT_FALSE(std::isnan(fitted(makeGroup({{0.4, 1}, {0.4, 1}}, {{0.4, 1}})).inTheLarge.value));
  EXPECT_TRUE(std::isnan(fitted(makeGroup({{0.4, 1}}, {})).inTheLarge.value));
  // A row without weight neither causes an overlap nor needs a logit.
  EXPECT_TRUE(std::isnan(computeSlope(makeGroup({{0.6, 1}, {0.1, 0}}, {{0.2, 1}, {0.9, 0}}))));
  EXPECT_FALSE(std::isnan(computeSlope(makeGroup({{0.6, 1}, {0.1, 1}}, {{0.2, 1}, {1, 0}}))));
}

struct Sample {
  std::uint64_t seed;
  double intercept;
  double slope;
  std::size_t rows;
};

// Draws outcomes with P(positive) = sigma(intercept + slope logit score).
OutcomeScores drawn(const Sample& sample) {
  RandomStream random(sample.seed, 7);
  OutcomeScores group;
  const auto uniform = [&] { return (random.below(1'000'000) + 0.5) / 1e6; };
  for (std::size_t i = 0; i < sample.rows; ++i) {
    const double score = uniform();
    const double p = 1 / (1 + std::exp(-sample.intercept - sample.slope * logit(score)));
    (uniform() < p ? group.positives : group.negatives).push_back({score, 1});
  }
  group.sort();
  return group;
}

TEST(Recalibration, SatisfiesItsScoreEquations) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const auto group = drawn({seed, 0.4, 0.2 * static_cast<double>(seed), 200});
    const auto [inTheLarge, intercept, slope] = fitted(group);
    double first = 0;
    double second = 0;
    eachScore(group, [&](double score, auto positives, auto negatives) {
      const double p = 1 / (1 + std::exp(-intercept.value - slope.value * logit(score)));
      const double residual = static_cast<double>(positives.size()) * (1 - p) -
                              static_cast<double>(negatives.size()) * p;
      first += residual;
      second += residual * logit(score);
    });
    EXPECT_NEAR(first, 0, 1e-9);
    EXPECT_NEAR(second, 0, 1e-9);
  }
}

TEST(Recalibration, TreatsWeightsAsRepetition) {
  const auto group = drawn({3, 0.3, 0.7, 60});
  auto twice = group;
  twice.merge(group);
  twice.sort();
  auto heavy = group;
  for (auto* rows : {&heavy.positives, &heavy.negatives}) {
    for (auto& row : *rows) row.weight = 2;
  }
  EXPECT_NEAR(fitted(heavy).slope.value, fitted(twice).slope.value, 1e-11);
  EXPECT_NEAR(fitted(heavy).intercept.value, fitted(group).intercept.value, 1e-11);
  // Only ratios of weights affect the precision, but twice the rows are more precise.
  EXPECT_NEAR(fitted(heavy).slope.ci.low, fitted(group).slope.ci.low, 1e-10);
  EXPECT_GT(fitted(twice).slope.ci.low, fitted(group).slope.ci.low);
}

class RecalibrationCoverage : public ::testing::TestWithParam<Sample> {};
INSTANTIATE_TEST_SUITE_P(Some, RecalibrationCoverage,
                         ::testing::Values(Sample{1, 0, 1, 60}, Sample{2, 0, 0.5, 200},
                                           Sample{3, -2, 1, 200}, Sample{4, 0.5, 2, 100}));

// 95% intervals contain the true value in 92 to 99 of 100 samples.
TEST_P(RecalibrationCoverage, IsNearNominal) {
  constexpr int kSamples = 1500;
  int slopes = 0;
  int intercepts = 0;
  int defined = 0;
  for (int i = 0; i < kSamples; ++i) {
    Sample sample = GetParam();
    sample.seed = 1000 * sample.seed + static_cast<std::uint64_t>(i);
    const auto [inTheLarge, intercept, slope] = fitted(drawn(sample));
    if (std::isnan(slope.ci.low)) continue;
    ++defined;
    const auto holds = [](const uncertainty::Interval& ci, double truth) {
      return ci.low <= truth && ci.high >= truth;
    };
    slopes += holds(slope.ci, sample.slope) ? 1 : 0;
    intercepts += holds(intercept.ci, sample.intercept) ? 1 : 0;
  }
  EXPECT_GT(defined, 0.95 * kSamples);
  RecordProperty("slope", std::to_string(static_cast<double>(slopes) / defined));
  EXPECT_GT(slopes, 0.92 * defined);
  EXPECT_LT(slopes, 0.99 * defined);
  EXPECT_GT(intercepts, 0.92 * defined);
  EXPECT_LT(intercepts, 0.99 * defined);
}

}  // namespace
}  // namespace fairwasm::scores
