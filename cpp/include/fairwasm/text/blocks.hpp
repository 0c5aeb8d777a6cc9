// SPDX-License-Identifier: Apache-2.0
//
// Scans text in blocks of 64 bytes. The positions of delimiters, line ends, and quotes become bits
// of one word, and blocks with zero bytes or bytes outside ASCII are marked. This finds the
// structure of a table; bytes between are processed only in requested columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <xsimd/xsimd.hpp>

namespace fairwasm::text {

constexpr std::size_t kBlock = 64;

struct Marks {
  // Bit i is 1 if byte i is a delimiter.
  std::uint64_t delimiters = 0;
  std::uint64_t newlines = 0;
  std::uint64_t quotes = 0;
  bool isAscii = true;
  bool hasZero = false;

  // Removes the marks of all but the first bytes, fewer than kBlock.
  void keepFirst(std::size_t bytes) {
    const std::uint64_t kept = (std::uint64_t{1} << bytes) - 1;
    delimiters &= kept;
    newlines &= kept;
    quotes &= kept;
  }
};

class Blocks {
 public:
  Blocks(char delimiter, char newline, char quote)
      : delimiter_(byte(delimiter)), newline_(byte(newline)), quote_(byte(quote)) {}

  // Returns the marks of kBlock bytes from `bytes` on, all of which must be readable.
  [[nodiscard]] Marks marks(const char* bytes) const {
    Marks marks;
    Batch all(std::uint8_t{0});
    Batch min(std::uint8_t{0xFF});
    for (std::size_t part = 0; part < kBlock / Batch::size; ++part) {
      const std::size_t first = part * Batch::size;
      const auto text = Batch::load_unaligned(reinterpret_cast<const std::uint8_t*>(bytes) + first);
      marks.delimiters |= (text == delimiter_).mask() << first;
      marks.newlines |= (text == newline_).mask() << first;
      marks.quotes |= (text == quote_).mask() << first;
      all |= text;
      min = xsimd::min(min, text);
    }
    marks.isAscii = xsimd::none(all >= Batch(std::uint8_t{0x80}));
    marks.hasZero = xsimd::any(min == Batch(std::uint8_t{0}));
    return marks;
  }

 private:
  using Batch = xsimd::make_sized_batch_t<std::uint8_t, 16>;

  static Batch byte(char value) {
    Batch batch(static_cast<std::uint8_t>(value));
    return batch;
  }

  Batch delimiter_;
  Batch newline_;
  Batch quote_;
};

}  // namespace fairwasm::text
