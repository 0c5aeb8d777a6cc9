// SPDX-License-Identifier: Apache-2.0
//
// How many equal rows the rows of cells are worth, for means over them and their variances.
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

  // Kish's number of rows.
  [[nodiscard]] double rows() const { return weight * weight / squares; }
};

// Of the positives, and of the negatives.
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

inline Sums allOf(std::span<const ScoreCell> cells) {
  const auto [positives, negatives] = sumsByOutcome(cells);
  return {positives.weight + negatives.weight, positives.squares + negatives.squares};
}

// A single row, up to rounding, has no variance.
inline bool isSingle(double rows) { return !(rows > 1 + 1e-9); }

// Sums of w^2 d^2 and of w^2 d^4, for rows that lie d away from their mean.
struct Powers {
  double squares = 0;
  double fourths = 0;

  void add(double squaredWeight, double distance) {
    const double square = distance * distance;
    squares += squaredWeight * square;
    fourths += squaredWeight * square * square;
  }
};

// Degrees of freedom of a variance estimated from so many rows: the heavier the tails, the fewer.
// With unequal weights some rows say more about it than others. `count` is that of all rows.
inline double degreesOfVariance(const Powers& powers, const Sums& all, double count) {
  const double rows = all.rows();
  // Of weights as heavy as they may be the square of their squares is infinite.
  const double kurtosis = all.squares / powers.squares * (powers.fourths / powers.squares);
  const double unequal = count / rows;
  if (!std::isfinite(kurtosis)) return rows - 1;
  const double ofVariance = (kurtosis * unequal - 3) / rows + 2 / (rows - 1);
  return ofVariance > 0 ? std::min(rows - 1, 2 / ofVariance) : rows - 1;
}

}  // namespace fairwasm::scores
