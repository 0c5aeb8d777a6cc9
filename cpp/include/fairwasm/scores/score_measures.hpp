// SPDX-License-Identifier: Apache-2.0
//
// Table of the score metrics that have confidence intervals. Each interval is computed from the
// histogram, and accounts for weights and for several rows with the same score.
//
//   areaUnderCurve   Wilson's interval at the number of trials for which a proportion has the same
//                    variance. The variance is that of DeLong, DeLong, and Clarke-Pearson (1988);
//                    because it is estimated, Student's quantile is used. Near 0 and 1, where few
//                    pairs are misordered, this variance is unreliable and that of Hanley and
//                    McNeil (1982) replaces it, as in the score intervals of Newcombe (2006,
//                    method 5).
//   averagePrecision Likewise, from the variance of the first-order influence of rows (their
//                    precision and their effect on the precision of other rows). If the order is
//                    nearly perfect, the variance is at least that of a proportion of positives.
//                    If positives weigh less than negatives, the interval is extended downward by
//                    the second-order bias.
//   brierScore,      Likewise, from the variance of the mean. It includes two additional rows whose
//   meanScore        outcomes vary as their scores predict, because outcomes that were not
//                    observed are still possible.
//   giniIndex        Likewise, from the variance of the first-order influence of rows.
//   logLoss          Student's interval for the logarithm of the mean.
//   expectedCalibrationError
//                    It is nonnegative and never 0 in a sample. The lower end is the minimum over
//                    gaps that are jointly compatible with the data (chi-squared, one degree of
//                    freedom per bin); it is 0 if the data do not reject calibration. For the upper
//                    end, a normal quantile suffices, because the sum of absolute gaps is at least
//                    the sum of gaps with their true signs, which is unbiased.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/scores/scores.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::scores {

// Data that metrics are computed from: cells in ascending order with positive weight and one score
// each, their summary, and their calibration bins.
struct ScoredRows {
  std::span<const ScoreCell> cells;
  const ScoreTotals& totals;
  const ScoreSummary& summary;
  const std::vector<CalibrationBin>& calibration;
};

// A number in [0, 1] that the histogram determines up to `error`, and that may be too high by
// `excess`.
struct SureShare {
  uncertainty::EffectiveShare share;
  double error = 0;
  double excess = 0;
};

// A nonnegative mean without a useful upper limit.
struct UnsureMean {
  double mean;
  double standardError;
  double degrees;  // of freedom
};

// A metric of one group with its precision, in one of three forms: a proportion, a mean, or bins
// whose gaps are summed.
using Sureness = std::variant<SureShare, UnsureMean, std::vector<CalibrationBin>>;

// Returns the value with its confidence interval at the normal quantile `z`. The value is NaN if it
// is undefined; the interval is NaN if the precision is unknown.
uncertainty::Bounded bounded(const SureShare& sure, double z);
uncertainty::Bounded bounded(const UnsureMean& loss, double z);
uncertainty::Bounded bounded(const std::vector<CalibrationBin>& bins, double z);
// Returns the difference one - other of expected calibration errors. Excess is not random and
// cannot cancel out, so it adds linearly to the distance, whereas random errors add as squares.
uncertainty::Bounded differenceOfErrors(const std::vector<CalibrationBin>& one,
                                        const std::vector<CalibrationBin>& other, double z);

Sureness sureAreaUnderCurve(const ScoredRows& group);
Sureness sureAveragePrecision(const ScoredRows& group);
Sureness sureBrierScore(const ScoredRows& group);
Sureness sureLogLoss(const ScoredRows& group);
Sureness sureMeanScore(const ScoredRows& group);
Sureness sureCalibrationError(const ScoredRows& group);
Sureness sureGiniIndex(const ScoredRows& group);

struct ScoreMeasureEntry {
  std::string_view name;
  Sureness (*of)(const ScoredRows& group);
};

inline constexpr auto kScoreMeasures = std::to_array<ScoreMeasureEntry>({
    {"areaUnderCurve", sureAreaUnderCurve},
    {"averagePrecision", sureAveragePrecision},
    {"brierScore", sureBrierScore},
    {"logLoss", sureLogLoss},
    {"meanScore", sureMeanScore},
    {"expectedCalibrationError", sureCalibrationError},
    {"giniIndex", sureGiniIndex},
});

// Index of a metric in the table.
enum class ScoreMeasure : std::size_t {};

constexpr Names<ScoreMeasure, kScoreMeasures.size()> getNames(ScoreMeasure) {
  Names<ScoreMeasure, kScoreMeasures.size()> names{"measure", {}};
  for (std::size_t i = 0; i < kScoreMeasures.size(); ++i) {
    names.entries[i] = {kScoreMeasures[i].name, static_cast<ScoreMeasure>(i)};
  }
  return names;
}
// Returns all metrics in the order of the table.
std::vector<ScoreMeasure> scoreMeasures();

// Returns the element of `values` that belongs to the metric with this name. Throws
// kInvalidArgument for an unknown name.
template <class Values>
const auto& measured(const Values& values, std::string_view name) {
  return values[static_cast<std::size_t>(valueNamed<ScoreMeasure>(name))];
}

}  // namespace fairwasm::scores
