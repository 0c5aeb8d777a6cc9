// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/slices/table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"

namespace fairwasm::slices {
namespace {

constexpr double kMaxError = 1e100;                   // larger sums could be infinite
constexpr double kMaxRows = std::uint64_t{1} << 53U;  // larger counts are not exact in a double
constexpr std::size_t kMaxValues = std::numeric_limits<std::uint16_t>::max();
// A sample of this size shows whether many rows are equal.
constexpr std::size_t kSample = std::size_t{1} << 16U;
constexpr std::size_t kBlock = std::size_t{1} << 10U;  // rows

void require(bool holds, const char* argument, const char* expected, double actual,
             std::size_t row) {
  if (holds) return;
  throw Error(ErrorCode::kInvalidArgument, {argument, expected, shown(actual), row});
}

bool isWhole(double value) { return value == std::floor(value); }

void validate(const std::vector<double>& errors, const std::vector<double>& counts) {
  requireFinite("error", errors);
  for (std::size_t row = 0; row < errors.size(); ++row) {
    require(errors[row] >= 0 && errors[row] <= kMaxError, "error", "a number from 0 to 1e100",
            errors[row], row);
  }
  if (counts.empty()) return;
  requireCount("rows", counts.size(), errors.size());
  requireFinite("rows", counts);
  for (std::size_t row = 0; row < counts.size(); ++row) {
    require(counts[row] >= 0 && isWhole(counts[row]), "rows", "a nonnegative whole number",
            counts[row], row);
    require(counts[row] > 0 || errors[row] == 0, "error", "0 for an entry without rows",
            errors[row], row);
  }
  const double rows = std::accumulate(counts.begin(), counts.end(), 0.0);
  if (rows <= kMaxRows) return;
  throw Error(ErrorCode::kTooLarge, {"rows", "at most 2^53 rows in total", shown(rows), {}});
}

Errors getKind(const std::vector<double>& errors, const std::vector<double>& counts) {
  if (!counts.empty()) {
    for (std::size_t row = 0; row < errors.size(); ++row) {
      if (errors[row] > counts[row] || !isWhole(errors[row])) return Errors::kSummed;
    }
    return Errors::kBinary;
  }
  if (std::ranges::any_of(errors, [](double error) { return error > 1; })) return Errors::kNumbers;
  return std::ranges::all_of(errors, isWhole) ? Errors::kBinary : Errors::kShares;
}

bool differ(const std::vector<double>& errors, const std::vector<double>& counts) {
  double min = kInfinity;
  double greatest = 0;
  for (std::size_t row = 0; row < errors.size(); ++row) {
    if (!counts.empty() && counts[row] == 0) continue;
    const double mean = counts.empty() ? errors[row] : errors[row] / counts[row];
    min = std::min(min, mean);
    greatest = std::max(greatest, mean);
  }
  return min < greatest;
}

std::string wholeText(double value) { return std::to_string(static_cast<std::int64_t>(value)); }

}  // namespace

Table::Table(std::vector<double> errors, std::vector<double> counts, double minRows)
    : errors_(std::move(errors)), counts_(std::move(counts)), minRows_(minRows) {
  validate(errors_, counts_);
  if (!(minRows >= 1)) {  // also rejects NaN
    throw Error(ErrorCode::kInvalidArgument, {"minRows", "1 or more", shown(minRows), {}});
  }
  kind_ = getKind(errors_, counts_);
  errorsDiffer_ = differ(errors_, counts_);
}

template <class Code>
std::vector<double> Table::rowsByValue(std::span<const Code> codes, std::size_t values) const {
  std::vector<double> rows(values);
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (codes[row] >= values) {
      throw Error(ErrorCode::kInvalidArgument, {"columns", "a code below " + std::to_string(values),
                                                std::to_string(codes[row]), row});
    }
    rows[codes[row]] += counts_.empty() ? 1 : counts_[row];
  }
  return rows;
}

