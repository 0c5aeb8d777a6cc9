// SPDX-License-Identifier: Apache-2.0
//
// Intervals that are combined from others: published examples and general properties.
#include "fairwasm/uncertainty/score_intervals.hpp"

#include <array>
#include <cmath>

#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::uncertainty {
namespace {

// Newcombe 1998, table II, method 10.
TEST(NewcombeDifference, EqualsPublishedValues) {
  const auto of = [](double a, double m, double b, double n) {
    return newcombeDifference(a, m, b, n, 0.95);
  };
  const auto expectNear = [](Interval interval, double low, double high) {
    EXPECT_NEAR(interval.low, low, 5e-5);
    EXPECT_NEAR(interval.high, high, 5e-5);
  };
  expectNear(of(56, 70, 48, 80), 0.0524, 0.3339);
  expectNear(of(9, 10, 3, 10), 0.1705, 0.8090);
  expectNear(of(5, 56, 0, 29), -0.0381, 0.1926);
  expectNear(of(0, 10, 0, 20), -0.1611, 0.2775);
  expectNear(of(10, 10, 0, 20), 0.6791, 1);
}

Bounded wilson(double successes, double trials) {
  return {successes / trials, wilsonInterval(successes, trials, 0.95)};
}

TEST(RatioInterval, ExcludesOneExactlyIfTheDifferenceExcludesZero) {
  RandomStream random(5);
  for (int i = 0; i < 2000; ++i) {
    const auto trials = static_cast<double>(1 + random.below(60));
    const auto otherTrials = static_cast<double>(1 + random.below(60));
    const Bounded one = wilson(random.below(static_cast<std::uint32_t>(trials) + 1), trials);
    const Bounded other =
        wilson(random.below(static_cast<std::uint32_t>(otherTrials) + 1), otherTrials);
    if (one.value == 0 && other.value == 0) {
      EXPECT_TRUE(std::isnan(ratioInterval(one, other).low));
      continue;
    }
    const Interval difference = differenceInterval(one, other);
    const Interval ratio = ratioInterval(one, other);
    EXPECT_LE(ratio.low, one.value / other.value);
    EXPECT_GE(ratio.high, one.value / other.value);
    EXPECT_GE(difference.low, -1 - 1e-15);
    EXPECT_LE(difference.high, 1 + 1e-15);
    if (std::abs(difference.low) > 1e-12) EXPECT_EQ(difference.low > 0, ratio.low > 1);
    if (std::abs(difference.high) > 1e-12) EXPECT_EQ(difference.high < 0, ratio.high < 1);
  }
}

TEST(RatioInterval, SupportsZeroNumeratorsAndDenominators) {
  const Interval none = ratioInterval(wilson(0, 500), wilson(20, 1000));
  EXPECT_EQ(none.low, 0);
  EXPECT_GT(none.high, 0.3);
  EXPECT_LT(none.high, 1);
  const Interval againstNone = ratioInterval(wilson(20, 1000), wilson(0, 500));
  EXPECT_GT(againstNone.low, 1);
  EXPECT_EQ(againstNone.high, std::numeric_limits<double>::infinity());
}

// Distances 3 and 4 below, 2 and 5 above: sqrt(9 + 16 - 12) and sqrt(4 + 25 - 10) for a cosine of
// 1/2.
TEST(DifferenceInterval, OfCorrelatedEstimatesFollowsTheLawOfCosines) {
  const Bounded one{10, {7, 12}};
  const Bounded other{2, {-3, 6}};
  const Interval half = differenceInterval(one, other, 0.5);
  EXPECT_NEAR(half.low, 8 - std::sqrt(13.0), 1e-12);
  EXPECT_NEAR(half.high, 8 + std::sqrt(19.0), 1e-12);
  const Interval together = differenceInterval(one, other, 1);
  EXPECT_NEAR(together.low, 8 - 1, 1e-12);
  EXPECT_NEAR(together.high, 8 + 3, 1e-12);
  const Interval apart = differenceInterval(one, other);
  EXPECT_NEAR(apart.low, 8 - 5, 1e-12);
  EXPECT_NEAR(apart.high, 8 + std::sqrt(29.0), 1e-12);
}

TEST(Scaled, SwapsItsEndsWithTheSign) {
  const Bounded quantity{2, {1, 4}};
  EXPECT_EQ(scaled(quantity, 3).ci.low, 3);
  EXPECT_EQ(scaled(quantity, 3).ci.high, 12);
  EXPECT_EQ(scaled(quantity, -3).value, -6);
  EXPECT_EQ(scaled(quantity, -3).ci.low, -12);
  EXPECT_EQ(scaled(quantity, -3).ci.high, -3);
}

TEST(MagnitudeInterval, FoldsAtZero) {
  EXPECT_EQ(magnitudeInterval({-1, 3}).low, 0);
  EXPECT_EQ(magnitudeInterval({-4, 3}).high, 4);
  EXPECT_EQ(magnitudeInterval({-4, -3}).low, 3);
  EXPECT_EQ(foldedRatioInterval({0.5, 4}).low, 0.25);
  EXPECT_EQ(foldedRatioInterval({0.5, 4}).high, 1);
  EXPECT_EQ(foldedRatioInterval({2, 4}).high, 0.5);
}

// For one part, its magnitude. For two equal parts, each 3 with half axes 2: the line |x| + |y| =
// const that touches the circle of radius 2 around (3, 3).
TEST(AbsoluteSumInterval, IsTheRangeOverTheEllipsoid) {
  const Bounded part{3, {1, 5}};
  const Interval one = absoluteSumInterval(std::array{part}, std::array{1.0});
  EXPECT_NEAR(one.low, 1, 1e-9);
  EXPECT_NEAR(one.high, 5, 1e-9);
  const Interval two = absoluteSumInterval(std::array{part, part}, std::array{1.0, 1.0});
  EXPECT_NEAR(two.low, 6 - 2 * std::sqrt(2.0), 1e-9);
  EXPECT_NEAR(two.high, 6 + 2 * std::sqrt(2.0), 1e-9);
  const Interval none = absoluteSumInterval(std::array{Bounded{1, {-1, 3}}, Bounded{-1, {-3, 1}}},
                                            std::array{0.5, 0.5});
  EXPECT_EQ(none.low, 0);
}

TEST(Quantiles, EqualThoseOfTheTables) {
  EXPECT_NEAR(jointQuantile(1, 0.95), 1.959964, 1e-5);
  EXPECT_NEAR(jointQuantile(2, 0.95) * jointQuantile(2, 0.95), 5.991465, 1e-5);
  EXPECT_NEAR(jointQuantile(10, 0.95) * jointQuantile(10, 0.95), 18.307038, 1e-4);
  // Studentized range with infinite degrees of freedom, Harter 1960.
  EXPECT_NEAR(pairwiseQuantile(3, 0.95) * std::sqrt(2.0), 3.3145, 5e-4);
  EXPECT_NEAR(pairwiseQuantile(10, 0.95) * std::sqrt(2.0), 4.4741, 5e-4);
  EXPECT_NEAR(pairwiseQuantile(2, 0.95), 1.959964, 1e-5);
  EXPECT_NEAR(rangeProbability(3.6332, 4), 0.95, 1e-4);
  EXPECT_NEAR(studentQuantileAt(1.959964, 10) / 2.2281, 1, 0.01);
  EXPECT_NEAR(studentQuantileAt(1.959964, 3) / 3.1824, 1, 0.04);
  EXPECT_NEAR(studentQuantile(0.975, 4), 2.776445, 1e-5);
  EXPECT_NEAR(studentQuantile(0.025, 1), -12.706205, 1e-4);
}

}  // namespace
}  // namespace fairwasm::uncertainty
