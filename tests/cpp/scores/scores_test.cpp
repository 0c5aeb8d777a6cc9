// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/scores.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::scores {
namespace {

// Positives at 0.8, 0.8, 0.3; negatives at 0.8, 0.2 (weight 2).
ScoreHistogram fiveScores() {
  ScoreHistogram histogram;
  for (const double score : {0.8, 0.8, 0.3}) histogram.add(score, true, 1);
  histogram.add(0.8, false, 1);
  histogram.add(0.2, false, 2);
  return histogram;
}

TEST(Scores, SummaryMatchesManualCalculation) {
  const ScoreSummary summary = summarize(fiveScores());
  EXPECT_EQ(summary.rows, 5);
  EXPECT_EQ(summary.positives, 3);
  EXPECT_EQ(summary.negatives, 3);
  // Of 9 pairs, 3 positives are above the negatives of weight 2, and two are equal to the one at
  // 0.8.
  EXPECT_DOUBLE_EQ(summary.areaUnderCurve, (6 + 0.5 * 2) / 9);
  EXPECT_EQ(summary.areaUnderCurveError, 0);
  // At 0.8, two of three positives, precision 2/3; at 0.3 the third, precision 3/4.
  EXPECT_DOUBLE_EQ(summary.averagePrecision, 2. / 3 * 2 / 3 + 1. / 3 * 3 / 4);
  EXPECT_EQ(summary.averagePrecisionError, 0);
  EXPECT_NEAR(summary.brierScore, (0.04 + 0.04 + 0.49 + 0.64 + 2 * 0.04) / 6, 1e-15);
  EXPECT_NEAR(summary.meanScore, (3 * 0.8 + 0.3 + 0.4) / 6, 1e-15);
}

TEST(Scores, AveragePrecisionRequiresPositivesButNoNegatives) {
  ScoreHistogram histogram;
  histogram.add(0.5, false, 1);
  EXPECT_TRUE(std::isnan(summarize(histogram).averagePrecision));
  EXPECT_TRUE(std::isnan(summarize(ScoreHistogram()).averagePrecision));
  ScoreHistogram all;
  all.add(0.5, true, 1);
  all.add(0.1, true, 2);
  EXPECT_EQ(summarize(all).averagePrecision, 1);
}

TEST(Scores, OperationsRangeFromNoRowsToAllRows) {
  const auto steps = operations(fiveScores());
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_TRUE(std::isinf(steps[0].threshold));
  EXPECT_EQ(steps[0].truePositives, 0);
  EXPECT_EQ(steps[1].threshold, 0.8);
  EXPECT_EQ(steps[1].truePositives, 2);
  EXPECT_EQ(steps[1].falsePositives, 1);
  EXPECT_EQ(steps[3].threshold, 0.2);
  EXPECT_EQ(steps[3].falsePositives, 3);
}

TEST(Scores, CalibrationMatchesManualCalculation) {
  const auto bins = calibration(fiveScores(), 5);
  ASSERT_EQ(bins.size(), 3U);
  EXPECT_DOUBLE_EQ(bins[0].upper, 0.2);  // an upper end belongs to its bin
  EXPECT_DOUBLE_EQ(bins[1].upper, 0.4);
  EXPECT_DOUBLE_EQ(bins[2].upper, 0.8);
  EXPECT_EQ(bins[2].weight, 3);
  EXPECT_EQ(bins[2].positives, 2);
  EXPECT_NEAR(expectedCalibrationError(bins), (0.4 + 0.7 + 0.4) / 6, 1e-15);
  testing::expectError([] { calibration(fiveScores(), 11); }, ErrorCode::kInvalidArgument, "bins");
  EXPECT_TRUE(std::isnan(expectedCalibrationError({})));
}

TEST(Scores, EveryPartIncludesItsUpperEndOnly) {
  for (const std::size_t parts : {1, 3, 10, 100, 7200}) {
    EXPECT_EQ(getPart(0, parts), 1U);
    for (std::size_t part = 1; part <= parts; ++part) {
      const double upper = static_cast<double>(part) / static_cast<double>(parts);
      EXPECT_EQ(getPart(upper, parts), part);
      if (part < parts) EXPECT_EQ(getPart(std::nextafter(upper, 1), parts), part + 1);
    }
  }
}

// Distinct scores; positives are mostly above negatives.
std::vector<std::pair<double, bool>> distinctScores(std::size_t count) {
  uncertainty::RandomStream random(7, 0);
  std::vector<std::pair<double, bool>> scores;
  for (std::size_t i = 0; i < count; ++i) {
    const double score = random.uniform();
    scores.emplace_back(score, random.uniform() < score);
  }
  return scores;
}

TEST(Scores, ManyDistinctScoresKeepTheirErrorBound) {
  const auto scores = distinctScores(6000);
  ScoreHistogram histogram;
  double above = 0;
  double pairs = 0;
  for (const auto& [score, positive] : scores) histogram.add(score, positive, 1);
  for (const auto& [score, positive] : scores) {
    if (!positive) continue;
    for (const auto& [other, otherPositive] : scores) {
      if (otherPositive) continue;
      pairs += 1;
      above += score > other ? 1 : 0.5 * (score == other ? 1 : 0);
    }
  }
  const ScoreSummary summary = summarize(histogram);
  EXPECT_FALSE(histogram.isExact());
  EXPECT_GT(summary.areaUnderCurveError, 0);
  EXPECT_LT(summary.areaUnderCurveError, 1e-4);
  EXPECT_NEAR(summary.areaUnderCurve, above / pairs, summary.areaUnderCurveError);

  auto ranked = scores;
  std::ranges::sort(ranked, std::greater<>());
  double positives = 0;
  double precisions = 0;
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    if (!ranked[i].second) continue;
    positives += 1;
    precisions += positives / static_cast<double>(i + 1);
  }
  EXPECT_GT(summary.averagePrecisionError, 0);
  EXPECT_LT(summary.averagePrecisionError, 1e-3);
  EXPECT_NEAR(summary.averagePrecision, precisions / positives, summary.averagePrecisionError);
}

