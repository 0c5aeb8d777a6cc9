// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/individual/distortion.hpp"

#include <cmath>
#include <limits>

#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::individual {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using testing::expectError;
using ::testing::Pointwise;

std::vector<double> normalTable(std::size_t size, std::uint64_t seed) {
  uncertainty::RandomStream random(seed);
  std::vector<double> values(size);
  for (double& value : values) value = random.normal();
  return values;
}

TEST(Distances, MatchManualCalculation) {
  const std::vector<double> x{0, 0, 1, 1, 2, 2};
  const std::vector<double> y{3, 4, 1, 1, 2, 1};
  EXPECT_THAT(euclideanDistances({x, 3, 2}, {y, 3, 2}), ElementsAre(5, 0, 1));
  EXPECT_THAT(manhattanDistances({x, 3, 2}, {y, 3, 2}), ElementsAre(7, 0, 1));
}

TEST(Distances, OfOneFeatureAreInStandardDeviations) {
  // All four values together: mean 3, sum of squares 20, variance 20 / 3.
  const std::vector<double> x{0, 2};
  const std::vector<double> y{4, 6};
  const double expected = 4 / std::sqrt(20.0 / 3);
  EXPECT_THAT(mahalanobisDistances({x, 2, 1}, {y, 2, 1}),
              ElementsAre(DoubleNear(expected, 1e-14), DoubleNear(expected, 1e-14)));
}

TEST(Distances, AreSymmetric) {
  const auto x = normalTable(60, 1);
  const auto y = normalTable(60, 2);
  for (const auto distances : {euclideanDistances, manhattanDistances}) {
    EXPECT_EQ(distances({x, 20, 3}, {y, 20, 3}), distances({y, 20, 3}, {x, 20, 3}));
  }
  EXPECT_THAT(mahalanobisDistances({x, 20, 3}, {y, 20, 3}),
              Pointwise(DoubleNear(1e-12), mahalanobisDistances({y, 20, 3}, {x, 20, 3})));
}

TEST(Mahalanobis, DoesNotDependOnUnitsOrLinearCombinations) {
  const auto x = normalTable(150, 3);
  const auto y = normalTable(150, 4);
  const auto transformed = [](const std::vector<double>& table) {
    std::vector<double> other;
    for (std::size_t row = 0; row < 50; ++row) {
      const double* v = &table[row * 3];
      other.insert(other.end(), {1e6 * v[0] + 5, v[1] - 0.5 * v[0], 1e-6 * v[2]});
    }
    return other;
  };
  EXPECT_THAT(mahalanobisDistances({transformed(x), 50, 3}, {transformed(y), 50, 3}),
              Pointwise(DoubleNear(1e-8), mahalanobisDistances({x, 50, 3}, {y, 50, 3})));
}

TEST(Mahalanobis, RejectsCollinearFeatures) {
  auto x = normalTable(60, 5);
  auto y = normalTable(60, 6);
  const auto call = [&] { return mahalanobisDistances({x, 20, 3}, {y, 20, 3}); };
  for (auto* table : {&x, &y}) {
    for (std::size_t row = 0; row < 20; ++row) {
      (*table)[row * 3 + 2] = 3 * (*table)[row * 3] - (*table)[row * 3 + 1];
    }
  }
  expectError(call, ErrorCode::kInvalidArgument, "features");
  for (auto* table : {&x, &y}) {
    for (std::size_t row = 0; row < 20; ++row) (*table)[row * 3 + 2] = 1;
  }
  expectError(call, ErrorCode::kInvalidArgument, "features");
}

TEST(Distances, NameTheInvalidRow) {
  const std::vector<double> x{0, 1, 2};
  const std::vector<double> y{0, 1, std::numeric_limits<double>::quiet_NaN()};
  expectError([&] { euclideanDistances({x, 3, 1}, {y, 3, 1}); }, ErrorCode::kInvalidArgument,
              "distorted", 2);
  expectError([&] { euclideanDistances({x, 3, 1}, {x, 1, 3}); }, ErrorCode::kShapeMismatch,
              "distorted");
}

TEST(Distances, AreEmptyWithoutRows) {
  EXPECT_TRUE(euclideanDistances({{}, 0, 2}, {{}, 0, 2}).empty());
  EXPECT_TRUE(mahalanobisDistances({{}, 0, 2}, {{}, 0, 2}).empty());
}

}  // namespace
}  // namespace fairwasm::individual
