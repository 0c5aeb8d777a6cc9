// SPDX-License-Identifier: Apache-2.0
//
// The exact ranking of a group's scores: every distinct score a cell, from which the area under the
// ROC curve, average precision and both curves follow without any histogram.
#pragma once

#include <vector>

#include "fairwasm/scores/score_rows.hpp"
#include "fairwasm/scores/score_uncertainty.hpp"

namespace fairwasm::scores {

// A cell for each distinct score of rows that weigh more than nothing, ascending.
std::vector<ScoreCell> cellsOf(const OutcomeScores& group);

// What ScoreTotals keeps of rows whose scores are probabilities.
ScoreTotals totalsOf(const std::vector<ScoreCell>& cells, std::size_t rows);

// Weights of a group, and its ranking with intervals.
struct Ranking {
  double rows;
  double positives;
  double negatives;
  double meanScore;
  uncertainty::Bounded areaUnderCurve;
  uncertainty::Bounded averagePrecision;
  double cases;  // effective rows of the rarer outcome
};
// Throws kInvalidArgument for a confidence outside (0, 1).
Ranking rankingOf(const OutcomeScores& group, double confidence);

// P(score of a positive > of a negative) + P(equal) / 2, pairs weighing as the product of their
// weights, with its interval; NaN without either kind. Throws as rankingOf().
uncertainty::Bounded boundedArea(const std::vector<ScoreCell>& cells, double confidence);

// "Favorable where score >= threshold": at each distinct score from the highest to the lowest. The
// ROC curve begins at a threshold above all scores, infinite, that selects nobody. Empty without
// rows of both outcomes.
struct RocCurve {
  std::vector<double> thresholds;
  std::vector<double> falsePositiveRate;
  std::vector<double> truePositiveRate;
};
RocCurve rocCurve(const std::vector<ScoreCell>& cells);

// As scikit-learn has it, from the lowest threshold to the highest and then a point of precision 1
// and recall 0 without a threshold. Empty without positives.
struct PrecisionRecallCurve {
  std::vector<double> thresholds;
  std::vector<double> precision;
  std::vector<double> recall;
};
PrecisionRecallCurve precisionRecallCurve(const std::vector<ScoreCell>& cells);

}  // namespace fairwasm::scores
