// SPDX-License-Identifier: Apache-2.0
//
// Random halves of rows: each row is in the half with a probability of one half, on its own, so
// that a half and the rest of independent rows are independent samples. Where few distinct rows
// occur many times, each is kept once with its count, and a draw costs as much as there are
// distinct rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fairwasm/amplification/bit_columns.hpp"
#include "fairwasm/amplification/row_lists.hpp"

namespace fairwasm::amplification {

// The streams of one draw: halves of what is measured and of the training data, and parts of both.
inline constexpr std::uint64_t kStreamsOfDraw = 4;

class HalvedRows {
 public:
  explicit HalvedRows(const BitColumns& rows);

  // The distinct rows; or all rows, where most are distinct.
  [[nodiscard]] const BitColumns& rows() const { return rows_; }

  // How many of each of rows() are in the part: draw `draw` of `seed`. `share`: the probability of
  // each row to be in it.
  [[nodiscard]] std::vector<std::uint32_t> draw(std::uint64_t seed, std::uint64_t draw,
                                                double share = 0.5) const;

 private:
  BitColumns rows_;
  std::vector<double> counts_;  // empty: every row once
};

// For each of `size` rows whether a coin puts it into the part.
std::vector<std::uint32_t> drawPart(std::size_t size, std::uint64_t seed, std::uint64_t draw,
                                    double share);

// The pair counts of such parts, counted over bits or over lists, whichever is faster.
class HalvedPairs {
 public:
  HalvedPairs(const BitColumns& rows, const DirectedColumns& columns);

  [[nodiscard]] PairCounts draw(std::uint64_t seed, std::uint64_t draw, double share = 0.5) const;

 private:
  HalvedRows rows_;
  DirectedColumns columns_;
  std::optional<RowLists> lists_;  // of the same rows, where that is faster
};

}  // namespace fairwasm::amplification
