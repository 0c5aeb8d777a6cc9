// SPDX-License-Identifier: Apache-2.0
//
// How many equal rows the rows of cells are worth.
#pragma once

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

}  // namespace fairwasm::scores
