// SPDX-License-Identifier: Apache-2.0
//
// Counts the combinations of categories directly from the bytes of a table, in batches that stay in
// the processor's cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fairwasm/text/combinations.hpp"
#include "fairwasm/text/reader.hpp"

namespace fairwasm::text {

class Counter {
 public:
  // The columns of categories, at least one, are counted in the order of the file. Columns of
  // numbers are not supported.
  Counter(const Format& format, const std::vector<Kind>& kinds);

  // Receives bytes, and returns positions in the file.
  [[nodiscard]] Reader& reader() { return reader_; }
  [[nodiscard]] const Reader& reader() const { return reader_; }

  // Counts all complete rows; see Reader::read. Rows before an invalid one are counted before the
  // error is thrown.
  void count(bool isLast);

  // Returns the number of rows so far.
  [[nodiscard]] std::uint64_t rows() const { return rows_; }
  [[nodiscard]] const Combinations& combinations() const { return combinations_; }
  // Starts counting again; categories keep their codes.
  void clear() { combinations_.clear(); }

 private:
  void takeBatch();

  static constexpr std::size_t kBatchRows = 1 << 12;

  Reader reader_;
  std::vector<std::size_t> counted_;  // indices of the counted columns
  Combinations combinations_;
  std::vector<Combinations::Codes> batch_;
  std::uint64_t rows_ = 0;
};

}  // namespace fairwasm::text
