// SPDX-License-Identifier: Apache-2.0
//
// Sixty-four bytes of text at a time: where a delimiter, a line's end or a quote stands, as bits of
// one word, and whether a byte is no ASCII or zero. Everything that a table's structure hangs on is
// found here; the bytes between are looked at only where somebody asked for their column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <xsimd/xsimd.hpp>

namespace fairwasm::text {

constexpr std::size_t kBlock = 64;

struct Marks {
  std::uint64_t structural = 0;  // bit i: byte i is a delimiter, a line's end or a quote
  bool isAscii = true;
  bool hasZero = false;
};

class Blocks {
 public:
  Blocks(char delimiter, char newline, char quote)
      : delimiter_(byte(delimiter)), newline_(byte(newline)), quote_(byte(quote)) {}

  // The marks of the kBlock bytes at `bytes`, all of which must be readable.
  [[nodiscard]] Marks marks(const char* bytes) const {
    Marks marks;
    Batch seen(std::uint8_t{0});
    xsimd::batch_bool<std::uint8_t, Batch::arch_type> zeros(false);
    for (std::size_t part = 0; part < kBlock / Batch::size; ++part) {
      const auto text =
          Batch::load_unaligned(reinterpret_cast<const std::uint8_t*>(bytes) + part * Batch::size);
      const auto hits = (text == delimiter_) | (text == newline_) | (text == quote_);
      marks.structural |= static_cast<std::uint64_t>(hits.mask()) << (part * Batch::size);
      seen |= text;
      zeros = zeros | (text == Batch(std::uint8_t{0}));
    }
    marks.isAscii = xsimd::none(seen >= Batch(std::uint8_t{0x80}));
    marks.hasZero = xsimd::any(zeros);
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
