// SPDX-License-Identifier: Apache-2.0
//
// Counts, rates, and disparities of the eight rows of support.hpp, computed by hand.
#include "fairwasm/group/rates.hpp"

#include <cmath>

#include "fairwasm/group/disparities.hpp"
#include "support.hpp"

namespace fairwasm::group {
namespace {

using testing::eightRowTally;

Counts makeCounts(const data::Condition& condition) {
  const tally::Tally tally = eightRowTally();
  return countGroup(tally, condition, favorableLabels(tally.schema(), {"1"}));
}

Counts race(const char* category) { return makeCounts({{{"race", category}}}); }

TEST(Counts, OfOneGroupMatchManualCalculation) {
  const Counts a = race("a");  // weights: TP 1, FP 2, TN 1, FN 2
  EXPECT_EQ(a.rows, 4);
  EXPECT_EQ(a.instances, 6);
  EXPECT_EQ(a.truePositives, 1);
  EXPECT_EQ(a.falsePositives, 2);
  EXPECT_EQ(a.trueNegatives, 1);
  EXPECT_EQ(a.falseNegatives, 2);
  EXPECT_EQ(a.positives, 3);
  EXPECT_EQ(a.negatives, 3);
  EXPECT_EQ(a.predictedPositives, 3);
  EXPECT_EQ(a.predictedNegatives, 3);
  EXPECT_DOUBLE_EQ(a.generalizedTruePositives, 1 * 0.9 + 2 * 0.4);
  EXPECT_DOUBLE_EQ(a.generalizedFalsePositives, 2 * 0.6 + 1 * 0.2);
  EXPECT_DOUBLE_EQ(a.generalizedTrueNegatives, 2 * 0.4 + 1 * 0.8);
  EXPECT_DOUBLE_EQ(a.generalizedFalseNegatives, 1 * 0.1 + 2 * 0.6);
}

TEST(Counts, OverlappingClausesCountARowOnce) {
  EXPECT_EQ(makeCounts({{{"race", "a"}}, {{"sex", "f"}}}).rows, 6);
  EXPECT_EQ(makeCounts({{}}).rows, 8);
  EXPECT_EQ(makeCounts({}).rows, 0);
}

TEST(Counts, SwappingTheFavorableLabelSwapsPositivesAndNegatives) {
  const tally::Tally tally = eightRowTally();
  const Counts one = countGroup(tally, {{}}, favorableLabels(tally.schema(), {"1"}));
  const Counts zero = countGroup(tally, {{}}, favorableLabels(tally.schema(), {"0"}));
  EXPECT_EQ(one.truePositives, zero.trueNegatives);
  EXPECT_EQ(one.falsePositives, zero.falseNegatives);
  EXPECT_EQ(one.predictedPositives, zero.predictedNegatives);
}

TEST(Counts, AreNaNIfTheColumnsDoNotDetermineThem) {
  tally::Tally tally(data::Schema{{}, {"0", "1"}, false, true, false});
  const std::vector<std::uint8_t> prediction{0, 1, 1};
  tally.update({3, {}, {}, std::span<const std::uint8_t>(prediction), {}, {}});
  const Counts counts = countGroup(tally, {{}}, favorableLabels(tally.schema(), {"1"}));
  EXPECT_EQ(counts.predictedPositives, 2);
  EXPECT_TRUE(std::isnan(counts.positives));
  EXPECT_TRUE(std::isnan(counts.truePositives));
  EXPECT_TRUE(std::isnan(counts.generalizedTruePositives));
}

double computeRate(const char* name, const Counts& counts) {
  for (const Rate& rate : kRates) {
    if (rate.name == name) return evaluate(rate, counts);
  }
  ADD_FAILURE() << "no rate " << name;
  return 0;
}

struct KnownRate {
  const char* name;
  double inA;  // group a
  double inB;  // group b: TP 0.5 + 0.5, FN 1, no negatives
  double inC;  // group c: FP 3
};

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class Rates : public ::testing::TestWithParam<KnownRate> {};

TEST_P(Rates, MatchManualCalculation) {
  const auto expectRate = [](double actual, double expected) {
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(actual)) << actual;
    } else {
      EXPECT_DOUBLE_EQ(actual, expected);
    }
  };
  expectRate(computeRate(GetParam().name, race("a")), GetParam().inA);
  expectRate(computeRate(GetParam().name, race("b")), GetParam().inB);
  expectRate(computeRate(GetParam().name, race("c")), GetParam().inC);
  expectRate(computeRate(GetParam().name, makeCounts({})), kNaN);
}

INSTANTIATE_TEST_SUITE_P(
    ByHand, Rates,
    ::testing::Values(KnownRate{"baseRate", 0.5, 1, 0}, KnownRate{"selectionRate", 0.5, 0.5, 1},
                      KnownRate{"truePositiveRate", 1. / 3, 0.5, kNaN},
                      KnownRate{"falsePositiveRate", 2. / 3, kNaN, 1},
                      KnownRate{"trueNegativeRate", 1. / 3, kNaN, 0},
                      KnownRate{"falseNegativeRate", 2. / 3, 0.5, kNaN},
                      KnownRate{"positivePredictiveValue", 1. / 3, 1, 0},
                      KnownRate{"negativePredictiveValue", 1. / 3, 0, kNaN},
                      KnownRate{"falseDiscoveryRate", 2. / 3, 0, 1},
                      KnownRate{"falseOmissionRate", 2. / 3, 1, kNaN},
                      KnownRate{"accuracy", 1. / 3, 0.5, 0}, KnownRate{"errorRate", 2. / 3, 0.5, 1},
                      KnownRate{"generalizedTruePositiveRate", 1.7 / 3, 1.05 / 2, kNaN},
                      KnownRate{"generalizedFalsePositiveRate", 1.4 / 3, kNaN, 0.5},
                      KnownRate{"generalizedTrueNegativeRate", 1.6 / 3, kNaN, 0.5},
                      KnownRate{"generalizedFalseNegativeRate", 1.3 / 3, 0.95 / 2, kNaN},
                      KnownRate{"f1Score", 1. / 3, 2. / 3, 0},
                      KnownRate{"balancedAccuracy", 1. / 3, kNaN, kNaN},
                      KnownRate{"informedness", -1. / 3, kNaN, kNaN}),
    [](const auto& parameter) { return std::string(parameter.param.name); });

