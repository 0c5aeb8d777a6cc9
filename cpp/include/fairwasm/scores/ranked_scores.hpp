// SPDX-License-Identifier: Apache-2.0
//
// Exact ranking of a group's scores. Each distinct score is a cell; AUC, average precision, the ROC
// curve, and the precision-recall curve are computed without a histogram.
#pragma once

#include <vector>

#include "fairwasm/scores/score_rows.hpp"
#include "fairwasm/scores/score_uncertainty.hpp"

namespace fairwasm::scores {

// Returns one cell per distinct score of rows with positive weight, in ascending order.
std::vector<ScoreCell> toCells(const OutcomeScores& group);

// Returns the ScoreTotals of rows whose scores are probabilities.
ScoreTotals computeTotals(const std::vector<ScoreCell>& cells, std::size_t rows);

// Weights and ranking metrics of a group, with confidence intervals.
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
Ranking computeRanking(const OutcomeScores& group, double confidence);

// Returns P(score of a positive > of a negative) + P(equal) / 2 with its confidence interval. Pairs
// are weighted by the product of their weights. NaN without positives or without negatives. Throws
// like computeRanking().
uncertainty::Bounded boundedArea(const std::vector<ScoreCell>& cells, double confidence);

// Curve of the classifiers "favorable if score >= threshold", at each distinct score in descending
// order. The first threshold is infinite and selects no rows. Empty unless both outcomes occur.
struct RocCurve {
  std::vector<double> thresholds;
  std::vector<double> falsePositiveRate;
  std::vector<double> truePositiveRate;
};
RocCurve rocCurve(const std::vector<ScoreCell>& cells);

// Like scikit-learn's curve: from the lowest threshold to the highest, followed by a point of
// precision 1 and recall 0 without a threshold. Empty without positives.
struct PrecisionRecallCurve {
  std::vector<double> thresholds;
  std::vector<double> precision;
  std::vector<double> recall;
};
PrecisionRecallCurve precisionRecallCurve(const std::vector<ScoreCell>& cells);

}  // namespace fairwasm::scores
