// SPDX-License-Identifier: Apache-2.0
//
// What is searched for slices: rows with a value in every column and an error each, or a table of
// counts, whose entries stand for several rows. Rows that are alike in every column become one
// entry where that makes the table much smaller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "fairwasm/data/batch.hpp"
#include "fairwasm/slices/best.hpp"
#include "fairwasm/slices/score.hpp"

namespace fairwasm::slices {

// One column: which of its values are frequent enough to make a slice, by their places. A row's
// code is the place of its value among these, or, for all others, their number.
struct Column {
  std::vector<std::uint32_t> values;
};

// What is known of the errors of single rows.
enum class Errors : std::uint8_t {
  kBinary,   // 0 or 1 each
  kShares,   // 0 to 1 each
  kNumbers,  // 0 or more each
  kSummed,   // only their sums over the rows of an entry
};

class Table {
 public:
  // Of an error for each row; or, with `counts`, the number of rows and the sum of errors of each
  // entry, where whole sums that are nowhere more than the rows are taken for counts of wrong rows.
  // Slices of fewer than `minRows` rows will not be asked for. Throws kInvalidArgument with the row
  // for an error below 0 or above 1e100, counts that are not whole or negative, and errors without
  // rows; kTooLarge for more than 2^53 rows; kShapeMismatch.
  Table(std::vector<double> errors, std::vector<double> counts, double minRows);

  // The next column, with a code below `values` for each row. Throws kShapeMismatch,
  // kInvalidArgument with the row for a code out of range, kTooLarge where more than 65,535 values
  // are frequent enough.
  void addColumn(const data::Codes& codes, std::size_t values);

  // After the last column: rows become entries.
  void finish();

  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  [[nodiscard]] std::size_t entries() const { return sums_.size(); }
  // The codes of all entries, one after the other, each in so many words.
  [[nodiscard]] std::span<const std::uint64_t> codes() const { return codes_; }
  [[nodiscard]] std::size_t wordsPerEntry() const { return wordsPerEntry_; }
  // Whether codes have one byte each, or two.
  [[nodiscard]] bool hasNarrowCodes() const { return hasNarrowCodes_; }
  // Whether all conditions hold for an entry.
  [[nodiscard]] bool isIn(std::size_t entry, std::span<const Condition> conditions) const;
  // Sums of each entry.
  [[nodiscard]] std::span<const Sums> sums() const { return sums_; }
  [[nodiscard]] const Sums& total() const { return total_; }
  [[nodiscard]] double minRows() const { return minRows_; }

  [[nodiscard]] Errors kind() const { return kind_; }
  // Whether rows, or entries where no more is known, differ in their errors.
  [[nodiscard]] bool errorsDiffer() const { return errorsDiffer_; }
  // Error of each row, and which entry it went to; no entries where each is its own.
  [[nodiscard]] std::span<const double> errors() const { return errors_; }
  [[nodiscard]] std::span<const std::uint32_t> entryOf() const { return entryOf_; }

 private:
  template <class Code>
  std::vector<double> rowsByValue(std::span<const Code> codes, std::size_t values) const;
  template <class Code>
  void interleave();
  [[nodiscard]] std::string_view bytesOf(std::size_t entry) const;
  [[nodiscard]] bool isWorthMerging() const;
  void merge();

  std::vector<double> errors_;
  std::vector<double> counts_;
  double minRows_;
  Errors kind_ = Errors::kBinary;
  bool errorsDiffer_ = false;
  std::vector<Column> columns_;
  std::vector<std::vector<std::uint16_t>> byColumn_;  // until finish()
  std::vector<std::uint64_t> codes_;
  std::size_t wordsPerEntry_ = 0;
  bool hasNarrowCodes_ = true;
  std::vector<Sums> sums_;
  std::vector<std::uint32_t> entryOf_;
  Sums total_;
};

}  // namespace fairwasm::slices
