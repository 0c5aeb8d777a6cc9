// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/unequal_units.hpp"

#include <cmath>
#include <vector>

#include "support.hpp"

namespace fairwasm::uncertainty {
namespace {

using ::testing::IsNan;

UnitSizes sizesOf(const std::vector<double>& units) {
  UnitSizes sizes;
  for (const double unit : units) sizes.add(unit);
  return sizes;
}

TEST(UnequalUnits, EqualUnitsHaveOneDegreeOfFreedomLess) {
  for (const double size : {1.0, 7.0, 1e8}) {
    const auto [factor, degrees] = sizesOf({size, size, size, size, 0}).correction();
    EXPECT_NEAR(factor, 4.0 / 3, 1e-12);
    EXPECT_NEAR(degrees, 3, 1e-9);
  }
}

// The traces of M V and of (M V)^2 with M = (I - 1 h') (I - h 1'), computed with matrices.
TEST(UnequalUnits, MatchesTheQuadraticForm) {
  const std::vector<double> units{40, 3, 12, 5, 9};
  double total = 0;
  for (const double unit : units) total += unit;
  const std::size_t size = units.size();
  const auto h = [&](std::size_t i) { return units[i] / total; };
  const auto form = [&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t k = 0; k < size; ++k) {
      sum += ((k == i ? 1 : 0) - h(k)) * ((k == j ? 1 : 0) - h(k));
    }
    return sum * std::pow(h(j), 1.5);
  };
  double trace = 0;
  double square = 0;
  double variance = 0;
  for (std::size_t i = 0; i < size; ++i) {
    trace += form(i, i);
    variance += std::pow(h(i), 1.5);
    for (std::size_t j = 0; j < size; ++j) square += form(i, j) * form(j, i);
  }
  const auto [factor, degrees] = sizesOf(units).correction();
  EXPECT_NEAR(factor, variance / trace, 1e-12);
  EXPECT_NEAR(degrees, trace * trace / square, 1e-12);
  EXPECT_LT(degrees, 2.1);  // 4 for five equal units
}

TEST(UnequalUnits, OneUnitHasNoVariance) {
  EXPECT_THAT(sizesOf({5, 0, 0}).correction().factor, IsNan());
  EXPECT_THAT(sizesOf({}).correction().factor, IsNan());
}

}  // namespace
}  // namespace fairwasm::uncertainty
