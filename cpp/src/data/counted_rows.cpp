// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/data/counted_rows.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"

namespace fairwasm::data {
namespace {

constexpr double kMaxCount = 0x1p53;  // doubles represent counts exactly up to here

bool isCount(double count) { return count >= 0 && count < kMaxCount && count == std::floor(count); }

void requireEach(const char* argument, const char* expected, std::span<const double> values,
                 bool (*isPossible)(double)) {
  const auto bad = std::ranges::find_if_not(values, isPossible);
  if (bad == values.end()) return;
  throw Error(ErrorCode::kInvalidArgument,
              {argument, expected, shown(*bad), static_cast<std::size_t>(bad - values.begin())});
}

}  // namespace

std::uint64_t requireCounts(std::span<const double> counts, std::size_t rows) {
  requireCount("rows", counts.size(), rows);
  requireEach("rows", "a whole number of rows, from 0 to 9007199254740991", counts, &isCount);
  std::uint64_t total = 0;  // a sum of doubles could not exceed 2^53
  for (const double count : counts) {
    total += static_cast<std::uint64_t>(count);
    if (total <= static_cast<std::uint64_t>(kMaxCount)) continue;
    throw Error(ErrorCode::kTooLarge, {"rows", "at most 2^53 rows in total", "more", {}});
  }
  return total;
}

void requireRepeats(std::span<const double> counts, std::size_t rows, std::uint64_t max) {
  if (counts.empty()) return;
  const std::uint64_t total = requireCounts(counts, rows);
  if (total <= max) return;
  throw Error(ErrorCode::kTooLarge,
              {"rows", "at most " + std::to_string(max) + " rows", std::to_string(total), {}});
}

void requireAlike(const AlikeRows& alike, std::size_t rows, bool isWeighted) {
  if (alike.counts.empty()) return;
  requireCounts(alike.counts, rows);
  requireCount("squared weight", alike.squares.size(), isWeighted ? rows : 0);
  requireEach("squared weight", "a finite sum of squares", alike.squares,
              [](double square) { return square >= 0 && std::isfinite(square); });
}

}  // namespace fairwasm::data
