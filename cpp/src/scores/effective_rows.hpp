// SPDX-License-Identifier: Apache-2.0
//
// Effective numbers of rows of cells, for the precision of means and variances.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "fairwasm/scores/scores.hpp"

namespace fairwasm::scores {

struct Sums {
  double weight = 0;
  double squares = 0;  // of weights

  // Kish's effective number of rows.
  [[nodiscard]] double rows() const { return weight * weight / squares; }
};

// Returns the sums of positives and of negatives.
inline std::pair<Sums, Sums> sumsByOutcome(std::span<const ScoreCell> cells) {
  std::pair<Sums, Sums> sums;
  for (const auto& [score, bin] : cells) {
    sums.first.weight += bin.positives;
    sums.first.squares += bin.positiveSquares;
    sums.second.weight += bin.negatives;
    sums.second.squares += bin.negativeSquares;
  }
  return sums;
}

inline Sums sumCells(std::span<const ScoreCell> cells) {
  const auto [positives, negatives] = sumsByOutcome(cells);
  return {positives.weight + negatives.weight, positives.squares + negatives.squares};
}

// Returns true for a single row, up to rounding, which has no variance.
inline bool isSingle(double rows) { return !(rows > 1 + 1e-9); }

// Sums of w^2 d^2 and w^2 d^4, where d is the distance of a row from the mean.
struct Powers {
  double squares = 0;
  double fourths = 0;

  void add(double squaredWeight, double distance) {
    const double square = distance * distance;
    squares += squaredWeight * square;
    fourths += squaredWeight * square * square;
  }
};

// Returns the degrees of freedom of an estimated variance. Heavy tails and unequal weights reduce
// them. `count` is the number of all rows.
inline double degreesOfVariance(const Powers& powers, const Sums& all, double count) {
  const double rows = all.rows();
  // The order of operations avoids overflow: for the largest weights, the square of the squares is
  // infinite.
  const double kurtosis = all.squares / powers.squares * (powers.fourths / powers.squares);
  const double unequal = count / rows;
  if (!std::isfinite(kurtosis)) return rows - 1;
  const double ofVariance = (kurtosis * unequal - 3) / rows + 2 / (rows - 1);
  return ofVariance > 0 ? std::min(rows - 1, 2 / ofVariance) : rows - 1;
}

}  // namespace fairwasm::scores
