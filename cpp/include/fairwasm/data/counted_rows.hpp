// SPDX-License-Identifier: Apache-2.0
//
// Precomputed counts: rows that are equal in everything an accumulator uses, represented by their
// number and the sums of their weights. A single row has the number 1.
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

// Counts that accompany the columns of a batch, whose weights are then sums.
struct AlikeRows {
  std::span<const double> counts;   // empty: 1 each
  std::span<const double> squares;  // sums of w^2; empty if the rows have no weights

  [[nodiscard]] Alike at(std::size_t row, std::span<const double> weights) const {
    const double count = counts.empty() ? 1 : counts[row];
    if (weights.empty()) return {count, count, count};
    const double weight = weights[row];
    return {count, weight, counts.empty() ? weight * weight : squares[row]};
  }
};

// Precomputed counts for an accumulator of sums.
template <class Batch>
struct CountedRows {
  Batch rows;
  AlikeRows alike;
};

// Precomputed counts for an accumulator that keeps rows: row i represents counts[i] rows, each of
// which has the weight in the batch.
template <class Batch>
struct RepeatedRows {
  Batch rows;
  std::span<const double> counts;  // empty: 1 each
};

// Returns the total number of rows; `counts` has one entry for each of `rows`. Throws
// kShapeMismatch for another number of counts, kInvalidArgument with the row for a count that is
// not a whole number from 0 to 2^53 - 1, and kTooLarge for more than 2^53 rows in total.
std::uint64_t requireCounts(std::span<const double> counts, std::size_t rows);

// Returns the count of a row; counts must have been checked.
inline std::size_t getRepetitions(std::span<const double> counts, std::size_t row) {
  return counts.empty() ? 1 : static_cast<std::size_t>(counts[row]);
}

// Throws like requireCounts(), and kTooLarge for more than `max` rows. Does nothing without
// counts.
void requireRepeats(std::span<const double> counts, std::size_t rows, std::uint64_t max);

// Throws like requireCounts(). Also throws unless sums of squares are given exactly if rows have
// weights, and are finite and nonnegative. Does nothing without counts.
void requireAlike(const AlikeRows& alike, std::size_t rows, bool isWeighted);

}  // namespace fairwasm::data
