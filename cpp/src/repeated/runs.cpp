// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/repeated/runs.hpp"

#include <algorithm>
#include <cmath>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"

namespace fairwasm::repeated {
namespace {

constexpr double kMaxCells = 1e8;
constexpr double kMaxRuns = 1e9;  // squares and products of counts stay exact

void requireCodes(const char* argument, std::span<const std::uint32_t> codes, std::size_t below) {
  const auto at = std::ranges::find_if(codes, [&](std::uint32_t code) { return code >= below; });
  if (at == codes.end()) return;
  throw Error(ErrorCode::kInvalidArgument,
              {argument, "a code below the number of categories", std::to_string(*at),
               static_cast<std::size_t>(at - codes.begin())});
}

void requireCounts(std::span<const double> counts) {
  for (std::size_t row = 0; row < counts.size(); ++row) {
    if (counts[row] >= 0 && counts[row] <= kMaxRuns && std::floor(counts[row]) == counts[row]) {
      continue;
    }
    throw Error(ErrorCode::kInvalidArgument,
                {"rows", "a whole number from 0 to 10^9", shown(counts[row]), row});
  }
}

std::size_t getCell(const Rows& rows, std::size_t row) {
  return std::size_t{rows.item[row]} * rows.variants + rows.variant[row];
}

double getCount(const Rows& rows, std::size_t row) {
  return rows.count.empty() ? 1 : rows.count[row];
}

[[noreturn]] void throwDuplicate(std::size_t row) {
  throw Error(ErrorCode::kInvalidArgument,
              {"run", "each run of an item and a variant once", "the same run again", row});
}

// Marks runs in a set of bits if it is small enough, and sorts them otherwise.
void requireDistinctRuns(const Rows& rows) {
  if (rows.run.empty()) return;
  constexpr double kMaxBits = 1U << 28U;
  const std::size_t runs = 1 + std::size_t{*std::ranges::max_element(rows.run)};
  const std::size_t cells = rows.items * rows.variants;
  const auto getKey = [&](std::size_t row) { return getCell(rows, row) * runs + rows.run[row]; };
  if (static_cast<double>(cells) * static_cast<double>(runs) <= kMaxBits) {
    std::vector<bool> seen(cells * runs);
    for (std::size_t row = 0; row < rows.run.size(); ++row) {
      const auto mark = seen[getKey(row)];
      if (mark) throwDuplicate(row);
      seen[getKey(row)] = true;
    }
    return;
  }
  std::vector<std::pair<std::uint64_t, std::size_t>> keys;
  keys.reserve(rows.run.size());
  for (std::size_t row = 0; row < rows.run.size(); ++row) {
    keys.emplace_back(std::uint64_t{rows.item[row]} * rows.variants + rows.variant[row], row);
  }
  std::ranges::sort(keys, [&](const auto& a, const auto& b) {
    return std::tuple(a.first, rows.run[a.second], a.second) <
           std::tuple(b.first, rows.run[b.second], b.second);
  });
  const auto same = std::ranges::adjacent_find(keys, [&](const auto& a, const auto& b) {
    return a.first == b.first && rows.run[a.second] == rows.run[b.second];
  });
  if (same != keys.end()) throwDuplicate(std::next(same)->second);
}

}  // namespace

Runs::Runs(const Rows& rows)
    : items_(rows.items),
      variants_(rows.variants),
      clusters_(rows.cluster.begin(), rows.cluster.end()) {
  const std::size_t size = rows.item.size();
  requireCount("variant", rows.variant.size(), size);
  requireCount("outcome", rows.outcome.size(), size);
  if (!rows.run.empty()) requireCount("run", rows.run.size(), size);
  if (!rows.count.empty()) requireCount("rows", rows.count.size(), size);
  if (isClustered()) requireCount("cluster", clusters_.size(), items_, "items");
  if (static_cast<double>(items_) * static_cast<double>(variants_) > kMaxCells) {
    throw Error(ErrorCode::kTooLarge,
                {"item",
                 "at most 10^8 combinations of items and variants",
                 shown(static_cast<double>(items_) * static_cast<double>(variants_)),
                 {}});
  }
  requireCodes("item", rows.item, items_);
  requireCodes("variant", rows.variant, variants_);
  requireFinite("outcome", rows.outcome);
  requireCounts(rows.count);
  requireDistinctRuns(rows);
  isBinary_ = std::ranges::all_of(rows.outcome, [](double each) { return each == 0 || each == 1; });
  cells_.resize(items_ * variants_);
  add(rows);
  if (!isBinary_) store(rows);
}

// Deviations are summed in a second pass, because differences of sums of squares lose precision.
void Runs::add(const Rows& rows) {
  const std::size_t size = rows.item.size();
  for (std::size_t row = 0; row < size; ++row) {
    const double count = getCount(rows, row);
    Cell& cell = cells_[getCell(rows, row)];
    cell.runs += count;
    cell.mean += count * rows.outcome[row];
    total_ += count;
  }
  for (Cell& cell : cells_) {
    if (cell.runs == 0) continue;
    const double sum = cell.mean;
    cell.mean = sum / cell.runs;
    if (isBinary_) cell.squares = sum * (cell.runs - sum) / cell.runs;
  }
  if (isBinary_) return;
  for (std::size_t row = 0; row < size; ++row) {
    Cell& cell = cells_[getCell(rows, row)];
    const double away = rows.outcome[row] - cell.mean;
    cell.squares += getCount(rows, row) * away * away;
  }
}

void Runs::store(const Rows& rows) {
  if (total_ > kMaxCells) {
    throw Error(ErrorCode::kTooLarge,
                {"rows", "at most 10^8 runs with outcomes other than 0 and 1", shown(total_), {}});
  }
  starts_.assign(cells_.size() + 1, 0);
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    starts_[cell + 1] = starts_[cell] + static_cast<std::size_t>(cells_[cell].runs);
  }
  outcomes_.resize(starts_.back());
  std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
  for (std::size_t row = 0; row < rows.item.size(); ++row) {
    std::size_t& place = next[getCell(rows, row)];
    const auto count = static_cast<std::size_t>(getCount(rows, row));
    std::fill_n(outcomes_.begin() + static_cast<std::ptrdiff_t>(place), count, rows.outcome[row]);
    place += count;
  }
}

std::span<const double> Runs::outcomes(std::size_t item, std::size_t variant) const {
  if (isBinary_) return {};
  const std::size_t cell = item * variants_ + variant;
  return std::span(outcomes_).subspan(starts_[cell], starts_[cell + 1] - starts_[cell]);
}

}  // namespace fairwasm::repeated