TEST(Scores, AMergedHistogramEqualsOnePass) {
  const auto scores = distinctScores(6000);
  ScoreHistogram whole;
  ScoreHistogram parts;
  for (std::size_t part = 0; part < 3; ++part) {
    ScoreHistogram histogram;  // 2,000 scores, exact until they are merged
    for (std::size_t i = part * 2000; i < (part + 1) * 2000; ++i) {
      histogram.add(scores[i].first, scores[i].second, 1);
    }
    EXPECT_TRUE(histogram.isExact());
    parts.merge(histogram);
  }
  for (const auto& [score, positive] : scores) whole.add(score, positive, 1);
  const auto one = whole.bins();
  const auto other = parts.bins();
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].first, other[i].first);
    EXPECT_EQ(one[i].second.positives, other[i].second.positives);
    EXPECT_NEAR(one[i].second.scores, other[i].second.scores, 1e-12);
  }
}

// Precomputed counts give the same results as their rows.
TEST(ScoreTally, AcceptsPrecomputedCounts) {
  const std::vector<std::uint8_t> group{0, 0, 1};
  const std::vector<std::uint8_t> positive{1, 0, 1};
  const std::vector<double> score{0.5, 0.25, 0.5};
  const std::vector<double> counts{3, 2, 1};
  const std::vector<double> weight{3, 1.5, 4};
  const std::vector<double> squares{4.5, 1.25, 16};
  const std::vector<std::uint8_t> groups{0, 0, 0, 0, 0, 1};
  const std::vector<std::uint8_t> positives{1, 1, 1, 0, 0, 1};
  const std::vector<double> scores{0.5, 0.5, 0.5, 0.25, 0.25, 0.5};
  const std::vector<double> weights{2, 0.5, 0.5, 1, 0.5, 4};
  for (const bool isWeighted : {true, false}) {
    const auto none = std::span<const double>{};
    ScoreTally rows({{"g", {"a", "b"}}});
    rows.update({6,
                 {std::span<const std::uint8_t>(groups)},
                 positives,
                 scores,
                 isWeighted ? std::span<const double>(weights) : none});
    ScoreTally counted({{"g", {"a", "b"}}});
    const ScoreBatch batch{3,
                           {std::span<const std::uint8_t>(group)},
                           positive,
                           score,
                           isWeighted ? std::span<const double>(weight) : none};
    counted.updateCounted({batch, {counts, isWeighted ? std::span<const double>(squares) : none}});
    const auto grouping = data::groupBy(rows.schema(), {"g"});
    const auto one = rows.by(grouping);
    const auto other = counted.by(grouping);
    for (std::size_t i = 0; i < one.size(); ++i) {
      const auto [own, same] = std::pair(summarize(one[i]), summarize(other[i]));
      for (const auto member :
           {&ScoreSummary::rows, &ScoreSummary::positives, &ScoreSummary::negatives,
            &ScoreSummary::areaUnderCurve, &ScoreSummary::areaUnderCurveError,
            &ScoreSummary::averagePrecision, &ScoreSummary::averagePrecisionError,
            &ScoreSummary::brierScore, &ScoreSummary::logLoss, &ScoreSummary::meanScore}) {
        EXPECT_THAT(same.*member, ::testing::NanSensitiveDoubleEq(own.*member));
      }
      EXPECT_DOUBLE_EQ(one[i].totals().squaredLogLosses, other[i].totals().squaredLogLosses);
      EXPECT_EQ(one[i].bins().front().second.negativeSquares,
                other[i].bins().front().second.negativeSquares);
    }
  }
}

TEST(ScoreTally, CountsByGroupAndRestoresBytes) {
  ScoreTally tally({{"g", {"a", "b"}}});
  const std::vector<std::uint8_t> group{0, 1, 1};
  const std::vector<std::uint8_t> positive{1, 0, 1};
  std::vector<double> score{0.5, 0.1, 0.9};
  const auto batch = [&] {
    return ScoreBatch{3, {std::span<const std::uint8_t>(group)}, positive, score, {}};
  };
  tally.update(batch());
  const auto groups = tally.by(data::groupBy(tally.schema(), {"g"}));
  EXPECT_EQ(summarize(groups[1]).areaUnderCurve, 1);
  EXPECT_TRUE(std::isnan(summarize(groups[0]).areaUnderCurve));
  const auto bytes = tally.toBytes();
  EXPECT_EQ(ScoreTally::fromBytes(bytes).toBytes(), bytes);
  score[2] = 1.5;
  testing::expectError([&] { tally.update(batch()); }, ErrorCode::kInvalidArgument, "score", 2);
  EXPECT_EQ(tally.toBytes(), bytes);
  const auto cut = std::span(bytes).first(bytes.size() - 9);
  testing::expectError([&] { ScoreTally::fromBytes(cut); }, ErrorCode::kCorruptBytes, "bytes");
}

}  // namespace
}  // namespace fairwasm::scores
