// SPDX-License-Identifier: Apache-2.0
//
// Confidence intervals for a group's score metrics (score_measures.hpp) and for differences between
// two groups.
#pragma once

#include <span>
#include <vector>

#include "fairwasm/scores/score_measures.hpp"

namespace fairwasm::scores {

// Precision of a group's score metrics, in the order of kScoreMeasures.
struct ScoreCertainty {
  std::vector<Sureness> measures;
  std::vector<CalibrationBin> calibration;
  // The effective number of positives or negatives, whichever is smaller. Intervals are rough below
  // 5.
  double cases;
};

// Precision of the ranking metrics of a group.
struct RankingCertainty {
  uncertainty::EffectiveShare areaUnderCurve;
  SureShare averagePrecision;
  double cases;  // as in ScoreCertainty
};

// Cells must be in ascending order, with positive weight and one score each; the two metrics are
// those of summarize(). Returns no precision for a metric that is NaN.
RankingCertainty rankingCertainty(std::span<const ScoreCell> cells, double areaUnderCurve,
                                  double averagePrecision);
ScoreCertainty scoreCertainty(const std::vector<ScoreCell>& cells, const ScoreTotals& totals,
                              const ScoreSummary& summary, std::vector<CalibrationBin> calibration);
// `parts` is the number of bins; throws like calibration().
ScoreCertainty scoreCertainty(const ScoreHistogram& histogram, std::size_t parts);

// Returns each metric with its confidence interval. Throws kInvalidArgument for a confidence
// outside (0, 1).
std::vector<uncertainty::Bounded> scoreIntervals(const ScoreCertainty& group, double confidence);

struct ScoreDifference {
  uncertainty::Bounded difference;
  // The p-value for equal metrics: 1 minus the confidence level at which the interval first
  // includes 0. NaN without an interval, and for the expected calibration error, whose estimate
  // depends on the number of rows.
  double pValue;
};

// Returns one - other for each metric, for groups without common rows. Throws like
// scoreIntervals().
std::vector<ScoreDifference> scoreDifferences(const ScoreCertainty& one,
                                              const ScoreCertainty& other, double confidence);

}  // namespace fairwasm::scores
