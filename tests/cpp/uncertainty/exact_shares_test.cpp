// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/exact_shares.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fairwasm::uncertainty {
namespace {

// 1 - tail^(1/n) for 0 of n, and R's binom.test for 7 of 20.
TEST(ExactInterval, AgreesWithKnownValues) {
  const double z = normalQuantile(0.975);
  EXPECT_NEAR(exactIntervalAt(0, 10, z).high, 1 - std::pow(0.025, 0.1), 1e-12);
  EXPECT_EQ(exactIntervalAt(0, 10, z).low, 0);
  EXPECT_NEAR(exactIntervalAt(10, 10, z).low, std::pow(0.025, 0.1), 1e-12);
  EXPECT_EQ(exactIntervalAt(10, 10, z).high, 1);
  EXPECT_NEAR(exactIntervalAt(7, 20, z).low, 0.1539092, 5e-8);
  EXPECT_NEAR(exactIntervalAt(7, 20, z).high, 0.5921885, 5e-8);
  // Garwood's limits of 3 events.
  EXPECT_NEAR(exactIntervalAt(3, 1e12, z).low * 1e12, 0.6186721, 1e-6);
  EXPECT_NEAR(exactIntervalAt(3, 1e12, z).high * 1e12, 8.7672731, 1e-6);
  EXPECT_TRUE(std::isnan(exactIntervalAt(0, 0, z).low));
}

TEST(ExactInterval, IsContinuousWhereTheMethodChanges) {
  const double z = normalQuantile(0.975);
  for (const double trials : {9.99e6, 1.001e7}) {
    const Interval interval = exactIntervalAt(50, trials, z);
    EXPECT_NEAR(interval.low * trials, 37.111, 1e-3);
    EXPECT_NEAR(interval.high * trials, 65.919, 1e-3);
  }
  const Interval exact = exactIntervalAt(9999, 30000, z);
  const Interval wilson = wilsonInterval(9999, 30000, 0.95);
  EXPECT_NEAR(exact.high - exact.low, wilson.high - wilson.low, 0.005 * (wilson.high - wilson.low));
}

}  // namespace
}  // namespace fairwasm::uncertainty
