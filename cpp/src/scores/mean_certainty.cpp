// SPDX-License-Identifier: Apache-2.0
//
// Precision of means over the rows of scores: Brier score, mean score, and log loss.
#include <algorithm>
#include <cmath>

#include "effective_rows.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/scores/score_measures.hpp"

namespace fairwasm::scores {
namespace {

// Returns the contribution of a row with this score and outcome to a mean.
using Contribution = double (*)(double score, bool positive);

double squaredError(double score, bool positive) {
  return positive ? (1 - score) * (1 - score) : score * score;
}
double ownScore(double score, bool) { return score; }
double computeLoss(double score, bool positive) {
  return computeLogLoss(positive ? score : 1 - score);
}

Powers powersAround(std::span<const ScoreCell> cells, Contribution contribution, double mean) {
  Powers sums;
  for (const auto& [score, bin] : cells) {
    sums.add(bin.positiveSquares, contribution(score, true) - mean);
    sums.add(bin.negativeSquares, contribution(score, false) - mean);
  }
  return sums;
}

// Returns the sum of w^2 times the variance of a row's contribution if its score were the
// probability of its outcome.
double squaresIfCalibrated(std::span<const ScoreCell> cells, Contribution contribution) {
  double sum = 0;
  for (const auto& [score, bin] : cells) {
    const double apart = contribution(score, true) - contribution(score, false);
    sum += (bin.positiveSquares + bin.negativeSquares) * score * (1 - score) * apart * apart;
  }
  return sum;
}

// Returns the variance of a mean; `squares` is the sum of w^2 (contribution - mean)^2.
double varianceOfMean(std::span<const ScoreCell> cells, Contribution contribution, double squares) {
  constexpr double kRowsMore = 2;
  const double rows = sumCells(cells).rows();
  const double weight = sumCells(cells).weight;
  return (squares * rows / (rows - 1) +
          kRowsMore / rows * squaresIfCalibrated(cells, contribution)) /
         (weight * weight);
}

uncertainty::EffectiveShare effectiveMean(std::span<const ScoreCell> cells,
                                          Contribution contribution, double mean, double count) {
  const double rows = sumCells(cells).rows();
  if (isSingle(rows)) return {mean, kNaN};
  const Powers powers = powersAround(cells, contribution, mean);
  const double variance = varianceOfMean(cells, contribution, powers.squares);
  const double binomial = mean * (1 - mean);
  // Below this limit, differences are rounding errors of equal rows, and the variance is unknown.
  constexpr double kRounding = 1e-12;
  if (!(variance > kRounding * binomial / rows)) return {mean, rows, rows - 1};
  return {mean, binomial / variance, degreesOfVariance(powers, sumCells(cells), count)};
}

}  // namespace

Sureness sureBrierScore(const ScoredRows& group) {
  const ScoreSummary& summary = group.summary;
  return SureShare{effectiveMean(group.cells, squaredError, summary.brierScore, summary.rows)};
}

Sureness sureMeanScore(const ScoredRows& group) {
  const ScoreSummary& summary = group.summary;
  return SureShare{effectiveMean(group.cells, ownScore, summary.meanScore, summary.rows)};
}

Sureness sureLogLoss(const ScoredRows& group) {
  const auto& [cells, totals, summary, calibration] = group;
  const double mean = summary.logLoss;
  const auto [weight, squares] = sumCells(cells);
  const double rows = sumCells(cells).rows();
  if (isSingle(rows)) return UnsureMean{mean, kNaN, kNaN};
  const double around =
      totals.squaredLogLosses - 2 * mean * totals.weightedLogLosses + mean * mean * squares;
  constexpr double kRounding = 1e-12;
  if (!(around > kRounding * totals.squaredLogLosses)) return UnsureMean{mean, kNaN, kNaN};
  return UnsureMean{
      mean, std::sqrt(varianceOfMean(cells, computeLoss, around)),
      degreesOfVariance(powersAround(cells, computeLoss, mean), sumCells(cells), totals.rows)};
}

uncertainty::Bounded bounded(const UnsureMean& loss, double z) {
  if (std::isnan(loss.standardError)) return {loss.mean, {kNaN, kNaN}};
  const double factor =
      std::exp(uncertainty::studentQuantileAt(z, loss.degrees) * loss.standardError / loss.mean);
  return {loss.mean, {loss.mean / factor, std::min(loss.mean * factor, computeLogLoss(0))}};
}

}  // namespace fairwasm::scores
