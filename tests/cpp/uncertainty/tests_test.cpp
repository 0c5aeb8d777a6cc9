// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/tests.hpp"

#include <cmath>
#include <limits>

#include "support.hpp"

namespace fairwasm::uncertainty {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Fisher's tea tasting, 3 of 4 and 1 of 4: 0.4857; and R's fisher.test for convictions of twins
// (Fisher 1962): 2 of 17 and 10 of 13.
TEST(FisherExactTest, AgreesWithPublishedValues) {
  EXPECT_NEAR(fisherExactTest({3, 4}, {1, 4}), 34. / 70, 1e-12);
  EXPECT_NEAR(fisherExactTest({2, 17}, {10, 13}), 0.0005367, 5e-8);
}

TEST(FisherExactTest, IsSymmetric) {
  EXPECT_NEAR(fisherExactTest({3, 20}, {9, 15}), fisherExactTest({9, 15}, {3, 20}), 1e-14);
  EXPECT_NEAR(fisherExactTest({3, 20}, {9, 15}), fisherExactTest({17, 20}, {6, 15}), 1e-14);
}

TEST(FisherExactTest, OfEqualProportionsIsOneAndOfEmptyGroupsUndefined) {
  EXPECT_DOUBLE_EQ(fisherExactTest({5, 10}, {5, 10}), 1);
  EXPECT_DOUBLE_EQ(fisherExactTest({0, 10}, {0, 3}), 1);
  EXPECT_TRUE(std::isnan(fisherExactTest({0, 0}, {1, 2})));
}

TEST(FisherExactTest, SupportsImpossibleTables) {
  EXPECT_EQ(fisherExactTest({0, 5000}, {5000, 5000}), 0);
}

// R: fisher.test(matrix(c(3, 1, 1, 3), 2), alternative = …): 17/70 for greater, 69/70 for less.
TEST(FisherTests, OneSidedPValuesAddUpToTheObservedTable) {
  const auto [twoSided, less, greater, midP] = fisherTests({3, 4}, {1, 4});
  EXPECT_DOUBLE_EQ(twoSided, 34. / 70);
  EXPECT_DOUBLE_EQ(greater, 17. / 70);
  EXPECT_DOUBLE_EQ(less, 69. / 70);
  EXPECT_NEAR(less + greater - 1, 16. / 70, 1e-15);  // the observed table is in both
}

// With one row per group, all tables are equally extreme.
TEST(FisherTests, OfOneTrialEachAreDefined) {
  const auto [twoSided, less, greater, midP] = fisherTests({1, 1}, {0, 1});
  EXPECT_DOUBLE_EQ(twoSided, 1);
  EXPECT_DOUBLE_EQ(less, 1);
  EXPECT_DOUBLE_EQ(greater, 0.5);
  EXPECT_EQ(chiSquaredTest({1, 1}, {1, 1}), 1);
  EXPECT_TRUE(std::isnan(chiSquaredTest({0, 0}, {1, 1})));
}

TEST(FisherTests, OfManyTrialsAreNearTheNormalLimit) {
  const auto [twoSided, less, greater, midP] = fisherTests({250'030'000, 5e8}, {249'970'000, 5e8});
  EXPECT_NEAR(twoSided / chiSquaredTest({250'030'000, 5e8}, {249'970'000, 5e8}), 1, 1e-2);
  EXPECT_NEAR(less, 1 - greater, 1e-6);
  EXPECT_NEAR(greater / twoSided, 0.5, 1e-9);
}

TEST(FisherTests, SupportImpossibleTables) {
  const auto [twoSided, less, greater, midP] = fisherTests({0, 5000}, {5000, 5000});
  EXPECT_EQ(twoSided, 0);
  EXPECT_EQ(less, 0);
  EXPECT_EQ(greater, 1);
  EXPECT_EQ(fisherTests({5000, 5000}, {0, 5000}).less, 1);
  EXPECT_EQ(fisherTests({5000, 5000}, {0, 5000}).greater, 0);
}

// By hand: 16 of 80 and 3 of 20 deviate by 0.8 from the expectation, 0.3 after the correction;
// (0.3)^2 (1/15.2 + 1/64.8 + 1/3.8 + 1/16.2) = 0.03655.
TEST(YatesTest, MatchesManualCalculation) {
  const double squares = 0.09 * (1 / 15.2 + 1 / 64.8 + 1 / 3.8 + 1 / 16.2);
  EXPECT_NEAR(yatesTest({16, 80}, {3, 20}), std::erfc(std::sqrt(squares / 2)), 1e-12);
  EXPECT_EQ(yatesTest({1, 2}, {2, 3}), 1);  // deviates by less than 1/2
  EXPECT_EQ(yatesTest({1, 1}, {1, 3}), 1);  // by 1 - 2 / 4, which the correction removes
  EXPECT_EQ(yatesTest({1, 3}, {1, 1}), 1);
  EXPECT_EQ(yatesTest({1, 4}, {0, 4}), 1);
  EXPECT_EQ(yatesTest({3, 4}, {4, 4}), 1);
  EXPECT_TRUE(std::isnan(yatesTest({0, 2}, {0, 3})));
  EXPECT_TRUE(std::isnan(yatesTest({2, 2}, {3, 3})));
  EXPECT_TRUE(std::isnan(yatesTest({0, 0}, {1, 3})));
}

// With three rows each, the two extreme tables have a probability of 1/20 and are equally likely.
TEST(FisherExactTest, MidPCountsEquallyLikelyTablesHalf) {
  EXPECT_NEAR(fisherTests({0, 3}, {3, 3}).twoSided, 0.1, 1e-15);
  EXPECT_NEAR(fisherTests({0, 3}, {3, 3}).midP, 0.05, 1e-15);
  // 1 of 20 tables is extreme and 9 are as likely as the observed one, on either side.
  EXPECT_NEAR(fisherTests({1, 3}, {2, 3}).midP, 0.05 + 0.05 + (9.0 + 9.0) / 20 / 2, 1e-15);
  EXPECT_TRUE(std::isnan(fisherTests({0, 0}, {3, 3}).midP));
}

TEST(ChiSquaredTest, MatchesManualCalculation) {
  // z = (0.6 - 0.4) / sqrt(0.25 * 2 / 100) = 2.828427.
  EXPECT_NEAR(chiSquaredTest({60, 100}, {40, 100}), 0.004677734981047, 1e-12);
  EXPECT_EQ(chiSquaredTest({0, 10}, {0, 10}), 1);
  EXPECT_TRUE(std::isnan(chiSquaredTest({0, 0}, {0, 10})));
}

TEST(DifferenceTest, ExactAndAsymptoticTestsAgreeAtTheLimit) {
  const double exact = fisherTests({2550, 5000}, {2450, 5000}).midP;
  const double asymptotic = chiSquaredTest({2550, 5000}, {2450, 5000});
  EXPECT_NEAR(exact, asymptotic, 1e-4);
  EXPECT_EQ(differenceTest({2550, 5000}, {2450, 5000}), exact);
  EXPECT_EQ(differenceTest({2550, 5001}, {2450, 5000}), chiSquaredTest({2550, 5001}, {2450, 5000}));
}

TEST(DifferenceTest, IsExactForFewExpectedCasesHoweverLargeTheOtherGroup) {
  EXPECT_NEAR(fisherExactTest({2, 10}, {200, 20'000}), 0.0043, 5e-5);
  EXPECT_NEAR(differenceTest({2, 10}, {200, 20'000}), 0.0022, 5e-5);
  // A hundred of a billion: a sum over all tables, term by term, would take too long.
  const double rare = differenceTest({3, 1e6}, {97, 1e9});
  EXPECT_GT(rare, 5e-5);
  EXPECT_LT(rare, 1e-3);
}

// 1,000 of 20,000 trials, of which 200 succeed: 10 are expected, which is enough.
TEST(DifferenceTest, IsAsymptoticFromTenExpectedCasesOn) {
  EXPECT_EQ(differenceTest({15, 1000}, {185, 19'000}), chiSquaredTest({15, 1000}, {185, 19'000}));
  EXPECT_EQ(differenceTest({15, 1000}, {184, 19'000}), fisherTests({15, 1000}, {184, 19'000}).midP);
}

// With unit weights and few ties, the interval's p-value is close to the exact one.
TEST(PairwiseTest, AgreesWithTheIntervals) {
  const std::vector<EffectiveShare> alike{{0.3, 100}, {0.3, 50}, {0.3, 10}};
  EXPECT_NEAR(pairwiseTest(alike), 1, 1e-9);
  const std::vector<EffectiveShare> two{{0.6, 100}, {0.4, 100}};
  EXPECT_NEAR(pairwiseTest(two), 0.0047, 0.001);
  EXPECT_TRUE(std::isnan(pairwiseTest(std::vector<EffectiveShare>{{0.3, 100}})));
  const std::vector<EffectiveShare> three{{0.6, 100}, {0.4, 100}, {0.5, 100}};
  // Like Tukey's test of three pairs: slightly less than three times the p-value of one.
  EXPECT_GT(pairwiseTest(three), 2.5 * pairwiseTest(two));
}

TEST(PairwiseTest, IgnoresAGroupWithoutTrials) {
  const std::vector<EffectiveShare> two{{0.6, 100}, {0.4, 100}};
  const std::vector<EffectiveShare> withEmpty{{0.6, 100}, {0.4, 100}, {0.5, 0}};
  EXPECT_EQ(pairwiseTest(withEmpty), pairwiseTest(two));
}

TEST(PermutationTest, AgreesWithFisherForTwoGroups) {
  const std::vector<Share> groups{{3, 20}, {9, 15}};
  const double p = fisherExactTest(groups[0], groups[1]);
  EXPECT_NEAR(permutationTest(groups, 20'000, 1), p, 5 * std::sqrt(p / 20'000));
}

TEST(PermutationTest, FindsADifferenceNextToATinyGroup) {
  const std::vector<Share> groups{{450, 1000}, {230, 1000}, {3, 8}};
  EXPECT_LT(permutationTest(groups, 999, 1), 0.002);
}

// None of 99 permutations has such a large difference, so the observed one is the only one of a
// hundred.
TEST(PermutationTest, CountsTheObservedTable) {
  EXPECT_EQ(permutationTest(std::vector<Share>{{0, 50}, {50, 50}}, 99, 1), 0.01);
  EXPECT_EQ(permutationTest(std::vector<Share>{{0, 50}, {50, 50}}, 999, 1), 0.001);
}

TEST(PermutationTest, RequiresTwoGroupsWithTrials) {
  EXPECT_TRUE(std::isnan(permutationTest(std::vector<Share>{{1, 2}, {0, 0}}, 99, 1)));
  EXPECT_EQ(permutationTest(std::vector<Share>{{1, 2}, {2, 4}}, 99, 1), 1);
}

// The example of the 1995 paper's procedure in R: p.adjust(c(0.01, 0.02, 0.03, 0.04), "BH").
TEST(BenjaminiHochberg, AgreesWithPublishedValues) {
  EXPECT_THAT(benjaminiHochberg(std::vector<double>{0.01, 0.04, 0.03, 0.02}),
              ::testing::Each(::testing::DoubleNear(0.04, 1e-15)));
  const auto adjusted = benjaminiHochberg(std::vector<double>{0.5, 0.001, kNaN});
  EXPECT_DOUBLE_EQ(adjusted[0], 0.5);
  EXPECT_DOUBLE_EQ(adjusted[1], 0.002);
  EXPECT_TRUE(std::isnan(adjusted[2]));
}

// For two groups, the range test is the chi-squared test; for more, it agrees with permutations.
TEST(LargestDifferenceTest, UsesTheStudentizedRangeForManyRows) {
  const std::vector<Share> two{{20'500, 60'000}, {20'100, 60'000}};
  EXPECT_NEAR(largestDifferenceTest(two, 99, 1), chiSquaredTest(two[0], two[1]), 1e-7);
  const std::vector<Share> four{
      {20'400, 60'000}, {20'100, 60'000}, {20'000, 60'000}, {20'050, 60'000}};
  const double p = largestDifferenceTest(four, 99, 1);
  EXPECT_NEAR(permutationTest(four, 20'000, 1), p, 5 * std::sqrt(p / 20'000) + 0.002);
}

TEST(LargestDifferenceTest, IsAPermutationTestOtherwise) {
  const std::vector<Share> few{{3, 20}, {9, 20}, {5, 20}};
  EXPECT_EQ(largestDifferenceTest(few, 999, 1), permutationTest(few, 999, 1));
  // Many rows with few cases.
  const std::vector<Share> seldom{{5, 60'000}, {14, 60'000}};
  EXPECT_EQ(largestDifferenceTest(seldom, 199, 1), permutationTest(seldom, 199, 1));
  // Many rows, but few in one group.
  const std::vector<Share> rare{{50'000, 100'000}, {50'100, 100'000}, {40, 100}};
  EXPECT_EQ(largestDifferenceTest(rare, 999, 1), permutationTest(rare, 999, 1));
  EXPECT_TRUE(std::isnan(largestDifferenceTest(std::vector<Share>{{1, 2}}, 99, 1)));
}

}  // namespace
}  // namespace fairwasm::uncertainty
