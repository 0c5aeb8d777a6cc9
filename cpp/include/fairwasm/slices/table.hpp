// SPDX-License-Identifier: Apache-2.0
//
// Input of the slice search: rows with a value in every column and an error, or a table of counts
// whose entries represent several rows. Equal rows become one entry if that makes the table much
// smaller.
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

// One column with the values that are frequent enough to define a slice. The code of a row is the
// index of its value in this list, or the length of the list for other values.
struct Column {
  std::vector<std::uint32_t> values;
};

// How the table stores the errors of individual rows.
enum class Errors : std::uint8_t {
  kBinary,   // 0 or 1 each
  kShares,   // 0 to 1 each
  kNumbers,  // 0 or more each
  kSummed,   // only their sums over the rows of an entry
};

class Table {
 public:
  // Takes an error for each row or, with `counts`, the number of rows and the sum of errors of each
  // entry. Whole sums that never exceed the rows are treated as counts of wrong rows. Slices with
  // fewer than `minRows` rows must not be requested. Throws kInvalidArgument with the row for an
  // error below 0 or above 1e100, counts that are negative or not whole, and errors without rows;
  // kTooLarge for more than 2^53 rows; kShapeMismatch.
  Table(std::vector<double> errors, std::vector<double> counts, double minRows);

  // Adds the next column, with a code below `values` for each row. Throws kShapeMismatch,
  // kInvalidArgument with the row for a code out of range, and kTooLarge if more than 65,535 values
  // are frequent enough.
  void addColumn(const data::Codes& codes, std::size_t values);

  // Converts rows to entries; must be called after the last column.
  void finish();

  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  [[nodiscard]] std::size_t entries() const { return sums_.size(); }
  // Concatenated codes of all entries, with a fixed number of words per entry.
  [[nodiscard]] std::span<const std::uint64_t> codes() const { return codes_; }
  [[nodiscard]] std::size_t wordsPerEntry() const { return wordsPerEntry_; }
  // True if codes have one byte each, otherwise two.
  [[nodiscard]] bool hasNarrowCodes() const { return hasNarrowCodes_; }
  // Returns true if an entry satisfies all conditions.
  [[nodiscard]] bool isIn(std::size_t entry, std::span<const Condition> conditions) const;
  // Sums of each entry.
  [[nodiscard]] std::span<const Sums> sums() const { return sums_; }
  [[nodiscard]] const Sums& total() const { return total_; }
  [[nodiscard]] double minRows() const { return minRows_; }

  [[nodiscard]] Errors kind() const { return kind_; }
  // True if rows (or entries, if rows are unknown) have different errors.
  [[nodiscard]] bool errorsDiffer() const { return errorsDiffer_; }
  // Error and entry of each row; there are no entry numbers if each row is its own entry.
  [[nodiscard]] std::span<const double> errors() const { return errors_; }
  [[nodiscard]] std::span<const std::uint32_t> getEntry() const { return entryOf_; }

 private:
  template <class Code>
  std::vector<double> rowsByValue(std::span<const Code> codes, std::size_t values) const;
  template <class Code>
  void interleave();
  [[nodiscard]] std::string_view getBytes(std::size_t entry) const;
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
