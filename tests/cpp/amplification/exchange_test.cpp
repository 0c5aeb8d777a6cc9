// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/exchange.hpp"

#include <gtest/gtest.h>

#include "fairwasm/amplification/combinations.hpp"
#include "support.hpp"

namespace fairwasm::amplification {
namespace {

using testing::randomData;

bool bitAt(const BitColumns& bits, std::size_t column, std::size_t row) {
  return ((bits[column][row / kBitsPerWord] >> (row % kBitsPerWord)) & 1U) != 0;
}

TEST(Exchange, MovesTheLabelsOfARowTogether) {
  const std::size_t rows = 3000;
  const Cooccurrence counts = randomData(rows, 2, 4).counted();
  const auto columns = columnsFor(counts.schema(), Direction::kAttributeToTask);
  const BitColumns exchanged = exchange(counts.bits(), columns, 7, 3);
  std::size_t moved = 0;
  std::size_t movable = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    bool stays = true;
    bool moves = true;
    for (std::size_t c = 0; c < columns.to.count; ++c) {
      const bool truth = bitAt(counts.bits(), columns.to.first + c, row);
      const bool predicted = bitAt(counts.bits(), columns.predicted.first + c, row);
      const bool newTruth = bitAt(exchanged, columns.to.first + c, row);
      const bool newPredicted = bitAt(exchanged, columns.predicted.first + c, row);
      stays = stays && newTruth == truth && newPredicted == predicted;
      moves = moves && newTruth == predicted && newPredicted == truth;
    }
    ASSERT_TRUE(stays || moves) << row;
    movable += stays && moves ? 0 : 1;
    moved += moves && !stays ? 1 : 0;
    for (std::size_t c = 0; c < columns.from.count; ++c) {
      ASSERT_EQ(bitAt(exchanged, columns.from.first + c, row),
                bitAt(counts.bits(), columns.from.first + c, row));
    }
  }
  EXPECT_NEAR(static_cast<double>(moved) / static_cast<double>(movable), 0.5, 0.05);
}

TEST(Exchange, IsReproducibleBySeedAndDraw) {
  const Cooccurrence counts = randomData(100, 2, 2).counted();
  const auto columns = columnsFor(counts.schema(), Direction::kTaskToAttribute);
  const auto getWords = [&](std::uint64_t seed, std::uint64_t draw) {
    const BitColumns exchanged = exchange(counts.bits(), columns, seed, draw);
    Words words;
    for (std::size_t c = 0; c < exchanged.size(); ++c) {
      words.insert(words.end(), exchanged[c].begin(), exchanged[c].end());
    }
    return words;
  };
  EXPECT_EQ(getWords(1, 2), getWords(1, 2));
  EXPECT_NE(getWords(1, 2), getWords(1, 3));
  EXPECT_NE(getWords(1, 2), getWords(2, 2));
}

}  // namespace
}  // namespace fairwasm::amplification
