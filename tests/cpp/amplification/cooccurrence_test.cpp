// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/cooccurrence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "../support.hpp"
#include "fairwasm/amplification/pair_counts.hpp"
#include "fairwasm/core/error.hpp"
#include "fairwasm/data/bytes.hpp"
#include "support.hpp"

namespace fairwasm::amplification {
namespace {

using testing::Data;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using testing::Matrix;
using testing::randomData;
using testing::randomMatrix;

bool bitAt(const BitColumns& bits, std::size_t column, std::size_t row) {
  return ((bits[column][row / kBitsPerWord] >> (row % kBitsPerWord)) & 1U) != 0;
}

// Widths vary relative to the 16-byte loads, and row counts relative to the 64-row blocks.
class Packing : public ::testing::TestWithParam<std::tuple<std::size_t, std::size_t>> {};

TEST_P(Packing, PacksEveryByteInItsPosition) {
  const auto [rows, columns] = GetParam();
  const Matrix matrix = randomMatrix(rows, columns, 0.5, rows * 100 + columns);
  BitColumns bits(columns, rows);
  packBytes(matrix.bytes, rows, testing::names("c", columns), "m", bits, 0);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t c = 0; c < columns; ++c) ASSERT_EQ(bitAt(bits, c, row), matrix.at(row, c));
  }
  for (std::size_t c = 0; c < columns && rows % kBitsPerWord != 0; ++c) {
    ASSERT_EQ(bits[c].back() >> (rows % kBitsPerWord), 0U) << "bits beyond the last row";
  }
}

TEST_P(Packing, NamesTheRowAndColumnOfAnInvalidByte) {
  const auto [rows, columns] = GetParam();
  for (const std::size_t place : {std::size_t{0}, rows * columns / 2, rows * columns - 1}) {
    Matrix matrix = randomMatrix(rows, columns, 0.5, 3);
    matrix.bytes[place] = 2;
    BitColumns bits(columns, rows);
    try {
      packBytes(matrix.bytes, rows, testing::names("c", columns), "m", bits, 0);
      FAIL() << "byte " << place << " was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kInvalidArgument);
      EXPECT_EQ(error.details().row, place / columns);
      EXPECT_EQ(error.details().argument, "m 'c" + std::to_string(place % columns) + "'");
      EXPECT_EQ(error.details().actual, "2");
    }
  }
}

TEST_P(Packing, RowWordsAndColumnsAreInverse) {
  const auto [rows, width] = GetParam();
  const std::size_t columns = std::min(width, kBitsPerWord);
  const Matrix matrix = randomMatrix(rows, columns, 0.5, 5);
  BitColumns bits(columns, rows);
  packBytes(matrix.bytes, rows, testing::names("c", columns), "m", bits, 0);
  const Words words = rowWords(bits, 0, columns);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t c = 0; c < columns; ++c) {
      ASSERT_EQ(((words[row] >> c) & 1U) != 0, matrix.at(row, c));
    }
  }
  const BitColumns back = columnsOfRowWords(words, columns);
  for (std::size_t c = 0; c < columns; ++c) ASSERT_THAT(back[c], ElementsAreArray(bits[c]));
}

INSTANTIATE_TEST_SUITE_P(Shapes, Packing,
                         ::testing::Combine(::testing::Values(1, 63, 64, 65, 200),
                                            ::testing::Values(1, 2, 4, 12, 15, 16, 17, 33, 64,
                                                              70)));

std::vector<double> computePairs(const Cooccurrence& counts) {
  return countPairs(counts, Direction::kAttributeToTask).together;
}

TEST(Cooccurrence, AgreesWithALoop) {
  const Data data = randomData(777, 3, 5);
  const PairCounts counts = countPairs(data.counted(), Direction::kAttributeToTask);
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t t = 0; t < 5; ++t) {
      double together = 0;
      double predicted = 0;
      for (std::size_t row = 0; row < 777; ++row) {
        together += data.attribute.at(row, a) && data.task.at(row, t) ? 1 : 0;
        predicted += data.attribute.at(row, a) && data.taskPrediction.at(row, t) ? 1 : 0;
      }
      EXPECT_EQ(counts.together[a * 5 + t], together);
      EXPECT_EQ(counts.predicted[a * 5 + t], predicted);
    }
  }
}

