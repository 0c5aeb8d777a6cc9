// SPDX-License-Identifier: Apache-2.0
//
// From the bytes of a table to how often each combination of its categories occurs: rows are
// counted as they are read, in batches that stay in the processor's cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fairwasm/text/combinations.hpp"
#include "fairwasm/text/reader.hpp"

namespace fairwasm::text {

class Counter {
 public:
  // The columns of categories, at least one, are counted in their order in the file; no column is
  // of numbers.
  Counter(const Format& format, const std::vector<Kind>& kinds);

  // Takes bytes, and knows places in the file.
  [[nodiscard]] Reader& reader() { return reader_; }
  [[nodiscard]] const Reader& reader() const { return reader_; }

  // Counts all rows whose bytes are there; see Reader::read. What it throws for one row comes after
  // all rows before it are counted.
  void count(bool isLast);

  // Rows so far.
  [[nodiscard]] std::uint64_t rows() const { return rows_; }
  [[nodiscard]] const Combinations& combinations() const { return combinations_; }
  // The next combinations are those of later rows alone. Texts keep their codes.
  void clear() { combinations_.clear(); }

 private:
  void takeBatch();

  static constexpr std::size_t kBatchRows = 1 << 12;

  Reader reader_;
  std::vector<std::size_t> counted_;  // columns
  Combinations combinations_;
  std::vector<Combinations::Codes> batch_;
  std::uint64_t rows_ = 0;
};

}  // namespace fairwasm::text
