// SPDX-License-Identifier: Apache-2.0
//
// Splits delimited text into records and fields (RFC 4180 and common variants). A field may be
// quoted and may then contain delimiters, line breaks, and doubled quotes. A quote elsewhere is an
// ordinary character. Blanks after a closing quote and a carriage return at the end of a line are
// ignored.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/utf8.hpp"
#include "fairwasm/text/blocks.hpp"

namespace fairwasm::text {

struct Format {
  char delimiter = ',';
  char newline = '\n';  // '\r' in files without other line ends
  char decimalPoint = '.';
};

constexpr char kQuote = '"';

// Number of bytes that must be readable after the given bytes, because blocks may extend beyond the
// end.
constexpr std::size_t kPadding = kBlock;

// Throws kInvalidArgument for the file as a whole; the caller, which counts rows, adds the row.
[[noreturn]] void refuseFile(const char* expected, const char* actual);

struct RecordEnd {
  std::size_t fields;
  bool isBlank;  // no field has text, as in the line `,,,`
  std::size_t lines;
  const char* next;
};

// Splits `bytes`, which must start with a record, and passes their content to the sink:
//
//   sink.wants(column)               returns true if the column is requested
//   sink.endOfWanted()               returns the index after the last requested column
//   sink.field(column, begin, end)   gets a requested field without quotes; eight bytes from
//   `begin`
//                                    and the byte at `end` are readable
//   sink.record(end)                 gets the end of a record: its number of fields, whether it is
//                                    blank, its number of lines, and the start of the next record;
//                                    returns false to stop
//
// and returns the number of bytes of these records. Bytes after the last line end are a record only
// if `isLast`; otherwise, the next call must start with them.
//
// Throws kInvalidArgument for unmatched quotes, bytes that are not UTF-8, and zero bytes.
template <class Sink>
class RecordReader {
 public:
  RecordReader(std::span<const char> bytes, const Format& format, bool isLast, Sink& sink)
      : begin_(bytes.data()),
        end_(begin_ + bytes.size()),
        format_(format),
        isLast_(isLast),
        sink_(sink),
        field_(begin_),
        taken_(begin_) {}

  std::size_t read() {
    const Blocks blocks(format_.delimiter, format_.newline, kQuote);
    for (const char* block = begin_; block < end_; block += kBlock) {
      const auto length = std::min(kBlock, static_cast<std::size_t>(end_ - block));
      const bool isWhole = length == kBlock;
      Marks marks = blocks.marks(isWhole ? block : copyOfTail(block, length));
      if (!isWhole) marks.keepFirst(length);
      const char* const bad = firstBad({block, length}, marks);
      if (bad != nullptr) marks.keepFirst(static_cast<std::size_t>(bad - block));
      const bool goesOn = marks.quotes == 0 && state_ == State::kPlain ? takePlain(block, marks)
                                                                       : takeEach(block, marks);
      if (!goesOn) return static_cast<std::size_t>(taken_ - begin_);
      if (bad != nullptr) refuse(*bad);
    }
    if (isLast_) takeRest();
    return static_cast<std::size_t>(taken_ - begin_);
  }

 private:
  enum class State : std::uint8_t { kPlain, kQuoted, kSecondQuote, kClosed };

  // Copies the last bytes and appends bytes without meaning.
  const char* copyOfTail(const char* block, std::size_t length) {
    std::fill(std::copy(block, block + length, tail_.data()), tail_.data() + kBlock, '.');
    return tail_.data();
  }

  // Returns the first byte that is invalid in text. Rows before it are read first, so that the
  // rejected row does not depend on how the bytes are split.
  const char* firstBad(std::span<const char> bytes, const Marks& marks) {
    if (marks.isAscii && !marks.hasZero && utf8_.isComplete()) return nullptr;
    const auto isBad = [this](const char& each) { return each == 0 || !utf8_.add({&each, 1}); };
    const auto place = std::find_if(bytes.begin(), bytes.end(), isBad);
    return place == bytes.end() ? nullptr : &*place;
  }

  [[noreturn]] static void refuse(char bad) {
    if (bad == 0) refuseFile("a text file", "a binary one (it has zero bytes)");
    refuseFile("text in UTF-8", "another encoding or a binary file");
  }

  // Processes a block without quotes. Fields that are not requested are skipped; after the last
  // requested column, fields are counted all at once. Returns false if the sink stops.
  bool takePlain(const char* block, const Marks& marks) {
    for (auto bits = marks.delimiters | marks.newlines; bits != 0;) {
      if (column_ >= sink_.endOfWanted()) {
        const auto newlines = bits & marks.newlines;
        const auto before = newlines == 0 ? bits : bits & ((newlines & -newlines) - 1);
        if (before != 0) {
          column_ += static_cast<std::size_t>(std::popcount(before));
          field_ = block + kBlock - std::countl_zero(before);
          bits ^= before;
          if (bits == 0) break;
        }
      }
      const char* const at = block + std::countr_zero(bits);
      const auto bit = bits & -bits;
      bits ^= bit;
      if ((bit & marks.newlines) != 0) {
        if (!endField(at, at)) return false;
      } else {
        if (sink_.wants(column_)) sink_.field(column_, field_, at);
        ++column_;
        field_ = at + 1;
      }
    }
    return true;
  }

