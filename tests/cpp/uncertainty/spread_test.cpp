// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/spread.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::uncertainty {
namespace {

TEST(Spread, MatchesManualCalculation) {
  const std::vector<double> groups{0.2, 0.5, 0.4};
  const Spread apart = spread(groups, 0.4);
  EXPECT_EQ(apart.min, 0.2);
  EXPECT_EQ(apart.max, 0.5);
  EXPECT_EQ(apart.difference, 0.3);
  EXPECT_EQ(apart.ratio, 0.4);
  EXPECT_EQ(apart.differenceToOverall, 0.2);
  EXPECT_EQ(apart.ratioToOverall, 0.5);
}

TEST(Spread, OmitsUndefinedGroups) {
  const std::vector<double> groups{kNaN, 0.5, kNaN, 0.25};
  const Spread apart = spread(groups, 0.25);
  EXPECT_EQ(apart.difference, 0.25);
  EXPECT_EQ(apart.ratio, 0.5);
  EXPECT_EQ(apart.ratioToOverall, 0.5);  // inverted: 0.25 / 0.5
}

TEST(Spread, IsUndefinedIfNoGroupIsDefined) {
  const std::vector<double> groups{kNaN};
  for (const double value : {spread(groups, 0.5).difference, spread({}, 0.5).ratio}) {
    EXPECT_TRUE(std::isnan(value));
  }
}

TEST(Spread, HasNoGapForASingleDefinedGroup) {
  const std::array groups{kNaN, 0.4};
  const Spread apart = spread(groups, 0.5);
  EXPECT_EQ(apart.min, 0.4);
  EXPECT_EQ(apart.max, 0.4);
  for (const double gap :
       {apart.difference, apart.ratio, apart.differenceToOverall, apart.ratioToOverall}) {
    EXPECT_TRUE(std::isnan(gap));
  }
  EXPECT_EQ(fairlearnSpread(groups, 0.4).difference, 0);
  EXPECT_EQ(fairlearnSpread(groups, 0.4).ratio, 1);
}

TEST(Spread, RatioOfZeroToZeroIsUndefined) {
  const std::vector<double> groups{0, 0};
  EXPECT_EQ(spread(groups, 0).difference, 0);
  EXPECT_TRUE(std::isnan(spread(groups, 0).ratio));
}

}  // namespace
}  // namespace fairwasm::uncertainty