TEST(Rates, AreAllTestedAbove) { EXPECT_EQ(kRates.size(), 19U); }

double computeDisparity(const char* name, const Counts& unprivileged, const Counts& privileged) {
  for (const Disparity& disparity : kDisparities) {
    if (disparity.name == name) return evaluate(disparity, unprivileged, privileged);
  }
  ADD_FAILURE() << "no disparity " << name;
  return 0;
}

struct KnownDisparity {
  const char* name;
  double value;  // sex f (TP 1.5, FP 0, TN 1, FN 1) compared with sex m (TP 0.5, FP 5, TN 0, FN 2)
};

class Disparities : public ::testing::TestWithParam<KnownDisparity> {};

TEST_P(Disparities, MatchManualCalculation) {
  const Counts f = makeCounts({{{"sex", "f"}}});
  const Counts m = makeCounts({{{"sex", "m"}}});
  EXPECT_NEAR(computeDisparity(GetParam().name, f, m), GetParam().value, 1e-15);
}

INSTANTIATE_TEST_SUITE_P(
    ByHand, Disparities,
    ::testing::Values(
        KnownDisparity{"statisticalParityDifference", 1.5 / 3.5 - 5.5 / 7.5},
        KnownDisparity{"disparateImpact", (1.5 / 3.5) / (5.5 / 7.5)},
        KnownDisparity{"equalOpportunityDifference", 0.4},
        KnownDisparity{"averageOddsDifference", -0.3},
        KnownDisparity{"averageAbsOddsDifference", 0.7},
        KnownDisparity{"equalizedOddsDifference", 1},
        // Scores of actual positives 0.64 and 0.46, of actual negatives 0.2 and 0.54.
        KnownDisparity{"generalizedEqualizedOddsDifference", 0.34},
        KnownDisparity{"averagePredictiveValueDifference", 0.5 * ((1 - 1. / 11) + (0.5 - 1))},
        KnownDisparity{"falsePositiveRateDifference", -1},
        KnownDisparity{"falseNegativeRateDifference", -0.4},
        KnownDisparity{"falseDiscoveryRateDifference", -10. / 11},
        KnownDisparity{"falseOmissionRateDifference", -0.5},
        KnownDisparity{"errorRateDifference", 1 / 3.5 - 7 / 7.5},
        KnownDisparity{"falsePositiveRateRatio", 0}, KnownDisparity{"falseNegativeRateRatio", 0.5},
        KnownDisparity{"falseDiscoveryRateRatio", 0}, KnownDisparity{"falseOmissionRateRatio", 0.5},
        KnownDisparity{"errorRateRatio", (1 / 3.5) / (7 / 7.5)}),
    [](const auto& parameter) { return std::string(parameter.param.name); });

TEST(DisparitiesOf, AreAllTestedAbove) { EXPECT_EQ(kDisparities.size(), 18U); }

TEST(DisparitiesOf, AreUndefinedIfARateIs) {
  EXPECT_TRUE(std::isnan(computeDisparity("equalOpportunityDifference", race("a"), race("c"))));
  EXPECT_TRUE(std::isnan(computeDisparity("averageOddsDifference", race("a"), race("b"))));
  EXPECT_TRUE(std::isnan(computeDisparity("disparateImpact", race("a"), makeCounts({}))));
  // The true positive rate is defined in the first case, the false positive rate in the second.
  EXPECT_TRUE(std::isnan(computeDisparity("equalizedOddsDifference", race("b"), race("a"))));
  EXPECT_TRUE(std::isnan(computeDisparity("equalizedOddsDifference", race("c"), race("a"))));
}

TEST(DisparitiesOf, DisparateImpactIsInfiniteIfOnlyTheReferenceSelectsNoRows) {
  Counts nobody;
  nobody.instances = 4;
  EXPECT_EQ(computeDisparity("disparateImpact", race("a"), nobody),
            std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(computeDisparity("disparateImpact", nobody, nobody)));
}

TEST(DisparitiesOf, DifferencesChangeSignWithSwappedGroups) {
  const Counts f = makeCounts({{{"sex", "f"}}});
  const Counts m = makeCounts({{{"sex", "m"}}});
  for (const char* name :
       {"statisticalParityDifference", "equalOpportunityDifference", "averageOddsDifference"}) {
    EXPECT_DOUBLE_EQ(computeDisparity(name, f, m), -computeDisparity(name, m, f)) << name;
  }
  EXPECT_DOUBLE_EQ(
      computeDisparity("disparateImpact", f, m) * computeDisparity("disparateImpact", m, f), 1);
}

}  // namespace
}  // namespace fairwasm::group
