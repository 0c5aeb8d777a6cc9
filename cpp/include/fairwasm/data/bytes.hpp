// SPDX-License-Identifier: Apache-2.0
//
// How accumulators become bytes: a magic number, the kind, a version, the content and a checksum,
// little-endian throughout. The reader trusts nothing: every length is checked against what is
// left, so that bytes from anywhere end in kCorruptBytes at worst.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fairwasm/data/schema.hpp"

namespace fairwasm::data {

class ByteWriter {
 public:
  // `kind` names the accumulator; a reader of another kind refuses the bytes.
  ByteWriter(std::string_view kind, std::uint32_t version);

  void number(std::uint64_t value);
  void text(std::string_view value);
  void texts(const std::vector<std::string>& values);
  void doubles(std::span<const double> values);
  void schema(const Schema& schema);

  // Appends the checksum and hands over the bytes.
  [[nodiscard]] std::vector<std::uint8_t> finish() &&;

 private:
  std::vector<std::uint8_t> bytes_;
};

// Every member throws kCorruptBytes where the bytes end early or cannot be what was written.
class ByteReader {
 public:
  // Checks magic number, kind, version and checksum.
  ByteReader(std::span<const std::uint8_t> bytes, std::string_view kind, std::uint32_t version);

  std::uint64_t number();
  // UTF-8, as JavaScript would otherwise read two texts as one.
  std::string text();
  std::vector<std::string> texts();
  // Exactly `count` of them: the caller knows from the content so far how many there must be.
  std::vector<double> doubles(std::size_t count);
  Schema schema();

  // Refuses a schema whose attributes make more groups than the bytes left can hold, at
  // `bytesEach`: to be called before room is made for them.
  void requireGroups(const Schema& schema, std::uint64_t bytesEach) const;

  // How many bytes are left: whoever allocates for what they announce asks first.
  [[nodiscard]] std::size_t left() const { return rest_.size(); }

  // To be called last: refuses bytes left over.
  void finish() const;

 private:
  std::span<const std::uint8_t> take(std::uint64_t count);

  std::span<const std::uint8_t> rest_;
};

}  // namespace fairwasm::data
