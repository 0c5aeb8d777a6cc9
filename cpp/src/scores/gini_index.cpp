// SPDX-License-Identifier: Apache-2.0
//
// The Gini index of a group's scores and its confidence interval.
#include <cmath>
#include <span>
#include <vector>

#include "effective_rows.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/scores/score_measures.hpp"

namespace fairwasm::scores {
namespace {

// Returns the mean distance from each cell's score to all scores. Cells must be in ascending order.
std::vector<double> meanDistances(std::span<const ScoreCell> cells, double weight, double mean) {
  std::vector<double> distances;
  double below = 0;
  double scoresBelow = 0;
  for (const auto& [score, bin] : cells) {
    const double own = bin.positives + bin.negatives;
    below += own;
    scoresBelow += own * score;
    // Distances to scores at or below this one; distances to higher scores follow.
    const double down = score * below - scoresBelow;
    const double up = (mean * weight - scoresBelow) - score * (weight - below);
    distances.push_back((down + up) / weight);
  }
  return distances;
}

double sumOver(std::span<const ScoreCell> cells, auto term) {
  double sum = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) sum += term(i, cells[i].first, cells[i].second);
  return sum;
}

}  // namespace

Sureness sureGiniIndex(const ScoredRows& group) {
  const auto cells = group.cells;
  const Sums all = sumCells(cells);
  const double mean = sumOver(cells, [&](std::size_t, double score, const ScoreBin& bin) {
    return (bin.positives + bin.negatives) * score / all.weight;
  });
  if (!(mean > 0)) return SureShare{{kNaN, kNaN}};
  const auto distances = meanDistances(cells, all.weight, mean);
  const double distance = sumOver(cells, [&](std::size_t i, double, const ScoreBin& bin) {
    return (bin.positives + bin.negatives) * distances[i] / all.weight;
  });
  const double gini = distance / (2 * mean);
  const double rows = all.rows();
  if (isSingle(rows)) return SureShare{{gini, kNaN}};
  // First-order influence of a row: its distance counts twice among all pairs, its score once in
  // the mean.
  Powers powers;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto& [score, bin] = cells[i];
    const double influence = (distances[i] - distance) / mean - gini * (score - mean) / mean;
    powers.add(bin.positiveSquares + bin.negativeSquares, influence);
  }
  const double variance = powers.squares / (all.weight * all.weight) * rows / (rows - 1);
  const double binomial = gini * (1 - gini);
  constexpr double kRounding = 1e-12;
  if (!(variance > kRounding * binomial / rows)) return SureShare{{gini, rows, rows - 1}};
  return SureShare{{gini, binomial / variance, degreesOfVariance(powers, all, group.summary.rows)}};
}

}  // namespace fairwasm::scores
