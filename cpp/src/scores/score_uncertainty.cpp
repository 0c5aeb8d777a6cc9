// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/score_uncertainty.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::scores {
namespace {

// Returns cells with positive weight in ascending order of scores. A bin with several scores uses
// their mean, which is off by at most 1 / kCells.
std::vector<ScoreCell> toCells(const ScoreHistogram& histogram) {
  std::vector<ScoreCell> cells;
  for (const auto& [key, bin] : histogram.bins()) {
    const double weight = bin.positives + bin.negatives;
    if (weight > 0) cells.emplace_back(histogram.isExact() ? key : bin.scores / weight, bin);
  }
  return cells;
}

uncertainty::Bounded boundedAt(const Sureness& sureness, double z) {
  return std::visit([z](const auto& kind) { return bounded(kind, z); }, sureness);
}

// Calibration errors are larger for fewer rows. Their comparison accounts for this bias and has no
// p-value.
using Gaps = std::vector<CalibrationBin>;

uncertainty::Bounded differenceAt(const Sureness& one, const Sureness& other, double z) {
  if (const auto* gaps = std::get_if<Gaps>(&one)) {
    return differenceOfErrors(*gaps, std::get<Gaps>(other), z);
  }
  const uncertainty::Bounded ours = boundedAt(one, z);
  const uncertainty::Bounded theirs = boundedAt(other, z);
  return {ours.value - theirs.value, uncertainty::differenceInterval(ours, theirs)};
}

// Finds the normal quantile at which the interval first includes 0 by bisection.
double testOfDifference(const Sureness& one, const Sureness& other) {
  if (std::holds_alternative<Gaps>(one)) return kNaN;
  if (std::isnan(differenceAt(one, other, 1).ci.low)) return kNaN;
  double low = 0;
  double high = 40;  // beyond, normal probabilities underflow to 0
  constexpr int kHalvings = 50;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    const auto [min, max] = differenceAt(one, other, middle).ci;
    (min <= 0 && max >= 0 ? high : low) = middle;
  }
  return std::erfc(low / std::numbers::sqrt2);
}

}  // namespace

uncertainty::Bounded bounded(const SureShare& sure, double z) {
  const auto [value, ci] = uncertainty::boundedShare(sure.share, z);
  if (std::isnan(ci.low)) return {value, ci};
  return {value,
          {std::max(0.0, ci.low - sure.error - sure.excess), std::min(1.0, ci.high + sure.error)}};
}

Sureness sureAreaUnderCurve(const ScoredRows& group) {
  const ScoreSummary& summary = group.summary;
  return SureShare{rankingCertainty(group.cells, summary.areaUnderCurve, kNaN).areaUnderCurve,
                   summary.areaUnderCurveError};
}

Sureness sureAveragePrecision(const ScoredRows& group) {
  const ScoreSummary& summary = group.summary;
  SureShare sure = rankingCertainty(group.cells, kNaN, summary.averagePrecision).averagePrecision;
  sure.error = summary.averagePrecisionError;
  return sure;
}

ScoreCertainty scoreCertainty(const std::vector<ScoreCell>& cells, const ScoreTotals& totals,
                              const ScoreSummary& summary,
                              std::vector<CalibrationBin> calibration) {
  const ScoredRows group{cells, totals, summary, calibration};
  ScoreCertainty certainty;
  for (const auto& [name, of] : kScoreMeasures) certainty.measures.push_back(of(group));
  certainty.cases = rankingCertainty(cells, kNaN, kNaN).cases;
  certainty.calibration = std::move(calibration);
  return certainty;
}

ScoreCertainty scoreCertainty(const ScoreHistogram& histogram, std::size_t parts) {
  return scoreCertainty(toCells(histogram), histogram.totals(), summarize(histogram),
                        calibration(histogram, parts));
}

std::vector<uncertainty::Bounded> scoreIntervals(const ScoreCertainty& group, double confidence) {
  const double z = uncertainty::twoSidedQuantile(confidence);
  std::vector<uncertainty::Bounded> intervals;
  for (const auto& measure : group.measures) intervals.push_back(boundedAt(measure, z));
  return intervals;
}

std::vector<ScoreDifference> scoreDifferences(const ScoreCertainty& one,
                                              const ScoreCertainty& other, double confidence) {
  const double z = uncertainty::twoSidedQuantile(confidence);
  std::vector<ScoreDifference> differences;
  for (std::size_t i = 0; i < one.measures.size(); ++i) {
    const Sureness& ours = one.measures[i];
    const Sureness& theirs = other.measures[i];
    differences.push_back({differenceAt(ours, theirs, z), testOfDifference(ours, theirs)});
  }
  return differences;
}

std::vector<ScoreMeasure> scoreMeasures() {
  std::vector<ScoreMeasure> all;
  for (const auto& [name, measure] : getNames(ScoreMeasure{}).entries) all.push_back(measure);
  return all;
}

}  // namespace fairwasm::scores
