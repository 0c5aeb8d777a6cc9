// SPDX-License-Identifier: Apache-2.0
//
// Code shared by the row-based metrics: a check of group codes, and means over classes or labels
// that may be undefined.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/require.hpp"

namespace fairwasm::classes {

inline void requireGroups(std::span<const std::uint32_t> groups, std::size_t rows,
                          std::size_t count) {
  requireCount("groups", groups.size(), rows);
  for (std::size_t row = 0; row < groups.size(); ++row) {
    if (groups[row] < count) continue;
    throw Error(ErrorCode::kInvalidArgument, {"groups", "a group below " + std::to_string(count),
                                              std::to_string(groups[row]), row});
  }
}

// Returns the weighted mean of the values that `isCounted` accepts.
template <class IsCounted>
double meanWhere(const std::vector<double>& values, IsCounted&& isCounted) {
  double sum = 0;
  double count = 0;
  for (const double value : values) {
    if (!isCounted(value)) continue;
    sum += value;
    ++count;
  }
  return sum / count;
}

// NaN if any value is.
inline double computeMean(const std::vector<double>& values) {
  return meanWhere(values, [](double) { return true; });
}
inline double meanOfDefined(const std::vector<double>& values) {
  return meanWhere(values, [](double value) { return !std::isnan(value); });
}
// Undefined values count as 0.
inline double meanWithZeros(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += std::isnan(value) ? 0 : value;
  return sum / static_cast<double>(values.size());
}

// NaN if any value is.
inline double weightedMean(const std::vector<double>& values, const std::vector<double>& weights) {
  double sum = 0;
  double all = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += weights[i] * values[i];
    all += weights[i];
  }
  return sum / all;
}
// Omits undefined values with their weights; NaN if none is defined.
inline double weightedMeanOfDefined(const std::vector<double>& values,
                                    const std::vector<double>& weights) {
  double sum = 0;
  double all = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    sum += weights[i] * values[i];
    all += weights[i];
  }
  return sum / all;
}

}  // namespace fairwasm::classes
