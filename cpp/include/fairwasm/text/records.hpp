// SPDX-License-Identifier: Apache-2.0
//
// The fields and records of delimited text (RFC 4180, and what files make of it): a field may be
// quoted and then holds delimiters, line breaks and doubled quotes; a quote elsewhere is a
// character; blanks after a closing quote, and a carriage return at a line's end, say nothing.
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
  char newline = '\n';  // '\r' in files that have no other
  char decimalPoint = '.';
};

constexpr char kQuote = '"';

// What must be readable behind the bytes that are given, so that blocks may reach beyond the end.
constexpr std::size_t kPadding = kBlock;

// Throws kInvalidArgument of the file as a whole; the row is added by who counts rows.
[[noreturn]] void refuseFile(const char* expected, const char* actual);

struct RecordEnd {
  std::size_t fields;
  bool isBlank;
  std::size_t lines;
  const char* next;
};

// Splits `bytes`, which begin with a record, and gives the sink what is in them:
//
//   sink.wants(column)               whether the column's fields are asked for; as long as any
//   later sink.endOfWanted()               one is, the column is below endOfWanted()
//   sink.field(column, begin, end)   the text of a field that is, without quotes; eight bytes from
//                                    `begin` and the byte at `end` are readable
//   sink.record(end)                 at its end, in which it says how many fields the record had,
//                                    whether there was nothing in it, over how many lines it ran,
//                                    and where the next one begins; false: no more records
//
// and returns how many bytes these records took. What follows the last line's end is a record only
// if `isLast`; otherwise it is left for the next call, which has to begin with it.
//
// Throws kInvalidArgument where quotes do not match, for bytes that are no UTF-8 and for zero
// bytes.
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

  // The last bytes, followed by ones that mean nothing.
  const char* copyOfTail(const char* block, std::size_t length) {
    std::fill(std::copy(block, block + length, tail_.data()), tail_.data() + kBlock, '.');
    return tail_.data();
  }

  // The first byte that no text has at its place. Rows before it are read, so that the one which is
  // refused is the same however the bytes are cut.
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

  // A block without quotes. Fields that nobody asked for are passed over, and behind the last one
  // that somebody did they are counted all at once. False: the sink wants no more.
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

  // A structural character. False: the sink wants no more.
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

  // What stands between a closing quote and `at`, the next delimiter, must say nothing.
  bool endQuoted(const char* at) {
    if ((at < end_ && *at == kQuote) || !std::all_of(closed_ + 1, at, isBlank)) {
      refuseFile("a delimiter or a line’s end after a closing quote", "something else");
    }
    const char* const text = field_ + 1;
    state_ = State::kPlain;
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
    taken_ = std::min(field_, end_);
    const RecordEnd end{column_, column_ == 1 && text == textEnd, lines_, taken_};
    column_ = 0;
    lines_ = 1;
    return sink_.record(end);
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
  const char* field_;             // where the present field begins
  const char* taken_;             // where the present record begins
  const char* closed_ = nullptr;  // where the present field's closing quote stands
  std::size_t column_ = 0;
  std::size_t lines_ = 1;  // of the present record so far
  State state_ = State::kPlain;
  bool hasDoubled_ = false;
  Utf8Check utf8_;
  std::string unquoted_;
  std::array<char, kBlock> tail_{};
};

}  // namespace fairwasm::text
