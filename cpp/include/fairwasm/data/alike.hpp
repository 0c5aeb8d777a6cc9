// SPDX-License-Identifier: Apache-2.0
//
// Rows that are alike in all that an accumulator looks at, counted elsewhere: how many they are and
// the sums of their weights stand for them. A row by itself is one such row.
#pragma once

#include <cstddef>
#include <span>

namespace fairwasm::data {

struct Alike {
  double rows;
  double weight;   // sum of w
  double squares;  // sum of w^2
};

// Beside the columns of a batch, whose weights are then sums.
struct AlikeRows {
  std::span<const double> counts;   // empty: each row is one
  std::span<const double> squares;  // sums of w^2; empty where the rows have no weights

  [[nodiscard]] Alike at(std::size_t row, std::span<const double> weights) const {
    const double count = counts.empty() ? 1 : counts[row];
    if (weights.empty()) return {count, count, count};
    const double weight = weights[row];
    return {count, weight, counts.empty() ? weight * weight : squares[row]};
  }
};

}  // namespace fairwasm::data
