// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/combinations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <tuple>

#include "fairwasm/core/error.hpp"
#include "support.hpp"

namespace fairwasm::amplification {
namespace {

using testing::Data;
using ::testing::ElementsAre;
using testing::randomData;

CombinationWalk makeWalk(const Cooccurrence& counts, const CombinationOptions& options) {
  return {counts.bits(), columnsFor(counts.schema(), Direction::kAttributeToTask), options};
}

CombinationResult finish(CombinationWalk& walk, std::size_t step = 1000) {
  while (!walk.advance(step)) {
  }
  return walk.result();
}

// Computes all combinations by a loop over all subsets, each counted row by row.
CombinationResult byHand(const Data& data, std::size_t minSize, std::size_t maxSize) {
  const std::size_t tasks = data.task.columns;
  const auto rows = static_cast<double>(data.task.rows);
  std::vector<double> changes;
  CombinationResult result;
  for (unsigned subset = 1; subset < (1U << tasks); ++subset) {
    const auto size = static_cast<std::size_t>(std::popcount(subset));
    if (size < minSize || size > maxSize) continue;
    const auto hasAll = [&](const testing::Matrix& matrix, std::size_t row) {
      for (std::size_t t = 0; t < tasks; ++t) {
        if (((subset >> t) & 1U) != 0 && !matrix.at(row, t)) return false;
      }
      return true;
    };
    double both = 0;
    for (std::size_t row = 0; row < data.task.rows; ++row) both += hasAll(data.task, row) ? 1 : 0;
    if (both == 0) continue;
    ++result.combinations;
    for (std::size_t a = 0; a < data.attribute.columns; ++a) {
      double from = 0;
      double together = 0;
      double predicted = 0;
      for (std::size_t row = 0; row < data.task.rows; ++row) {
        if (!data.attribute.at(row, a)) continue;
        ++from;
        together += hasAll(data.task, row) ? 1 : 0;
        predicted += hasAll(data.taskPrediction, row) ? 1 : 0;
      }
      if (from == 0) continue;
      const double sign = rows * together > from * both ? 1 : -1;
      changes.push_back(sign * (predicted - together) / from);
    }
  }
  double sum = 0;
  for (const double change : changes) {
    result.mean += std::abs(change) / static_cast<double>(changes.size());
    sum += change;
  }
  const double center = sum / static_cast<double>(changes.size());
  for (const double change : changes) {
    result.variance +=
        (change - center) * (change - center) / static_cast<double>(changes.size() - 1);
  }
  result.terms = static_cast<double>(changes.size());
  return result;
}

class Sizes : public ::testing::TestWithParam<std::tuple<std::size_t, std::size_t, std::size_t>> {};

TEST_P(Sizes, AgreesWithALoopOverAllSubsets) {
  const auto [rows, minSize, maxSize] = GetParam();
  const Data data = randomData(rows, 3, 7, rows);
  const CombinationResult expected = byHand(data, minSize, maxSize);
  const Cooccurrence counts = data.counted();
  auto walk = makeWalk(counts, {minSize, maxSize});
  const CombinationResult actual = finish(walk);
  EXPECT_EQ(actual.combinations, expected.combinations);
  EXPECT_EQ(actual.terms, expected.terms);
  EXPECT_NEAR(actual.mean, expected.mean, 1e-12);
  EXPECT_NEAR(actual.variance, expected.variance, 1e-12);
  EXPECT_DOUBLE_EQ(walk.progress(), 1);
}

INSTANTIATE_TEST_SUITE_P(Data, Sizes,
                         ::testing::Combine(::testing::Values(20, 64, 500),
                                            ::testing::Values(1, 2, 3),
                                            ::testing::Values(3, 5, 7)));

TEST(CombinationWalk, DoesNotDependOnInterruptions) {
  const Cooccurrence counts = randomData(200, 2, 6).counted();
  auto whole = makeWalk(counts, {});
  auto bitByBit = makeWalk(counts, {});
  double before = 0;
  while (!bitByBit.advance(1)) {
    EXPECT_GE(bitByBit.progress(), before);
    before = bitByBit.progress();
  }
  const auto expected = finish(whole);
  EXPECT_EQ(bitByBit.result().mean, expected.mean);
  EXPECT_EQ(bitByBit.result().variance, expected.variance);
  EXPECT_EQ(bitByBit.result().combinations, expected.combinations);
}

TEST(CombinationWalk, SortsTheLargestTermsFirst) {
  const Cooccurrence counts = randomData(300, 3, 6).counted();
  auto walk = makeWalk(counts, {});
  const auto largest = finish(walk).largest;
  ASSERT_EQ(largest.size(), CombinationWalk::kLargestTerms);
  for (std::size_t i = 1; i < largest.size(); ++i) {
    EXPECT_GE(std::abs(largest[i - 1].change), std::abs(largest[i].change));
    EXPECT_DOUBLE_EQ(std::abs(largest[i].change),
                     std::abs(largest[i].predicted - largest[i].together) / largest[i].fromRows);
  }
}

TEST(CombinationWalk, CountsCombinationsBySizeWithExamples) {
  Cooccurrence counts({{"a"}, {"x", "y", "z"}, false, false});
  const std::vector<std::uint8_t> attribute = {1, 1};
  const std::vector<std::uint8_t> tasks = {1, 1, 0, 0, 0, 1};
  counts.update({2, attribute, tasks, {}, {}});
  auto walk = makeWalk(counts, {});
  const auto result = finish(walk);
  EXPECT_EQ(result.combinations, 4);
  ASSERT_EQ(result.bySize.size(), 2U);
  EXPECT_EQ(result.bySize[0].count, 3);
  EXPECT_THAT(result.bySize[1].examples, ElementsAre(ElementsAre(0U, 1U)));
}

TEST(CombinationWalk, ReferenceRowsDetermineTheSign) {
  const Data data = randomData(200, 2, 4, 1);
  const Cooccurrence counts = data.counted();
  const auto columns = columnsFor(counts.schema(), Direction::kAttributeToTask);
  CombinationWalk own(counts.bits(), columns, counts.bits(), columns, {});
  auto plain = makeWalk(counts, {});
  EXPECT_EQ(finish(own).variance, finish(plain).variance);
  const Cooccurrence other = randomData(200, 2, 4, 2).counted();
  CombinationWalk foreign(counts.bits(), columns, other.bits(), columns, {});
  const auto result = finish(foreign);
  EXPECT_EQ(result.mean, finish(plain).mean);
  EXPECT_NE(result.variance, finish(plain).variance);
}

TEST(CombinationWalk, RejectsEndlessWalksImmediately) {
  const std::size_t tasks = 60;
  Cooccurrence counts({{"a"}, testing::names("t", tasks), false, false});
  const std::vector<std::uint8_t> all(tasks, 1);
  const std::vector<std::uint8_t> one = {1};
  counts.update({1, one, all, {}, {}});
  try {
    makeWalk(counts, {});
    FAIL() << "a walk over 2^60 combinations was started";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kTooLarge);
    EXPECT_THAT(error.details().actual, ::testing::HasSubstr("at least 10^18"));
  }
}

TEST(CombinationWalk, RejectsMoreCombinationsThanAllowed) {
  const Cooccurrence counts = randomData(500, 1, 10).counted();
  auto walk = makeWalk(counts, {1, 3, Definition::kPaper, 150});
  try {
    while (!walk.advance(1000)) {
    }
    FAIL() << "175 combinations passed for 150";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kTooLarge);
    EXPECT_THAT(error.details().actual, ::testing::HasSubstr("175"));
  }
}

TEST(CombinationWalk, IsZeroWithoutCombinationsOfTheSize) {
  const Cooccurrence counts = randomData(50, 2, 2).counted();
  auto walk = makeWalk(counts, {3, 2});
  const auto result = finish(walk);
  EXPECT_EQ(result.mean, 0);
  EXPECT_EQ(result.variance, 0);
  EXPECT_EQ(result.terms, 0);
  EXPECT_THROW(makeWalk(counts, {0, 2}), Error);
}

TEST(CombinationWalk, SupportsManyAttributesAndStrata) {
  const Data data = randomData(100, 70, 3, 4);
  const CombinationResult expected = byHand(data, 1, 3);
  const Cooccurrence counts = data.counted();
  auto walk = makeWalk(counts, {});
  EXPECT_NEAR(finish(walk).mean, expected.mean, 1e-12);
}

}  // namespace
}  // namespace fairwasm::amplification
