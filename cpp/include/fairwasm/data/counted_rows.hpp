// SPDX-License-Identifier: Apache-2.0
//
// Rows that are alike in all that an accumulator looks at, counted elsewhere: how many they are and
// the sums of their weights stand for them. A row by itself is one such row.
#pragma once

#include <cstddef>
#include <cstdint>
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

// Counted rows for an accumulator of sums.
template <class Batch>
struct CountedRows {
  Batch rows;
  AlikeRows alike;
};

// Counted rows for an accumulator that keeps rows: row i stands for counts[i] rows, and each of
// them has the weight beside it.
template <class Batch>
struct RepeatedRows {
  Batch rows;
  std::span<const double> counts;  // empty: each row is one
};

// How many rows `counts` stand for, one count each of `rows`. Throws kShapeMismatch for another
// number of counts, kInvalidArgument with the row for what is no whole number from 0 to 2^53 - 1,
// kTooLarge where there are more than 2^53 rows in all.
std::uint64_t requireCounts(std::span<const double> counts, std::size_t rows);

// How often a row stands, by counts that were checked.
inline std::size_t timesOf(std::span<const double> counts, std::size_t row) {
  return counts.empty() ? 1 : static_cast<std::size_t>(counts[row]);
}

// Throws as requireCounts(), and kTooLarge for more rows than `most`. Nothing without counts.
void requireRepeats(std::span<const double> counts, std::size_t rows, std::uint64_t most);

// Checks counts as requireCounts() does, and that there are finite sums of squares, 0 or more, if
// and only if rows have weights. Nothing where there are no counts.
void requireAlike(const AlikeRows& alike, std::size_t rows, bool isWeighted);

}  // namespace fairwasm::data
