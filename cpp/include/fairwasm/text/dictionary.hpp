// SPDX-License-Identifier: Apache-2.0
//
// The distinct texts of a column, numbered in the order in which they first came. A text of up to
// eight bytes, as nearly all categories are, is one number to hash and compare.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace fairwasm::text {

class Dictionary {
 public:
  Dictionary();

  // The code of a text; a new text gets the next one. Eight bytes from `begin` must be readable.
  std::uint32_t code(const char* begin, std::size_t length) {
    const std::uint64_t key = length <= 8 ? shortKey(begin, length) : longKey(begin, length);
    for (std::size_t place = placeOf(key, length);; place = (place + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[place];
      if (slot.codePlusOne == 0) return add(begin, length, key);
      if (slot.key == key && slot.length == length &&
          (length <= 8 || text(slot.codePlusOne - 1) == std::string_view(begin, length))) {
        return slot.codePlusOne - 1;
      }
    }
  }

  // Forgets all texts; the next one gets code 0.
  void clear();

  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  // The text with a code below size(); valid until the next new one.
  [[nodiscard]] std::string_view text(std::size_t code) const {
    const std::size_t begin = code == 0 ? 0 : ends_[code - 1];
    return std::string_view(texts_).substr(begin, ends_[code] - begin);
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t length = 0;
    std::uint32_t codePlusOne = 0;  // 0: free
  };

  static std::uint64_t eightBytes(const char* begin) {
    std::uint64_t bytes;
    std::memcpy(&bytes, begin, sizeof bytes);
    return bytes;
  }
  static std::uint64_t shortKey(const char* begin, std::size_t length) {
    return length == 0 ? 0 : eightBytes(begin) << (64 - 8 * length);
  }
  // Of all eight-byte pieces, the last of which reaches back.
  static std::uint64_t longKey(const char* begin, std::size_t length) {
    std::uint64_t key = eightBytes(begin + length - 8);
    for (std::size_t i = 0; i + 8 < length; i += 8) {
      key = (key ^ eightBytes(begin + i)) * 0xD6E8FEB86659FD93U;
      key ^= key >> 32;
    }
    return key;
  }
  [[nodiscard]] std::size_t placeOf(std::uint64_t key, std::size_t length) const {
    return static_cast<std::size_t>(((key ^ length) * 0x9E3779B97F4A7C15U) >> shift_);
  }
  std::uint32_t add(const char* begin, std::size_t length, std::uint64_t key);
  void grow();

  std::vector<Slot> slots_;  // at most half full
  int shift_;
  std::string texts_;  // one after the other
  std::vector<std::size_t> ends_;
};

}  // namespace fairwasm::text
