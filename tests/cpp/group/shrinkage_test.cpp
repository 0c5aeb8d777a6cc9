// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/shrinkage.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace fairwasm::group {
namespace {

Counts selected(double cases, double rows) {
  Counts counts;
  addWeight(counts, false, true, cases, 0);
  addWeight(counts, false, false, rows - cases, 0);
  counts.rows = counts.effectiveRows = rows;
  counts.moments.units[cellSet(kFalsePositives)] = cases;
  counts.moments.units[cellSet(kTrueNegatives)] = rows - cases;
  counts.moments.products[kFalsePositives][kFalsePositives] = cases;
  counts.moments.products[kTrueNegatives][kTrueNegatives] = rows - cases;
  return counts;
}

const Rate& kSelection = kRates[rateIndex("selectionRate")];

TEST(ShrunkenRates, OfAlikeGroupsAreAlikeAndSurerThanEach) {
  const std::vector<Counts> groups(6, selected(8, 40));
  for (const uncertainty::Bounded& each : shrunkenRates(kSelection, groups, 0.95)) {
    EXPECT_NEAR(each.value, 0.2, 0.01);
    const uncertainty::Interval alone =
        boundedRate(kSelection, groups[0], uncertainty::normalQuantile(0.975)).ci;
    EXPECT_LT(each.ci.high - each.ci.low, 0.75 * (alone.high - alone.low));
  }
}

TEST(ShrunkenRates, OfLargeGroupsFarApartAreTheirOwn) {
  const std::vector<Counts> groups{selected(1000, 10000), selected(5000, 10000),
                                   selected(9000, 10000)};
  const auto shrunken = shrunkenRates(kSelection, groups, 0.95);
  EXPECT_NEAR(shrunken[0].value, 0.1, 1e-3);
  EXPECT_NEAR(shrunken[1].value, 0.5, 1e-3);
  EXPECT_NEAR(shrunken[2].value, 0.9, 1e-3);
}

TEST(ShrunkenRates, NeedThreeGroups) {
  const std::vector<Counts> two{selected(1, 10), selected(5, 10), selected(0, 0)};
  for (const uncertainty::Bounded& each : shrunkenRates(kSelection, two, 0.95)) {
    EXPECT_TRUE(std::isnan(each.value));
  }
  EXPECT_TRUE(shrunkenRates(kSelection, {}, 0.95).empty());
}

}  // namespace
}  // namespace fairwasm::group
