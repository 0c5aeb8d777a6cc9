// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/data/bytes.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/utf8.hpp"

namespace fairwasm::data {
namespace {

constexpr std::string_view kMagic = "fairwasm";
constexpr std::size_t kChecksumBytes = 8;

// FNV-1a detects truncation and damage but not manipulation; the content is validated separately.
std::uint64_t checksum(std::span<const std::uint8_t> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3U;
  return hash;
}

std::uint64_t littleEndian(std::span<const std::uint8_t> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = (value << 8U) | bytes[i];
  return value;
}

[[noreturn]] void corrupt(std::string expected, std::string actual) {
  throw Error(ErrorCode::kCorruptBytes, {"bytes", std::move(expected), std::move(actual), {}});
}

}  // namespace

ByteWriter::ByteWriter(std::string_view kind, std::uint32_t version) {
  bytes_.assign(kMagic.begin(), kMagic.end());
  text(kind);
  number(version);
}

void ByteWriter::number(std::uint64_t value) {
  for (unsigned shift = 0; shift < 64; shift += 8) {
    bytes_.push_back(static_cast<std::uint8_t>(value >> shift));
  }
}

void ByteWriter::text(std::string_view value) {
  number(value.size());
  bytes_.insert(bytes_.end(), value.begin(), value.end());
}

void ByteWriter::texts(const std::vector<std::string>& values) {
  number(values.size());
  for (const auto& value : values) text(value);
}

void ByteWriter::doubles(std::span<const double> values) {
  for (const double value : values) number(std::bit_cast<std::uint64_t>(value));
}

void ByteWriter::schema(const Schema& schema) {
  number(schema.attributes.size());
  for (const auto& attribute : schema.attributes) {
    text(attribute.name);
    texts(attribute.categories);
  }
  texts(schema.labels);
  for (const bool flag : {schema.hasLabel, schema.hasPrediction, schema.hasScore}) {
    number(flag ? 1 : 0);
  }
}

std::vector<std::uint8_t> ByteWriter::finish() && {
  number(checksum(bytes_));
  return std::move(bytes_);
}

ByteReader::ByteReader(std::span<const std::uint8_t> bytes, std::string_view kind,
                       std::uint32_t version)
    : rest_(bytes) {
  if (bytes.size() < kMagic.size() + kChecksumBytes) {
    corrupt("a stored " + std::string(kind), std::to_string(bytes.size()) + " bytes");
  }
  const auto content = bytes.first(bytes.size() - kChecksumBytes);
  if (checksum(content) != littleEndian(bytes.last(kChecksumBytes))) {
    corrupt("a stored " + std::string(kind) + " with its checksum",
            "bytes that are damaged or cut");
  }
  rest_ = content;
  const auto magic = take(kMagic.size());
  if (std::string_view(reinterpret_cast<const char*>(magic.data()), magic.size()) != kMagic) {
    corrupt("a stored " + std::string(kind), "other data");
  }
  if (const auto actual = text(); actual != kind)
    corrupt("a stored " + std::string(kind), "a " + actual);
  if (const auto actual = number(); actual != version) {
    corrupt("version " + std::to_string(version), "version " + std::to_string(actual));
  }
}

std::span<const std::uint8_t> ByteReader::take(std::uint64_t count) {
  if (count > rest_.size()) {
    corrupt(std::to_string(count) + " more bytes", std::to_string(rest_.size()));
  }
  const auto taken = rest_.first(static_cast<std::size_t>(count));
  rest_ = rest_.subspan(static_cast<std::size_t>(count));
  return taken;
}

std::uint64_t ByteReader::number() { return littleEndian(take(8)); }

std::string ByteReader::text() {
  const auto bytes = take(number());
  std::string value(bytes.begin(), bytes.end());
  if (!isUtf8(value)) corrupt("text in UTF-8", "other bytes");
  return value;
}

std::vector<std::string> ByteReader::texts() {
  const std::uint64_t count = number();
  if (count > rest_.size() / 8) corrupt("fewer strings", std::to_string(count));
  std::vector<std::string> values;
  for (std::uint64_t i = 0; i < count; ++i) values.push_back(text());
  return values;
}

std::vector<double> ByteReader::doubles(std::size_t count) {
  if (count > rest_.size() / 8) {
    corrupt(std::to_string(count) + " numbers", std::to_string(rest_.size()) + " bytes");
  }
  std::vector<double> values;
  values.reserve(count);
  for (std::size_t i = 0; i < count; ++i) values.push_back(std::bit_cast<double>(number()));
  return values;
}

Schema ByteReader::schema() {
  Schema schema;
  const std::uint64_t count = number();
  if (count > rest_.size() / 16) corrupt("fewer attributes", std::to_string(count));
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string name = text();
    schema.attributes.push_back({std::move(name), texts()});
  }
  schema.labels = texts();
  for (bool* flag : {&schema.hasLabel, &schema.hasPrediction, &schema.hasScore}) {
    *flag = number() != 0;
  }
  return schema;
}

void ByteReader::requireGroups(const Schema& schema, std::uint64_t bytesEach) const {
  if (bytesEach == 0) return;
  std::uint64_t max = rest_.size() / bytesEach;
  for (const auto& attribute : schema.attributes) {
    if (attribute.categories.empty()) return;  // there are no groups
    max /= attribute.categories.size();
  }
  if (max == 0) corrupt("the sums of every group", "too few bytes");
}

void ByteReader::finish() const {
  if (!rest_.empty()) corrupt("no more bytes", std::to_string(rest_.size()) + " more");
}

}  // namespace fairwasm::data
