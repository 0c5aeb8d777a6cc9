// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/differential_fairness.hpp"

#include <cmath>

#include "fairwasm/group/counts.hpp"
#include "fairwasm/group/rich_subgroup.hpp"
#include "support.hpp"

namespace fairwasm::group {
namespace {

using testing::expectError;

// Numbers of rows and of favorable rows of each group.
tally::Tally makeTally(const std::vector<std::pair<double, double>>& groups,
                       const std::vector<std::string>& names) {
  tally::Tally tally(data::Schema{{{"group", names}}, {"0", "1"}, true, true, false});
  std::vector<double> sums(groups.size() * 4 * tally::kSums, 0.0);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto [rows, favorable] = groups[i];
    for (const tally::Sum sum : {tally::kRows, tally::kWeight, tally::kSquaredWeight}) {
      sums[(i * 4 + 0) * tally::kSums + sum] = rows - favorable;  // truly 0, predicted 0
      sums[(i * 4 + 3) * tally::kSums + sum] = favorable;
    }
  }
  tally.updateCounted(sums);
  return tally;
}

double fairness(const tally::Tally& tally, double concentration) {
  return smoothedEmpiricalDifferentialFairness(tally, Outcome::kLabel, {false, true},
                                               concentration);
}

TEST(DifferentialFairness, MatchesManualCalculation) {
  const tally::Tally tally = makeTally({{10, 5}, {10, 2}}, {"a", "b"});
  EXPECT_NEAR(fairness(tally, 0), std::log(0.5 / 0.2), 1e-15);
  EXPECT_NEAR(fairness(tally, 2), std::log(0.5 / 0.25), 1e-15);
  EXPECT_NEAR(fairness(makeTally({{10, 5}, {10, 9}}, {"a", "b"}), 0), std::log(0.5 / 0.1), 1e-15);
}

TEST(DifferentialFairness, IsZeroForEqualGroups) {
  EXPECT_EQ(fairness(makeTally({{10, 5}, {4, 2}, {2, 1}}, {"a", "b", "c"}), 0), 0);
}

uncertainty::Bounded bounded(const tally::Tally& tally, double concentration) {
  return boundedDifferentialFairness(tally, Outcome::kLabel, {false, true}, concentration, 0.95);
}

TEST(DifferentialFairness, IntervalIncludesZeroForCopiesOfAGroup) {
  for (const double favorable : {0.0, 1.0, 20.0, 40.0}) {
    const auto [value, ci] =
        bounded(makeTally({{40, favorable}, {40, favorable}, {40, favorable}}, {"a", "b", "c"}), 1);
    EXPECT_EQ(value, 0);
    EXPECT_EQ(ci.low, 0);
    EXPECT_GT(ci.high, 0.05);
    EXPECT_TRUE(std::isfinite(ci.high));
  }
}

TEST(DifferentialFairness, IntervalContainsItsEstimateAndExcludesZeroForDistantGroups) {
  const auto [value, ci] = bounded(makeTally({{100, 80}, {100, 20}, {50, 20}}, {"a", "b", "c"}), 1);
  EXPECT_GT(ci.low, 0.5);
  EXPECT_LT(ci.low, value);
  EXPECT_GT(ci.high, value);
}

TEST(DifferentialFairness, IntervalDoesNotDependOnTheOrderOfGroups) {
  const std::vector<std::string> names{"a", "b", "c"};
  const auto first = bounded(makeTally({{100, 80}, {100, 20}, {100, 50}}, names), 1);
  for (const auto& groups :
       {std::vector<std::pair<double, double>>{{100, 50}, {100, 80}, {100, 20}},
        {{100, 20}, {100, 50}, {100, 80}}}) {
    const auto [value, ci] = bounded(makeTally(groups, names), 1);
    EXPECT_NEAR(value, first.value, 1e-12);
    EXPECT_NEAR(ci.low, first.ci.low, 1e-12);
    EXPECT_NEAR(ci.high, first.ci.high, 1e-12);
  }
}

// The rates of the unfavorable outcome, 0.05 and 0.3, have the largest ratio.
TEST(DifferentialFairness, IntervalCoversBothOutcomes) {
  const tally::Tally tally = makeTally({{100, 95}, {100, 70}}, {"a", "b"});
  const tally::Tally opposite = makeTally({{100, 5}, {100, 30}}, {"a", "b"});
  const auto [value, ci] = bounded(tally, 0);
  EXPECT_NEAR(value, std::log(6), 1e-12);
  EXPECT_NEAR(value, bounded(opposite, 0).value, 1e-12);
  EXPECT_NEAR(ci.low, bounded(opposite, 0).ci.low, 1e-12);
  EXPECT_NEAR(ci.high, bounded(opposite, 0).ci.high, 1e-12);
  EXPECT_LT(ci.low, value);
  EXPECT_GT(ci.high, value);
}

TEST(DifferentialFairness, IntervalWithoutSmoothingIsUnboundedForARateOfZero) {
  const auto [value, ci] = bounded(makeTally({{50, 25}, {50, 0}}, {"a", "b"}), 0);
  EXPECT_TRUE(std::isinf(value));
  EXPECT_GT(ci.low, 0);
  EXPECT_TRUE(std::isinf(ci.high));
}

TEST(DifferentialFairness, IntervalOfTheAmplificationOfCopiesIncludesZero) {
  const tally::Tally tally = makeTally({{40, 30}, {40, 5}}, {"a", "b"});
  const auto [value, ci] = boundedDifferentialAmplification(tally, {false, true}, 1, 0.95);
  EXPECT_EQ(value, 0);
  EXPECT_LT(ci.low, 0);
  EXPECT_GT(ci.high, 0);
}

TEST(DifferentialFairness, SortsCategoriesNumerically) {
  // Without smoothing, the first pair determines NaN: groups 2 and 10, not "10" and "2".
  const tally::Tally infinite = makeTally({{2, 0}, {2, 0}, {2, 1}}, {"10", "9", "2"});
  EXPECT_TRUE(std::isinf(fairness(infinite, 0)));
  const tally::Tally undefined = makeTally({{2, 1}, {2, 0}, {2, 0}}, {"10", "9", "2"});
  EXPECT_TRUE(std::isnan(fairness(undefined, 0)));
}

// The first two of three groups determine the result: NaN if only the last has the outcome.
TEST(DifferentialFairness, SortsNumbersInAnyNotation) {
  const std::vector<std::string> ascending{"-1e3",  "-10",  "-9.5", "-0.001",
                                           "-0",    "1E-3", ".5",   "+0.51",
                                           "9",     "10",   "1e+2", "99999999999999999999",
                                           "1.5e20"};
  for (std::size_t last = 2; last < ascending.size(); ++last) {
    const std::vector<std::string> names{ascending[last], ascending[last - 1], ascending[last - 2]};
    EXPECT_TRUE(std::isnan(fairness(makeTally({{2, 1}, {2, 0}, {2, 0}}, names), 0))) << names[0];
    EXPECT_TRUE(std::isinf(fairness(makeTally({{2, 0}, {2, 1}, {2, 0}}, names), 0))) << names[0];
  }
  // As text if one category is not a number.
  for (const std::string& word : {"9e", "e9", "9 ", "9.9.9", "9x"}) {
    EXPECT_TRUE(std::isnan(fairness(makeTally({{2, 0}, {2, 1}, {2, 0}}, {"10", word, "100"}), 0)))
        << word;
  }
}

TEST(DifferentialFairness, IsFiniteWithAnySmoothing) {
  const tally::Tally tally = makeTally({{10, 10}, {10, 0}}, {"a", "b"});
  EXPECT_NEAR(fairness(tally, 1e-300), std::log(10) - std::log(5e-301), 1e-9);
  EXPECT_TRUE(std::isinf(fairness(tally, 0)));
}

TEST(DifferentialFairness, IsDeterminedByTheExtremesOfManyGroups) {
  std::vector<std::pair<double, double>> groups;
  std::vector<std::string> names;
  for (int i = 0; i < 100'000; ++i) {
    groups.emplace_back(100, 20 + i % 7);
    names.push_back(std::to_string(i));
  }
  EXPECT_NEAR(fairness(makeTally(groups, names), 0), std::log(26.0 / 20), 1e-12);
}

TEST(DifferentialFairness, IgnoresGroupsWithoutRows) {
  EXPECT_EQ(fairness(makeTally({{10, 5}, {0, 0}, {10, 2}}, {"a", "x", "b"}), 1),
            fairness(makeTally({{10, 5}, {10, 2}}, {"a", "b"}), 1));
}

TEST(DifferentialFairness, AmplificationIsZeroForPerfectPredictions) {
  const tally::Tally tally = makeTally({{10, 5}, {10, 2}}, {"a", "b"});
  EXPECT_EQ(differentialFairnessBiasAmplification(tally, {false, true}, 1), 0);
}

TEST(DifferentialFairness, RejectsASingleGroup) {
  expectError([] { fairness(makeTally({{10, 5}, {0, 0}}, {"a", "b"}), 1); },
              ErrorCode::kInvalidArgument, "tally");
  expectError([] { fairness(makeTally({{10, 5}, {9, 1}}, {"a", "b"}), -1); },
              ErrorCode::kInvalidArgument, "concentration");
}

TEST(RichSubgroup, MatchesManualCalculation) {
  // False positives among the rows labeled 0: one in two for sex 1, one in one for sex 0; six rows
  // in total.
  tally::Tally tally(data::Schema{{{"sex", {"1", "0"}}}, {"1", "0"}, true, true, false});
  const testing::Rows rows{{{0, 0, 0, 1, 1, 1}}, {0, 0, 1, 1, 0, 1}, {0, 1, 0, 1, 0, 0}, {}, {}};
  tally.update(rows.batch(6));
  EXPECT_NEAR(richSubgroup(tally, RichSubgroupError::kFalsePositives), 1.0 / 6 * 2 / 6, 1e-15);
}

TEST(RichSubgroup, DoesNotDependOnRounding) {
  // Rows with exactly one of two attributes are predicted 1, which no linear function separates for
  // any number of rows.
  for (double rows = 1; rows <= 40; ++rows) {
    tally::Tally tally(
        data::Schema{{{"a", {"0", "1"}}, {"b", {"0", "1"}}}, {"0", "1"}, true, true, false});
    std::vector<double> sums(tally.cells().size(), 0.0);
    for (std::size_t cell = 0; cell < 4; ++cell) {
      const std::size_t predicted = cell == 1 || cell == 2 ? 1 : 0;
      for (const tally::Sum sum : {tally::kRows, tally::kWeight, tally::kSquaredWeight}) {
        sums[(cell * 4 + predicted) * tally::kSums + sum] = rows;
      }
    }
    tally.updateCounted(sums);
    EXPECT_EQ(richSubgroup(tally, RichSubgroupError::kFalsePositives), 0) << rows;
  }
}

TEST(RichSubgroup, IsAProportionForAnyNumberOfRows) {
  const auto of = [](double rows) {
    tally::Tally tally(data::Schema{{{"sex", {"0", "1"}}}, {"0", "1"}, true, true, false});
    std::vector<double> sums(tally.cells().size(), 0.0);
    const auto add = [&](std::size_t sex, std::size_t predicted, double each) {
      for (const tally::Sum sum : {tally::kRows, tally::kWeight, tally::kSquaredWeight}) {
        sums[(sex * 4 + predicted) * tally::kSums + sum] = each * rows;
      }
    };
    add(0, 0, 3);
    add(0, 1, 1);
    add(1, 0, 1);
    add(1, 1, 1);
    tally.updateCounted(sums);
    return richSubgroup(tally, RichSubgroupError::kFalsePositives);
  };
  EXPECT_GT(of(1), 0.05);
  EXPECT_NEAR(of(1e8), of(1), 1e-12);
}

TEST(RichSubgroup, RejectsNonNumericAttributes) {
  const tally::Tally tally = makeTally({{10, 5}, {10, 2}}, {"a", "b"});
  expectError([&] { richSubgroup(tally, RichSubgroupError::kFalsePositives); },
              ErrorCode::kInvalidArgument, "attributes");
}

TEST(RichSubgroup, RejectsWeights) {
  tally::Tally tally(data::Schema{{{"sex", {"0", "1"}}}, {"0", "1"}, true, true, false});
  tally.update(testing::Rows{{{0, 1}}, {0, 0}, {0, 1}, {1, 2}, {}}.batch(2));
  expectError([&] { richSubgroup(tally, RichSubgroupError::kFalsePositives); },
              ErrorCode::kInvalidArgument, "weight");
  // The weights of two rows sum to 2, but are not 1 each.
  tally.reset();
  tally.update(testing::Rows{{{0, 0}}, {0, 0}, {0, 0}, {0.5, 1.5}, {}}.batch(2));
  expectError([&] { richSubgroup(tally, RichSubgroupError::kFalsePositives); },
              ErrorCode::kInvalidArgument, "weight");
}

}  // namespace
}  // namespace fairwasm::group
