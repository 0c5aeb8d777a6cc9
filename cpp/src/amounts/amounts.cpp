// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amounts/amounts.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/data/bytes.hpp"
#include "fairwasm/data/weights.hpp"

namespace fairwasm::amounts {
namespace {

constexpr std::string_view kKind = "amounts";
constexpr std::uint32_t kVersion = 1;

// Squares of larger amounts may overflow.
constexpr double kMaxAmount = 1e100;

void requireAmounts(std::span<const double> values) {
  requireFinite("amount", values);
  const auto row = std::ranges::find_if(values, [](double x) { return std::abs(x) > kMaxAmount; });
  if (row == values.end()) return;
  throw Error(ErrorCode::kInvalidArgument,
              {"amount", "numbers between -1e100 and 1e100", shown(*row),
               static_cast<std::size_t>(row - values.begin())});
}

void requireProbabilities(std::span<const double> probabilities) {
  for (const double probability : probabilities) {
    if (probability > 0 && probability < 1) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {"quantiles", "numbers between 0 and 1", shown(probability), {}});
  }
}

}  // namespace

Amounts::Amounts(Options options, std::vector<std::string> groups)
    : options_(options), groups_(std::move(groups)), samples_(groups_.size()) {
  requireDistinct(groups_, "groups");
}

void Amounts::update(const Rows& rows) {
  const std::size_t count = rows.values.size();
  requireCount("groups", rows.groups.size(), count);
  requireCount("weight", rows.weights.size(), options_.hasWeights ? count : 0);
  requireCount("cluster", rows.clusters.size(), options_.hasClusters ? count : 0);
  requireAmounts(rows.values);
  if (options_.hasWeights) data::requireWeights(rows.weights, count);
  const auto code =
      std::ranges::find_if(rows.groups, [&](std::uint32_t each) { return each >= groups_.size(); });
  if (code != rows.groups.end()) {
    throw Error(ErrorCode::kInvalidArgument,
                {"groups", "a code below the number of groups", shown(*code),
                 static_cast<std::size_t>(code - rows.groups.begin())});
  }
  auto added = samples_;
  for (std::size_t row = 0; row < count; ++row) {
    if (options_.hasWeights && rows.weights[row] == 0) continue;
    Sample& sample = added[rows.groups[row]];
    sample.values.push_back(rows.values[row]);
    if (options_.hasWeights) sample.weights.push_back(rows.weights[row]);
    if (options_.hasClusters) sample.clusters.push_back(rows.clusters[row]);
  }
  samples_ = std::move(added);
}

void Amounts::merge(const Amounts& other) {
  if (!(options_ == other.options_)) {
    throw Error(ErrorCode::kIncompatible,
                {"other", "amounts with the same options", "other options", {}});
  }
  Amounts both = *this;
  for (std::size_t g = 0; g < other.groups_.size(); ++g) {
    const auto index = static_cast<std::size_t>(std::ranges::find(both.groups_, other.groups_[g]) -
                                                both.groups_.begin());
    if (index == both.groups_.size()) {
      both.groups_.push_back(other.groups_[g]);
      both.samples_.emplace_back();
    }
    both.samples_[index].append(other.samples_[g]);
  }
  *this = std::move(both);
}

void Amounts::reset() { std::ranges::fill(samples_, Sample{}); }

std::vector<std::uint8_t> Amounts::toBytes() const {
  data::ByteWriter writer(kKind, kVersion);
  writer.number((options_.hasWeights ? 1U : 0U) + (options_.hasClusters ? 2U : 0U));
  writer.texts(groups_);
  for (const Sample& sample : samples_) {
    writer.number(sample.size());
    writer.doubles(sample.values);
    writer.doubles(sample.weights);
    for (const std::uint64_t cluster : sample.clusters) writer.number(cluster);
  }
  return std::move(writer).finish();
}

Amounts Amounts::fromBytes(std::span<const std::uint8_t> bytes) {
  data::ByteReader reader(bytes, kKind, kVersion);
  try {
    const std::uint64_t flags = reader.number();
    if (flags > 3) throw Error(ErrorCode::kCorruptBytes, {"bytes", "known options", "others", {}});
    Amounts stored({(flags & 1U) != 0, (flags & 2U) != 0}, reader.texts());
    for (Sample& sample : stored.samples_) {
      const std::uint64_t count = reader.number();
      if (count > reader.left() / sizeof(double)) {
        throw Error(ErrorCode::kCorruptBytes, {"bytes", "all rows", "fewer", {}});
      }
      const auto rows = static_cast<std::size_t>(count);
      sample.values = reader.doubles(rows);
      requireAmounts(sample.values);
      if (stored.options_.hasWeights) {
        sample.weights = reader.doubles(rows);
        data::requireWeights(sample.weights, rows);
      }
      if (stored.options_.hasClusters) {
        if (rows > reader.left() / sizeof(std::uint64_t)) {
          throw Error(ErrorCode::kCorruptBytes, {"bytes", "all clusters", "fewer", {}});
        }
        for (std::size_t row = 0; row < rows; ++row) sample.clusters.push_back(reader.number());
      }
    }
    reader.finish();
    return stored;
  } catch (const Error& error) {
    throw Error(ErrorCode::kCorruptBytes, {"bytes", "stored amounts", error.what(), {}});
  }
}

std::vector<double> Amounts::rows() const {
  std::vector<double> rows;
  for (const Sample& sample : samples_) rows.push_back(sample.rows());
  return rows;
}

Summary Amounts::summary(const std::string& reference, std::span<const double> probabilities,
                         const Levels& levels) const {
  uncertainty::twoSidedQuantile(levels.confidence);  // checks the levels
  uncertainty::twoSidedQuantile(levels.joint);
  requireProbabilities(probabilities);
  const auto index =
      static_cast<std::size_t>(std::ranges::find(groups_, reference) - groups_.begin());
  if (index == groups_.size()) {
    throw Error(ErrorCode::kInvalidArgument, {"reference", "one of the groups", reference, {}});
  }
  auto sorted = samples_;
  for (Sample& sample : sorted) sample.sort();
  Summary summary;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    summary.groups.push_back(summarize(groups_[g], sorted[g], probabilities, levels));
    if (g == index) continue;
    summary.comparisons.push_back(
        compare(groups_[g], sorted[g], sorted[index], probabilities, levels));
  }
  return summary;
}

}  // namespace fairwasm::amounts
