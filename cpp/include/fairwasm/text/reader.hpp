// SPDX-License-Identifier: Apache-2.0
//
// From the bytes of a table to the codes of its categories and its numbers, without a string a
// field. Bytes come in any pieces, rows leave in batches; memory does not grow with the file, only
// with the number of distinct values. Columns that nobody asked for are passed over.
//
// What a value means (which texts are one category, which are missing) is not decided here but once
// for each distinct text, by the rule that all sources of data share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fairwasm/text/dictionary.hpp"
#include "fairwasm/text/records.hpp"

namespace fairwasm::text {

enum class Kind : std::uint8_t { kSkipped, kCategory, kNumber };

// A column of the present batch.
struct Column {
  Kind kind = Kind::kSkipped;
  // Of categories: a code for each row, into `texts`.
  std::vector<std::uint32_t> codes;
  // Of numbers: one for each row; NaN where the field is no decimal number. Those rows stand in
  // `otherRows`, with the codes of their texts in `otherCodes`.
  std::vector<double> numbers;
  std::vector<std::uint32_t> otherRows;
  std::vector<std::uint32_t> otherCodes;
  // The distinct texts of the whole file: of categories, or of what is no number.
  Dictionary texts;
};

class Reader {
 public:
  static constexpr std::size_t kBatchRows = 1 << 16;
  static constexpr std::size_t kMaxRecordLength = 1 << 22;  // bytes

  // One kind for each column of the file; its header, if it has one, is not among the bytes to
  // come.
  Reader(const Format& format, const std::vector<Kind>& kinds)
      : Reader(format, kinds, kBatchRows) {}
  // The same with batches of another size.
  Reader(const Format& format, const std::vector<Kind>& kinds, std::size_t batchRows);

  // Room for more bytes, behind those that are not read yet; then how many were put there.
  std::span<char> room(std::size_t bytes);
  void filled(std::size_t bytes);

  // Reads the next batch; `isLast` says that no more bytes will come. With no row, what is there is
  // used up. Throws kInvalidArgument for records with too few or too many fields, with the row, and
  // for what RecordReader refuses; kTooLarge for a record of more than kMaxRecordLength bytes.
  void read(bool isLast);

  // Texts of earlier batches are forgotten, as where nearly all of them differ.
  void forgetTexts();

  // From the next batch on, a column of categories is one of numbers: so many of its texts turned
  // out to be different numbers that nobody will ask for them as categories. Its texts are
  // forgotten.
  void becomeNumbers(std::size_t column);

  // Passes over the rest of a record whose beginning is elsewhere: to behind the first line's end.
  // False where there is none yet.
  bool passOver();

  // Records that begin at this place in the stream of bytes, or later, are not read.
  void stopAt(std::uint64_t position) { stop_ = position; }
  // No more rows than these are read from now on.
  void stopAfter(std::uint64_t rows) { rowsLeft_ = rows; }
  [[nodiscard]] bool hasStopped() const { return position_ >= stop_ || rowsLeft_ == 0; }
  // Where the next record begins, counted from the first byte.
  [[nodiscard]] std::uint64_t position() const { return position_; }

  // The line, counted from 1, on which the last row began, or the record that was refused.
  [[nodiscard]] std::uint64_t line() const { return rowLine_; }

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] const Column& column(std::size_t index) const { return columns_[index]; }

  // Called by RecordReader.
  [[nodiscard]] bool wants(std::size_t column) const {
    return column < endOfWanted_ && columns_[column].kind != Kind::kSkipped;
  }
  [[nodiscard]] std::size_t endOfWanted() const { return endOfWanted_; }
  void field(std::size_t column, const char* begin, const char* end);
  bool record(const RecordEnd& end);

 private:
  void takeNumber(Column& column, const char* begin, const char* end);
  void clearBatch();
  void dropUnfinished();
  [[noreturn]] void refuseRecord(std::size_t fields) const;

  Format format_;
  std::vector<Column> columns_;
  std::size_t batchRows_;
  std::size_t endOfWanted_ = 0;  // behind the last column that is not skipped
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what is not read yet, in the buffer
  std::size_t end_ = 0;
  std::uint64_t position_ = 0;
  std::uint64_t stop_ = UINT64_MAX;
  std::uint64_t rowsLeft_ = UINT64_MAX;
  const char* batchBegin_ = nullptr;
  std::size_t rows_ = 0;
  std::uint64_t earlierRows_ = 0;
  std::uint64_t line_ = 1;  // of the next record
  std::uint64_t rowLine_ = 1;
};

// The fields of the first record that is not blank, such as a header, and how many bytes and lines
// it took with the blank ones before it; nothing where the bytes end before the record does, unless
// they are the last.
struct FirstRecord {
  std::vector<std::string> fields;
  std::size_t bytes = 0;
  std::size_t lines = 0;
};
std::optional<FirstRecord> firstRecord(const std::string& bytes, const Format& format, bool isLast);

}  // namespace fairwasm::text
