// SPDX-License-Identifier: Apache-2.0
//
// How sure the numbers of a group's scores are (score_measures.hpp), and their differences between
// two groups.
#pragma once

#include <span>
#include <vector>

#include "fairwasm/scores/score_measures.hpp"

namespace fairwasm::scores {

// A group's scores as far as intervals need them, in the order of kScoreMeasures.
struct ScoreCertainty {
  std::vector<Sureness> measures;
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
// summarize() says of them; nothing is computed for what is NaN.
RankingCertainty rankingCertainty(std::span<const ScoreCell> cells, double areaUnderCurve,
                                  double averagePrecision);
ScoreCertainty scoreCertainty(const std::vector<ScoreCell>& cells, const ScoreTotals& totals,
                              const ScoreSummary& summary, std::vector<CalibrationBin> calibration);
// `parts` as calibration() has it, which throws.
ScoreCertainty scoreCertainty(const ScoreHistogram& histogram, std::size_t parts);

// Each measure with its interval. Throws kInvalidArgument for a confidence outside (0, 1).
std::vector<uncertainty::Bounded> scoreIntervals(const ScoreCertainty& group, double confidence);

struct ScoreDifference {
  uncertainty::Bounded difference;
  // That both are alike: 1 less the confidence at which the interval first reaches 0. NaN where
  // there is none, and for the expected calibration error, whose estimate depends on the number of
  // rows.
  double pValue;
};

// one - other in each measure, of groups that have no rows in common. Throws as scoreIntervals().
std::vector<ScoreDifference> scoreDifferences(const ScoreCertainty& one,
                                              const ScoreCertainty& other, double confidence);

}  // namespace fairwasm::scores
