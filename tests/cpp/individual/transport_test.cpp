// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/individual/transport.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::individual {
namespace {

using testing::expectError;

std::vector<double> masses(std::size_t count, uncertainty::RandomStream& random) {
  std::vector<double> values(count);
  for (double& value : values) value = random.uniform(0.1, 1);
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  for (double& value : values) value /= sum;
  return values;
}

std::vector<double> positions(std::size_t count, uncertainty::RandomStream& random) {
  std::vector<double> values(count);
  for (double& value : values) value = random.normal();
  return values;
}

std::vector<double> distancesBetween(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> costs;
  for (const double x : a) {
    for (const double y : b) costs.push_back(std::abs(x - y));
  }
  return costs;
}

TEST(Wasserstein, MatchesManualCalculation) {
  const std::vector<double> one{1};
  EXPECT_EQ(wasserstein1(std::vector<double>{2}, one, std::vector<double>{5}, one), 3);
  const std::vector<double> halves{0.5, 0.5};
  EXPECT_EQ(wasserstein1(std::vector<double>{0, 4}, halves, std::vector<double>{1, 1}, halves), 2);
  EXPECT_EQ(wasserstein1(std::vector<double>{4, 0}, halves, std::vector<double>{0, 4}, halves), 0);
}

// On a line, the general solver must agree with the closed form.
TEST(Transport, AgreesWithTheClosedFormOnTheLine) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    uncertainty::RandomStream random(seed);
    const std::size_t rows = 1 + random.below(30);
    const std::size_t columns = 1 + random.below(30);
    const auto a = positions(rows, random);
    const auto b = positions(columns, random);
    const auto supply = masses(rows, random);
    const auto demand = masses(columns, random);
    const auto costs = distancesBetween(a, b);
    EXPECT_NEAR(transportCost(supply, demand, {costs, rows, columns}),
                wasserstein1(a, supply, b, demand), 1e-12);
  }
}

// With equal masses, transport is an assignment: the best of all permutations.
TEST(Transport, FindsTheBestAssignment) {
  constexpr std::size_t kSize = 6;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    uncertainty::RandomStream random(seed, 1);
    std::vector<double> costs(kSize * kSize);
    for (double& cost : costs) cost = random.uniform(-1, 1);
    std::vector<std::size_t> order(kSize);
    std::iota(order.begin(), order.end(), std::size_t{0});
    double best = 1e9;
    do {
      double total = 0;
      for (std::size_t i = 0; i < kSize; ++i) total += costs[i * kSize + order[i]] / kSize;
      best = std::min(best, total);
    } while (std::ranges::next_permutation(order).found);
    const std::vector<double> equal(kSize, 1.0 / kSize);
    EXPECT_NEAR(transportCost(equal, equal, {costs, kSize, kSize}), best, 1e-12);
  }
}

TEST(Transport, CostIsSymmetric) {
  uncertainty::RandomStream random(9);
  const auto supply = masses(12, random);
  const auto demand = masses(7, random);
  std::vector<double> costs(12 * 7);
  std::vector<double> transposed(12 * 7);
  for (std::size_t i = 0; i < 12; ++i) {
    for (std::size_t j = 0; j < 7; ++j) {
      transposed[j * 12 + i] = costs[i * 7 + j] = random.uniform(0, 50);
    }
  }
  EXPECT_NEAR(transportCost(supply, demand, {costs, 12, 7}),
              transportCost(demand, supply, {transposed, 7, 12}), 1e-12);
}

TEST(Transport, TerminatesIfRoundingLeavesMassOver) {
  const std::vector<double> tenths(10, 0.1);
  const std::vector<double> one{1};
  EXPECT_NEAR(transportCost(tenths, one, {std::vector<double>(10, 2.0), 10, 1}), 2, 1e-12);
  EXPECT_NEAR(transportCost(one, tenths, {std::vector<double>(10, 2.0), 1, 10}), 2, 1e-12);
}

TEST(ColumnDistance, UsesValuesAsMassesAndPositions) {
  // (1, 3) becomes masses 1/4, 3/4 at 1/4, 3/4; (1, 1) becomes 1/2, 1/2 at 1/2, 1/2.
  EXPECT_DOUBLE_EQ(columnDistance(std::vector<double>{1, 3}, std::vector<double>{1, 1}, nullptr),
                   0.25);
  EXPECT_EQ(columnDistance(std::vector<double>{0, 0}, std::vector<double>{1, 1}, nullptr), 0);
}

TEST(ColumnDistance, ShiftsNegativeValues) {
  EXPECT_DOUBLE_EQ(columnDistance(std::vector<double>{-1, 1}, std::vector<double>{0, 0}, nullptr),
                   columnDistance(std::vector<double>{0, 2}, std::vector<double>{1, 1}, nullptr));
}

TEST(Transport, RejectsCostsOfAnotherShape) {
  const std::vector<double> two{1, 1};
  expectError([&] { transportCost(two, two, {two, 1, 2}); }, ErrorCode::kShapeMismatch,
              "costMatrix");
  expectError([&] { columnDistance({}, two, nullptr); }, ErrorCode::kInvalidArgument,
              "groundTruth");
}

}  // namespace
}  // namespace fairwasm::individual
