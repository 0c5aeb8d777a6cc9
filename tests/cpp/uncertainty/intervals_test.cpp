// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/intervals.hpp"

#include <cmath>
#include <limits>

#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::uncertainty {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Normal, QuantileAndProbabilityAreCorrectAndInverse) {
  EXPECT_NEAR(normalQuantile(0.975), 1.959963984540054, 1e-12);
  EXPECT_NEAR(normalProbability(1.959963984540054), 0.975, 1e-15);
  for (const double p : {1e-6, 0.1, 0.5, 0.77, 0.999}) {
    EXPECT_NEAR(normalProbability(normalQuantile(p)), p, 1e-12);
  }
}

// Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
TEST(WilsonInterval, AgreesWithPublishedValues) {
  const auto expectInterval = [](double k, double n, double low, double high) {
    const Interval interval = wilsonInterval(k, n, 0.95);
    EXPECT_NEAR(interval.low, low, 5e-5);
    EXPECT_NEAR(interval.high, high, 5e-5);
  };
  expectInterval(81, 263, 0.2553, 0.3662);
  expectInterval(15, 148, 0.0624, 0.1605);
  expectInterval(0, 20, 0, 0.1611);
  expectInterval(1, 29, 0.0061, 0.1718);
}

TEST(WilsonInterval, IsSymmetricAndEndsAtZeroAndOne) {
  const Interval few = wilsonInterval(3, 11, 0.9);
  const Interval max = wilsonInterval(8, 11, 0.9);
  EXPECT_NEAR(few.low, 1 - max.high, 1e-15);
  EXPECT_EQ(wilsonInterval(0, 7, 0.95).low, 0);
  EXPECT_EQ(wilsonInterval(7, 7, 0.95).high, 1);
  EXPECT_TRUE(std::isnan(wilsonInterval(0, 0, 0.95).low));
}

TEST(Quantile, InterpolatesLikeNumpy) {
  std::vector<double> values{4, 1, 3, 2};
  EXPECT_DOUBLE_EQ(quantile(values, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(values, 1), 4);
  EXPECT_DOUBLE_EQ(quantile(values, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile(values, 0.1), 1.3);
  EXPECT_TRUE(std::isnan(quantile({}, 0.5)));
}

TEST(BcaInterval, OfSymmetricDrawsEqualsThePercentileInterval) {
  std::vector<double> draws(1001);
  for (std::size_t i = 0; i < draws.size(); ++i) draws[i] = static_cast<double>(i);
  const std::vector<Jackknifed> jackknife{{1, 5}, {-1, 5}};
  const Interval interval = bcaInterval(500, draws, jackknife, 0.9);
  EXPECT_NEAR(interval.low, 50, 1e-9);
  EXPECT_NEAR(interval.high, 950, 1e-9);
}

TEST(BcaInterval, IgnoresUndefinedDrawsUnlessTheyAreMost) {
  std::vector<double> draws{1, kNaN, 2, 3, kNaN};
  EXPECT_FALSE(std::isnan(bcaInterval(2, draws, {}, 0.5).low));
  std::vector<double> half{1, kNaN, 2, kNaN};
  EXPECT_FALSE(std::isnan(bcaInterval(1.5, half, {}, 0.5).low));
  std::vector<double> max{1, kNaN, kNaN};
  EXPECT_TRUE(std::isnan(bcaInterval(1, max, {}, 0.5).low));
  EXPECT_TRUE(std::isnan(bcaInterval(kNaN, draws, {}, 0.5).low));
}

TEST(BcaInterval, ADrawEqualToTheEstimateCountsHalf) {
  std::vector<double> draws{1, 2, 2, 2, 3};
  const Interval interval = bcaInterval(2, draws, {}, 0.8);
  EXPECT_NEAR(interval.low + interval.high, 4, 1e-9);
  EXPECT_LT(interval.low, 2);
}

// The variance of a normal sample is skewed, so the interval must be shifted upward from the
// percentile interval (Efron and Tibshirani 1993, chapter 14).
TEST(BcaInterval, ShiftsTowardTheLongTail) {
  RandomStream random(2);
  std::vector<double> sample(30);
  for (double& value : sample) value = random.normal() * random.normal();
  const auto varianceWithout = [&](std::size_t left) {
    double sum = 0;
    double squares = 0;
    double n = 0;
    for (std::size_t i = 0; i < sample.size(); ++i) {
      if (i == left) continue;
      sum += sample[i];
      squares += sample[i] * sample[i];
      ++n;
    }
    return squares / n - sum * sum / (n * n);
  };
  std::vector<Jackknifed> jackknife;
  for (std::size_t i = 0; i < sample.size(); ++i) jackknife.push_back({varianceWithout(i), 1});
  std::vector<double> draws;
  for (int draw = 0; draw < 4000; ++draw) {
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < sample.size(); ++i) {
      const double value = sample[random.below(30)];
      sum += value;
      squares += value * value;
    }
    draws.push_back(squares / 30 - sum * sum / 900);
  }
  auto sorted = draws;
  const Interval percentile{quantile(sorted, 0.05), quantile(sorted, 0.95)};
  const Interval bca = bcaInterval(varianceWithout(99), draws, jackknife, 0.9);
  EXPECT_GT(bca.low, percentile.low);
  EXPECT_GT(bca.high, percentile.high);
}

// Hesterberg 2015: at 95%, 0.0086 is beyond each end for 10 rows, and 0.025 for many.
TEST(ExpandedTail, EqualsHesterbergsAndApproachesTheUsualOne) {
  EXPECT_NEAR(expandedTail(0.95, 10), 0.0086, 0.0001);
  EXPECT_NEAR(expandedTail(0.95, 1e6), 0.025, 1e-5);
  EXPECT_TRUE(std::isnan(expandedTail(0.95, 1)));
}

}  // namespace
}  // namespace fairwasm::uncertainty
