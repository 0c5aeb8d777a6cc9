// SPDX-License-Identifier: Apache-2.0
//
// Sorts rows by score. Rows are first distributed to equal parts of the range, with a few rows per
// part on average, and then sorted within parts. This takes linear time unless most scores are in a
// tiny part of their range.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace fairwasm::scores {

// Breaks ties by weight, so that sums do not depend on the order of rows.
constexpr auto kByScore = [](const auto& one, const auto& other) {
  return one.score < other.score || (one.score == other.score && one.weight < other.weight);
};

// Assigns a score to one of `parts` equal parts of the range that starts at `min`. The assignment
// is monotonic in the score, however the product is rounded.
struct RangeParts {
  double min;
  double perUnit;
  std::size_t parts;

  [[nodiscard]] std::size_t of(double score) const {
    return std::min(parts - 1, static_cast<std::size_t>((score - min) * perUnit));
  }
};

template <class Row>
void dealByScore(std::vector<Row>& rows, const RangeParts& parts) {
  std::vector<std::uint32_t> ends(parts.parts + 1);
  for (const Row& row : rows) ++ends[parts.of(row.score) + 1];
  for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
  std::vector<Row> dealt(rows.size());
  for (const Row& row : rows) dealt[ends[parts.of(row.score)]++] = row;
  std::size_t first = 0;
  for (std::size_t i = 0; i < parts.parts; ++i) {
    const auto part = std::span(dealt).subspan(first, ends[i] - first);
    if (!std::ranges::is_sorted(part, kByScore)) std::ranges::sort(part, kByScore);
    first = ends[i];
  }
  rows.swap(dealt);
}

// Sorts rows with a finite `score` and `weight`.
template <class Row>
void sortByScore(std::vector<Row>& rows) {
  constexpr std::size_t kFew = 256;
  constexpr std::size_t kRowsAPart = 4;
  constexpr std::size_t kMaxParts = std::size_t{1} << 18U;
  if (std::ranges::is_sorted(rows, kByScore)) return;
  const auto [min, max] = std::ranges::minmax(rows, {}, &Row::score);
  const std::size_t count = std::min(kMaxParts, std::bit_ceil(rows.size() / kRowsAPart + 1));
  const double range = max.score - min.score;
  const RangeParts parts{min.score, static_cast<double>(count) / range, count};
  const bool isDealt = rows.size() > kFew && std::isfinite(range) && std::isfinite(parts.perUnit);
  if (isDealt)
    dealByScore(rows, parts);
  else
    std::ranges::sort(rows, kByScore);
}

}  // namespace fairwasm::scores
