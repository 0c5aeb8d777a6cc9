// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/slices/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "fairwasm/core/error.hpp"
#include "fairwasm/slices/interval.hpp"
#include "fairwasm/slices/permutation.hpp"
#include "slices/tables.hpp"

namespace fairwasm::slices {
namespace {

using testing::buildTable;
using testing::randomRows;
using testing::Rows;

TEST(SlicesScore, NoSubsetScoresAboveTheBound) {
  const Sums total{1000, 130};
  for (const double alpha : {0.6, 0.9, 0.95, 1.0}) {
    for (const double greatest : {0.5, 1.0}) {
      const Score score(alpha, total, greatest, 5);
      for (const Sums slice :
           {Sums{200, 60}, Sums{20, 9}, Sums{500, 65}, Sums{6, 3}, Sums{40, 0}}) {
        for (double rows = 5; rows <= slice.rows; ++rows) {
          const double errors = std::min(slice.errors, rows * greatest);
          EXPECT_LE(score.of({rows, errors}), score.bound(slice)) << rows;
        }
      }
    }
  }
}

TEST(SlicesInterval, CountsTheConjunctions) {
  const Table table = buildTable(randomRows(1, 600, {2, 3, 4}), 1);
  EXPECT_EQ(conjunctions(table, 1), 9);
  EXPECT_EQ(conjunctions(table, 2), 9 + 6 + 8 + 12);
  EXPECT_EQ(conjunctions(table, 3), 9 + 6 + 8 + 12 + 24);
  EXPECT_EQ(conjunctions(table, 99), 9 + 6 + 8 + 12 + 24);
}

TEST(SlicesInterval, EndsAtTheLimitOfTheDivergence) {
  // For 0 errors: rows ln(1 / (1 - high)) = ln(2 slices / 0.05).
  const auto [low, high] = meanInterval({50, 0}, 100, 0.95);
  EXPECT_EQ(low, 0);
  EXPECT_NEAR(high, 1 - std::exp(-std::log(200 / 0.05) / 50), 1e-12);
  const auto mirrored = meanInterval({50, 50}, 100, 0.95);
  EXPECT_NEAR(mirrored.low, 1 - high, 1e-12);
  EXPECT_EQ(mirrored.high, 1);
  const auto middle = meanInterval({400, 100}, 100, 0.95);
  const auto divergence = [](double a, double b) {
    return a * std::log(a / b) + (1 - a) * std::log((1 - a) / (1 - b));
  };
  EXPECT_NEAR(400 * divergence(0.25, middle.low), std::log(200 / 0.05), 1e-9);
  EXPECT_NEAR(400 * divergence(0.25, middle.high), std::log(200 / 0.05), 1e-9);
  EXPECT_TRUE(std::isnan(meanInterval({0, 0}, 100, 0.95).low));
}

TEST(SlicesPermutation, KeepsTheTotalAndTheSizes) {
  Rows rows = randomRows(3, 500, {3, 4});
  const Table binary = buildTable(rows, 1);
  rows.errors[0] = 2.5;
  for (const Table& table : {binary, buildTable(rows, 1)}) {
    const auto permuted = permuteErrors(table, 5, 1);
    ASSERT_EQ(permuted.size(), table.entries());
    double errors = 0;
    for (std::size_t i = 0; i < permuted.size(); ++i) {
      EXPECT_EQ(permuted[i].rows, table.sums()[i].rows);
      EXPECT_LE(permuted[i].errors, 2.5 + permuted[i].rows);
      errors += permuted[i].errors;
    }
    EXPECT_EQ(errors, table.total().errors);
    EXPECT_EQ(permuteErrors(table, 5, 1)[0].errors, permuted[0].errors);
  }
}

// 3 errors in entries of 1, 2, and 3 rows: every choice of 3 of the 6 rows is equally likely.
TEST(SlicesPermutation, AllOrdersAreEquallyLikely) {
  const Table table = buildTable({{{0, 1, 2}}, {3}, {1, 1, 1}, {1, 2, 3}}, 1);
  const double draws = 20000;
  double alone = 0;
  double allInLast = 0;
  for (std::uint64_t draw = 0; draw < draws; ++draw) {
    const auto permuted = permuteErrors(table, 1, draw);
    alone += permuted[0].errors;
    if (permuted[2].errors == 3) ++allInLast;
  }
  EXPECT_NEAR(alone / draws, 1.0 / 2, 4 * std::sqrt(0.25 / draws));
  EXPECT_NEAR(allInLast / draws, 1.0 / 20, 4 * std::sqrt(0.0475 / draws));
}

TEST(SlicesPermutation, RejectsSums) {
  EXPECT_THROW(permuteErrors(buildTable({{{0, 1}}, {2}, {1.5, 1}, {2, 2}}, 1), 1, 0), Error);
}

RunResult makeResult(const Table& table, const RunOptions& options) {
  SliceRun run(table, options);
  double before = 0;
  for (double done = 0; done < 1;) {
    done = run.advance(100);
    EXPECT_GE(done, before);
    before = done;
  }
  return run.result();
}

TEST(SlicesRun, ReportsSharedRows) {
  // A = 0 and B = 0 in rows 0 to 2, A = 0 in 0 to 4, B = 0 in 0 to 2 and 5 to 7.
  const Table table =
      buildTable({{{0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1}, {0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1}},
                  {2, 2},
                  {1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0},
                  {}},
                 1);
  const RunResult result = makeResult(table, {{0.95, 2, 4}});
  ASSERT_EQ(result.slices.size(), 3U);
  EXPECT_THAT(result.slices[0].sharedRows, ::testing::ElementsAre(3, 3, 3));
  EXPECT_THAT(result.slices[1].sharedRows, ::testing::ElementsAre(3, 5, 3));
  EXPECT_THAT(result.slices[2].sharedRows, ::testing::ElementsAre(3, 3, 6));
  EXPECT_EQ(result.permutations, 0);
  EXPECT_EQ(result.conjunctions, 8);
  EXPECT_LT(result.slices[0].low, 1);
  EXPECT_EQ(result.slices[0].high, 1);
}

TEST(SlicesRun, PermutationsAreCountedLikeSeparateSearches) {
  const Table table = buildTable(randomRows(4, 300, {3, 4, 3}), 10);
  const RunOptions options{{0.95, 3, 5}, 0.95, 40, 17};
  const RunResult result = makeResult(table, options);
  ASSERT_FALSE(result.slices.empty());
  std::vector<double> highest;
  for (std::uint64_t draw = 0; draw < 40; ++draw) {
    Search search(table, permuteErrors(table, 17, draw), options.search);
    while (!search.advance(1000)) {
    }
    highest.push_back(search.slices().empty() ? 0 : search.slices()[0].score);
  }
  for (const WorstSlice& slice : result.slices) {
    EXPECT_EQ(slice.permutationsAsHigh, std::ranges::count_if(highest, [&](double score) {
                return score >= slice.score * (1 - 1e-12);
              }));
  }
  EXPECT_EQ(result.permutations, 40);
}

TEST(SlicesRun, SumsHaveNeitherIntervalNorPermutations) {
  const Table table = buildTable({{{0, 1}}, {2}, {1.5, 0.5}, {9, 9}}, 1);
  const RunResult result = makeResult(table, {{0.95, 2, 4}, 0.95, 10});
  ASSERT_EQ(result.slices.size(), 1U);
  EXPECT_TRUE(result.isSummed);
  EXPECT_EQ(result.permutations, 0);
  EXPECT_TRUE(std::isnan(result.slices[0].low));
}

TEST(SlicesRun, RejectsEarlyCallsAndInvalidOptions) {
  const Table table = buildTable(randomRows(4, 300, {3, 4}), 10);
  EXPECT_THROW((void)SliceRun(table, {}).result(), Error);
  EXPECT_THROW(SliceRun(table, {{}, 1.0}), Error);
}

}  // namespace
}  // namespace fairwasm::slices
