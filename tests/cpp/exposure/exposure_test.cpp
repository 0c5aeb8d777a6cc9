// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/exposure/exposure.hpp"

#include <cmath>

#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::exposure {
namespace {

using testing::expectError;

// Group 0: 6 events per 30 in clusters of 10; group 1: 12 events per 30.
const std::vector<std::uint32_t> kGroup{0, 0, 0, 1, 1, 1};
const std::vector<double> kEvents{1, 2, 3, 2, 6, 4};
const std::vector<double> kExposure{10, 10, 10, 10, 10, 10};
const std::vector<std::uint32_t> kCluster{0, 1, 2, 3, 4, 5};

TEST(GroupRates, MatchManualCalculation) {
  const auto rates = groupRates({2, kGroup, kEvents, kExposure, kCluster}, 0, 0.95);
  EXPECT_NEAR(rates[0].rate.value, 0.2, 1e-15);
  EXPECT_EQ(rates[0].clusters, 3);
  EXPECT_NEAR(rates[0].variance, 1.5 * 2 / 900, 1e-15);
  EXPECT_NEAR(rates[1].variance, 1.5 * 8 / 900, 1e-15);
  // One less than the number of clusters, or than 1 + 36 / 14 effective ones.
  EXPECT_NEAR(rates[0].degrees, 2, 1e-12);
  EXPECT_NEAR(rates[1].difference.value, 0.2, 1e-15);
  EXPECT_NEAR(rates[1].ratio.value, 2, 1e-15);
  EXPECT_GT(rates[0].rate.ci.low, 0);
  EXPECT_TRUE(std::isnan(rates[0].difference.value));
  EXPECT_NEAR(rates[1].pValue, rates[1].jointPValue, 1e-12);
}

TEST(GroupRates, WithoutClustersUseGarwoodsInterval) {
  const auto ci = garwoodInterval(5, 0.95);
  EXPECT_NEAR(ci.low, 1.6234864, 1e-6);
  EXPECT_NEAR(ci.high, 11.6683321, 1e-6);
  EXPECT_EQ(garwoodInterval(0, 0.95).low, 0);
  EXPECT_NEAR(garwoodInterval(0, 0.95).high, -std::log(0.025), 1e-12);
  const auto rates = groupRates({2, kGroup, kEvents, kExposure}, 0, 0.95);
  EXPECT_NEAR(rates[0].rate.ci.low, garwoodInterval(6, 0.95).low / 30, 1e-15);
  EXPECT_TRUE(std::isnan(rates[0].variance));
  EXPECT_TRUE(std::isnan(rates[0].clusters));
  EXPECT_EQ(rates[1].ratio.ci.low > 1, rates[1].difference.ci.low > 0);
}

TEST(GroupRates, IntervalsAgreeWithPValues) {
  uncertainty::RandomStream random(2);
  for (int repetition = 0; repetition < 200; ++repetition) {
    std::vector<double> events;
    for (int i = 0; i < 6; ++i) events.push_back(random.below(i < 3 ? 12 : 40));
    for (const bool isClustered : {true, false}) {
      const auto cluster = isClustered ? kCluster : std::vector<std::uint32_t>{};
      const auto group = groupRates({2, kGroup, events, kExposure, cluster}, 0, 0.95)[1];
      if (std::isnan(group.difference.ci.low)) continue;
      const bool excludes = group.difference.ci.low > 0 || group.difference.ci.high < 0;
      EXPECT_EQ(excludes, group.pValue < 0.05) << group.pValue;
      if (std::isnan(group.ratio.ci.low)) continue;
      EXPECT_EQ(group.ratio.ci.low > 1 || group.ratio.ci.high < 1, excludes);
    }
  }
}

TEST(GroupRates, SharedClustersMakeDifferencesMorePrecise) {
  // Clusters with high rates in both groups.
  const std::vector<double> events{1, 5, 9, 2, 6, 10};
  const std::vector<std::uint32_t> shared{0, 1, 2, 0, 1, 2};
  const auto apart = groupRates({2, kGroup, events, kExposure, kCluster}, 0, 0.95)[1];
  const auto together = groupRates({2, kGroup, events, kExposure, shared}, 0, 0.95)[1];
  EXPECT_EQ(apart.difference.value, together.difference.value);
  EXPECT_LT(together.difference.ci.high - together.difference.ci.low,
            apart.difference.ci.high - apart.difference.ci.low);
}

TEST(GroupRates, AreUndefinedWithoutExposureOrVariation) {
  const std::vector<double> none{0, 0, 0, 10, 10, 10};
  const auto rates = groupRates({2, kGroup, std::vector<double>(6, 0), none, kCluster}, 0, 0.95);
  EXPECT_TRUE(std::isnan(rates[0].rate.value));
  EXPECT_EQ(rates[1].rate.value, 0);
  EXPECT_EQ(rates[1].variance, 0);
  EXPECT_TRUE(std::isnan(rates[1].rate.ci.low));
  EXPECT_TRUE(std::isnan(rates[1].pValue));
}

TEST(GroupRates, RejectInvalidRows) {
  using enum ErrorCode;
  const auto rates = [](Rows rows, std::size_t reference = 0, double confidence = 0.95) {
    return [=] { groupRates(rows, reference, confidence); };
  };
  const std::vector<double> half{1, 2.5, 3, 2, 6, 4};
  const std::vector<double> negative{1, 2, 3, -2, 6, 4};
  expectError(rates({1, kGroup, kEvents, kExposure}), kInvalidArgument, "group", 3);
  expectError(rates({2, kGroup, half, kExposure}), kInvalidArgument, "events", 1);
  EXPECT_NO_THROW(groupRates({2, kGroup, half, kExposure, kCluster}, 0, 0.95));
  expectError(rates({2, kGroup, negative, kExposure, kCluster}), kInvalidArgument, "events", 3);
  expectError(rates({2, kGroup, kEvents, negative}), kInvalidArgument, "exposure", 3);
  expectError(rates({2, kGroup, std::vector<double>{1}, kExposure}), kShapeMismatch, "events");
  expectError(rates({2, kGroup, kEvents, kExposure}, 2), kInvalidArgument, "reference");
  expectError(rates({2, kGroup, kEvents, kExposure}, 0, 0), kInvalidArgument, "confidence");
}

}  // namespace
}  // namespace fairwasm::exposure
