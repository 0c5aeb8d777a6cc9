// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/power.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "fairwasm/uncertainty/tests.hpp"

namespace fairwasm::uncertainty {
namespace {

ComparedGroups counted(double trials, double otherTrials) {
  return {{0, trials}, {0, otherTrials}, 0, true};
}

double probability(double n, double k, double share) {
  const double choose = std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
  return std::exp(choose + k * std::log(share) + (n - k) * std::log1p(-share));
}

// The test by definition: the interval of the difference excludes 0, and the mid-p-value rejects.
bool rejects(double cases, double trials, double otherCases, double otherTrials) {
  const Interval ci = newcombeDifference(cases, trials, otherCases, otherTrials, 0.95);
  return ci.low > 0 && differenceTest({cases, trials}, {otherCases, otherTrials}) <= 0.05;
}

double powerByHand(double trials, double share, double otherTrials, double otherShare) {
  double power = 0;
  for (double i = 0; i <= trials; ++i) {
    for (double j = 0; j <= otherTrials; ++j) {
      if (!rejects(i, trials, j, otherTrials)) continue;
      power += probability(trials, i, share) * probability(otherTrials, j, otherShare);
    }
  }
  return power;
}

TEST(Power, IsTheProbabilityOfAllRejectedPairsOfCounts) {
  struct Case {
    double trials, share, otherTrials, otherShare;
  };
  for (const auto& [trials, share, otherTrials, otherShare] :
       {Case{10, 0.9, 10, 0.3}, Case{30, 0.3, 20, 0.05}, Case{25, 0.6, 60, 0.3}}) {
    EXPECT_NEAR(powerToDetect(counted(trials, otherTrials), share, otherShare, 0.95),
                powerByHand(trials, share, otherTrials, otherShare), 1e-6)
        << trials;
  }
}

TEST(Power, OfTheMinimumDetectableDifferenceIsEightyPercent) {
  struct Case {
    double trials, otherTrials, share;
  };
  for (const auto& [trials, otherTrials, share] :
       {Case{60, 60, 0.8}, Case{50, 2000, 0.1}, Case{2000, 50, 0.1}, Case{20, 20, 0.5}}) {
    const auto [decrease, increase] = minimumDetectable(counted(trials, otherTrials), share, 0.95);
    EXPECT_NEAR(powerByHand(trials, share + increase, otherTrials, share), 0.8, 0.005) << trials;
    EXPECT_NEAR(powerByHand(trials, 1 - share - decrease, otherTrials, 1 - share), 0.8, 0.005)
        << trials;
  }
}

// Enumeration ends and the approximation begins at 40 expected cases.
TEST(Power, ApproximationAgreesWithEnumeration) {
  const Detectable enumerated = minimumDetectable(counted(199, 199), 0.2, 0.95);
  const Detectable approximated = minimumDetectable(counted(201, 201), 0.2, 0.95);
  EXPECT_NEAR(enumerated.increase, approximated.increase, 0.01 * enumerated.increase);
  EXPECT_NEAR(enumerated.decrease, approximated.decrease, 0.02 * -enumerated.decrease);
}

// Textbook: (1.96 + 0.8416)^2 * 2 * 0.25 / 0.1^2 = 392.4 for each group at 0.5 and 0.6, about 388
// with the variance of 0.6.
TEST(Power, OfManyRowsEqualsTheTextbookFormula) {
  const Detectable detectable = minimumDetectable(counted(388, 388), 0.5, 0.95);
  EXPECT_NEAR(detectable.increase, 0.1, 0.001);
  EXPECT_NEAR(detectable.decrease, -0.1, 0.001);
}

TEST(Power, RareProportionsCanIncreaseButNotDecreaseDetectably) {
  const Detectable rare = minimumDetectable(counted(30, 30), 0.02, 0.95);
  EXPECT_TRUE(std::isnan(rare.decrease));
  EXPECT_NEAR(rare.increase, 0.24, 0.005);
  const Detectable none = minimumDetectable(counted(100, 100), 0, 0.95);
  EXPECT_TRUE(std::isnan(none.decrease));
  EXPECT_GT(none.increase, 0.05);
}

TEST(Power, IsSymmetricInTheComplement) {
  const Detectable rare = minimumDetectable(counted(100, 300), 0.2, 0.95);
  const Detectable frequent = minimumDetectable(counted(100, 300), 0.8, 0.95);
  EXPECT_NEAR(rare.increase, -frequent.decrease, 1e-9);
  EXPECT_NEAR(rare.decrease, -frequent.increase, 1e-9);
}

// With 14 degrees of freedom, the noncentral t distribution requires 2.14 + 0.87 standard errors
// instead of 2.80.
TEST(Power, AccountsForEstimatedVariances) {
  const ComparedGroups known{{0, 400}, {0, 400}};
  const ComparedGroups estimated{{0, 400, 14}, {0, 400, 14}};
  const double ratio = minimumDetectable(estimated, 0.5, 0.95).increase /
                       minimumDetectable(known, 0.5, 0.95).increase;
  EXPECT_NEAR(ratio, 3.01 / 2.80, 0.01);
}

TEST(Power, AcceptsCountsWithRoundingErrors) {
  const Detectable whole = minimumDetectable(counted(40, 41), 0.4, 0.95);
  const Detectable rounded = minimumDetectable(counted(40 + 1e-12, 41 - 1e-12), 0.4, 0.95);
  EXPECT_EQ(rounded.decrease, whole.decrease);
  EXPECT_EQ(rounded.increase, whole.increase);
}

TEST(Power, OfEmptyGroupsIsUndefined) {
  for (const ComparedGroups& groups : {counted(0, 10), counted(10, 0)}) {
    EXPECT_TRUE(std::isnan(minimumDetectable(groups, 0.5, 0.95).increase));
  }
  EXPECT_TRUE(std::isnan(minimumDetectable(counted(10, 10), std::nan(""), 0.95).decrease));
  // Two rows each can never reject.
  EXPECT_TRUE(std::isnan(minimumDetectable(counted(2, 2), 0.5, 0.95).increase));
}

}  // namespace
}  // namespace fairwasm::uncertainty
