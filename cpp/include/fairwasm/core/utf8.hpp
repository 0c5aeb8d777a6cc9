// SPDX-License-Identifier: Apache-2.0
//
// Validates UTF-8 by Unicode's table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF.
// Bytes may be added in pieces of any size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace fairwasm {

class Utf8Check {
 public:
  // Returns false at the first invalid byte.
  [[nodiscard]] bool add(std::span<const char> bytes) {
    for (const char each : bytes) {
      if (!add(static_cast<std::uint8_t>(each))) return false;
    }
    return true;
  }

  // Returns true if the last character is complete.
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
    if (byte == 0xE0) low_ = 0xA0;   // lower values are overlong
    if (byte == 0xED) high_ = 0x9F;  // higher values are surrogates
    if (byte == 0xF0) low_ = 0x90;   // lower values are overlong
    if (byte == 0xF4) high_ = 0x8F;  // higher values exceed U+10FFFF
    return true;
  }

  int missing_ = 0;  // remaining bytes of the current character
  std::uint8_t low_ = 0x80;
  std::uint8_t high_ = 0xBF;
};

// Returns true if a complete string is valid UTF-8.
[[nodiscard]] inline bool isUtf8(std::string_view text) {
  Utf8Check check;
  return check.add(text) && check.isComplete();
}

}  // namespace fairwasm
