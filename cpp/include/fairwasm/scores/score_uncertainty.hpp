// SPDX-License-Identifier: Apache-2.0
//
// How sure the numbers of a group's scores are, and their differences between two groups. All
// follows from the histogram: with weights, and for several rows of one score.
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
//   logLoss          Student's interval of the logarithm of the mean.
//   expectedCalibrationError
//                    It cannot be negative, and is never 0 in the data. The lower end is the least
//                    that gaps can be which are jointly compatible with the data (chi-squared, one
//                    degree of freedom a bin): 0 where a calibrated model is not refuted. The upper
//                    end needs no more than a normal quantile, as the sum of absolute gaps is at
//                    least the sum of the gaps with the true signs, which is unbiased.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "fairwasm/scores/scores.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::scores {

inline constexpr std::array<std::string_view, 6> kScoreMeasures{
    "areaUnderCurve", "averagePrecision", "brierScore",
    "logLoss",        "meanScore",        "expectedCalibrationError"};
template <class Value>
using ByScoreMeasure = std::array<Value, kScoreMeasures.size()>;

// A mean of numbers of 0 or more without an upper limit worth the name.
struct UnsureMean {
  double mean;
  double standardError;
  double degrees;  // of freedom
};

// A group's scores as far as intervals need them.
struct ScoreCertainty {
  uncertainty::EffectiveShare areaUnderCurve;
  double areaUnderCurveError;  // as in ScoreSummary
  uncertainty::EffectiveShare averagePrecision;
  double averagePrecisionError;
  uncertainty::EffectiveShare brierScore;
  UnsureMean logLoss;
  uncertainty::EffectiveShare meanScore;
  std::vector<CalibrationBin> calibration;
  // The effective number of positives or negatives, whichever is less: below 5 intervals are rough.
  double cases;
};

// How sure the order of a group's scores is.
struct RankingCertainty {
  uncertainty::EffectiveShare areaUnderCurve;
  uncertainty::EffectiveShare averagePrecision;
  double cases;  // as in ScoreCertainty
};

// Of cells in ascending order that weigh more than nothing, each with one score, and what
// summarize() says of them.
RankingCertainty rankingCertainty(const std::vector<ScoreCell>& cells, double areaUnderCurve,
                                  double averagePrecision);
ScoreCertainty scoreCertainty(const std::vector<ScoreCell>& cells, const ScoreTotals& totals,
                              const ScoreSummary& summary, std::vector<CalibrationBin> calibration);
// `parts` as calibration() has it, which throws.
ScoreCertainty scoreCertainty(const ScoreHistogram& histogram, std::size_t parts);

// Each value with its interval. NaN where the value is undefined; the interval is NaN where nothing
// is known of how sure the value is: of a mean of one row, of log losses that are all alike. Throws
// kInvalidArgument for a confidence outside (0, 1).
ByScoreMeasure<uncertainty::Bounded> scoreIntervals(const ScoreCertainty& group, double confidence);

struct ScoreDifference {
  uncertainty::Bounded difference;
  // That both are alike: 1 less the confidence at which the interval first reaches 0. NaN where
  // there is none, and for the expected calibration error, whose estimate depends on the number of
  // rows.
  double pValue;
};

// one - other, of groups that have no rows in common. Throws as scoreIntervals().
ByScoreMeasure<ScoreDifference> scoreDifferences(const ScoreCertainty& one,
                                                 const ScoreCertainty& other, double confidence);

}  // namespace fairwasm::scores
