// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/impact/comparison.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "support.hpp"

namespace fairwasm::impact {
namespace {

using ::testing::ElementsAre;
using testing::expectError;
using ::testing::IsEmpty;
using ::testing::IsNan;
using uncertainty::Interval;

constexpr double kMaxPeople = 9007199254740992;  // 2^53

// Questions and Answers on the guidelines, number 21: 16 of 80 and 3 of 20.
TEST(Comparison, ReproducesTheExampleOfTheGuidelines) {
  const Comparison found = compare({20, 3}, {80, 16});
  EXPECT_EQ(found.ratio, 0.75);
  EXPECT_EQ(found.difference, -0.05);
  EXPECT_TRUE(found.belowFourFifths);
  EXPECT_EQ(found.shortfallToFourFifths, 1);  // 3.2 are needed, so 4
  EXPECT_EQ(found.shortfallToParity, 1);
  EXPECT_EQ(found.flippedRate, 0.2);
  EXPECT_EQ(found.flippedOther, 0.1875);
  EXPECT_TRUE(found.flipReverses);
  EXPECT_NEAR(found.z, -0.05 / std::sqrt(0.19 * 0.81 * (1. / 20 + 1. / 80)), 1e-14);
  EXPECT_EQ(found.smallestCell, 3);
  EXPECT_DOUBLE_EQ(found.oddsRatio, (3. * 64) / (17 * 16));
}

TEST(Comparison, ExactlyFourFifthsAreNotBelow) {
  EXPECT_FALSE(compare({100, 64}, {100, 80}).belowFourFifths);
  EXPECT_EQ(compare({100, 64}, {100, 80}).shortfallToFourFifths, 0);
  EXPECT_TRUE(compare({100, 63}, {100, 80}).belowFourFifths);
}

// One selection of 7e15 makes the difference, which products of doubles would lose.
TEST(Comparison, IsExactForCountsUpToTheLargest) {
  const double people = kMaxPeople - 1;
  const double four = 5764607523034234;  // just below 4/5 of the next number
  const double five = 7205759403792793;
  const Comparison below = compare({people, four}, {people, five});
  EXPECT_EQ(5 * static_cast<Wide>(four) < 4 * static_cast<Wide>(five), below.belowFourFifths);
  EXPECT_TRUE(below.belowFourFifths);
  EXPECT_LT(below.ratio, 0.8);
  EXPECT_EQ(below.shortfallToFourFifths, 1);
  EXPECT_FALSE(compare({people, four + 1}, {people, five}).belowFourFifths);
  EXPECT_LT(compare({kMaxPeople, kMaxPeople - 1}, {kMaxPeople, kMaxPeople}).difference, 0);
  EXPECT_TRUE(std::isnan(below.fisherTwoSided));
}

// Rates differ by 1 / (n (n - 1)) and are equal as doubles.
TEST(Comparison, KeepsThePrecisionOfNearlyEqualRates) {
  const Comparison found = compare({3e15, 1e15}, {3e15 - 3, 1e15 - 1});
  EXPECT_EQ(found.difference, 0);
  const Comparison apart = compare({3e15, 1e15}, {3e15 - 2, 1e15 - 1});
  EXPECT_NEAR(apart.difference * 3e15 * (3e15 - 2), 1e15, 1);  // n - 2 s of n (n - 2)
}

TEST(Comparison, IsNaNIfUndefined) {
  const Comparison none = compare({20, 0}, {30, 0});
  EXPECT_THAT(none.ratio, IsNan());
  EXPECT_THAT(none.z, IsNan());
  EXPECT_THAT(none.yatesPValue, IsNan());
  EXPECT_EQ(none.fisherTwoSided, 1);
  EXPECT_FALSE(none.belowFourFifths);
  EXPECT_THAT(none.flippedRate, IsNan());
  EXPECT_EQ(compare({20, 1}, {30, 0}).ratio, std::numeric_limits<double>::infinity());
  EXPECT_EQ(compare({20, 20}, {30, 10}).oddsRatio, std::numeric_limits<double>::infinity());
  const Comparison empty = compare({0, 0}, {30, 15});
  EXPECT_THAT(empty.ratio, IsNan());
  EXPECT_THAT(empty.shortfallToFourFifths, IsNan());
  EXPECT_EQ(empty.fisherLess, 1);
  EXPECT_EQ(empty.smallestCell, 0);
}

TEST(Comparison, RejectsInvalidCounts) {
  expectError([] { compare({10, 11}, {10, 1}); }, ErrorCode::kInvalidArgument, "selected", 0);
  expectError([] { compare({10, 1}, {10.5, 1}); }, ErrorCode::kInvalidArgument, "applicants", 1);
  expectError([] { compare({-1, 0}, {10, 1}); }, ErrorCode::kInvalidArgument, "applicants", 0);
  expectError([] { compare({kMaxPeople * 2, 0}, {10, 1}); }, ErrorCode::kInvalidArgument,
              "applicants", 0);
}

struct Pair {
  Selections group;
  Selections other;
};

class Pairs : public ::testing::TestWithParam<Pair> {};

TEST_P(Pairs, ChangeSignWithTheirOrder) {
  const auto& [group, other] = GetParam();
  const Comparison one = compare(group, other);
  const Comparison two = compare(other, group);
  EXPECT_EQ(one.difference, -two.difference);
  EXPECT_NEAR(one.z, -two.z, 1e-13);
  EXPECT_NEAR(one.ratio * two.ratio, 1, 1e-14);
  EXPECT_NEAR(one.oddsRatio * two.oddsRatio, 1, 1e-14);
  EXPECT_NEAR(one.fisherTwoSided, two.fisherTwoSided, 1e-13);
  EXPECT_NEAR(one.fisherLess, two.fisherGreater, 1e-13);
  EXPECT_NEAR(one.yatesPValue, two.yatesPValue, 1e-13);
  EXPECT_EQ(one.smallestCell, two.smallestCell);
}

// After the shortfall has been made up, there is none, and one selection fewer would be too few.
TEST_P(Pairs, ShortfallIsExact) {
  const auto& [group, other] = GetParam();
  const double missing = compare(group, other).shortfallToFourFifths;
  const Selections enough{group.people, group.selected + missing};
  EXPECT_FALSE(compare(enough, other).belowFourFifths);
  if (enough.selected < 1) return;
  EXPECT_TRUE(compare({enough.people, enough.selected - 1}, other).belowFourFifths);
}

TEST_P(Pairs, HaveConsistentIntervalsThatContainTheRatio) {
  const auto& [group, other] = GetParam();
  const double ratio = compare(group, other).ratio;
  const auto [low, high] = ratioInterval(group, other, 0.95);
  EXPECT_LE(low, ratio);
  EXPECT_GE(high, ratio);
  const auto wider = ratioInterval(group, other, 0.99);
  EXPECT_LE(wider.low, low);
  EXPECT_GE(wider.high, high);
  // For two groups, the ratio to the highest is that to the other one, at most 1.
  const auto both = ratiosToHighest(std::vector{group, other}, 0.95);
  EXPECT_NEAR(both[0].low, std::min(1.0, low), 1e-6);
  EXPECT_NEAR(both[0].high, std::min(1.0, high), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Comparison, Pairs,
                         ::testing::Values(Pair{{20, 3}, {80, 16}}, Pair{{100, 64}, {100, 80}},
                                           Pair{{7, 1}, {9, 5}}, Pair{{1000, 31}, {20, 19}},
                                           Pair{{50, 25}, {60, 30}},
                                           Pair{{12345, 678}, {999, 98}}));

TEST(Highest, ContainsAllExactlyEqualRates) {
  EXPECT_THAT(highest(std::vector<Selections>{{20, 10}, {0, 0}, {40, 20}, {30, 14}}),
              ElementsAre(0, 2));
  EXPECT_THAT(highest(std::vector<Selections>{{3e15, 1e15}, {3e15 - 2, 1e15 - 1}}), ElementsAre(0));
  EXPECT_THAT(highest(std::vector<Selections>{{0, 0}}), IsEmpty());
  EXPECT_THAT(highest(std::vector<Selections>{{4, 0}, {5, 0}}), ElementsAre(0, 1));
  expectError([] { highest(std::vector<Selections>{{1, 1}, {1, 2}}); }, ErrorCode::kInvalidArgument,
              "selected", 1);
}

TEST(ShortfallsToPool, SumToZero) {
  EXPECT_THAT(shortfallsToPool(std::vector<Selections>{{100, 60}, {100, 45}, {100, 48}, {100, 51}}),
              ElementsAre(-9, 6, 3, 0));
  EXPECT_THAT(shortfallsToPool(std::vector<Selections>{{0, 0}}), ElementsAre(IsNan()));
}

// One of one and one of ten: Fisher's test gives 2/11.
TEST(RatioInterval, OfOnePersonIsNotAPoint) {
  const auto both = ratiosToHighest(std::vector<Selections>{{1, 1}, {10, 1}}, 0.95);
  EXPECT_LT(both[0].low, 0.3);
  EXPECT_EQ(both[0].high, 1);
  EXPECT_LT(both[1].low, 0.01);
  EXPECT_EQ(both[1].high, 1);
  const auto few = ratiosToHighest(std::vector<Selections>{{1, 1}, {5, 1}}, 0.95);
  EXPECT_EQ(few[0].low, 0);
  EXPECT_EQ(few[1].high, 1);
}

// Every table of up to 10 and 10 people, and some larger ones.
TEST(RatioInterval, ExcludesOneExactlyIfFishersTestRejects) {
  const auto check = [](const Selections& one, const Selections& other) {
    const Interval ratio = ratioInterval(one, other, 0.95);
    if (std::isnan(ratio.low)) return;
    const Comparison found = compare(one, other);
    EXPECT_LE(ratio.low, found.ratio);
    EXPECT_GE(ratio.high, found.ratio);
    EXPECT_EQ(ratio.low > 1 || ratio.high < 1, found.fisherTwoSided <= 0.05)
        << one.selected << "/" << one.people << " " << other.selected << "/" << other.people;
  };
  for (double n = 1; n <= 10; ++n) {
    for (double m = 1; m <= 10; ++m) {
      for (double a = 0; a <= n; ++a) {
        for (double b = 0; b <= m; ++b) check({n, a}, {m, b});
      }
    }
  }
  for (double a = 0; a <= 40; ++a) {
    check({50, a}, {300, 40});
    check({4000, 400 + a}, {3000, 330});
    check({100000, 2000 + 5 * a}, {90000, 1900});
  }
}

std::vector<double> binomial(double trials, double p) {
  std::vector<double> chances;
  for (double k = 0; k <= trials; ++k) {
    const double ways = std::lgamma(trials + 1) - std::lgamma(k + 1) - std::lgamma(trials - k + 1);
    chances.push_back(std::exp(ways + k * std::log(p) + (trials - k) * std::log(1 - p)));
  }
  return chances;
}

// Probabilities over all tables, for equal and unequal rates. "Given a selection" leaves out tables
// without one, which have no interval.
TEST(RatioInterval, HoldsInTablesOfUpToTenAndTen) {
  double min = 1;
  double minGivenSelection = 1;
  for (double n = 1; n <= 10; ++n) {
    for (double m = n; m <= 10; ++m) {
      std::vector<Interval> intervals;
      for (double a = 0; a <= n; ++a) {
        for (double b = 0; b <= m; ++b) intervals.push_back(ratioInterval({n, a}, {m, b}, 0.95));
      }
      for (const double p : {0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.98}) {
        for (const double q : {0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.98}) {
          const auto ours = binomial(n, p);
          const auto theirs = binomial(m, q);
          double missed = 0;
          for (std::size_t i = 0; i < intervals.size(); ++i) {
            if (intervals[i].low <= p / q && p / q <= intervals[i].high) continue;
            if (std::isnan(intervals[i].low)) continue;
            missed += ours[i / theirs.size()] * theirs[i % theirs.size()];
          }
          min = std::min(min, 1 - missed);
          minGivenSelection = std::min(minGivenSelection, 1 - missed / (1 - ours[0] * theirs[0]));
        }
      }
    }
  }
  EXPECT_GT(min, 0.947);
  EXPECT_GT(minGivenSelection, 0.93);
}

TEST(RatiosToHighest, ContainTheRatiosAndStayBelowOne) {
  const std::vector<Selections> groups{{300, 60}, {40, 12}, {0, 0}, {25, 0}, {90, 40}};
  const auto all = ratiosToHighest(groups, 0.95);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].people == 0) {
      EXPECT_THAT(all[i].low, IsNan());
      continue;
    }
    const double ratio = compare(groups[i], groups[4]).ratio;
    EXPECT_LE(all[i].low, ratio);
    EXPECT_GE(all[i].high, ratio);
    EXPECT_LE(all[i].high, 1);
  }
  EXPECT_LT(all[4].low, 1);
  const auto none = ratiosToHighest(std::vector<Selections>{{10, 0}, {10, 0}}, 0.95);
  EXPECT_THAT(none[0].low, IsNan());
  const auto alone = ratiosToHighest(std::vector<Selections>{{10, 5}}, 0.95);
  EXPECT_EQ(alone[0].low, 1);
}

}  // namespace
}  // namespace fairwasm::impact
