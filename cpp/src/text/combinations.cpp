// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/text/combinations.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace fairwasm::text {
namespace {

constexpr std::size_t kLargestTable = 1 << 18;
constexpr std::size_t kFirstPlaces = 1 << 10;

}  // namespace

void Pairs::fit(std::size_t firsts, std::size_t seconds) {
  if (isHashed_) return;
  const std::size_t width = std::max(width_, std::bit_ceil(seconds));
  if (firsts * width > kLargestTable) {
    hash(std::max(kFirstPlaces, std::bit_ceil(4 * size())));
    return;
  }
  if (width == width_ && firsts * width <= table_.size()) return;
  width_ = width;
  table_.assign(std::bit_ceil(firsts) * width, 0);
  for (std::size_t i = 0; i < size(); ++i) {
    table_[known_[i].first * width + known_[i].second] = static_cast<std::uint32_t>(i + 1);
  }
}

void Pairs::clear() {
  isHashed_ = false;
  width_ = 0;
  table_.clear();
  known_.clear();
}

// Returns the slot of the pair, or the free slot for it.
std::uint32_t* Pairs::hashed(std::uint32_t first, std::uint32_t second) {
  const std::size_t last = table_.size() - 1;
  const auto mixed = ((std::uint64_t{first} << 32) | second) * 0x9E3779B97F4A7C15U;
  for (auto place = static_cast<std::size_t>(mixed >> 32) & last;; place = (place + 1) & last) {
    if (table_[place] == 0) return &table_[place];
    const Pair& known = known_[table_[place] - 1];
    if (known.first == first && known.second == second) return &table_[place];
  }
}

std::uint32_t Pairs::learn(std::uint32_t& place, std::uint32_t first, std::uint32_t second) {
  const auto number = static_cast<std::uint32_t>(size());
  place = number + 1;
  known_.push_back({first, second});
  if (isHashed_ && 2 * size() > table_.size()) hash(2 * table_.size());
  return number;
}

void Pairs::hash(std::size_t places) {
  isHashed_ = true;
  table_.assign(places, 0);
  for (std::size_t i = 0; i < size(); ++i) {
    *hashed(known_[i].first, known_[i].second) = static_cast<std::uint32_t>(i + 1);
  }
}

void Combinations::add(std::span<const Codes> columns, std::uint64_t firstRow) {
  numbers_.assign(columns.front().codes.size(), 0);
  std::size_t before = 1;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Pairs& step = steps_[i];
    step.fit(before, columns[i].categories);
    for (std::size_t row = 0; row < numbers_.size(); ++row) {
      numbers_[row] = step.number(numbers_[row], columns[i].codes[row]);
    }
    before = step.size();
  }
  for (std::size_t row = 0; row < numbers_.size(); ++row) {
    const std::size_t number = numbers_[row];
    if (number == size()) [[unlikely]] {
      rows_.push_back(0);
      firstRows_.push_back(static_cast<double>(firstRow + row));
    }
    ++rows_[number];
  }
}

void Combinations::clear() {
  for (Pairs& step : steps_) step.clear();
  rows_.clear();
  firstRows_.clear();
}

std::vector<std::uint32_t> Combinations::codes(std::size_t column) const {
  std::vector<std::uint32_t> codes(size());
  for (std::size_t i = 0; i < size(); ++i) {
    auto number = static_cast<std::uint32_t>(i);
    for (std::size_t step = steps_.size() - 1; step > column; --step) {
      number = steps_[step].pair(number).first;
    }
    codes[i] = steps_[column].pair(number).second;
  }
  return codes;
}

}  // namespace fairwasm::text
