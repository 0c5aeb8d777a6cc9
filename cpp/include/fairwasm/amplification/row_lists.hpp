// SPDX-License-Identifier: Apache-2.0
//
// Rows as lists of the columns that are true in them. Where there are thousands of columns and few
// of them true in a row, such as the categories of one column, counting pairs over lists looks at
// what is there, and over bits mostly at what is not.
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

  // Whether counting the pairs of a resample over lists takes far less than over bits.
  static bool pay(const BitColumns& columns, const DirectedColumns& directed);

  [[nodiscard]] std::size_t rows() const { return starts_.size() - 1; }
  // Ascending.
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t row) const;

 private:
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> columns_;
};

// What countPairs() gives for the bits of these rows, where row r counts weights[r] times.
PairCounts countPairs(const RowLists& rows, const DirectedColumns& columns,
                      std::span<const double> weights);

}  // namespace fairwasm::amplification
