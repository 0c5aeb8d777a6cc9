// SPDX-License-Identifier: Apache-2.0
//
// The numbers about a group's scores that have intervals: the one table of them. All that is known
// of each follows from the histogram, with weights and for several rows of one score.
//
//   areaUnderCurve   Wilson's interval at the number of trials that a share would need to be as
//                    sure. Its variance is that of DeLong, DeLong and Clarke-Pearson (1988), with
//                    Student's quantile for it is estimated. Near 0 and 1, where hardly a pair is
//                    out of order, it says little: there that of Hanley and McNeil (1982) takes
//                    over, as in the score intervals of Newcombe (2006, method 5).
//   averagePrecision Wilson's interval in the same way, from the variance of the first-order
//                    influence of rows (their precision, and what they do to that of others),
//                    and where the order is nearly perfect at least as unsure as a share of the
//                    positives.
//   brierScore,      Wilson's interval in the same way, from the variance of the mean. The
//   meanScore        variance has two rows more than there are, with outcomes as unsure as their
//                    scores say: outcomes that were not seen are not known to be impossible.
//   giniIndex        Wilson's interval in the same way, from the variance of the first-order
//                    influence of rows.
//   logLoss          Student's interval of the logarithm of the mean.
//   expectedCalibrationError
//                    It cannot be negative, and is never 0 in the data. The lower end is the least
//                    that gaps can be which are jointly compatible with the data (chi-squared, one
//                    degree of freedom a bin): 0 where a calibrated model is not refuted. The upper
//                    end needs no more than a normal quantile, as the sum of absolute gaps is at
//                    least the sum of the gaps with the true signs, which is unbiased.
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

// What measures are made from: cells in ascending order that weigh more than nothing, each with one
// score, what summarize() says of them, and their calibration.
struct ScoredRows {
  std::span<const ScoreCell> cells;
  const ScoreTotals& totals;
  const ScoreSummary& summary;
  const std::vector<CalibrationBin>& calibration;
};

// A number in [0, 1], which a histogram tells up to `error`.
struct SureShare {
  uncertainty::EffectiveShare share;
  double error = 0;
};

// A mean of numbers of 0 or more without an upper limit worth the name.
struct UnsureMean {
  double mean;
  double standardError;
  double degrees;  // of freedom
};

// A measure of one group and how sure it is: as a share, as a mean, or by the bins it is summed
// over.
using Sureness = std::variant<SureShare, UnsureMean, std::vector<CalibrationBin>>;

// The value with its interval at the normal quantile `z`. NaN where the value is undefined; the
// interval is NaN where nothing is known of how sure the value is.
uncertainty::Bounded bounded(const SureShare& sure, double z);
uncertainty::Bounded bounded(const UnsureMean& loss, double z);
uncertainty::Bounded bounded(const std::vector<CalibrationBin>& bins, double z);
// one - other of the expected calibration errors. Excess is no chance that could cancel out: it
// adds to the distance, where chances add as squares.
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

// A measure by its place in the table.
enum class ScoreMeasure : std::size_t {};

constexpr Names<ScoreMeasure, kScoreMeasures.size()> namesOf(ScoreMeasure) {
  Names<ScoreMeasure, kScoreMeasures.size()> names{"measure", {}};
  for (std::size_t i = 0; i < kScoreMeasures.size(); ++i) {
    names.entries[i] = {kScoreMeasures[i].name, static_cast<ScoreMeasure>(i)};
  }
  return names;
}
// All of them, in the order of the table.
std::vector<ScoreMeasure> scoreMeasures();

// What one of them is among values in the order of the table. Throws kInvalidArgument for a name
// that there is not.
template <class Values>
const auto& measured(const Values& values, std::string_view name) {
  return values[static_cast<std::size_t>(valueNamed<ScoreMeasure>(name))];
}

}  // namespace fairwasm::scores
