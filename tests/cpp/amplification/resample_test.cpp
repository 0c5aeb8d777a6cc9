// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/resample.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "support.hpp"

namespace fairwasm::amplification {
namespace {

BitColumns columnsOf(const std::vector<std::uint64_t>& rows, std::size_t columns) {
  return columnsOfRowWords(rows, columns);
}

TEST(ResampledRows, StandOnceWhereFewAreDifferent) {
  std::vector<std::uint64_t> rows;
  for (std::size_t i = 0; i < 1000; ++i) rows.push_back(i % 10 == 0 ? 2 : 1);
  const ResampledRows resampled(columnsOf(rows, 2));
  EXPECT_EQ(resampled.rows().rows(), 2U);
  const auto counts = resampled.draw(1, 0);
  EXPECT_EQ(counts[0] + counts[1], 1000U);
}

TEST(ResampledRows, AreAllRowsWhereMostAreDifferent) {
  std::vector<std::uint64_t> rows(1000);
  std::iota(rows.begin(), rows.end(), std::uint64_t{0});
  const ResampledRows resampled(columnsOf(rows, 10));
  EXPECT_EQ(resampled.rows().rows(), 1000U);
  const auto counts = resampled.draw(1, 0);
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0U), 1000U);
}

TEST(ResampledRows, DrawsRepeatBySeedAndNumber) {
  const ResampledRows resampled(columnsOf(std::vector<std::uint64_t>(500, 1), 1));
  const ResampledRows more(testing::randomData(500, 2, 2).counted().bits());
  EXPECT_EQ(resampled.draw(3, 7), resampled.draw(3, 7));
  EXPECT_EQ(more.draw(3, 7), more.draw(3, 7));
  EXPECT_NE(more.draw(3, 7), more.draw(3, 8));
  EXPECT_NE(more.draw(3, 7), more.draw(4, 7));
}

// The binomial draws change their method at a mean of 10: both sides have the moments of the
// binomial.
class Shares : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Shares, HaveTheMomentsOfTheBinomialDistribution) {
  constexpr std::size_t kRows = 1000;
  constexpr int kDraws = 4000;
  const std::size_t marked = GetParam();
  std::vector<std::uint64_t> rows(kRows, 0);
  for (std::size_t i = 0; i < marked; ++i) rows[i] = 1;
  const ResampledRows resampled(columnsOf(rows, 1));
  double sum = 0;
  double squares = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    const double count = resampled.draw(11, static_cast<std::uint64_t>(draw))[0];
    sum += count;
    squares += count * count;
  }
  const double mean = sum / kDraws;
  const double variance = squares / kDraws - mean * mean;
  const auto expected = static_cast<double>(marked);
  const double expectedVariance = expected * (1 - expected / kRows);
  EXPECT_NEAR(mean, expected, 5 * std::sqrt(expectedVariance / kDraws));
  EXPECT_NEAR(variance / expectedVariance, 1, 0.12);
}

INSTANTIATE_TEST_SUITE_P(Counts, Shares, ::testing::Values(1, 5, 9, 11, 50, 300, 700, 995));

TEST(PercentileInterval, InterpolatesBetweenValues) {
  const std::vector<double> values = {5, 1, 2, 4, 3};
  const auto [low, high] = percentileInterval(values, 0.5);
  EXPECT_DOUBLE_EQ(low, 2);
  EXPECT_DOUBLE_EQ(high, 4);
  const auto [lower, upper] = percentileInterval(values, 0.9);
  EXPECT_DOUBLE_EQ(lower, 1.2);
  EXPECT_DOUBLE_EQ(upper, 4.8);
}

TEST(PercentileInterval, PassesOverUndefinedValues) {
  const double undefined = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> values = {undefined, 2, undefined};
  EXPECT_EQ(percentileInterval(values, 0.95).low, 2);
  const std::vector<double> none = {undefined};
  EXPECT_TRUE(std::isnan(percentileInterval(none, 0.95).high));
}

}  // namespace
}  // namespace fairwasm::amplification
