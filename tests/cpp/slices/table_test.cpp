// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/slices/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "fairwasm/core/error.hpp"
#include "slices/tables.hpp"

namespace fairwasm::slices {
namespace {

using testing::buildTable;
using testing::randomRows;

using Doubles = std::vector<double>;

TEST(SlicesTable, MergesEqualRows) {
  const Table table = buildTable(
      {{{0, 1, 0, 1, 0, 1}, {0, 0, 0, 0, 0, 0}}, {2, 1}, {1, 0, 0.5, 0.25, 0, 0}, {}}, 1);
  ASSERT_EQ(table.entries(), 2U);
  EXPECT_EQ(table.sums()[0].rows, 3);
  EXPECT_EQ(table.sums()[0].errors, 1.5);
  EXPECT_EQ(table.sums()[1].rows, 3);
  EXPECT_EQ(table.sums()[1].errors, 0.25);
  EXPECT_THAT(table.getEntry(), ::testing::ElementsAre(0, 1, 0, 1, 0, 1));
  EXPECT_TRUE(table.isIn(1, std::vector<Condition>{{0, 1}, {1, 0}}));
  EXPECT_FALSE(table.isIn(0, std::vector<Condition>{{0, 1}, {1, 0}}));
}

TEST(SlicesTable, DoesNotDistinguishRareValues) {
  const Table table = buildTable({{{4, 1, 4, 2, 4, 2}}, {5}, {0, 0, 1, 1, 0, 0}, {}}, 2);
  EXPECT_THAT(table.columns()[0].values, ::testing::ElementsAre(2, 4));
  EXPECT_EQ(table.total().rows, 6);
  EXPECT_EQ(table.total().errors, 2);
}

TEST(SlicesTable, ManyValuesHaveWideCodes) {
  EXPECT_TRUE(buildTable(randomRows(1, 4000, {255, 2}), 1).hasNarrowCodes());
  EXPECT_FALSE(buildTable(randomRows(1, 40000, {256, 2}), 1).hasNarrowCodes());
}

TEST(SlicesTable, DetectsTheKindOfErrors) {
  const auto getKind = [](Doubles errors, Doubles counts) {
    return Table(std::move(errors), std::move(counts), 1).kind();
  };
  EXPECT_EQ(getKind({0, 1, 1}, {}), Errors::kBinary);
  EXPECT_EQ(getKind({0, 0.5, 1}, {}), Errors::kShares);
  EXPECT_EQ(getKind({0, 2, 1}, {}), Errors::kNumbers);
  EXPECT_EQ(getKind({0, 2, 1}, {1, 2, 3}), Errors::kBinary);
  EXPECT_EQ(getKind({0, 2, 1}, {1, 1, 3}), Errors::kSummed);
  EXPECT_EQ(getKind({0.5, 0, 0}, {1, 2, 3}), Errors::kSummed);
}

TEST(SlicesTable, DetectsEqualErrors) {
  EXPECT_FALSE(Table({0.1, 0.1, 0.1}, {}, 1).errorsDiffer());
  EXPECT_TRUE(Table({0.1, 0.1, 0.2}, {}, 1).errorsDiffer());
  EXPECT_FALSE(Table({1, 2, 0}, {2, 4, 0}, 1).errorsDiffer());
  EXPECT_FALSE(Table({}, {}, 1).errorsDiffer());
}

struct Rejected {
  Doubles errors;
  Doubles counts;
  double minRows;
  ErrorCode code;
  const char* argument;
  std::optional<std::size_t> row;
};

class SlicesTableRejects : public ::testing::TestWithParam<Rejected> {};

TEST_P(SlicesTableRejects, InvalidInputWithItsPlace) {
  const auto& [errors, counts, minRows, code, argument, row] = GetParam();
  try {
    const Table table(errors, counts, minRows);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code);
    EXPECT_EQ(error.details().argument, argument);
    EXPECT_EQ(error.details().row, row);
  }
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
INSTANTIATE_TEST_SUITE_P(
    Cases, SlicesTableRejects,
    ::testing::Values(
        Rejected{{0, -1}, {}, 1, ErrorCode::kInvalidArgument, "error", 1},
        Rejected{{kInfinity}, {}, 1, ErrorCode::kInvalidArgument, "error", 0},
        Rejected{{0, 1}, {1, 1.5}, 1, ErrorCode::kInvalidArgument, "rows", 1},
        Rejected{{0, 1}, {-1, 1}, 1, ErrorCode::kInvalidArgument, "rows", 0},
        Rejected{{0, 1}, {1, 0}, 1, ErrorCode::kInvalidArgument, "error", 1},
        Rejected{{0, 1e101}, {}, 1, ErrorCode::kInvalidArgument, "error", 1},
        Rejected{{0, 1}, {1, std::nan("")}, std::nan(""), ErrorCode::kInvalidArgument, "rows", 1},
        Rejected{{0, 1}, {9e15, 9e15}, 1, ErrorCode::kTooLarge, "rows", std::nullopt},
        Rejected{{0, 1}, {1}, 1, ErrorCode::kShapeMismatch, "rows", std::nullopt},
        Rejected{{0, 1}, {}, 0, ErrorCode::kInvalidArgument, "minRows", std::nullopt}));

TEST(SlicesTable, RejectsCodesOutOfRange) {
  Table table({0, 1, 0}, {}, 1);
  const std::vector<std::uint32_t> codes{0, 2, 1};
  try {
    table.addColumn(std::span<const std::uint32_t>(codes), 2);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.details().row, 1U);
  }
  EXPECT_THROW(table.addColumn(std::span<const std::uint32_t>(codes).first(2), 3), Error);
}

}  // namespace
}  // namespace fairwasm::slices
