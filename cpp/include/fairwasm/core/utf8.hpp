// SPDX-License-Identifier: Apache-2.0
//
// Whether bytes are UTF-8, as Unicode's table 3-7 has it: no overlong forms, no surrogates, nothing
// above U+10FFFF. Bytes come in any pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace fairwasm {

class Utf8Check {
 public:
  // False at the first byte that cannot stand where it stands.
  [[nodiscard]] bool add(std::span<const char> bytes) {
    for (const char each : bytes) {
      if (!add(static_cast<std::uint8_t>(each))) return false;
    }
    return true;
  }

  // Whether no character is half-way.
  [[nodiscard]] bool isComplete() const { return missing_ == 0; }

 private:
  bool add(std::uint8_t byte) {
    if (missing_ > 0) {
      if (byte < low_ || byte > high_) return false;
      --missing_;
      low_ = 0x80;
      high_ = 0xBF;
      return true;
    }
    if (byte < 0x80) return true;
    if (byte < 0xC2 || byte > 0xF4) return false;
    missing_ = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
    if (byte == 0xE0) low_ = 0xA0;   // else overlong
    if (byte == 0xED) high_ = 0x9F;  // else a surrogate
    if (byte == 0xF0) low_ = 0x90;   // else overlong
    if (byte == 0xF4) high_ = 0x8F;  // else beyond U+10FFFF
    return true;
  }

  int missing_ = 0;  // bytes of the present character
  std::uint8_t low_ = 0x80;
  std::uint8_t high_ = 0xBF;
};

// Whether a whole text is UTF-8.
[[nodiscard]] inline bool isUtf8(std::string_view text) {
  Utf8Check check;
  return check.add(text) && check.isComplete();
}

}  // namespace fairwasm
