// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/individual/consistency.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "fairwasm/core/error.hpp"
#include "fairwasm/individual/neighbors.hpp"

namespace fairwasm::individual {

double consistency(const Matrix& features, std::span<const double> labels, std::size_t neighbors) {
  validate(Matrix{labels, features.rows, 1}, "label");
  std::vector<double> expected(features.rows);
  visitNeighbors(features, neighbors, [&](auto rows, auto nearest) {
    double sum = 0;
    for (const std::uint32_t row : nearest) sum += labels[row];
    for (const std::uint32_t row : rows) expected[row] = sum / static_cast<double>(neighbors);
  });
  double difference = 0;
  for (std::size_t row = 0; row < features.rows; ++row) {
    difference += std::abs(labels[row] - expected[row]);
  }
  return 1 - difference / static_cast<double>(features.rows);
}

}  // namespace fairwasm::individual