TEST(Cooccurrence, TheOtherDirectionIsTheTranspose) {
  const Cooccurrence counted = randomData(300, 3, 4).counted();
  const PairCounts there = countPairs(counted, Direction::kAttributeToTask);
  const PairCounts back = countPairs(counted, Direction::kTaskToAttribute);
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t t = 0; t < 4; ++t)
      EXPECT_EQ(there.together[a * 4 + t], back.together[t * 3 + a]);
  }
  EXPECT_EQ(there.from, back.to);
  EXPECT_EQ(there.labeledRows, back.labeledRows);
}

class Splits : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Splits, BatchesAndMergesEqualOnePass) {
  const Data data = randomData(300, 3, 4);
  Cooccurrence batches(data.schema());
  batches.update(data.slice(0, GetParam()).batch());
  batches.update(data.slice(GetParam(), 300).batch());
  Cooccurrence merged = data.slice(0, GetParam()).counted();
  merged.merge(data.slice(GetParam(), 300).counted());
  EXPECT_EQ(batches.toBytes(), data.counted().toBytes());
  EXPECT_EQ(merged.toBytes(), data.counted().toBytes());
}

INSTANTIATE_TEST_SUITE_P(Places, Splits, ::testing::Values(0, 1, 63, 64, 65, 128, 299, 300));

TEST(Cooccurrence, MergesByName) {
  Cooccurrence left({{"f", "m"}, {"cook"}, false, false});
  const std::vector<std::uint8_t> f = {1, 0};
  const std::vector<std::uint8_t> cook = {1};
  left.update({1, f, cook, {}, {}});
  Cooccurrence right({{"m", "x"}, {"drive", "cook"}, false, false});
  const std::vector<std::uint8_t> m = {1, 0};
  const std::vector<std::uint8_t> both = {1, 1};
  right.update({1, m, both, {}, {}});
  left.merge(right);
  EXPECT_THAT(left.schema().attributes, ElementsAre("f", "m", "x"));
  EXPECT_THAT(left.schema().tasks, ElementsAre("cook", "drive"));
  EXPECT_THAT(computePairs(left), ElementsAre(1, 0, 1, 1, 0, 0));
}

TEST(Cooccurrence, RejectsAMergeWithOtherPredictionsWithoutChanges) {
  Cooccurrence counts = randomData(10, 2, 2).counted();
  const auto before = counts.toBytes();
  EXPECT_THROW(counts.merge(Cooccurrence({{"a0"}, {"t0"}, false, true})), Error);
  EXPECT_EQ(counts.toBytes(), before);
}

TEST(Cooccurrence, FailedUpdateChangesNothing) {
  Data data = randomData(100, 2, 3);
  Cooccurrence counts = data.counted();
  const auto before = counts.toBytes();
  data.taskPrediction.bytes[99 * 3 + 1] = 7;
  try {
    counts.update(data.batch());
    FAIL() << "7 was accepted as a bit";
  } catch (const Error& error) {
    EXPECT_EQ(error.details().row, 99U);
    EXPECT_THAT(error.details().argument, HasSubstr("taskPrediction"));
  }
  data.taskPrediction.bytes.pop_back();
  EXPECT_THROW(counts.update(data.batch()), Error);
  EXPECT_EQ(counts.toBytes(), before);
}

TEST(Cooccurrence, RejectsDataThatTheSchemaDoesNotHave) {
  Cooccurrence counts({{"a"}, {"t"}, false, false});
  const std::vector<std::uint8_t> one = {1};
  EXPECT_THROW(counts.update({1, one, one, {}, one}), Error);
  EXPECT_THROW(Cooccurrence({{"a", "a"}, {"t"}, false, false}), Error);
}

