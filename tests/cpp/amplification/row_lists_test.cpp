// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/row_lists.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairwasm/amplification/halves.hpp"
#include "support.hpp"

namespace fairwasm::amplification {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(RowLists, ContainTheTrueColumnsOfEachRow) {
  const RowLists lists(columnsOfRowWords(Words{0b101, 0, 0b110}, 3));
  EXPECT_EQ(lists.rows(), 3U);
  EXPECT_THAT(lists[0], ElementsAre(0, 2));
  EXPECT_THAT(lists[1], IsEmpty());
  EXPECT_THAT(lists[2], ElementsAre(1, 2));
}

struct Case {
  std::size_t rows;
  std::size_t attributes;
  std::size_t tasks;
};

class CountedOverLists : public ::testing::TestWithParam<Case> {};

TEST_P(CountedOverLists, EqualsCountsOverBits) {
  const auto [rows, attributes, tasks] = GetParam();
  const auto data = testing::randomData(rows, attributes, tasks, 5);
  const Cooccurrence counted = data.counted();
  std::vector<std::uint32_t> times(rows);
  for (std::size_t row = 0; row < rows; ++row)
    times[row] = static_cast<std::uint32_t>((row + 1) % 4);
  for (const auto direction : {Direction::kAttributeToTask, Direction::kTaskToAttribute}) {
    for (const bool predicted : {true, false}) {
      auto columns = columnsFor(counted.schema(), direction);
      if (!predicted) columns.predicted = {};
      const auto expected = countPairs(counted.bits(), columns, binaryDigits(times));
      const std::vector<double> weights(times.begin(), times.end());
      const auto counts = countPairs(RowLists(counted.bits()), columns, weights);
      testing::expectSame(counts, expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, CountedOverLists,
                         ::testing::Values(Case{1, 1, 1}, Case{63, 2, 3}, Case{64, 3, 1},
                                           Case{200, 2, 90}, Case{1000, 5, 7}));

// A column with a thousand categories: each row is in one of them, true and predicted.
constexpr std::size_t kRows = 5000;
constexpr std::size_t kTasks = 1000;
constexpr DirectedColumns kDirected{{0, 2}, {2, kTasks}, {2 + kTasks, kTasks}};

BitColumns categories() {
  BitColumns bits(2 + 2 * kTasks, kRows);
  for (std::size_t row = 0; row < kRows; ++row) {
    for (const std::size_t column : {row % 2, 2 + row % kTasks, 2 + kTasks + row % kTasks}) {
      bits[column][row / kBitsPerWord] |= std::uint64_t{1} << (row % kBitsPerWord);
    }
  }
  return bits;
}

TEST(RowLists, PayIfFewOfManyColumnsAreTrue) {
  EXPECT_TRUE(RowLists::pay(categories(), kDirected));
  const auto few = testing::randomData(kRows, 2, 3).counted();
  EXPECT_FALSE(RowLists::pay(few.bits(), columnsFor(few.schema(), Direction::kAttributeToTask)));
}

void expectDrawsOverBits(const BitColumns& bits, const DirectedColumns& columns) {
  const HalvedPairs pairs(bits, columns);
  const HalvedRows rows(bits);
  const auto expected = countPairs(rows.rows(), columns, binaryDigits(rows.draw(3, 7)));
  testing::expectSame(pairs.draw(3, 7), expected);
}

TEST(HalvedPairs, AreEqualForBothWaysOfCounting) {
  expectDrawsOverBits(categories(), kDirected);
  const auto few = testing::randomData(kRows, 2, 3).counted();
  expectDrawsOverBits(few.bits(), columnsFor(few.schema(), Direction::kAttributeToTask));
}

}  // namespace
}  // namespace fairwasm::amplification
