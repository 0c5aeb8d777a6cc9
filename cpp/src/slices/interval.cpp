// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/slices/interval.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::slices {
namespace {

constexpr int kHalvings = 60;  // to full precision

// a ln(a / b) for proportions.
double divergencePart(double a, double b) { return a > 0 ? a * std::log(a / b) : 0; }

double divergence(double mean, double other) {
  return divergencePart(mean, other) + divergencePart(1 - mean, 1 - other);
}

// Returns the point between the mean and `end` (0 or 1) at which the divergence equals `limit`.
double furthest(double mean, double end, double limit) {
  double inside = mean;
  double outside = end;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (inside + outside) / 2;
    (divergence(mean, middle) <= limit ? inside : outside) = middle;
  }
  return outside;
}

}  // namespace

// Sums the products of the columns' numbers of values over all sets of columns of the given sizes.
double conjunctions(const Table& table, std::size_t maxConditions) {
  const std::size_t max = std::min(maxConditions, table.columns().size());
  std::vector<double> bySize(max + 1);
  bySize[0] = 1;
  for (const Column& column : table.columns()) {
    for (std::size_t size = max; size > 0; --size) {
      bySize[size] += bySize[size - 1] * static_cast<double>(column.values.size());
    }
  }
  double count = -1;  // excludes the slice of all rows
  for (const double each : bySize) count += each;
  return count;
}

uncertainty::Interval meanInterval(const Sums& slice, double slices, double confidence) {
  if (!(slice.rows > 0)) return {kNaN, kNaN};
  const double mean = slice.mean();
  const double limit = (std::log(2 * slices) - std::log(1 - confidence)) / slice.rows;
  return {furthest(mean, 0, limit), furthest(mean, 1, limit)};
}

}  // namespace fairwasm::slices
