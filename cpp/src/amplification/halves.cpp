// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/halves.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "fairwasm/uncertainty/random.hpp"
#include "fairwasm/uncertainty/resample.hpp"

namespace fairwasm::amplification {
namespace {

// Distinct rows are stored with counts if they are this many times fewer than all rows.
constexpr std::size_t kWorthwhile = 8;

struct CountedRows {
  Words rows;
  std::vector<double> counts;
};

// Returns no rows if there are too many columns for a word or too many distinct rows, or if rows
// have weights.
CountedRows countEqualRows(const BitColumns& columns) {
  if (columns.size() > kBitsPerWord || !columns.weights().empty()) return {};
  const std::size_t max = columns.rows() / kWorthwhile;
  CountedRows counted;
  std::unordered_map<std::uint64_t, std::size_t> places;
  for (const std::uint64_t row : rowWords(columns, 0, columns.size())) {
    const auto [place, isNew] = places.try_emplace(row, counted.rows.size());
    if (isNew) {
      if (counted.rows.size() == max) return {};
      counted.rows.push_back(row);
      counted.counts.push_back(0);
    }
    ++counted.counts[place->second];
  }
  return counted;
}

}  // namespace

HalvedRows::HalvedRows(const BitColumns& rows) {
  CountedRows counted = countEqualRows(rows);
  counts_ = std::move(counted.counts);
  rows_ = counts_.empty() ? rows : columnsOfRowWords(counted.rows, rows.size());
}

std::vector<std::uint32_t> HalvedRows::draw(std::uint64_t seed, std::uint64_t draw,
                                            double share) const {
  if (counts_.empty()) return drawPart(rows_.rows(), seed, draw, share);
  uncertainty::RandomStream random(seed, draw);
  std::vector<std::uint32_t> drawn;
  drawn.reserve(counts_.size());
  for (const double count : counts_) {
    drawn.push_back(static_cast<std::uint32_t>(uncertainty::drawBinomial(random, count, share)));
  }
  return drawn;
}

std::vector<std::uint32_t> drawPart(std::size_t size, std::uint64_t seed, std::uint64_t draw,
                                    double share) {
  uncertainty::RandomStream random(seed, draw);
  std::vector<std::uint32_t> drawn(size);
  if (share != 0.5) {
    for (auto& row : drawn) row = random.uniform() < share ? 1 : 0;
    return drawn;
  }
  std::uint64_t coins = 0;
  for (std::size_t row = 0; row < size; ++row, coins >>= 1U) {
    if (row % kBitsPerWord == 0) coins = random.bits64();
    drawn[row] = static_cast<std::uint32_t>(coins & 1U);
  }
  return drawn;
}

HalvedPairs::HalvedPairs(const BitColumns& rows, const DirectedColumns& columns)
    : rows_(rows), columns_(columns) {
  const bool isWeighted = !rows_.rows().weights().empty();
  if (isWeighted || RowLists::pay(rows_.rows(), columns_)) lists_.emplace(rows_.rows());
}

PairCounts HalvedPairs::draw(std::uint64_t seed, std::uint64_t draw, double share) const {
  const auto times = rows_.draw(seed, draw, share);
  if (lists_) {
    const auto each = rows_.rows().weights();
    std::vector<double> weights(times.begin(), times.end());
    if (!each.empty()) std::ranges::transform(weights, each, weights.begin(), std::multiplies<>());
    return countPairs(*lists_, columns_, weights);
  }
  auto digits = binaryDigits(times);
  // Without digits, every row would count once.
  if (digits.empty()) digits.emplace_back(wordsFor(rows_.rows().rows()));
  return countPairs(rows_.rows(), columns_, digits);
}

}  // namespace fairwasm::amplification
