// SPDX-License-Identifier: Apache-2.0
//
// Serialization of accumulators: magic number, kind, version, content, and checksum, in
// little-endian order. The reader checks every length against the remaining bytes, so invalid bytes
// from any source can only cause kCorruptBytes.
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
  // `kind` is the type of the accumulator; a reader of another kind rejects the bytes.
  ByteWriter(std::string_view kind, std::uint32_t version);

  void number(std::uint64_t value);
  void text(std::string_view value);
  void texts(const std::vector<std::string>& values);
  void doubles(std::span<const double> values);
  void schema(const Schema& schema);

  // Appends the checksum and returns the bytes.
  [[nodiscard]] std::vector<std::uint8_t> finish() &&;

 private:
  std::vector<std::uint8_t> bytes_;
};

// Every member throws kCorruptBytes if bytes are missing or invalid.
class ByteReader {
 public:
  // Checks magic number, kind, version, and checksum.
  ByteReader(std::span<const std::uint8_t> bytes, std::string_view kind, std::uint32_t version);

  std::uint64_t number();
  // Reads a string, which must be UTF-8, because JavaScript would decode different invalid strings
  // as the same one.
  std::string text();
  std::vector<std::string> texts();
  // Reads exactly `count` numbers; the caller computes the count from the preceding content.
  std::vector<double> doubles(std::size_t count);
  Schema schema();

  // Rejects a schema with more groups than the remaining bytes can contain, at `bytesEach` per
  // group; must be called before memory for them is allocated.
  void requireGroups(const Schema& schema, std::uint64_t bytesEach) const;

  // Returns the number of remaining bytes, which limits allocations.
  [[nodiscard]] std::size_t left() const { return rest_.size(); }

  // Must be called last: rejects excess bytes.
  void finish() const;

 private:
  std::span<const std::uint8_t> take(std::uint64_t count);

  std::span<const std::uint8_t> rest_;
};

}  // namespace fairwasm::data
