// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/ranked_scores.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <span>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::scores {
namespace {

ScoreBin findBin(double score, std::span<const WeightedScore> positives,
                 std::span<const WeightedScore> negatives) {
  ScoreBin bin;
  for (const auto& row : positives) {
    bin.positives += row.weight;
    bin.positiveSquares += row.weight * row.weight;
  }
  for (const auto& row : negatives) {
    bin.negatives += row.weight;
    bin.negativeSquares += row.weight * row.weight;
  }
  bin.scores = score * (bin.positives + bin.negatives);
  return bin;
}

// NaN for a ranking without rows or with a single outcome.
uncertainty::Bounded bounded(const uncertainty::EffectiveShare& share, double confidence) {
  return uncertainty::boundedShare(share, uncertainty::twoSidedQuantile(confidence));
}

}  // namespace

std::vector<ScoreCell> toCells(const OutcomeScores& group) {
  std::vector<ScoreCell> cells;
  cells.reserve(group.rows());
  eachScore(group, [&](double score, auto positives, auto negatives) {
    const ScoreBin bin = findBin(score, positives, negatives);
    if (bin.positives + bin.negatives > 0) cells.emplace_back(score, bin);
  });
  return cells;
}

ScoreTotals computeTotals(const std::vector<ScoreCell>& cells, std::size_t rows) {
  ScoreTotals totals;
  for (const auto& [score, bin] : cells) {
    const double ofPositive = computeLogLoss(score);
    const double ofNegative = computeLogLoss(1 - score);
    totals.squaredErrors +=
        bin.positives * (1 - score) * (1 - score) + bin.negatives * score * score;
    totals.logLosses += bin.positives * ofPositive + bin.negatives * ofNegative;
    totals.weightedLogLosses += bin.positiveSquares * ofPositive + bin.negativeSquares * ofNegative;
    totals.squaredLogLosses += bin.positiveSquares * ofPositive * ofPositive +
                               bin.negativeSquares * ofNegative * ofNegative;
  }
  totals.rows = static_cast<double>(rows);
  return totals;
}

Ranking computeRanking(const OutcomeScores& group, double confidence) {
  const auto cells = toCells(group);
  const ScoreSummary summary = summarize(cells, {}, true);
  const auto [area, precision, cases] =
      rankingCertainty(cells, summary.areaUnderCurve, summary.averagePrecision);
  return {static_cast<double>(group.rows()),
          summary.positives,
          summary.negatives,
          summary.meanScore,
          bounded(area, confidence),
          bounded(precision, uncertainty::twoSidedQuantile(confidence)),
          cases};
}

uncertainty::Bounded boundedArea(const std::vector<ScoreCell>& cells, double confidence) {
  const double area = summarize(cells, {}, true).areaUnderCurve;
  return bounded(rankingCertainty(cells, area, kNaN).areaUnderCurve, confidence);
}

RocCurve rocCurve(const std::vector<ScoreCell>& cells) {
  const ScoreSummary sums = summarize(cells, {}, true);
  if (!(sums.positives > 0 && sums.negatives > 0)) return {};
  RocCurve curve{{kInfinity}, {0}, {0}};
  double truePositives = 0;
  double falsePositives = 0;
  for (const auto& [score, bin] : std::views::reverse(cells)) {
    truePositives += bin.positives;
    falsePositives += bin.negatives;
    curve.thresholds.push_back(score);
    curve.falsePositiveRate.push_back(std::min(1.0, falsePositives / sums.negatives));
    curve.truePositiveRate.push_back(std::min(1.0, truePositives / sums.positives));
  }
  return curve;
}

PrecisionRecallCurve precisionRecallCurve(const std::vector<ScoreCell>& cells) {
  const ScoreSummary sums = summarize(cells, {}, true);
  if (!(sums.positives > 0)) return {};
  PrecisionRecallCurve curve{{}, {1}, {0}};
  double truePositives = 0;
  double selected = 0;
  for (const auto& [score, bin] : std::views::reverse(cells)) {
    truePositives += bin.positives;
    selected += bin.positives + bin.negatives;
    curve.thresholds.push_back(score);
    curve.precision.push_back(truePositives / selected);
    curve.recall.push_back(std::min(1.0, truePositives / sums.positives));
  }
  std::ranges::reverse(curve.thresholds);
  std::ranges::reverse(curve.precision);
  std::ranges::reverse(curve.recall);
  return curve;
}

}  // namespace fairwasm::scores
