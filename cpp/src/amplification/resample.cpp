// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/resample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "multinomial.hpp"

namespace fairwasm {
namespace {

// Standing once with a count pays where the different rows are this many times fewer than all rows.
constexpr std::size_t kWorthwhile = 8;

struct CountedRows {
  Words rows;
  std::vector<std::uint32_t> counts;
};

// Nothing where there are too many columns for a word, or too many different rows.
CountedRows countEqualRows(const BitColumns& columns) {
  if (columns.size() > kBitsPerWord) return {};
  const std::size_t most = columns.rows() / kWorthwhile;
  CountedRows counted;
  std::unordered_map<std::uint64_t, std::size_t> places;
  for (const std::uint64_t row : rowWords(columns, 0, columns.size())) {
    const auto [place, isNew] = places.try_emplace(row, counted.rows.size());
    if (isNew) {
      if (counted.rows.size() == most) return {};
      counted.rows.push_back(row);
      counted.counts.push_back(0);
    }
    ++counted.counts[place->second];
  }
  return counted;
}

double quantile(std::span<const double> sorted, double probability) {
  const double place = probability * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

ResampledRows::ResampledRows(const BitColumns& rows) : total_(rows.rows()) {
  CountedRows counted = countEqualRows(rows);
  counts_ = std::move(counted.counts);
  rows_ = counts_.empty() ? rows : columnsOfRowWords(counted.rows, rows.size());
}

std::vector<std::uint32_t> ResampledRows::draw(std::uint64_t seed, std::uint64_t draw) const {
  RandomStream random(seed, draw);
  return counts_.empty() ? internal::drawIndices(random, total_)
                         : internal::drawMultinomial(random, counts_);
}

Interval percentileInterval(std::span<const double> values, double level) {
  std::vector<double> sorted;
  std::copy_if(values.begin(), values.end(), std::back_inserter(sorted),
               [](double value) { return !std::isnan(value); });
  if (sorted.empty()) {
    return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  }
  std::sort(sorted.begin(), sorted.end());
  return {quantile(sorted, (1 - level) / 2), quantile(sorted, (1 + level) / 2)};
}

}  // namespace fairwasm
