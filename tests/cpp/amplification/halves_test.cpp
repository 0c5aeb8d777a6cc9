// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/halves.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "support.hpp"

namespace fairwasm::amplification {
namespace {

BitColumns getColumns(const std::vector<std::uint64_t>& rows, std::size_t columns) {
  return columnsOfRowWords(rows, columns);
}

TEST(HalvedRows, StoresDistinctRowsOnceIfThereAreFew) {
  std::vector<std::uint64_t> rows;
  for (std::size_t i = 0; i < 1000; ++i) rows.push_back(i % 10 == 0 ? 2 : 1);
  const HalvedRows halved(getColumns(rows, 2));
  EXPECT_EQ(halved.rows().rows(), 2U);
  const auto counts = halved.draw(1, 0);
  EXPECT_LE(counts[0], 100U);
  EXPECT_LE(counts[1], 900U);
}

TEST(HalvedRows, StoresAllRowsIfMostAreDistinct) {
  std::vector<std::uint64_t> rows(1000);
  std::iota(rows.begin(), rows.end(), std::uint64_t{0});
  const HalvedRows halved(getColumns(rows, 10));
  EXPECT_EQ(halved.rows().rows(), 1000U);
  EXPECT_THAT(halved.draw(1, 0), ::testing::Each(::testing::Le(1U)));
}

TEST(HalvedRows, DrawsAreReproducibleBySeedAndNumber) {
  const HalvedRows halved(getColumns(std::vector<std::uint64_t>(500, 1), 1));
  const HalvedRows more(testing::randomData(500, 2, 2).counted().bits());
  EXPECT_EQ(halved.draw(3, 7), halved.draw(3, 7));
  EXPECT_EQ(more.draw(3, 7), more.draw(3, 7));
  EXPECT_NE(more.draw(3, 7), more.draw(3, 8));
  EXPECT_NE(more.draw(3, 7), more.draw(4, 7));
}

// Counted rows are drawn as a binomial number and other rows one by one; both have binomial
// moments.
struct Part {
  std::size_t marked;
  double share;
};
class Shares : public ::testing::TestWithParam<Part> {};

TEST_P(Shares, HaveBinomialMoments) {
  constexpr std::size_t kRows = 1000;
  constexpr int kDraws = 4000;
  const auto [marked, share] = GetParam();
  std::vector<std::uint64_t> rows(kRows, 0);
  for (std::size_t i = 0; i < marked; ++i) rows[i] = 1;
  const HalvedRows once(getColumns(rows, 1));
  ASSERT_EQ(once.rows().rows(), 2U);
  double sum = 0;
  double squares = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    const double count = once.draw(11, static_cast<std::uint64_t>(draw), share)[0];
    sum += count;
    squares += count * count;
  }
  const double mean = sum / kDraws;
  const double variance = squares / kDraws - mean * mean;
  const double expected = static_cast<double>(marked) * share;
  const double expectedVariance = expected * (1 - share);
  EXPECT_NEAR(mean, expected, 5 * std::sqrt(expectedVariance / kDraws));
  EXPECT_NEAR(variance / expectedVariance, 1, 0.12);
}

INSTANTIATE_TEST_SUITE_P(Counts, Shares,
                         ::testing::Values(Part{1, 0.5}, Part{9, 0.5}, Part{50, 0.5},
                                           Part{700, 0.5}, Part{50, 0.1}, Part{700, 0.9}));

TEST(DrawPart, SelectsEachRowWithTheGivenProbability) {
  for (const double share : {0.5, 0.2}) {
    double sum = 0;
    for (std::uint64_t draw = 0; draw < 100; ++draw) {
      const auto drawn = drawPart(1000, 5, draw, share);
      sum += std::accumulate(drawn.begin(), drawn.end(), 0.0);
    }
    EXPECT_NEAR(sum / 100'000, share, 5 * std::sqrt(share * (1 - share) / 100'000));
  }
}

}  // namespace
}  // namespace fairwasm::amplification
