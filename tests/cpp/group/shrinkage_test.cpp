// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/shrinkage.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <unsupported/Eigen/SpecialFunctions>
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

TEST(ShrunkenRates, OfEqualGroupsAreEqualAndMorePrecise) {
  const std::vector<Counts> groups(6, selected(8, 40));
  for (const uncertainty::Bounded& each : shrunkenRates(kSelection, groups, 0.95)) {
    EXPECT_NEAR(each.value, 0.2, 0.01);
    const uncertainty::Interval alone =
        boundedRate(kSelection, groups[0], uncertainty::normalQuantile(0.975)).ci;
    EXPECT_LT(each.ci.high - each.ci.low, 0.75 * (alone.high - alone.low));
  }
}

TEST(ShrunkenRates, OfDistantLargeGroupsStayUnchanged) {
  const std::vector<Counts> groups{selected(1000, 10000), selected(5000, 10000),
                                   selected(9000, 10000)};
  const auto shrunken = shrunkenRates(kSelection, groups, 0.95);
  EXPECT_NEAR(shrunken[0].value, 0.1, 1e-3);
  EXPECT_NEAR(shrunken[1].value, 0.5, 1e-3);
  EXPECT_NEAR(shrunken[2].value, 0.9, 1e-3);
}

double betaProbability(double value, double mean, double trials) {
  return Eigen::numext::betainc(mean * trials, (1 - mean) * trials, value);
}

// Returns the trials of the beta distribution with this mean and this probability below `value`.
double trialsOf(double mean, double value, double probability) {
  double low = 1;
  double high = 1e6;
  for (int step = 0; step < 200; ++step) {
    const double middle = std::sqrt(low * high);
    (betaProbability(value, mean, middle) > probability ? low : high) = middle;
  }
  return low;
}

// One end identifies the beta distribution, whose quantiles must give the other end and the ends at
// another confidence.
TEST(ShrunkenRates, HaveIntervalsOfABetaDistribution) {
  const std::vector<Counts> groups{selected(20, 100), selected(30, 90), selected(45, 150)};
  const auto wide = shrunkenRates(kSelection, groups, 0.95);
  const auto narrow = shrunkenRates(kSelection, groups, 0.5);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto& [mean, ci] = wide[i];
    const double trials = trialsOf(mean, ci.low, 0.025);
    EXPECT_NEAR(betaProbability(ci.high, mean, trials), 0.975, 1e-6);
    EXPECT_NEAR(betaProbability(narrow[i].ci.low, mean, trials), 0.25, 1e-6);
    EXPECT_NEAR(betaProbability(narrow[i].ci.high, mean, trials), 0.75, 1e-6);
  }
}

// The choice of the favorable outcome must not matter.
TEST(ShrunkenRates, OfTheOppositeOutcomeAreTheComplements) {
  const std::vector<Counts> groups{selected(0, 12), selected(3, 9), selected(4, 40)};
  const std::vector<Counts> opposite{selected(12, 12), selected(6, 9), selected(36, 40)};
  const auto rates = shrunkenRates(kSelection, groups, 0.95);
  const auto others = shrunkenRates(kSelection, opposite, 0.95);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    EXPECT_NEAR(rates[i].value, 1 - others[i].value, 1e-9);
    EXPECT_NEAR(rates[i].ci.low, 1 - others[i].ci.high, 1e-6);
    EXPECT_NEAR(rates[i].ci.high, 1 - others[i].ci.low, 1e-6);
  }
}

TEST(ShrunkenRates, RequireThreeGroups) {
  const std::vector<Counts> two{selected(1, 10), selected(5, 10), selected(0, 0)};
  for (const uncertainty::Bounded& each : shrunkenRates(kSelection, two, 0.95)) {
    EXPECT_TRUE(std::isnan(each.value));
  }
  EXPECT_TRUE(shrunkenRates(kSelection, {}, 0.95).empty());
}

}  // namespace
}  // namespace fairwasm::group
