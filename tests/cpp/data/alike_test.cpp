// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "fairwasm/data/counted_rows.hpp"
#include "support.hpp"

namespace fairwasm::data {
namespace {

using testing::expectError;

TEST(Counts, AreSummed) {
  EXPECT_EQ(requireCounts(std::vector<double>{3, 0, 4}, 3), 7U);
  EXPECT_EQ(requireCounts({}, 0), 0U);
  EXPECT_EQ(requireCounts(std::vector<double>{0x1p53 - 1, 1}, 2), std::uint64_t{1} << 53U);
}

TEST(Counts, RejectInvalidCountsWithTheirRow) {
  const auto refused = [](std::vector<double> counts, std::size_t row) {
    expectError([&] { requireCounts(counts, counts.size()); }, ErrorCode::kInvalidArgument, "rows",
                row);
  };
  refused({1, -1}, 1);
  refused({1.5, 1}, 0);
  refused({1, 1, 0x1p53}, 2);
  refused({0, std::numeric_limits<double>::quiet_NaN()}, 1);
  expectError([] { requireCounts(std::vector<double>{1, 2}, 3); }, ErrorCode::kShapeMismatch,
              "rows");
  expectError([] { requireCounts(std::vector<double>{0x1p53 - 1, 3}, 2); }, ErrorCode::kTooLarge,
              "rows");
  expectError([] { requireCounts(std::vector<double>{0x1p53 - 1, 1, 1}, 3); }, ErrorCode::kTooLarge,
              "rows");
}

TEST(Counts, LimitTheNumberOfRepeatedRows) {
  const std::vector<double> counts{3, 4};
  requireRepeats(counts, 2, 7);
  requireRepeats({}, 2, 0);
  expectError([&] { requireRepeats(counts, 2, 6); }, ErrorCode::kTooLarge, "rows");
  EXPECT_EQ(getRepetitions(counts, 1), 4U);
  EXPECT_EQ(getRepetitions({}, 1), 1U);
}

}  // namespace
}  // namespace fairwasm::data
