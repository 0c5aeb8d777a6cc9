// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/paired.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "fairwasm/group/disparities.hpp"

namespace fairwasm::group {
namespace {

// Counts of rows by cell: TP, FP, TN, FN.
Counts makeCounts(double tp, double fp, double tn, double fn) {
  Counts counts;
  addWeight(counts, true, true, tp, 0);
  addWeight(counts, false, true, fp, 0);
  addWeight(counts, false, false, tn, 0);
  addWeight(counts, true, false, fn, 0);
  counts.rows = counts.effectiveRows = counts.instances;
  const std::array cells{tp, fp, tn, fn};
  for (std::size_t i = 0; i < kConfusionCells; ++i) {
    counts.moments.units[cellSet(i)] = counts.moments.products[i][i] = cells[i];
  }
  return counts;
}

// Positives only: selected by neither, only by the other, only by the first, by both.
PairedCounts positives(double neither, double other, double one, double both) {
  const double all = neither + other + one + both;
  const auto selected = [&](double rows) { return makeCounts(rows, 0, 0, all - rows); };
  return {selected(both + one), selected(both + other), selected(both)};
}

const Rate& kTpr = kRates[rateIndex("truePositiveRate")];
constexpr double kZ = 1.959963984540054;

TEST(McNemarTest, IsTheBinomialTestOfDiscordantRows) {
  // 2 (1 + 14 + 91) / 2^14.
  EXPECT_NEAR(uncertainty::mcnemarTest(12, 2), 2 * 106.0 / 16384, 1e-12);
  EXPECT_DOUBLE_EQ(uncertainty::mcnemarTest(2, 12), uncertainty::mcnemarTest(12, 2));
  EXPECT_NEAR(uncertainty::mcnemarTest(0, 5), 0.0625, 1e-12);
  EXPECT_EQ(uncertainty::mcnemarTest(0, 0), 1);
  EXPECT_EQ(uncertainty::mcnemarTest(3, 3), 1);
  EXPECT_NEAR(uncertainty::mcnemarTest(3, 4), 1, 1e-12);
}

TEST(PairedDifference, IsNarrowerTheMoreThePredictionsAgree) {
  const auto width = [](const PairedCounts& counts) {
    const uncertainty::Interval ci = pairedDifference(kTpr, counts, kZ).ci;
    return ci.high - ci.low;
  };
  const double alike = width(positives(45, 10, 5, 40));
  const double independent = width(positives(27.5, 27.5, 22.5, 22.5));
  const double opposed = width(positives(5, 50, 45, 0));
  EXPECT_LT(alike, independent);
  EXPECT_LT(independent, opposed);
}

// 25 of 100 rows change in each direction; the correlation of both proportions is -1/3.
TEST(PairedDifference, CombinesTheProportionsOfChangedRows) {
  const auto [low, high] = pairedDifference(kTpr, positives(25, 25, 25, 25), kZ).ci;
  const uncertainty::Interval changed = uncertainty::wilsonInterval(25, 100, 0.95);
  const double below = 0.25 - changed.low;
  const double above = changed.high - 0.25;
  const double reach = std::sqrt(below * below + above * above + 2 * below * above / 3);
  EXPECT_NEAR(high, reach, 1e-12);
  EXPECT_NEAR(low, -reach, 1e-12);
}

// Of 100 rows, k change in one direction and none in the other: the interval reaches Wilson's
// limits for k of 100.
TEST(PairedDifference, OfChangesInOneDirectionHasTheirInterval) {
  for (const double k : {0., 1., 2., 5.}) {
    const auto [low, high] = pairedDifference(kTpr, positives(50 - k, k, 0, 50), kZ).ci;
    const uncertainty::Interval changed = uncertainty::wilsonInterval(k, 100, 0.95);
    const double unchanged = uncertainty::wilsonInterval(0, 100, 0.95).high;
    EXPECT_NEAR(high, changed.high, 1e-12);
    EXPECT_NEAR(low, k / 100 - std::hypot(k / 100 - changed.low, unchanged), 1e-12);
  }
}

// Exact probabilities over all numbers of changed rows. Newcombe's interval for paired data holds
// with 86.6% for 2% changed rows.
TEST(PairedDifference, HoldsIfFewRowsChange) {
  const auto logFactorial = [](double count) { return std::lgamma(count + 1); };
  for (const double n : {60., 100.}) {
    for (const auto& [gained, lost] :
         {std::array{0.02, 1e-9}, std::array{0.04, 1e-9}, std::array{0.1, 1e-9},
          std::array{0.04, 0.01}, std::array{0.1, 0.05}, std::array{0.25, 0.25}}) {
      double held = 0;
      for (double up = 0; up <= n; ++up) {
        for (double down = 0; up + down <= n; ++down) {
          const double same = n - up - down;
          const double chance = std::exp(
              logFactorial(n) - logFactorial(up) - logFactorial(down) - logFactorial(same) +
              up * std::log(gained) + down * std::log(lost) + same * std::log(1 - gained - lost));
          if (chance < 1e-9) continue;
          const double both = std::floor(same / 2);
          const auto [low, high] =
              pairedDifference(kTpr, positives(same - both, up, down, both), kZ).ci;
          if (low <= gained - lost && gained - lost <= high) held += chance;
        }
      }
      EXPECT_GT(held, 0.945) << n << " " << gained << " " << lost;
    }
  }
}

TEST(PairedDifference, IsUndefinedIfARateIs) {
  const PairedCounts none{makeCounts(0, 3, 4, 0), makeCounts(0, 2, 5, 0), makeCounts(0, 1, 6, 0)};
  for (const Rate& rate : {kTpr, kRates[rateIndex("balancedAccuracy")]}) {
    const uncertainty::Bounded difference = pairedDifference(rate, none, kZ);
    EXPECT_TRUE(std::isnan(difference.value));
    EXPECT_TRUE(std::isnan(difference.ci.low));
    EXPECT_TRUE(std::isnan(difference.ci.high));
    EXPECT_TRUE(std::isnan(pairedTest(rate, none)));
  }
}

// With weights, the test is computed from the interval, which reaches 0 at the confidence 1 - p.
TEST(PairedTest, WithWeightsAgreesWithTheInterval) {
  PairedCounts counts = positives(45, 12, 5, 38);
  for (Counts* each : {&counts.one, &counts.other, &counts.both}) {
    for (auto& row : each->moments.products) {
      for (double& product : row) product *= 1.5;
    }
  }
  const double pValue = pairedTest(kTpr, counts);
  EXPECT_GT(pValue, 0.05);
  EXPECT_LT(pValue, 0.5);
  const uncertainty::Interval ci =
      pairedDifference(kTpr, counts, uncertainty::normalQuantile(1 - pValue / 2)).ci;
  EXPECT_NEAR(ci.low, 0, 1e-9);
}

TEST(GapChange, IsZeroIfBothGroupsChangeEqually) {
  const PairedCounts counts = positives(45, 12, 5, 38);
  const GapChange gap = gapChange(kTpr, counts, counts, kZ, kZ);
  EXPECT_EQ(gap.change.number.value, 0);
  EXPECT_LT(gap.change.number.ci.low, 0);
  EXPECT_GT(gap.change.number.ci.high, 0);
  EXPECT_NEAR(gap.change.pValue, 1, 1e-9);
}

TEST(GapChange, WidensSignificantlyIfAGapReversesAndGrows) {
  // Of 1,000 rows each, the reference selects 500 by both predictions, and the group 480 by the
  // first and 900 by the other.
  const PairedCounts reference = positives(250, 250, 250, 250);
  const PairedCounts group = positives(60, 460, 40, 440);
  const Tested widening = gapChange(kTpr, group, reference, kZ, kZ).widening;
  EXPECT_NEAR(widening.number.value, 0.4 - 0.02, 1e-12);
  EXPECT_GT(widening.number.ci.low, 0.3);
  EXPECT_LT(widening.number.ci.high, 0.45);
  EXPECT_LT(widening.pValue, 1e-6);
}

TEST(GapChange, IsNeitherWiderNorNarrowerIfAGapOnlyReverses) {
  const PairedCounts reference = positives(250, 250, 250, 250);
  const PairedCounts group = positives(240, 360, 160, 240);  // 0.4 by the first, 0.6 by the other
  const GapChange gap = gapChange(kTpr, group, reference, kZ, kZ);
  EXPECT_LT(gap.change.pValue, 0.001);
  EXPECT_NEAR(gap.widening.number.value, 0, 1e-12);
  EXPECT_LT(gap.widening.number.ci.low, -0.02);
  EXPECT_GT(gap.widening.number.ci.high, 0.02);
  EXPECT_GT(gap.widening.pValue, 0.9);
}

// The interval ends at 0 at the confidence 1 - p, whether or not the gap keeps its sign.
TEST(GapChange, TestOfWideningAgreesWithTheInterval) {
  const PairedCounts reference = positives(45, 12, 8, 35);
  for (const PairedCounts& group : {positives(20, 40, 5, 35), positives(35, 45, 10, 10)}) {
    const double pValue = gapChange(kTpr, group, reference, kZ, kZ).widening.pValue;
    ASSERT_GT(pValue, 1e-6);
    ASSERT_LT(pValue, 0.9);
    const double z = uncertainty::normalQuantile(1 - pValue / 2);
    const auto [low, high] = gapChange(kTpr, group, reference, z, kZ).widening.number.ci;
    EXPECT_NEAR(std::min(std::abs(low), std::abs(high)), 0, 1e-6);
  }
}

}  // namespace
}  // namespace fairwasm::group
