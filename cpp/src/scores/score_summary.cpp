// SPDX-License-Identifier: Apache-2.0
//
// Metrics of a histogram of scores: its summary, its thresholds, and its calibration.
#include <algorithm>
#include <cmath>
#include <ranges>
#include <string>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/scores/scores.hpp"

namespace fairwasm::scores {
namespace {

// Returns the lowest score that a bin can contain.
double lowest(const ScoreHistogram& histogram, double key) {
  if (histogram.isExact()) return key;
  const std::size_t below = getPart(key, ScoreHistogram::kCells) - 1;
  return below == 0
             ? 0
             : std::nextafter(
                   static_cast<double>(below) / static_cast<double>(ScoreHistogram::kCells), 1);
}

// Returns the mean of (a + t) / (b + t) for t from 0 to `reach`: the precision while `reach`
// positives are added to a positives in b rows.
double meanPrecision(double a, double b, double reach) {
  return b > 0 ? 1 - (b - a) * std::log1p(reach / b) / reach : 1;
}

// Returns the average precision and its maximum error, because a bin with several scores may have
// all positives above its negatives, or below.
std::pair<double, double> averagePrecision(std::span<const ScoreCell> bins, double positives,
                                           bool isExact) {
  double value = 0;
  double min = 0;
  double max = 0;
  double above = 0;  // positives so far
  double rows = 0;
  for (const auto& [key, bin] : std::views::reverse(bins)) {
    const double own = bin.positives;
    if (own > 0) {
      value += own * ((above + own) / (rows + own + bin.negatives));
      if (!isExact) {
        min += own * meanPrecision(above, rows + bin.negatives, own);
        max += own * ((above + own) / (rows + own));
      }
    }
    above += own;
    rows += own + bin.negatives;
  }
  const double precision = value / positives;
  const double error = isExact ? 0 : std::max(max - value, value - min) / positives;
  return {precision > 1 ? 1 : precision, error};  // rounding may exceed 1
}

}  // namespace

ScoreSummary summarize(std::span<const ScoreCell> cells, const ScoreTotals& totals, bool isExact) {
  double positives = 0;
  double negatives = 0;
  double scores = 0;
  double below = 0;  // pairs of a positive and a lower negative
  double equal = 0;  // pairs in one bin
  for (const auto& entry : cells) {
    const ScoreBin& bin = entry.second;
    below += bin.positives * negatives;
    equal += bin.positives * bin.negatives;
    positives += bin.positives;
    negatives += bin.negatives;
    scores += bin.scores;
  }
  const double pairs = positives * negatives;
  const double area = (below + 0.5 * equal) / pairs;
  const double weight = positives + negatives;
  const auto [precision, precisionError] = averagePrecision(cells, positives, isExact);
  return {totals.rows,
          positives,
          negatives,
          area > 1 ? 1 : area,  // rounding may exceed 1
          isExact ? 0 : 0.5 * equal / pairs,
          precision,
          precisionError,
          totals.squaredErrors / weight,
          totals.logLosses / weight,
          scores / weight};
}

std::vector<Operation> operations(const ScoreHistogram& histogram) {
  std::vector<Operation> steps{{kInfinity, 0, 0}};
  const auto bins = histogram.bins();
  for (const auto& [key, bin] : std::views::reverse(bins)) {
    steps.push_back({lowest(histogram, key), steps.back().truePositives + bin.positives,
                     steps.back().falsePositives + bin.negatives});
  }
  return steps;
}

std::vector<CalibrationBin> calibration(const ScoreHistogram& histogram, std::size_t parts) {
  if (parts == 0 || ScoreHistogram::kCells % parts != 0) {
    throw Error(
        ErrorCode::kInvalidArgument,
        {"bins",
         "a divisor of " + std::to_string(ScoreHistogram::kCells) + ", such as 10, 15, 20, or 100",
         std::to_string(parts),
         {}});
  }
  std::vector<CalibrationBin> bins;
  for (const auto& [key, bin] : histogram.bins()) {
    const double upper = static_cast<double>(getPart(key, parts)) / static_cast<double>(parts);
    if (bins.empty() || bins.back().upper != upper) bins.push_back({upper, 0, 0, 0, 0, 0});
    bins.back().weight += bin.positives + bin.negatives;
    bins.back().scores += bin.scores;
    bins.back().positives += bin.positives;
    bins.back().positiveSquares += bin.positiveSquares;
    bins.back().negativeSquares += bin.negativeSquares;
  }
  return bins;
}

double expectedCalibrationError(const std::vector<CalibrationBin>& bins) {
  double weight = 0;
  double error = 0;
  for (const auto& bin : bins) {
    weight += bin.weight;
    error += std::abs(bin.scores - bin.positives);
  }
  return error / weight;
}

}  // namespace fairwasm::scores
