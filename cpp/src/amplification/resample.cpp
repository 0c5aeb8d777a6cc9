// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/resample.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_map>

#include "fairwasm/uncertainty/resample.hpp"

namespace fairwasm::amplification {
namespace {

// Standing once with a count pays where the different rows are this many times fewer than all rows.
constexpr std::size_t kWorthwhile = 8;

struct CountedRows {
  Words rows;
  std::vector<double> counts;
};

// Nothing where there are too many columns for a word, or too many different rows, or rows have
// weights.
CountedRows countEqualRows(const BitColumns& columns) {
  if (columns.size() > kBitsPerWord || !columns.weights().empty()) return {};
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

}  // namespace

ResampledRows::ResampledRows(const BitColumns& rows) : total_(rows.rows()) {
  CountedRows counted = countEqualRows(rows);
  counts_ = std::move(counted.counts);
  rows_ = counts_.empty() ? rows : columnsOfRowWords(counted.rows, rows.size());
}

std::vector<std::uint32_t> ResampledRows::draw(std::uint64_t seed, std::uint64_t draw) const {
  uncertainty::RandomStream random(seed, draw);
  if (counts_.empty()) return drawIndices(random, total_, total_);
  std::vector<double> drawn(counts_.size());
  uncertainty::drawMultinomial(random, counts_, drawn);
  return {drawn.begin(), drawn.end()};
}

std::vector<std::uint32_t> drawIndices(uncertainty::RandomStream& random, std::size_t draws,
                                       std::size_t size) {
  std::vector<std::uint32_t> times(size, 0);
  for (std::size_t i = 0; i < draws; ++i) ++times[random.below(static_cast<std::uint32_t>(size))];
  return times;
}

uncertainty::Interval percentileInterval(std::span<const double> values, double confidence) {
  std::vector<double> defined;
  std::ranges::copy_if(values, std::back_inserter(defined),
                       [](double value) { return !std::isnan(value); });
  return {uncertainty::quantile(defined, (1 - confidence) / 2),
          uncertainty::quantile(defined, (1 + confidence) / 2)};
}

}  // namespace fairwasm::amplification
