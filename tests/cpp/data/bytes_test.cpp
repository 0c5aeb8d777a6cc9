// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/data/bytes.hpp"

#include <limits>

#include "support.hpp"

namespace fairwasm::data {
namespace {

using testing::expectError;

std::vector<std::uint8_t> sample() {
  ByteWriter writer("sample", 2);
  writer.number(7);
  writer.text("naïve");
  writer.doubles(std::vector<double>{-0.0, 1.5});
  writer.schema(testing::fullSchema());
  return std::move(writer).finish();
}

TEST(Bytes, RestoreWrittenValues) {
  const auto bytes = sample();
  ByteReader reader(bytes, "sample", 2);
  EXPECT_EQ(reader.number(), 7U);
  EXPECT_EQ(reader.text(), "naïve");
  const auto doubles = reader.doubles(2);
  EXPECT_TRUE(std::signbit(doubles[0]));
  EXPECT_EQ(doubles[1], 1.5);
  EXPECT_EQ(reader.schema(), testing::fullSchema());
  reader.finish();
}

TEST(Bytes, RejectAnotherKindOrVersion) {
  const auto bytes = sample();
  expectError([&] { ByteReader(bytes, "tally", 2); }, ErrorCode::kCorruptBytes, "bytes");
  expectError([&] { ByteReader(bytes, "sample", 3); }, ErrorCode::kCorruptBytes, "bytes");
}

TEST(Bytes, RejectEveryTruncationAndEveryFlippedByte) {
  const auto bytes = sample();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    expectError([&] { ByteReader(std::span(bytes).first(length), "sample", 2); },
                ErrorCode::kCorruptBytes, "bytes");
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    auto damaged = bytes;
    damaged[i] ^= 0x10;
    expectError([&] { ByteReader(damaged, "sample", 2); }, ErrorCode::kCorruptBytes, "bytes");
  }
}

// The documented checksum: 64-bit FNV-1a, little-endian.
void seal(std::vector<std::uint8_t>& bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (std::size_t i = 0; i + 8 < bytes.size(); ++i) hash = (hash ^ bytes[i]) * 0x100000001b3U;
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[bytes.size() - 8 + i] = static_cast<std::uint8_t>(hash >> (8 * i));
  }
}

TEST(Bytes, RejectBytesOfAnotherProgramWithAValidChecksum) {
  auto bytes = sample();
  seal(bytes);
  ByteReader(bytes, "sample", 2);  // the checksum is the one above
  bytes[0] = 'F';
  seal(bytes);
  expectError([&] { ByteReader(bytes, "sample", 2); }, ErrorCode::kCorruptBytes, "bytes");
}

TEST(Bytes, RestoreEmptyStringsAtTheEnd) {
  const std::vector<std::string> texts(9);
  ByteWriter writer("sample", 2);
  writer.texts(texts);
  const auto bytes = std::move(writer).finish();
  ByteReader reader(bytes, "sample", 2);
  EXPECT_EQ(reader.texts(), texts);
  reader.finish();
}

TEST(Bytes, CheckLengthsAgainstTheRemainingBytes) {
  ByteWriter writer("sample", 2);
  writer.number(std::numeric_limits<std::uint64_t>::max());
  const auto bytes = std::move(writer).finish();
  const auto reading = [&](auto read) {
    expectError(
        [&] {
          ByteReader reader(bytes, "sample", 2);
          read(reader);
        },
        ErrorCode::kCorruptBytes, "bytes");
  };
  reading([](ByteReader& reader) { reader.text(); });
  reading([](ByteReader& reader) { reader.texts(); });
  reading([](ByteReader& reader) { reader.schema(); });
  reading([](ByteReader& reader) { reader.doubles(std::size_t{1} << 30U); });
  reading([](ByteReader& reader) { reader.finish(); });
}

// Sixteen groups of three bytes each, all of which exist.
TEST(Bytes, RejectGroupsThatDoNotFit) {
  const Schema schema{
      {{"a", {"0", "1", "2", "3"}}, {"b", {"0", "1", "2", "3"}}}, {}, true, false, false};
  for (const std::size_t numbers : {0U, 5U, 6U, 100U}) {
    ByteWriter writer("sample", 2);
    for (std::size_t i = 0; i < numbers; ++i) writer.number(i);
    const auto bytes = std::move(writer).finish();
    const ByteReader reader(bytes, "sample", 2);
    EXPECT_EQ(reader.left(), 8 * numbers);
    if (8 * numbers >= 48) {
      reader.requireGroups(schema, 3);
    } else {
      expectError([&] { reader.requireGroups(schema, 3); }, ErrorCode::kCorruptBytes, "bytes");
    }
    reader.requireGroups(Schema{{{"a", {}}}, {}, true, false, false}, 3);  // no groups
  }
}

TEST(Bytes, RejectInvalidUtf8) {
  ByteWriter writer("sample", 2);
  writer.text("\xed\xa0\x80");
  const auto bytes = std::move(writer).finish();
  ByteReader reader(bytes, "sample", 2);
  expectError([&] { reader.text(); }, ErrorCode::kCorruptBytes, "bytes");
}

}  // namespace
}  // namespace fairwasm::data
