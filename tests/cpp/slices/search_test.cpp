// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/slices/search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "fairwasm/core/error.hpp"
#include "slices/tables.hpp"

namespace fairwasm::slices {
namespace {

using testing::BruteForce;
using testing::buildTable;
using testing::randomRows;
using testing::Rows;
using testing::searched;
using testing::worst;

void expectSame(const std::vector<Slice>& actual, const std::vector<Slice>& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    EXPECT_EQ(actual[i].conditions, expected[i].conditions) << i;
    EXPECT_EQ(actual[i].sums.rows, expected[i].sums.rows) << i;
    EXPECT_DOUBLE_EQ(actual[i].sums.errors, expected[i].sums.errors) << i;
    EXPECT_NEAR(actual[i].score, expected[i].score, 1e-12) << i;
  }
}

// Twelve rows with 4 errors, 3 of them where A = 0 and B = 0.
Rows twelveRows() {
  return {{{0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1}, {0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1}},
          {2, 2},
          {1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0},
          {}};
}

TEST(SlicesSearch, MatchesManualCalculationForTwelveRows) {
  const Table table = buildTable(twelveRows(), 1);
  const auto slices = worst(table, {0.95, 2, 4});
  ASSERT_EQ(slices.size(), 3U);
  // 0.95 (1 / (1/3) - 1) - 0.05 (12/3 - 1)
  EXPECT_THAT(slices[0].conditions, ::testing::ElementsAre(Condition{0, 0}, Condition{1, 0}));
  EXPECT_NEAR(slices[0].score, 1.75, 1e-14);
  EXPECT_EQ(slices[0].sums.rows, 3);
  // 0.95 (3/5 / (1/3) - 1) - 0.05 (12/5 - 1)
  EXPECT_THAT(slices[1].conditions, ::testing::ElementsAre(Condition{0, 0}));
  EXPECT_NEAR(slices[1].score, 0.69, 1e-14);
  // 0.95 (3/6 / (1/3) - 1) - 0.05 (12/6 - 1)
  EXPECT_THAT(slices[2].conditions, ::testing::ElementsAre(Condition{1, 0}));
  EXPECT_NEAR(slices[2].score, 0.425, 1e-14);
}

TEST(SlicesSearch, RequiresExactlyMinRows) {
  EXPECT_EQ(worst(buildTable(twelveRows(), 5), {0.95, 2, 4}).size(), 2U);
  EXPECT_EQ(worst(buildTable(twelveRows(), 6), {0.95, 2, 4}).size(), 1U);
  EXPECT_EQ(worst(buildTable(twelveRows(), 13), {0.95, 2, 4}).size(), 0U);
}

TEST(SlicesSearch, FindsNothingIfNoSliceCanBeWorse) {
  Rows none = twelveRows();
  none.errors.assign(12, 0);
  EXPECT_TRUE(worst(buildTable(none, 1), {0.95, 2, 4}).empty());
  // If all errors are equal, the mean of three may differ from that of twelve in the last bit.
  Rows alike = twelveRows();
  alike.errors.assign(12, 0.1);
  EXPECT_TRUE(worst(buildTable(alike, 1), {1, 2, 4}).empty());
  EXPECT_TRUE(worst(buildTable(twelveRows(), 1), {0.5, 2, 4}).empty());
  EXPECT_TRUE(worst(buildTable({{{}}, {2}, {}, {}}, 1), {0.95, 2, 4}).empty());
  EXPECT_TRUE(worst(buildTable({{}, {}, {0, 1}, {}}, 1), {0.95, 2, 4}).empty());
}

TEST(SlicesSearch, DoesNotListTheSliceOfAllRows) {
  Rows rows = twelveRows();
  rows.columns.insert(rows.columns.begin(), std::vector<std::uint32_t>(12, 0));
  rows.values.insert(rows.values.begin(), 1);
  const auto slices = worst(buildTable(rows, 1), {0.95, 3, 10});
  // Each slice occurs twice; the one without the constant column comes first.
  ASSERT_EQ(slices.size(), 6U);
  for (std::size_t i = 0; i < 6; i += 2) {
    EXPECT_EQ(slices[i].score, slices[i + 1].score);
    EXPECT_EQ(slices[i].conditions.size() + 1, slices[i + 1].conditions.size());
  }
}

TEST(SlicesSearch, RejectsAnInvalidAlpha) {
  const Table table = buildTable(twelveRows(), 1);
  for (const double alpha : {-0.1, 1.1, std::nan("")}) {
    EXPECT_THROW(searched(table, {alpha, 2, 4}), Error);
  }
}

struct Case {
  std::uint64_t seed;
  std::vector<std::size_t> values;
  double minRows;
  SearchOptions options;
};

class SlicesSearchOfRandomRows : public ::testing::TestWithParam<Case> {
 protected:
  Rows rows = randomRows(GetParam().seed, 400, GetParam().values);
};

TEST_P(SlicesSearchOfRandomRows, FindsTheResultsOfTryingAllSlices) {
  const auto& [seed, values, minRows, options] = GetParam();
  const Table table = buildTable(rows, minRows);
  const BruteForce expected(rows, options, minRows);
  expectSame(worst(table, options), expected.slices);
  SearchOptions all = options;
  all.exhaustive = true;
  const Search search = searched(table, all);
  EXPECT_EQ(search.seen().slices, expected.seen.slices);
  EXPECT_EQ(search.seen().positive, expected.seen.positive);
  EXPECT_LE(searched(table, options).seen().slices, expected.seen.slices);
}

TEST_P(SlicesSearchOfRandomRows, FindsTheResultsWithErrorsOfAnySize) {
  const auto& [seed, values, minRows, options] = GetParam();
  uncertainty::RandomStream random(seed, 7);
  // Multiples of 1/256, so that sums are exact in any order.
  for (double& error : rows.errors) error = (error + random.below(200)) / 256;
  expectSame(worst(buildTable(rows, minRows), options), BruteForce(rows, options, minRows).slices);
}

TEST_P(SlicesSearchOfRandomRows, TreatsCountsAsRepetitions) {
  const auto& [seed, values, minRows, options] = GetParam();
  uncertainty::RandomStream random(seed, 8);
  Rows counted = rows;
  Rows repeated{std::vector<std::vector<std::uint32_t>>(values.size()), values, {}, {}};
  counted.counts.clear();
  for (std::size_t row = 0; row < rows.errors.size(); ++row) {
    const std::uint32_t count = random.below(4);
    counted.counts.push_back(count);
    counted.errors[row] *= count;
    for (std::uint32_t i = 0; i < count; ++i) {
      for (std::size_t c = 0; c < values.size(); ++c) {
        repeated.columns[c].push_back(rows.columns[c][row]);
      }
      repeated.errors.push_back(rows.errors[row]);
    }
  }
  expectSame(worst(buildTable(counted, minRows), options),
             worst(buildTable(repeated, minRows), options));
}

TEST_P(SlicesSearchOfRandomRows, DoesNotDependOnTheOrderOfRows) {
  const auto& [seed, values, minRows, options] = GetParam();
  Rows shuffled = rows;
  std::vector<std::size_t> order(rows.errors.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  uncertainty::RandomStream random(seed, 9);
  random.shuffle(std::span(order));
  for (std::size_t row = 0; row < order.size(); ++row) {
    shuffled.errors[row] = rows.errors[order[row]];
    for (std::size_t c = 0; c < values.size(); ++c) {
      shuffled.columns[c][row] = rows.columns[c][order[row]];
    }
  }
  expectSame(worst(buildTable(shuffled, minRows), options),
             worst(buildTable(rows, minRows), options));
}

TEST_P(SlicesSearchOfRandomRows, AFloorOmitsLowerScores) {
  const auto& [seed, values, minRows, options] = GetParam();
  const Table table = buildTable(rows, minRows);
  auto slices = worst(table, options);
  if (slices.size() < 2) return;
  SearchOptions higher = options;
  higher.floor = slices[slices.size() / 2].score;
  std::erase_if(slices, [&](const Slice& slice) { return slice.score < higher.floor; });
  expectSame(worst(table, higher), slices);
}

TEST_P(SlicesSearchOfRandomRows, ProgressNeverDecreases) {
  const auto& [seed, values, minRows, options] = GetParam();
  const Table table = buildTable(rows, minRows);
  Search search(table, {table.sums().begin(), table.sums().end()}, options);
  double before = 0;
  while (!search.advance(1)) {
    EXPECT_GE(search.progress(), before);
    EXPECT_LT(search.progress(), 1);
    before = search.progress();
  }
  EXPECT_EQ(search.progress(), 1);
}

std::vector<Case> cases() {
  const std::vector<std::vector<std::size_t>> shapes{
      {2, 3}, {3, 2, 4, 3}, {2, 1, 5, 3, 2, 4}, {300, 3, 2}, {40, 3, 2, 2, 2}};
  const std::vector<SearchOptions> options{
      {0.95, 3, 10}, {0.99, 99, 5}, {1, 2, 7}, {0.8, 4, 1}, {0.95, 99, 1000}};
  std::vector<Case> all;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    for (const auto& shape : shapes) {
      for (const auto& option : options) {
        for (const double minRows : {1.0, 8.0}) all.push_back({seed, shape, minRows, option});
      }
    }
  }
  return all;
}
INSTANTIATE_TEST_SUITE_P(Cases, SlicesSearchOfRandomRows, ::testing::ValuesIn(cases()));

}  // namespace
}  // namespace fairwasm::slices
