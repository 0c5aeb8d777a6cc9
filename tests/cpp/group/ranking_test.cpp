// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/ranking.hpp"

#include <cmath>

#include "support.hpp"

namespace fairwasm::group {
namespace {

using ::testing::ElementsAre;
using testing::expectError;
using ::testing::IsEmpty;

TEST(InfeasibleIndex, MatchesManualCalculation) {
  // The target is one half each: 0 0 0 1 lacks a 1 among the first two and the first three.
  const std::vector<std::uint32_t> codes{0, 0, 0, 1};
  const std::vector<double> halves{0.5, 0.5};
  const auto result = infeasibleIndex(codes, halves, 4);
  EXPECT_EQ(result.index, 2U);
  EXPECT_THAT(result.positions, ElementsAre(1, 2));
}

TEST(InfeasibleIndex, OnlyTheTargetGrowsPastTheEnd) {
  const std::vector<std::uint32_t> codes{0, 1};
  const std::vector<double> halves{0.5, 0.5};
  EXPECT_THAT(infeasibleIndex(codes, halves, 4).positions, IsEmpty());
  EXPECT_THAT(infeasibleIndex(codes, halves, 5).positions, ElementsAre(3));
  EXPECT_EQ(infeasibleIndex(codes, halves, 5).index, 2U);
}

TEST(InfeasibleIndex, IsZeroWithoutPrefixes) {
  EXPECT_EQ(infeasibleIndex(std::vector<std::uint32_t>{0}, std::vector<double>{1}, 1).index, 0U);
  EXPECT_EQ(infeasibleIndex({}, {}, 0).index, 0U);
}

TEST(InfeasibleIndex, RejectsAGroupWithoutTarget) {
  const std::vector<std::uint32_t> codes{0, 3, 0};
  expectError([&] { infeasibleIndex(codes, std::vector<double>{1}, 3); },
              ErrorCode::kInvalidArgument, "groups", 1);
}

TEST(DiscountedCumulativeGain, MatchesManualCalculation) {
  const std::vector<double> scores{3, 2, 1};
  EXPECT_DOUBLE_EQ(discountedCumulativeGain(scores, 3), 3 + 2 / std::log2(3.0) + 0.5);
  EXPECT_EQ(discountedCumulativeGain(scores, 1), 3);
  EXPECT_EQ(discountedCumulativeGain(scores, 0), 0);
  EXPECT_EQ(discountedCumulativeGain(scores, 99), discountedCumulativeGain(scores, 3));
}

}  // namespace
}  // namespace fairwasm::group
