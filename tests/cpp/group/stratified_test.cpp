// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/stratified.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "fairwasm/uncertainty/tests.hpp"
#include "support.hpp"

namespace fairwasm::group {
namespace {

constexpr const Rate& kSelection = kRates[rateIndex("selectionRate")];

// Counts of selected and not selected rows; true labels are unknown.
Counts selected(double yes, double no) {
  Counts counts;
  addWeight(counts, true, true, yes, 0);
  addWeight(counts, true, false, no, 0);
  counts.rows = counts.effectiveRows = counts.instances;
  counts.moments.units[cellSet(kTruePositives)] = yes;
  counts.moments.products[kTruePositives][kTruePositives] = yes;
  counts.moments.units[cellSet(kFalseNegatives)] = no;
  counts.moments.products[kFalseNegatives][kFalseNegatives] = no;
  return counts;
}

Stratum stratum(double a, double b, double c, double d) {
  return {selected(a, b), selected(c, d), selected(a + c, b + d)};
}

// Admissions to the six largest departments of Berkeley in 1973: men, then women, admitted and
// rejected (Bickel, Hammel and O'Connell 1975; UCBAdmissions of R).
std::vector<Stratum> berkeley() {
  return {stratum(512, 313, 89, 19),   stratum(353, 207, 17, 8),  stratum(120, 205, 202, 391),
          stratum(138, 279, 131, 244), stratum(53, 138, 94, 299), stratum(22, 351, 24, 317)};
}

TEST(CompareWithin, EqualsRForBerkeley) {
  const Stratified found = compareWithin(kSelection, berkeley(), 0.95);
  EXPECT_NEAR(found.commonOddsRatio.value, 0.9046968, 5e-8);  // mantelhaen.test, correct = FALSE
  EXPECT_NEAR(found.commonOddsRatio.ci.low, 0.7719074, 5e-8);
  EXPECT_NEAR(found.commonOddsRatio.ci.high, 1.0603298, 5e-8);
  EXPECT_NEAR(found.sameOdds.statistic, 1.5246, 5e-5);
  EXPECT_NEAR(found.sameOdds.pValue, 0.2169, 5e-5);
  EXPECT_EQ(found.sameOdds.degrees, 1);
  EXPECT_EQ(found.sameOddsRatio.degrees, 5);
  EXPECT_LT(found.sameOddsRatio.pValue, 0.003);
  EXPECT_EQ(found.comparedStrata, 6);
  EXPECT_EQ(found.groupShare, 1);
}

// In strata without cases, or with only cases, the distribution of cases is fixed.
TEST(CompareWithin, UninformativeStrataAreInNoTest) {
  const Stratified expected = compareWithin(kSelection, berkeley(), 0.95);
  for (const Stratum& mute : {stratum(0, 50, 0, 30), stratum(50, 0, 30, 0)}) {
    std::vector<Stratum> strata = berkeley();
    strata.push_back(mute);
    const Stratified found = compareWithin(kSelection, strata, 0.95);
    EXPECT_EQ(found.sameOdds.statistic, expected.sameOdds.statistic);
    EXPECT_EQ(found.sameOddsRatio.statistic, expected.sameOddsRatio.statistic);
    EXPECT_EQ(found.sameOddsRatio.degrees, expected.sameOddsRatio.degrees);
    EXPECT_EQ(found.smallestCell, expected.smallestCell);
    EXPECT_EQ(found.roomForCases, expected.roomForCases);
    EXPECT_EQ(found.comparedStrata, 7);
  }
}

// A single odds ratio cannot be compared.
TEST(CompareWithin, OneStratumHasNoHomogeneityTest) {
  const std::vector<Stratum> one{berkeley().front()};
  const Stratified found = compareWithin(kSelection, one, 0.95);
  EXPECT_EQ(found.sameOdds.degrees, 1);
  EXPECT_EQ(found.sameOddsRatio.degrees, 0);
  EXPECT_TRUE(std::isnan(found.sameOddsRatio.statistic));
  EXPECT_TRUE(std::isnan(found.sameOddsRatio.pValue));
}

// Over all rows, men are admitted more often, but not after standardization to the mix of
// departments: Simpson's paradox.
TEST(CompareWithin, StandardizesToTheMixOfAllRows) {
  const auto strata = berkeley();
  const Stratified found = compareWithin(kSelection, strata, 0.95);
  double men = 0;
  double women = 0;
  double all = 0;
  for (const Stratum& each : strata) {
    const double rows = kSelection.denominator(each.all);
    men += rows * evaluate(kSelection, each.group);
    women += rows * evaluate(kSelection, each.reference);
    all += rows;
  }
  EXPECT_NEAR(found.groupRate.value, men / all, 1e-14);
  EXPECT_NEAR(found.referenceRate.value, women / all, 1e-14);
  EXPECT_LT(found.difference.ci.high, 0);
  const auto plain = rateDifference(kSelection, selected(1198, 1493), selected(557, 1278), 0.95);
  EXPECT_GT(plain.ci.low, 0);
}

// Smoking and cervical cancer by number of partners: BreslowDayTest of DescTools returns 4.2069
// without Tarone's correction, which is small here.
TEST(CompareWithin, TestsForEqualOddsRatiosInAllStrata) {
  const std::array strata{stratum(12, 21, 25, 118), stratum(96, 148, 92, 150)};
  const Stratified found = compareWithin(kSelection, strata, 0.95);
  const double ratio = found.commonOddsRatio.value;
  double plain = 0;
  double away = 0;
  double all = 0;
  for (const Stratum& each : strata) {
    const double group = kSelection.denominator(each.group);
    const double reference = kSelection.denominator(each.reference);
    const double cases = kSelection.numerator(each.group) + kSelection.numerator(each.reference);
    double low = 0;
    double high = std::min(group, cases);
    for (int i = 0; i < 200; ++i) {  // finds the cell at which the odds ratio is the common one
      const double a = (low + high) / 2;
      (a * (reference - cases + a) < ratio * (group - a) * (cases - a) ? low : high) = a;
    }
    const double a = (low + high) / 2;
    const double variance =
        1 / (1 / a + 1 / (group - a) + 1 / (cases - a) + 1 / (reference - cases + a));
    const double seen = kSelection.numerator(each.group) - a;
    plain += seen * seen / variance;
    away += seen;
    all += variance;
  }
  EXPECT_NEAR(plain, 4.2069, 5e-5);
  EXPECT_NEAR(found.sameOddsRatio.statistic, plain - away * away / all, 1e-9);
  EXPECT_EQ(found.sameOddsRatio.degrees, 1);
}

TEST(CompareWithin, EqualsThePlainComparisonInOneStratum) {
  const Counts group = selected(7, 13);
  const Counts reference = selected(0, 9);
  const std::array one{Stratum{group, reference, selected(7, 22)}};
  const Stratified found = compareWithin(kSelection, one, 0.9);
  const auto plain = rateDifference(kSelection, group, reference, 0.9);
  EXPECT_NEAR(found.difference.value, plain.value, 1e-15);
  EXPECT_NEAR(found.difference.ci.low, plain.ci.low, 1e-12);
  EXPECT_NEAR(found.difference.ci.high, plain.ci.high, 1e-12);
  EXPECT_TRUE(std::isinf(found.commonOddsRatio.value));
  EXPECT_TRUE(std::isnan(found.commonOddsRatio.ci.low));
  EXPECT_TRUE(std::isnan(found.sameOddsRatio.pValue));
}

TEST(CompareWithin, OmitsStrataWithOneGroup) {
  const std::array strata{stratum(6, 4, 5, 5), stratum(30, 0, 0, 0), stratum(0, 0, 1, 9)};
  const std::array only{stratum(6, 4, 5, 5)};
  const Stratified found = compareWithin(kSelection, strata, 0.95);
  const Stratified expected = compareWithin(kSelection, only, 0.95);
  EXPECT_EQ(found.difference.value, expected.difference.value);
  EXPECT_EQ(found.sameOdds.statistic, expected.sameOdds.statistic);
  EXPECT_EQ(found.comparedStrata, 1);
  EXPECT_EQ(found.groupShare, 0.25);
  EXPECT_EQ(found.referenceShare, 0.5);
}

TEST(CompareWithin, IsUndefinedIfNoStratumHasBothGroups) {
  const std::array strata{stratum(30, 5, 0, 0), stratum(0, 0, 1, 9)};
  const Stratified found = compareWithin(kSelection, strata, 0.95);
  for (const double value :
       {found.difference.value, found.difference.ci.low, found.ratio.value,
        found.commonOddsRatio.value, found.sameOdds.pValue, found.sameOddsRatio.pValue}) {
    EXPECT_TRUE(std::isnan(value));
  }
}

// Rows of weight 2 are as precise as rows of weight 1.
TEST(CompareWithin, AccountsForWeights) {
  const auto heavy = [](Counts counts) {
    for (const CountField& field : kCountFields) {
      if (field.name != "rows" && field.name != "effectiveRows") counts.*field.member *= 2;
    }
    for (auto& row : counts.moments.products) {
      for (double& each : row) each *= 4;
    }
    return counts;
  };
  auto strata = berkeley();
  const Stratified plain = compareWithin(kSelection, strata, 0.95);
  for (Stratum& each : strata) {
    each = {heavy(each.group), heavy(each.reference), heavy(each.all)};
  }
  const Stratified weighted = compareWithin(kSelection, strata, 0.95);
  EXPECT_NEAR(weighted.difference.ci.low, plain.difference.ci.low, 1e-12);
  EXPECT_NEAR(weighted.commonOddsRatio.ci.high, plain.commonOddsRatio.ci.high, 1e-12);
  EXPECT_NEAR(weighted.sameOdds.statistic, plain.sameOdds.statistic, 1e-9);
}

TEST(CompareWithin, RejectsRatesThatAreNotProportions) {
  testing::expectError([] { compareWithin(kRates[rateIndex("f1Score")], berkeley(), 0.95); },
                       ErrorCode::kInvalidArgument, "rate");
}

TEST(ChiSquaredTail, IsTheUpperTailProbability) {
  EXPECT_NEAR(uncertainty::chiSquaredTail(3.841459, 1), 0.05, 1e-7);
  EXPECT_NEAR(uncertainty::chiSquaredTail(11.0705, 5), 0.05, 1e-6);
  EXPECT_EQ(uncertainty::chiSquaredTail(0, 3), 1);
  EXPECT_TRUE(std::isnan(uncertainty::chiSquaredTail(1, 0)));
}

}  // namespace
}  // namespace fairwasm::group
