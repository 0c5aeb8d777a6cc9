// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/text/reader.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/text/number.hpp"

namespace fairwasm::text {

void refuseFile(const char* expected, const char* actual) {
  throw Error(ErrorCode::kInvalidArgument, {"file", expected, actual, {}});
}

Reader::Reader(const Format& format, const std::vector<Kind>& kinds, std::size_t batchRows)
    : format_(format), batchRows_(batchRows) {
  columns_.resize(kinds.size());
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    columns_[i].kind = kinds[i];
    if (kinds[i] != Kind::kSkipped) endOfWanted_ = i + 1;
    if (kinds[i] == Kind::kCategory) columns_[i].codes.resize(batchRows);
    if (kinds[i] == Kind::kNumber) columns_[i].numbers.resize(batchRows);
  }
}

std::span<char> Reader::room(std::size_t bytes) {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ > kMaxRecordLength) {
    throw Error(ErrorCode::kTooLarge,
                {"file", "rows of at most " + std::to_string(kMaxRecordLength) + " bytes",
                 "a longer row; check for an unclosed quote, or whether this is a CSV file",
                 static_cast<std::size_t>(earlierRows_ + rows_)});
  }
  if (buffer_.size() < end_ + bytes + kPadding) buffer_.resize(end_ + bytes + kPadding);
  return {buffer_.data() + end_, bytes};
}

void Reader::filled(std::size_t bytes) { end_ += bytes; }

void Reader::read(bool isLast) {
  clearBatch();
  if (hasStopped()) return;
  batchBegin_ = buffer_.data() + begin_;
  const std::span<const char> unread(batchBegin_, end_ - begin_);
  std::size_t taken = 0;
  try {
    taken = RecordReader<Reader>(unread, format_, isLast, *this).read();
  } catch (const Error& error) {
    rowLine_ = line_;
    if (error.details().row) throw;
    Error::Details details = error.details();
    details.row = static_cast<std::size_t>(earlierRows_ + rows_);
    throw Error(error.code(), details);
  }
  dropUnfinished();
  begin_ += taken;
  position_ += taken;
}

void Reader::forgetTexts() {
  for (Column& column : columns_) column.texts.clear();
}

void Reader::becomeNumbers(std::size_t index) {
  Column& column = columns_[index];
  if (column.kind != Kind::kCategory) return;
  column.kind = Kind::kNumber;
  column.texts.clear();
  column.numbers.resize(batchRows_);
}

bool Reader::passOver() {
  const char* const from = buffer_.data() + begin_;
  const auto* const lineEnd =
      static_cast<const char*>(std::memchr(from, format_.newline, end_ - begin_));
  const std::size_t passed = lineEnd ? static_cast<std::size_t>(lineEnd - from) + 1 : end_ - begin_;
  begin_ += passed;
  position_ += passed;
  return lineEnd != nullptr;
}

void Reader::field(std::size_t index, const char* begin, const char* end) {
  Column& column = columns_[index];
  if (column.kind == Kind::kNumber) {
    takeNumber(column, begin, end);
  } else {
    column.codes[rows_] = column.texts.code(begin, static_cast<std::size_t>(end - begin));
  }
}

bool Reader::record(const RecordEnd& end) {
  const bool isRow = !end.isBlank || columns_.size() == 1;
  if (isRow || end.fields > 1) {
    blankRows_ += std::exchange(emptyLines_, 0) + (isRow ? 0 : 1);
  } else {
    ++emptyLines_;
  }
  if (!isRow) {
    dropUnfinished();
  } else {
    if (end.fields != columns_.size()) refuseRecord(end.fields);
    ++rows_;
    --rowsLeft_;
    rowLine_ = line_;
  }
  line_ += end.lines;
  const auto next = position_ + static_cast<std::uint64_t>(end.next - batchBegin_);
  return rows_ < batchRows_ && rowsLeft_ > 0 && next < stop_;
}

void Reader::takeNumber(Column& column, const char* begin, const char* end) {
  if (const auto number = decimal(begin, end, format_.decimalPoint)) {
    column.numbers[rows_] = *number;
    return;
  }
  column.numbers[rows_] = kNaN;
  column.otherRows.push_back(static_cast<std::uint32_t>(rows_));
  column.otherCodes.push_back(column.texts.code(begin, static_cast<std::size_t>(end - begin)));
}

void Reader::clearBatch() {
  earlierRows_ += rows_;
  rows_ = 0;
  for (Column& column : columns_) {
    column.otherRows.clear();
    column.otherCodes.clear();
  }
}

// Drops non-numeric fields of a record that is blank or continues in the next bytes.
void Reader::dropUnfinished() {
  for (Column& column : columns_) {
    while (!column.otherRows.empty() && column.otherRows.back() >= rows_) {
      column.otherRows.pop_back();
      column.otherCodes.pop_back();
    }
  }
}

void Reader::refuseRecord(std::size_t fields) const {
  const std::size_t width = columns_.size();
  throw Error(
      ErrorCode::kInvalidArgument,
      {"file", std::to_string(width) + (width == 1 ? " field" : " fields") + ", like the header",
       std::to_string(fields), static_cast<std::size_t>(earlierRows_ + rows_)});
}

namespace {

struct FirstRecordSink {
  std::vector<std::string> fields;
  bool isFound = false;
  std::size_t lines = 0;

  static bool wants(std::size_t) { return true; }
  static std::size_t endOfWanted() { return SIZE_MAX; }
  void field(std::size_t, const char* begin, const char* end) { fields.emplace_back(begin, end); }
  bool record(const RecordEnd& end) {
    isFound = !end.isBlank;
    lines += end.lines;
    if (end.isBlank) fields.clear();
    return end.isBlank;
  }
};

}  // namespace

std::optional<FirstRecord> firstRecord(const std::string& bytes, const Format& format,
                                       bool isLast) {
  FirstRecordSink sink;
  const std::string padded = bytes + std::string(kPadding, '\0');
  const std::span<const char> text(padded.data(), bytes.size());
  const std::size_t taken = RecordReader<FirstRecordSink>(text, format, isLast, sink).read();
  if (!sink.isFound) return {};
  return FirstRecord{std::move(sink.fields), taken, sink.lines};
}

}  // namespace fairwasm::text
