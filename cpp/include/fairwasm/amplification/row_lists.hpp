// SPDX-License-Identifier: Apache-2.0
//
// Rows as lists of their true columns. If few of thousands of columns are true in a row (for
// example, the categories of one column), counting pairs over lists is faster than over bits, most
// of which are 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/amplification/bit_columns.hpp"
#include "fairwasm/amplification/pair_counts.hpp"

namespace fairwasm::amplification {

class RowLists {
 public:
  explicit RowLists(const BitColumns& columns);

  // Returns true if counting the pairs of a resample is considerably faster over lists than over
  // bits.
  static bool pay(const BitColumns& columns, const DirectedColumns& directed);

  [[nodiscard]] std::size_t rows() const { return starts_.size() - 1; }
  // Returns the true columns of a row in ascending order.
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t row) const;

 private:
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> columns_;
};

// Returns the same counts as countPairs() of bits, where row r counts weights[r] times.
PairCounts countPairs(const RowLists& rows, const DirectedColumns& columns,
                      std::span<const double> weights);

}  // namespace fairwasm::amplification
