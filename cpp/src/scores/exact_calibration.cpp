// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/exact_calibration.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/scores/ranked_scores.hpp"

namespace fairwasm::scores {
namespace {

void requireProbabilities(std::span<const WeightedScore> sorted) {
  if (sorted.empty()) return;
  const double min = sorted.front().score;
  const double max = sorted.back().score;
  if (min >= 0 && max <= 1) return;
  throw Error(ErrorCode::kInvalidState,
              {"score", "probabilities, from 0 to 1", shown(min < 0 ? min : max), {}});
}

ExactCalibration computeCalibration(const OutcomeScores& group, const CalibrationChoice& choice) {
  const auto cells = toCells(group);
  auto bins = calibrationBins(group, choice.binning, choice.bins);
  const ScoreTotals totals = computeTotals(cells, group.rows());
  const ScoreSummary summary = summarize(cells, totals, true);
  const ScoreCertainty certainty = scoreCertainty(cells, totals, summary, bins);
  const auto measures = scoreIntervals(certainty, choice.confidence);
  return {measured(measures, "brierScore"),
          measured(measures, "logLoss"),
          measured(measures, "meanScore"),
          measured(measures, "expectedCalibrationError"),
          recalibration(cells, choice.confidence),
          maximumCalibrationError(bins),
          brierParts(bins, summary.brierScore),
          summary.rows,
          summary.positives,
          summary.negatives,
          certainty.cases,
          std::move(bins)};
}

}  // namespace

std::vector<ExactCalibration> exactCalibrations(std::span<const OutcomeScores> groups,
                                                const CalibrationChoice& choice) {
  for (const auto& group : groups) {
    requireProbabilities(group.positives);
    requireProbabilities(group.negatives);
  }
  std::vector<ExactCalibration> calibrations;
  for (const auto& group : groups) calibrations.push_back(computeCalibration(group, choice));
  return calibrations;
}

}  // namespace fairwasm::scores
