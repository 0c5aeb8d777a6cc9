// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/shares/shares.hpp"

#include <cmath>

#include "fairwasm/uncertainty/tests.hpp"
#include "support.hpp"

namespace fairwasm::shares {
namespace {

using testing::expectError;
using ::testing::IsNan;

using Numbers = std::vector<double>;

// Values of statsmodels, numpy, and scipy.
TEST(Shares, MatchesReferenceImplementations) {
  const auto found = compare(Numbers{59, 23, 38}, Numbers{0.5, 0.3, 0.2}, false, 0.95);
  EXPECT_NEAR(found.groups[1].ratio.value, 0.638888888888889, 1e-15);
  EXPECT_NEAR(found.groups[0].share.ci.low, 0.3853103830969592, 1e-14);
  EXPECT_NEAR(found.groups[2].share.ci.high, 0.424689810390957, 1e-14);
  EXPECT_EQ(found.groups[0].missing, 1);
  EXPECT_EQ(found.groups[1].missing, 13);
  EXPECT_EQ(found.groups[2].missing, 0);
  EXPECT_NEAR(found.totalVariation.value, 0.11666666666666665, 1e-15);
  EXPECT_NEAR(found.pearsonPValue, 0.0015981814516142295, 1e-15);
  EXPECT_EQ(found.degrees, 2);
  EXPECT_EQ(found.smallestExpected, 24);
}

TEST(Shares, IntervalsAgreeWithTheirTests) {
  for (double count = 0; count <= 200; ++count) {
    const auto fixed = compare(Numbers{count, 200 - count, 50}, Numbers{3, 5, 2}, false, 0.95);
    const auto sample = compare(Numbers{count, 200 - count, 50}, Numbers{30, 55, 20}, true, 0.95);
    for (const auto& groups : {fixed.groups, sample.groups}) {
      for (const GroupShare& group : groups) {
        const auto& [value, ci] = group.difference;
        EXPECT_EQ(ci.low > 0 || ci.high < 0, group.adjustedPValue < 0.05) << count;
        EXPECT_EQ(group.ratio.ci.low > 1 || group.ratio.ci.high < 1, ci.low > 0 || ci.high < 0);
        EXPECT_LE(ci.low, value);
        EXPECT_GE(ci.high, value);
      }
    }
  }
}

double binomial(int n, int k, double p) {
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) +
                  k * std::log(p) + (n - k) * std::log(1 - p));
}

TEST(Shares, ExactTestOfTwoGroupsIsTheBinomialTest) {
  double expected = 0;
  for (int k = 0; k <= 25; ++k) {
    if (binomial(25, k, 0.7) <= binomial(25, 19, 0.7) * (1 + 1e-9))
      expected += binomial(25, k, 0.7);
  }
  const auto found = compare(Numbers{19, 6}, Numbers{0.7, 0.3}, false, 0.95);
  EXPECT_NEAR(found.exactPValue, expected, 1e-12);
}

TEST(Shares, ExactTestOfASampleIsFishersTest) {
  const auto found = compare(Numbers{12, 5}, Numbers{20, 31}, true, 0.95);
  EXPECT_NEAR(found.exactPValue, uncertainty::fisherExactTest({12, 17}, {20, 51}), 1e-12);
  const auto turned = compare(Numbers{20, 31}, Numbers{12, 5}, true, 0.95);
  EXPECT_NEAR(turned.exactPValue, found.exactPValue, 1e-12);
  EXPECT_NEAR(turned.pearsonPValue, found.pearsonPValue, 1e-12);
  EXPECT_NEAR(found.pearsonPValue, uncertainty::chiSquaredTest({12, 17}, {20, 51}), 1e-12);
}

// All 6 tables of three groups with two rows, by hand: 0.36, 0.36, 0.12, 0.09, 0.06, 0.01.
TEST(Shares, ExactTestSumsTablesThatAreAtMostAsLikely) {
  const Numbers reference{0.6, 0.3, 0.1};
  EXPECT_NEAR(compare(Numbers{1, 0, 1}, reference, false, 0.95).exactPValue, 0.28, 1e-12);
  EXPECT_NEAR(compare(Numbers{2, 0, 0}, reference, false, 0.95).exactPValue, 1, 1e-12);
  EXPECT_NEAR(compare(Numbers{0, 0, 2}, reference, false, 0.95).exactPValue, 0.01, 1e-12);
}

TEST(Shares, ManyTablesHaveNoExactTest) {
  const auto found = compare(Numbers{500, 300, 200, 9}, Numbers{4, 3, 2, 1}, false, 0.95);
  EXPECT_THAT(found.exactPValue, IsNan());
  EXPECT_LT(found.pearsonPValue, 1e-10);
}

TEST(Shares, MissingPeopleAreExact) {
  EXPECT_EQ(compare(Numbers{0, 100}, Numbers{0.07, 0.93}, false, 0.95).groups[0].missing, 7);
  EXPECT_EQ(compare(Numbers{0, 101}, Numbers{0.07, 0.93}, false, 0.95).groups[0].missing, 8);
}

TEST(Shares, GroupsWithoutReferenceShareAreImpossible) {
  const auto found = compare(Numbers{5, 5, 1}, Numbers{1, 1, 0}, false, 0.95);
  EXPECT_EQ(found.groups[2].ratio.value, kInfinity);
  EXPECT_THAT(found.groups[2].ratio.ci.low, IsNan());
  EXPECT_EQ(found.pearsonPValue, 0);
  EXPECT_EQ(found.exactPValue, 0);
  EXPECT_THAT(compare(Numbers{5, 5, 0}, Numbers{1, 1, 0}, false, 0.95).groups[2].ratio.value,
              IsNan());
}

TEST(Shares, EverythingIsUndefinedWithoutRows) {
  const auto found = compare(Numbers{0, 0}, Numbers{1, 1}, false, 0.95);
  EXPECT_THAT(found.groups[0].share.value, IsNan());
  EXPECT_THAT(found.groups[0].missing, IsNan());
  EXPECT_THAT(found.pearsonPValue, IsNan());
  EXPECT_THAT(found.totalVariation.value, IsNan());
}

TEST(Shares, RejectsInvalidNumbers) {
  const Numbers even{1, 1};
  const auto rejects = [&](const Numbers& counts, const Numbers& reference, bool isSample,
                           const char* argument, std::optional<std::size_t> row) {
    expectError([&] { compare(counts, reference, isSample, 0.95); }, ErrorCode::kInvalidArgument,
                argument, row);
  };
  rejects({1, 1.5}, even, false, "counts", 1);
  rejects({-1, 1}, even, false, "counts", 0);
  rejects(even, {0, 0}, false, "reference", {});
  rejects(even, {1, -1}, false, "reference", 1);
  rejects(even, {0.5, 0.5}, true, "reference", 0);
  expectError([&] { compare(even, even, false, 1); }, ErrorCode::kInvalidArgument, "confidence");
  expectError([&] { compare(even, Numbers{1}, false, 0.95); }, ErrorCode::kShapeMismatch,
              "reference");
  expectError([&] { compare(Numbers{1}, Numbers{1}, false, 0.95); }, ErrorCode::kShapeMismatch,
              "reference");
}

}  // namespace
}  // namespace fairwasm::shares
