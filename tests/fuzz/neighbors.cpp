// SPDX-License-Identifier: Apache-2.0
//
// The search tree compared with all pairs of points: equal neighbors in the same order.
#include "fairwasm/individual/neighbors.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "support.hpp"

namespace fairwasm::fuzz {
namespace {

using individual::Matrix;

std::vector<std::uint32_t> nearest(const Matrix& points, std::size_t row, std::size_t count) {
  std::vector<double> distances(points.rows);
  for (std::size_t i = 0; i < points.rows; ++i) {
    for (std::size_t j = 0; j < points.columns; ++j) {
      const double apart = points.row(i)[j] - points.row(row)[j];
      distances[i] += apart * apart;
    }
  }
  std::vector<std::uint32_t> order(points.rows);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return distances[i]; });
  order.resize(count);
  return order;
}

void compare(Bytes& bytes) {
  const auto columns = bytes.ConsumeIntegralInRange<std::size_t>(1, 4);
  const auto rows = bytes.ConsumeIntegralInRange<std::size_t>(1, 60);
  const auto count = bytes.ConsumeIntegralInRange<std::size_t>(1, rows);
  const bool isAny = bytes.ConsumeBool();
  std::vector<double> values;
  for (std::size_t i = 0; i < rows * columns; ++i) {
    values.push_back(isAny ? number(bytes) : bytes.ConsumeIntegralInRange<int>(-4, 4));
  }
  const Matrix points{values, rows, columns};
  std::size_t seen = 0;
  accepts([&] {
    individual::visitNeighbors(points, count, [&](auto alike, auto neighbors) {
      seen += alike.size();
      if (isAny) return;  // the sums of a pair may be rounded differently
      const auto expected = nearest(points, alike.front(), count);
      require(std::ranges::equal(neighbors, expected), "the neighbors are the nearest");
    });
    require(seen == rows, "every row is visited once");
  });
}

}  // namespace
}  // namespace fairwasm::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fairwasm::fuzz::Bytes bytes(data, size);
  fairwasm::fuzz::compare(bytes);
  return 0;
}
