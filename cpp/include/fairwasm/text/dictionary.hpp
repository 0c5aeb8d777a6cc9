// SPDX-License-Identifier: Apache-2.0
//
// The distinct strings of a column, numbered in the order of their first occurrence. A string of up
// to sixteen bytes, like almost all categories, is hashed and compared as two integers without
// branches on its length, which would often be mispredicted.
#pragma once

#include <array>
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

  // Number of bytes that must be readable from the beginning of a string.
  static constexpr std::size_t kReadable = 16;

  // Returns the code of a string without zero bytes; a new string gets the next code. kReadable
  // bytes from `begin` must be readable.
  std::uint32_t code(const char* begin, std::size_t length) {
    const Key key = length <= kReadable ? shortKey(begin, length) : longKey(begin, length);
    for (std::size_t place = getPlace(key);; place = (place + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[place];
      if (slot.key == key && slot.codePlusOne != 0 &&
          (length <= kReadable || isSame(slot.codePlusOne - 1, begin, length))) {
        return slot.codePlusOne - 1;
      }
      if (slot.codePlusOne == 0) return add(begin, length, key);
    }
  }

  // Removes all strings; the next one gets code 0.
  void clear();

  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  // Returns the string with a code below size(); valid until the next new string is added.
  [[nodiscard]] std::string_view text(std::size_t code) const {
    const std::size_t begin = code == 0 ? 0 : ends_[code - 1];
    return std::string_view(texts_).substr(begin, ends_[code] - begin);
  }

 private:
  // The bytes themselves, or a hash of longer strings, which ends in 0xFF. Short strings cannot,
  // because they are valid UTF-8.
  struct Key {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    bool operator==(const Key&) const = default;
  };
  struct Slot {
    Key key;
    std::uint32_t codePlusOne = 0;  // 0: empty slot
  };

  static std::uint64_t eightBytes(const char* begin) {
    std::uint64_t bytes;
    std::memcpy(&bytes, begin, sizeof bytes);
    return bytes;
  }
  static Key shortKey(const char* begin, std::size_t length) {
    return {eightBytes(begin) & kMasks[8 + length], eightBytes(begin + 8) & kMasks[length]};
  }
  // Combines all eight-byte pieces; the last one overlaps its predecessor.
  static Key longKey(const char* begin, std::size_t length) {
    std::uint64_t mixed = eightBytes(begin + length - 8) ^ length;
    for (std::size_t i = 0; i + 8 < length; i += 8) {
      mixed = (mixed ^ eightBytes(begin + i)) * kOdd;
      mixed ^= mixed >> 32;
    }
    return {mixed, ~std::uint64_t{0}};
  }
  [[nodiscard]] bool isSame(std::size_t code, const char* begin, std::size_t length) const;
  [[nodiscard]] std::size_t getPlace(const Key& key) const {
    return static_cast<std::size_t>(((key.first ^ (key.last * kOdd)) * 0x9E3779B97F4A7C15U) >>
                                    shift_);
  }
  std::uint32_t add(const char* begin, std::size_t length, const Key& key);
  void grow();

  static constexpr std::uint64_t kOdd = 0xD6E8FEB86659FD93U;
  // Masks at 8 + n, and at n for the second half, select the bytes of a string of length n.
  static constexpr std::array<std::uint64_t, 25> kMasks = [] {
    std::array<std::uint64_t, 25> masks{};
    for (std::size_t i = 9; i < masks.size(); ++i) masks[i] = (masks[i - 1] << 8) | 0xFF;
    return masks;
  }();

  std::vector<Slot> slots_;  // at most a quarter full
  int shift_;
  std::string texts_;  // concatenated
  std::vector<std::size_t> ends_;
};

}  // namespace fairwasm::text
