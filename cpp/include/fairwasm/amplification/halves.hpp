// SPDX-License-Identifier: Apache-2.0
//
// Random halves of rows. Each row is independently in the half with a probability of one half, so
// that the two halves of independent rows are independent samples. If there are few distinct rows,
// each is stored once with its count, and the cost of a draw is proportional to the number of
// distinct rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fairwasm/amplification/bit_columns.hpp"
#include "fairwasm/amplification/row_lists.hpp"

namespace fairwasm::amplification {

// Streams per draw: halves of the measured data and of the training data, and parts of both.
inline constexpr std::uint64_t kStreamsOfDraw = 4;

class HalvedRows {
 public:
  explicit HalvedRows(const BitColumns& rows);

  // Returns the distinct rows, or all rows if most are distinct.
  [[nodiscard]] const BitColumns& rows() const { return rows_; }

  // Returns how many of each of rows() are in the part: draw `draw` of `seed`. `share` is the
  // probability of a row to be included.
  [[nodiscard]] std::vector<std::uint32_t> draw(std::uint64_t seed, std::uint64_t draw,
                                                double share = 0.5) const;

 private:
  BitColumns rows_;
  std::vector<double> counts_;  // empty: 1 each
};

// Returns for each of `size` rows whether it is drawn into the part.
std::vector<std::uint32_t> drawPart(std::size_t size, std::uint64_t seed, std::uint64_t draw,
                                    double share);

// Computes pair counts of such parts from bits or from lists, whichever is faster.
class HalvedPairs {
 public:
  HalvedPairs(const BitColumns& rows, const DirectedColumns& columns);

  [[nodiscard]] PairCounts draw(std::uint64_t seed, std::uint64_t draw, double share = 0.5) const;

 private:
  HalvedRows rows_;
  DirectedColumns columns_;
  std::optional<RowLists> lists_;  // of the same rows, if lists are faster
};

}  // namespace fairwasm::amplification
