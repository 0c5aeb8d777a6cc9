// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/shrinkage.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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

struct Selected {
  double cases;
  double rows;
};

// Returns the posterior probability that the rate of the first group is below `value`, by the sum
// over a fine grid of the prior's mean and shrinkage factor.
double probabilityBelow(double value, const std::vector<Selected>& groups) {
  const auto logBeta = [](double a, double b) {
    return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b);
  };
  const double size = std::ranges::min(groups, {}, &Selected::rows).rows;
  constexpr int kSteps = 100;
  double below = 0;
  double all = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double shrinkage = (i + 0.5) / kSteps;
    const double strength = size * shrinkage / (1 - shrinkage);
    for (int j = 0; j < kSteps; ++j) {
      // Jeffreys's prior is uniform in this angle.
      const double mean = std::pow(std::sin((j + 0.5) / kSteps * std::asin(1.0)), 2);
      const double a = strength * mean;
      const double b = strength * (1 - mean);
      double logarithm = 0;
      for (const auto& [cases, rows] : groups) {
        // The factor of 0.6 per row keeps weights from underflowing.
        logarithm += logBeta(a + cases, b + rows - cases) - logBeta(a, b) + 0.6 * rows;
      }
      const double weight = std::exp(logarithm);
      const auto& [cases, rows] = groups[0];
      all += weight;
      below += weight * Eigen::numext::betainc(a + cases, b + rows - cases, value);
    }
  }
  return below / all;
}

// The tails have 0.8 times their nominal probability. The margin is for the beta distributions that
// approximate the posterior.
TEST(ShrunkenRates, HaveIntervalsOfThePosterior) {
  constexpr double kMargin = 0.003;
  const std::vector<std::vector<Selected>> frames{{{20, 100}, {30, 90}, {45, 150}},
                                                  {{1, 20}, {7, 25}, {2, 30}, {20, 40}}};
  for (std::vector<Selected> groups : frames) {
    for (std::size_t i = 0; i < groups.size(); ++i) {
      std::vector<Counts> counts;
      for (const auto& [cases, rows] : groups) counts.push_back(selected(cases, rows));
      for (const double confidence : {0.5, 0.95}) {
        const uncertainty::Interval ci = shrunkenRates(kSelection, counts, confidence)[0].ci;
        const double tail = 0.4 * (1 - confidence);
        EXPECT_NEAR(probabilityBelow(ci.low, groups), tail, kMargin);
        EXPECT_NEAR(1 - probabilityBelow(ci.high, groups), tail, kMargin);
      }
      std::ranges::rotate(groups, groups.begin() + 1);
    }
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
