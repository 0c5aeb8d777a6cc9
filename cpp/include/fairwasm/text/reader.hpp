// SPDX-License-Identifier: Apache-2.0
//
// Reads the bytes of a table into category codes and numbers, without allocating a string per
// field. Bytes arrive in pieces of any size, and rows are returned in batches. Memory grows with
// the number of distinct values but not with the file. Columns that are not requested are skipped.
//
// The reader does not interpret values (such as missing values or equivalent spellings). The
// package does so once per distinct string, by the same rules for all sources of data.
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

// A column of the current batch.
struct Column {
  Kind kind = Kind::kSkipped;
  // Categories: index in `texts` for each row.
  std::vector<std::uint32_t> codes;
  // Numbers: one per row; NaN if the field is not a decimal number. `otherRows` contains those
  // rows, and `otherCodes` the codes of their strings.
  std::vector<double> numbers;
  std::vector<std::uint32_t> otherRows;
  std::vector<std::uint32_t> otherCodes;
  // The distinct strings of the whole file: categories, or fields that are not numbers.
  Dictionary texts;
};

class Reader {
 public:
  static constexpr std::size_t kBatchRows = 1 << 16;
  static constexpr std::size_t kMaxRecordLength = 1 << 22;  // bytes

  // Takes one kind for each column of the file. The bytes must not include the header.
  Reader(const Format& format, const std::vector<Kind>& kinds)
      : Reader(format, kinds, kBatchRows) {}
  // Likewise, with another batch size.
  Reader(const Format& format, const std::vector<Kind>& kinds, std::size_t batchRows);

  // Returns space for more bytes after the unread ones; then set how many were written.
  std::span<char> room(std::size_t bytes);
  void filled(std::size_t bytes);

  // Reads the next batch; `isLast` means that no more bytes will follow. If no row is returned,
  // more bytes are needed. Throws kInvalidArgument with the row for records with too few or too
  // many fields, and for errors of RecordReader; kTooLarge for a record of more than
  // kMaxRecordLength bytes.
  void read(bool isLast);

  // Drops the strings of earlier batches, for columns in which nearly all of them differ.
  void forgetTexts();

  // Converts a column of categories to numbers from the next batch on, after too many of its
  // strings turned out to be distinct numbers. Drops its strings.
  void becomeNumbers(std::size_t column);

  // Skips the rest of a record that began earlier, up to the end of the first line. Returns false
  // if that has not arrived yet.
  bool passOver();

  // Sets the position in the stream from which on records are not read.
  void stopAt(std::uint64_t position) { stop_ = position; }
  // Sets the maximum number of rows to read from now on.
  void stopAfter(std::uint64_t rows) { rowsLeft_ = rows; }
  [[nodiscard]] bool hasStopped() const { return position_ >= stop_ || rowsLeft_ == 0; }
  // Returns the position of the next record, counted from the first byte.
  [[nodiscard]] std::uint64_t position() const { return position_; }

  // Returns the line, counted from 1, on which the last row (or the invalid record) began.
  [[nodiscard]] std::uint64_t line() const { return rowLine_; }

  // Returns the number of blank records so far, which are not rows. Empty lines count only if a row
  // or a record of delimiters follows.
  [[nodiscard]] std::uint64_t blankRows() const { return blankRows_; }
  // Returns the number of empty lines since then.
  [[nodiscard]] std::uint64_t emptyLines() const { return emptyLines_; }

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
  std::size_t endOfWanted_ = 0;  // index after the last column that is not skipped
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // start of the unread bytes in the buffer
  std::size_t end_ = 0;
  std::uint64_t position_ = 0;
  std::uint64_t stop_ = UINT64_MAX;
  std::uint64_t rowsLeft_ = UINT64_MAX;
  const char* batchBegin_ = nullptr;
  std::size_t rows_ = 0;
  std::uint64_t earlierRows_ = 0;
  std::uint64_t blankRows_ = 0;
  std::uint64_t emptyLines_ = 0;  // since the last other record
  std::uint64_t line_ = 1;        // of the next record
  std::uint64_t rowLine_ = 1;
};

// The fields of the first record that is not blank, such as a header, and the bytes and lines up to
// its end. Nothing if the record is incomplete, unless the bytes are the last ones.
struct FirstRecord {
  std::vector<std::string> fields;
  std::size_t bytes = 0;
  std::size_t lines = 0;
};
std::optional<FirstRecord> firstRecord(const std::string& bytes, const Format& format, bool isLast);

}  // namespace fairwasm::text
