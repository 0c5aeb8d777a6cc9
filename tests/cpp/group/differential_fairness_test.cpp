// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/differential_fairness.hpp"

#include <cmath>

#include "fairwasm/group/counts.hpp"
#include "fairwasm/group/rich_subgroup.hpp"
#include "support.hpp"

namespace fairwasm {
namespace {

using testing::expectError;

// Rows a group, favorable ones among them.
Tally tallyOf(const std::vector<std::pair<double, double>>& groups,
              const std::vector<std::string>& names) {
  Tally tally(Schema{{{"group", names}}, {"0", "1"}, true, true, false});
  std::vector<double> sums(groups.size() * 4 * kSums, 0.0);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto [rows, favorable] = groups[i];
    for (const Sum sum : {kRows, kWeight, kSquaredWeight}) {
      sums[(i * 4 + 0) * kSums + sum] = rows - favorable;  // truly 0, predicted 0
      sums[(i * 4 + 3) * kSums + sum] = favorable;
    }
  }
  tally.add(sums);
  return tally;
}

double fairness(const Tally& tally, double concentration) {
  return smoothedEmpiricalDifferentialFairness(tally, Outcome::kLabel, {false, true},
                                               concentration);
}

TEST(DifferentialFairness, IsWorkedOutByHand) {
  const Tally tally = tallyOf({{10, 5}, {10, 2}}, {"a", "b"});
  EXPECT_NEAR(fairness(tally, 0), std::log(0.5 / 0.2), 1e-15);
  EXPECT_NEAR(fairness(tally, 2), std::log(0.5 / 0.25), 1e-15);
  EXPECT_NEAR(fairness(tallyOf({{10, 5}, {10, 9}}, {"a", "b"}), 0), std::log(0.5 / 0.1), 1e-15);
}

TEST(DifferentialFairness, OfGroupsThatFareAlikeIsZero) {
  EXPECT_EQ(fairness(tallyOf({{10, 5}, {4, 2}, {2, 1}}, {"a", "b", "c"}), 0), 0);
}

TEST(DifferentialFairness, OrdersCategoriesAsNumbers) {
  // Without smoothing the first pair decides over NaN: groups 2 and 10, not "10" and "2".
  const Tally infinite = tallyOf({{2, 0}, {2, 0}, {2, 1}}, {"10", "9", "2"});
  EXPECT_TRUE(std::isinf(fairness(infinite, 0)));
  const Tally undefined = tallyOf({{2, 1}, {2, 0}, {2, 0}}, {"10", "9", "2"});
  EXPECT_TRUE(std::isnan(fairness(undefined, 0)));
}

TEST(DifferentialFairness, DoesNotSeeGroupsWithoutRows) {
  EXPECT_EQ(fairness(tallyOf({{10, 5}, {0, 0}, {10, 2}}, {"a", "x", "b"}), 1),
            fairness(tallyOf({{10, 5}, {10, 2}}, {"a", "b"}), 1));
}

TEST(DifferentialFairness, AmplificationIsZeroForPerfectPredictions) {
  const Tally tally = tallyOf({{10, 5}, {10, 2}}, {"a", "b"});
  EXPECT_EQ(differentialFairnessBiasAmplification(tally, {false, true}, 1), 0);
}

TEST(DifferentialFairness, RefusesWhatHasNoPairs) {
  expectError([] { fairness(tallyOf({{10, 5}, {0, 0}}, {"a", "b"}), 1); },
              ErrorCode::kInvalidArgument, "tally");
  expectError([] { fairness(tallyOf({{10, 5}, {9, 1}}, {"a", "b"}), -1); },
              ErrorCode::kInvalidArgument, "concentration");
}

TEST(RichSubgroup, IsWorkedOutByHand) {
  // False positives among the rows labelled 0: of sex 1 one in two, of sex 0 one in one; six rows
  // in all.
  Tally tally(Schema{{{"sex", {"1", "0"}}}, {"1", "0"}, true, true, false});
  const testing::Rows rows{{{0, 0, 0, 1, 1, 1}}, {0, 0, 1, 1, 0, 1}, {0, 1, 0, 1, 0, 0}, {}, {}};
  tally.update(rows.batch(6));
  EXPECT_NEAR(richSubgroup(tally, RichSubgroupError::kFalsePositives), 1.0 / 6 * 2 / 6, 1e-15);
}

TEST(RichSubgroup, RefusesAttributesThatAreNoNumbers) {
  const Tally tally = tallyOf({{10, 5}, {10, 2}}, {"a", "b"});
  expectError([&] { richSubgroup(tally, RichSubgroupError::kFalsePositives); },
              ErrorCode::kInvalidArgument, "attributes");
}

TEST(RichSubgroup, RefusesWeights) {
  Tally tally(Schema{{{"sex", {"0", "1"}}}, {"0", "1"}, true, true, false});
  tally.update(testing::Rows{{{0, 1}}, {0, 0}, {0, 1}, {1, 2}, {}}.batch(2));
  expectError([&] { richSubgroup(tally, RichSubgroupError::kFalsePositives); },
              ErrorCode::kInvalidArgument, "weight");
}

}  // namespace
}  // namespace fairwasm
