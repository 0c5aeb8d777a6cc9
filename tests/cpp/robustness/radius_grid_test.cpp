// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/robustness/radius_grid.hpp"

#include <cmath>
#include <limits>

#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::robustness {
namespace {

using testing::expectError;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const std::vector<double> kEpsilons{36.0 / 255, 0, 1e-30, 0.25, 0.1411, 1e9, 36.0 / 255};

// By definition, the lower edge of the cell is below the radius, and its upper edge is not.
void expectInItsCell(const RadiusGrid& grid, double radius) {
  const auto edges = grid.edges();
  const std::size_t cell = grid.cell(radius);
  ASSERT_LT(cell, grid.cells());
  if (cell > 0) EXPECT_LT(edges[cell - 1], radius);
  if (cell < edges.size()) EXPECT_LE(radius, edges[cell]);
}

TEST(RadiusGrid, PutsEveryRadiusIntoItsCell) {
  const RadiusGrid grid(kEpsilons);
  uncertainty::RandomStream random(1);
  for (int i = 0; i < 20'000; ++i) {
    expectInItsCell(grid, std::exp2(random.uniform(-40, 40)) * (random.below(8) == 0 ? -1 : 1));
  }
  for (const double radius : {0.0, -0.0, -1.0, 5e-324, kInfinity, -kInfinity, 1e300}) {
    expectInItsCell(grid, radius);
  }
}

// Certified accuracy is exact at the edges because cells include their upper edge.
TEST(RadiusGrid, CellsIncludeTheirUpperEdge) {
  const RadiusGrid grid(kEpsilons);
  const auto edges = grid.edges();
  for (std::size_t edge = 0; edge < edges.size(); ++edge) {
    EXPECT_EQ(grid.cell(edges[edge]), edge);
    EXPECT_EQ(grid.cell(std::nextafter(edges[edge], kInfinity)), edge + 1);
  }
}

TEST(RadiusGrid, HasEveryEpsilonAmongItsEdges) {
  const RadiusGrid grid(kEpsilons);
  for (const double epsilon : kEpsilons) EXPECT_EQ(grid.edges()[grid.getEdge(epsilon)], epsilon);
}

TEST(RadiusGrid, HasTheDocumentedResolution) {
  const RadiusGrid grid({});
  const auto edges = grid.edges();
  EXPECT_EQ(edges[1], 0x1p-24);
  EXPECT_EQ(edges.back(), 0x1p24);
  for (std::size_t edge = 2; edge < edges.size(); ++edge) {
    EXPECT_GT(edges[edge], edges[edge - 1]);
    EXPECT_LE(edges[edge], edges[edge - 1] * RadiusGrid::kLargestStep);
  }
}

TEST(RadiusGrid, RejectsInvalidEpsilons) {
  for (const double bad : {-0.1, kInfinity, std::numeric_limits<double>::quiet_NaN()}) {
    const std::vector<double> epsilons{0.5, bad};
    expectError([&] { RadiusGrid{epsilons}; }, ErrorCode::kInvalidArgument, "epsilon", 1);
  }
}

}  // namespace
}  // namespace fairwasm::robustness