TEST(Cooccurrence, ResetRemovesRowsAndKeepsNames) {
  Cooccurrence counts = randomData(100, 2, 3).counted();
  counts.reset();
  EXPECT_EQ(counts.rows(), 0U);
  EXPECT_EQ(counts.schema(), randomData(100, 2, 3).schema());
  counts.update(randomData(100, 2, 3).batch());
  EXPECT_EQ(counts.toBytes(), randomData(100, 2, 3).counted().toBytes());
}

TEST(Cooccurrence, RestoresBytes) {
  const Cooccurrence counts = randomData(130, 2, 3).counted();
  EXPECT_EQ(Cooccurrence::fromBytes(counts.toBytes()).toBytes(), counts.toBytes());
}

TEST(Cooccurrence, RejectsEveryTruncationAndEveryChangedByte) {
  const auto bytes = randomData(70, 1, 1).counted().toBytes();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_THROW(Cooccurrence::fromBytes(std::span(bytes).first(i)), Error);
    auto changed = bytes;
    changed[i] ^= 0x10U;
    EXPECT_THROW(Cooccurrence::fromBytes(changed), Error);
  }
}

TEST(Cooccurrence, RestoresRowsWithoutLabelsFromBytes) {
  Cooccurrence counts({});
  counts.update({100, {}, {}, {}, {}});
  EXPECT_EQ(Cooccurrence::fromBytes(counts.toBytes()).rows(), 100U);
}

// The announced content must exist; otherwise, names and a number of rows alone could request
// gigabytes.
TEST(Cooccurrence, AllocatesNoMoreThanTheBytesContain) {
  for (const std::uint64_t rows :
       {std::uint64_t{65}, std::uint64_t{1} << 20U, std::uint64_t{1} << 40U,
        std::uint64_t{0xffff'ffff'ffff'ffffU}}) {
    data::ByteWriter writer("cooccurrence", 1);
    std::vector<std::string> names;
    for (int i = 0; i < 1000; ++i) names.push_back(std::to_string(i));
    writer.texts(names);
    writer.texts(names);
    writer.number(1);
    writer.number(1);
    writer.number(rows);
    for (int word = 0; word < 4001; ++word) writer.number(0);
    const auto bytes = std::move(writer).finish();
    testing::expectError([&] { Cooccurrence::fromBytes(bytes); }, ErrorCode::kCorruptBytes,
                         "bytes");
  }
}

TEST(Multiplicity, CountsRowsByTheirMultiplicity) {
  const Data data = randomData(200, 2, 3);
  uncertainty::RandomStream random(9);
  std::vector<std::uint32_t> times(200);
  for (auto& count : times) count = random.below(9);
  Data repeated{{0, 2, {}}, {0, 3, {}}, {0, 2, {}}, {0, 3, {}}};
  const auto append = [](Matrix& into, const Matrix& from, std::size_t row) {
    const auto part = from.slice(row, row + 1);
    into.bytes.insert(into.bytes.end(), part.bytes.begin(), part.bytes.end());
    ++into.rows;
  };
  for (std::size_t row = 0; row < 200; ++row) {
    for (std::uint32_t i = 0; i < times[row]; ++i) {
      append(repeated.attribute, data.attribute, row);
      append(repeated.task, data.task, row);
      append(repeated.attributePrediction, data.attributePrediction, row);
      append(repeated.taskPrediction, data.taskPrediction, row);
    }
  }
  const Cooccurrence counted = data.counted();
  const auto columns = columnsFor(counted.schema(), Direction::kAttributeToTask);
  const PairCounts weighted = countPairs(counted.bits(), columns, binaryDigits(times));
  const PairCounts plain = countPairs(repeated.counted(), Direction::kAttributeToTask);
  testing::expectSame(weighted, plain);
}

}  // namespace
}  // namespace fairwasm::amplification