  bool takeEach(const char* block, const Marks& marks) {
    for (auto bits = marks.delimiters | marks.newlines | marks.quotes; bits != 0;
         bits &= bits - 1) {
      if (!take(block + std::countr_zero(bits))) return false;
    }
    return true;
  }

  // Processes a structural character. Returns false if the sink stops.
  bool take(const char* at) {
    if (state_ == State::kPlain) [[likely]] {
      if (*at != kQuote) return endField(at, at);
      if (at == field_) state_ = State::kQuoted;
      return true;
    }
    return takeNearQuotes(at);
  }

  bool takeNearQuotes(const char* at) {
    switch (state_) {
      case State::kQuoted:
        if (*at == format_.newline) ++lines_;
        if (*at != kQuote) return true;
        closed_ = at;
        state_ = at + 1 < end_ && at[1] == kQuote ? State::kSecondQuote : State::kClosed;
        hasDoubled_ |= state_ == State::kSecondQuote;
        return true;
      case State::kSecondQuote:
        state_ = State::kQuoted;
        return true;
      default:
        return endQuoted(at);
    }
  }

  static bool isBlank(char each) { return each == ' ' || (each >= '\t' && each <= '\r'); }

  // Checks that there are only ignorable characters between a closing quote and `at`, the next
  // delimiter.
  bool endQuoted(const char* at) {
    if ((at < end_ && *at == kQuote) || !std::all_of(closed_ + 1, at, isBlank)) {
      refuseFile("a delimiter or the end of the line after a closing quote", "another character");
    }
    const char* const text = field_ + 1;
    state_ = State::kPlain;
    if (text == closed_) {
      emptyQuotes_ += static_cast<std::size_t>(at - field_) - (at[-1] == '\r' ? 1 : 0);
    }
    if (!hasDoubled_) return finishField(text, closed_, at);
    hasDoubled_ = false;
    unquoted_.clear();
    for (const char* each = text; each < closed_; ++each) {
      unquoted_ += *each;
      if (*each == kQuote) ++each;
    }
    const std::size_t length = unquoted_.size();
    unquoted_.append(kPadding, '\0');
    return finishField(unquoted_.data(), unquoted_.data() + length, at);
  }

  bool endField(const char* end, const char* at) {
    const bool isLastOfLine = at == end_ || *at == format_.newline;
    if (isLastOfLine && end > field_ && end[-1] == '\r') --end;
    return finishField(field_, end, at);
  }

  bool finishField(const char* text, const char* textEnd, const char* at) {
    if (sink_.wants(column_)) sink_.field(column_, text, textEnd);
    ++column_;
    field_ = at + 1;
    if (at < end_ && *at == format_.delimiter) return true;
    const RecordEnd end{column_, isBlankUntil(at), lines_, std::min(field_, end_)};
    taken_ = end.next;
    emptyQuotes_ = 0;
    column_ = 0;
    lines_ = 1;
    return sink_.record(end);
  }

  // A record without text consists of delimiters, empty quotes, and a line end.
  [[nodiscard]] bool isBlankUntil(const char* at) const {
    const auto other = static_cast<std::size_t>(at - taken_) - (column_ - 1) - emptyQuotes_;
    return other == 0 || (other == 1 && at[-1] == '\r');
  }

  void takeRest() {
    if (!utf8_.isComplete()) refuseFile("text in UTF-8", "another encoding or a binary file");
    if (state_ == State::kQuoted) refuseFile("a closing quote", "none");
    if (field_ == end_ && column_ == 0) return;
    if (state_ == State::kClosed) {
      endQuoted(end_);
    } else {
      endField(end_, end_);
    }
  }

  const char* begin_;
  const char* end_;
  Format format_;
  bool isLast_;
  Sink& sink_;
  const char* field_;             // start of the current field
  const char* taken_;             // start of the current record
  const char* closed_ = nullptr;  // closing quote of the current field
  std::size_t column_ = 0;
  std::size_t lines_ = 1;        // of the current record so far
  std::size_t emptyQuotes_ = 0;  // bytes of its quoted fields without text
  State state_ = State::kPlain;
  bool hasDoubled_ = false;
  Utf8Check utf8_;
  std::string unquoted_;
  std::array<char, kBlock> tail_{};
};

}  // namespace fairwasm::text
