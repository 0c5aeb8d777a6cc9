// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/individual/consistency.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/individual/neighbors.hpp"

namespace fairwasm::individual {
namespace {

double sumExcept(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// Distance of each row from its neighbors, and the change of their sum if a row is omitted.
struct Distances {
  std::vector<double> own;
  std::vector<double> leftOut;
};

Distances computeDistances(const Matrix& features, std::span<const double> labels, std::size_t k) {
  Distances result{std::vector<double>(features.rows), std::vector<double>(features.rows)};
  const auto count = static_cast<double>(k);
  visitNeighbors(features, k + 1, [&](auto rows, auto nearest) {
    double sum = 0;
    for (const std::uint32_t row : nearest.first(k)) sum += labels[row];
    for (const std::uint32_t row : rows) {
      const double own = std::abs(labels[row] - sum / count);
      result.own[row] = own;
      result.leftOut[row] -= own;
      for (const std::uint32_t gone : nearest.first(k)) {
        if (gone == row) continue;
        const double other = (sum - labels[gone] + labels[nearest[k]]) / count;
        result.leftOut[gone] += std::abs(labels[row] - other) - own;
      }
    }
  });
  return result;
}

// Variance of the mean distance, from omitting one row at a time.
double jackknifeVariance(const Distances& distances) {
  const auto rows = static_cast<double>(distances.own.size());
  const double sum = sumExcept(distances.own);
  const double mean = sum + sumExcept(distances.leftOut) / rows;
  double squares = 0;
  for (const double change : distances.leftOut) {
    squares += (sum + change - mean) * (sum + change - mean);
  }
  return squares / ((rows - 1) * rows);
}

// Converts a mean distance to a proportion of its maximum.
uncertainty::EffectiveShare effectiveShare(double share, double variance, double rows,
                                           double neighbors) {
  const double usual = rows * neighbors / (2 * (neighbors - 1));
  const double cases = usual * std::min(share, 1 - share);
  const double timesUsual =
      (usual * usual * variance / std::max(share, 1 - share) + 1) / (cases + 1);
  return {share, usual / timesUsual, rows - 1};
}

}  // namespace

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

uncertainty::Bounded consistencyInterval(const Matrix& features, std::span<const double> labels,
                                         std::size_t neighbors, double confidence) {
  if (!(confidence > 0 && confidence < 1)) {
    throw Error(ErrorCode::kInvalidArgument,
                {"confidence", "a number between 0 and 1", shown(confidence), {}});
  }
  const double value = consistency(features, labels, neighbors);
  const auto [min, max] = std::ranges::minmax(labels);
  const double range = max - min;
  if (neighbors < 2 || neighbors >= features.rows || !(range > 0)) return {value, {kNaN, kNaN}};
  const auto rows = static_cast<double>(features.rows);
  const double variance =
      jackknifeVariance(computeDistances(features, labels, neighbors)) / (range * range);
  // Rounding may exceed the limits.
  const double share = std::clamp((1 - value) / range, 0.0, 1.0);
  const auto effective = effectiveShare(share, variance, rows, static_cast<double>(neighbors));
  const uncertainty::Interval ci =
      uncertainty::boundedShare(effective, uncertainty::normalQuantile(0.5 + confidence / 2)).ci;
  return {value, {std::min(value, 1 - range * ci.high), std::max(value, 1 - range * ci.low)}};
}

}  // namespace fairwasm::individual