void Table::addColumn(const data::Codes& codes, std::size_t values) {
  requireCount("columns", data::size(codes), errors_.size(), "codes");
  Column column;
  std::vector<std::uint16_t> own;
  std::visit(
      [&](auto given) {
        const std::vector<double> rows = rowsByValue(given, values);
        const auto isFrequent = [&](double count) { return count >= minRows_; };
        const auto frequent = static_cast<std::size_t>(std::ranges::count_if(rows, isFrequent));
        if (frequent > kMaxValues) {
          throw Error(ErrorCode::kTooLarge,
                      {"columns",
                       "at most 65,535 values with " + wholeText(minRows_) + " rows or more",
                       std::to_string(frequent),
                       {}});
        }
        std::vector<std::uint16_t> places(values, static_cast<std::uint16_t>(frequent));
        for (std::uint32_t value = 0; value < values; ++value) {
          if (!isFrequent(rows[value])) continue;
          places[value] = static_cast<std::uint16_t>(column.values.size());
          column.values.push_back(value);
        }
        own.reserve(given.size());
        for (const auto code : given) own.push_back(places[code]);
      },
      codes);
  columns_.push_back(std::move(column));
  byColumn_.push_back(std::move(own));
}

void Table::finish() {
  const auto isNarrow = [](const Column& column) { return column.values.size() <= 0xff; };
  hasNarrowCodes_ = std::ranges::all_of(columns_, isNarrow);
  if (hasNarrowCodes_) {
    interleave<std::uint8_t>();
  } else {
    interleave<std::uint16_t>();
  }
  if (isWorthMerging()) {
    merge();
  } else {
    sums_.reserve(errors_.size());
    for (std::size_t row = 0; row < errors_.size(); ++row) {
      sums_.push_back({counts_.empty() ? 1 : counts_[row], errors_[row]});
    }
  }
  for (const Sums& entry : sums_) total_.add(entry);
}

template <class Code>
void Table::interleave() {
  constexpr std::size_t kCodes = sizeof(std::uint64_t) / sizeof(Code);
  wordsPerEntry_ = (columns_.size() + kCodes - 1) / kCodes;
  codes_.resize(errors_.size() * wordsPerEntry_);
  auto* codes = reinterpret_cast<Code*>(codes_.data());
  // Works in blocks, so that the rows being written are still in the cache for the next column.
  for (std::size_t first = 0; first < errors_.size(); first += kBlock) {
    const std::size_t end = std::min(first + kBlock, errors_.size());
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      for (std::size_t row = first; row < end; ++row) {
        codes[row * wordsPerEntry_ * kCodes + column] = static_cast<Code>(byColumn_[column][row]);
      }
    }
  }
  byColumn_ = {};
}

bool Table::isIn(std::size_t entry, std::span<const Condition> conditions) const {
  const std::uint64_t* words = codes_.data() + entry * wordsPerEntry_;
  return std::ranges::all_of(conditions, [&](const Condition& condition) {
    const auto& [column, value] = condition;
    if (hasNarrowCodes_) return reinterpret_cast<const std::uint8_t*>(words)[column] == value;
    return reinterpret_cast<const std::uint16_t*>(words)[column] == value;
  });
}

std::string_view Table::getBytes(std::size_t entry) const {
  const std::uint64_t* words = codes_.data() + entry * wordsPerEntry_;
  return {reinterpret_cast<const char*>(words), wordsPerEntry_ * sizeof(std::uint64_t)};
}

bool Table::isWorthMerging() const {
  const std::size_t rows = std::min(errors_.size(), kSample);
  std::unordered_set<std::string_view> different;
  for (std::size_t row = 0; row < rows; ++row) different.insert(getBytes(row));
  return different.size() <= rows / 2;
}

// Works in place, because an entry never comes after its first row.
void Table::merge() {
  std::unordered_map<std::string_view, std::uint32_t> entries;
  entryOf_.resize(errors_.size());
  for (std::size_t row = 0; row < errors_.size(); ++row) {
    const auto known = entries.find(getBytes(row));
    const std::size_t entry = known == entries.end() ? sums_.size() : known->second;
    if (known == entries.end()) {
      const auto words = std::span(codes_).subspan(row * wordsPerEntry_, wordsPerEntry_);
      if (entry < row) std::ranges::copy(words, codes_.data() + entry * wordsPerEntry_);
      entries.emplace(getBytes(entry), static_cast<std::uint32_t>(entry));
      sums_.emplace_back();
    }
    sums_[entry].add({counts_.empty() ? 1 : counts_[row], errors_[row]});
    entryOf_[row] = static_cast<std::uint32_t>(entry);
  }
  codes_.resize(sums_.size() * wordsPerEntry_);
}

}  // namespace fairwasm::slices
