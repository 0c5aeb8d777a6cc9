// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/individual/consistency.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "fairwasm/individual/neighbors.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::individual {
namespace {

using testing::expectError;

using Neighbors = std::vector<std::vector<std::uint32_t>>;

struct Table {
  std::vector<double> values;
  std::size_t rows;
  std::size_t columns;

  [[nodiscard]] Matrix matrix() const { return {values, rows, columns}; }
};

Neighbors findNeighbors(const Table& table, std::size_t count) {
  Neighbors found(table.rows);
  visitNeighbors(table.matrix(), count, [&](auto rows, auto neighbors) {
    for (const auto row : rows) found[row].assign(neighbors.begin(), neighbors.end());
  });
  return found;
}

// Sorts all distances; the search must agree, including ties.
Neighbors bruteForce(const Table& table, std::size_t count) {
  const auto squaredDistance = [&](std::size_t a, std::size_t b) {
    std::array<double, 2> sums{};  // alternating, in the search's order of summation
    for (std::size_t i = 0; i < table.columns; ++i) {
      const double difference =
          table.values[a * table.columns + i] - table.values[b * table.columns + i];
      sums.at(i % 2) += difference * difference;
    }
    return sums[0] + sums[1];
  };
  Neighbors found(table.rows);
  for (std::size_t row = 0; row < table.rows; ++row) {
    std::vector<std::pair<double, std::uint32_t>> candidates;
    for (std::uint32_t other = 0; other < table.rows; ++other) {
      candidates.emplace_back(squaredDistance(row, other), other);
    }
    std::ranges::sort(candidates);
    for (std::size_t i = 0; i < count; ++i) found[row].push_back(candidates[i].second);
  }
  return found;
}

enum class Kind { kNormal, kGrid, kOneSpot, kHugeOffset, kMixedUnits };

struct NeighborsCase {
  Kind kind;
  std::size_t rows;
  std::size_t columns;
  std::size_t count;
};

Table makeTable(const NeighborsCase& param) {
  uncertainty::RandomStream random(17, param.rows * 100 + param.columns);
  Table table{std::vector<double>(param.rows * param.columns), param.rows, param.columns};
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    double& value = table.values[i];
    switch (param.kind) {
      case Kind::kNormal:
        value = random.normal();
        break;
      case Kind::kGrid:
        value = random.below(3);
        break;
      case Kind::kOneSpot:
        value = 7;
        break;
      case Kind::kHugeOffset:
        value = 1e12 + random.normal();
        break;
      case Kind::kMixedUnits:
        value = i % param.columns == 0 ? 1e9 * random.normal() : random.normal();
        break;
    }
  }
  return table;
}

class NeighborsAgainstBruteForce : public ::testing::TestWithParam<NeighborsCase> {};

TEST_P(NeighborsAgainstBruteForce, AreEqualInTheSameOrder) {
  const Table table = makeTable(GetParam());
  EXPECT_EQ(findNeighbors(table, GetParam().count), bruteForce(table, GetParam().count));
}

INSTANTIATE_TEST_SUITE_P(
    Tables, NeighborsAgainstBruteForce,
    ::testing::Values(
        NeighborsCase{Kind::kNormal, 1, 1, 1}, NeighborsCase{Kind::kNormal, 8, 2, 8},
        NeighborsCase{Kind::kNormal, 9, 3, 4}, NeighborsCase{Kind::kNormal, 600, 1, 5},
        NeighborsCase{Kind::kNormal, 700, 4, 5}, NeighborsCase{Kind::kNormal, 577, 10, 7},
        NeighborsCase{Kind::kNormal, 300, 40, 3}, NeighborsCase{Kind::kNormal, 200, 5, 200},
        NeighborsCase{Kind::kGrid, 500, 3, 5}, NeighborsCase{Kind::kGrid, 513, 6, 20},
        NeighborsCase{Kind::kOneSpot, 300, 4, 9}, NeighborsCase{Kind::kHugeOffset, 400, 5, 5},
        NeighborsCase{Kind::kMixedUnits, 400, 5, 5}));

TEST(Neighbors, AtEqualDistanceAreOrderedByRow) {
  const Table table{{0, 1, -1, 1, 0}, 5, 1};
  EXPECT_EQ(findNeighbors(table, 4)[0], (std::vector<std::uint32_t>{0, 4, 1, 2}));
}

TEST(Neighbors, AreFoundForASubnormalSpread) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const Table table{{0, tiny, 2 * tiny}, 3, 1};
  EXPECT_EQ(findNeighbors(table, 1)[2].size(), 1U);
}

TEST(Consistency, MatchesManualCalculation) {
  // Points 0, 1, 10, 11 with two neighbors: each row and the other of its pair.
  const Table table{{0, 1, 10, 11}, 4, 1};
  EXPECT_DOUBLE_EQ(consistency(table.matrix(), std::vector<double>{1, 1, 0, 0}, 2), 1);
  EXPECT_DOUBLE_EQ(consistency(table.matrix(), std::vector<double>{1, 0, 1, 0}, 2), 0.5);
  EXPECT_DOUBLE_EQ(consistency(table.matrix(), std::vector<double>{1, 1, 0, 0}, 4), 0.5);
}

TEST(Consistency, DoesNotDependOnTheOrderOfRowsWithoutTies) {
  Table table = makeTable({Kind::kNormal, 300, 4, 5});
  std::vector<double> labels(300);
  uncertainty::RandomStream random(3);
  for (double& label : labels) label = random.below(2);
  const double before = consistency(table.matrix(), labels, 5);

  std::vector<std::size_t> order(300);
  std::iota(order.begin(), order.end(), std::size_t{0});
  random.shuffle(std::span(order));
  Table shuffled = table;
  std::vector<double> shuffledLabels;
  for (std::size_t i = 0; i < 300; ++i) {
    std::copy_n(&table.values[order[i] * 4], 4, &shuffled.values[i * 4]);
    shuffledLabels.push_back(labels[order[i]]);
  }
  EXPECT_NEAR(consistency(shuffled.matrix(), shuffledLabels, 5), before, 1e-12);
}

TEST(Consistency, RejectsInvalidInput) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> labels{0, 1};
  const auto call = [&](const Table& table, std::size_t neighbors) {
    return [&labels, table, neighbors] { return consistency(table.matrix(), labels, neighbors); };
  };
  expectError(call({{0, 1}, 2, 1}, 3), ErrorCode::kInvalidArgument, "neighbors");
  expectError(call({{0, 1}, 2, 1}, 0), ErrorCode::kInvalidArgument, "neighbors");
  expectError(call({{0, infinity}, 2, 1}, 1), ErrorCode::kInvalidArgument, "features", 1);
  expectError(call({{0, 1e200}, 2, 1}, 1), ErrorCode::kInvalidArgument, "features", 1);
  expectError(call({{0, 1, 2}, 3, 1}, 1), ErrorCode::kShapeMismatch, "label");
}

}  // namespace
}  // namespace fairwasm::individual
