// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/row_lists.hpp"

#include <algorithm>

namespace fairwasm::amplification {
namespace {

std::span<const std::uint32_t> within(std::span<const std::uint32_t> list, ColumnRange range) {
  const auto first = std::ranges::lower_bound(list, range.first);
  const auto last = std::ranges::lower_bound(list, range.first + range.count);
  return {first, last};
}

double trueBits(const BitColumns& columns, ColumnRange range) {
  double sum = 0;
  for (std::size_t c = range.first; c < range.first + range.count; ++c) {
    sum += static_cast<double>(countBits(columns[c]));
  }
  return sum;
}

}  // namespace

RowLists::RowLists(const BitColumns& columns) : starts_(columns.rows() + 1) {
  for (std::size_t c = 0; c < columns.size(); ++c) {
    forTrueRows(columns[c], [&](std::size_t row) { ++starts_[row + 1]; });
  }
  for (std::size_t row = 0; row < columns.rows(); ++row) starts_[row + 1] += starts_[row];
  columns_.resize(starts_.back());
  std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    forTrueRows(columns[c],
                [&](std::size_t row) { columns_[next[row]++] = static_cast<std::uint32_t>(c); });
  }
}

std::span<const std::uint32_t> RowLists::operator[](std::size_t row) const {
  return std::span(columns_).subspan(starts_[row], starts_[row + 1] - starts_[row]);
}

bool RowLists::pay(const BitColumns& columns, const DirectedColumns& directed) {
  // Binary digits of the counts in a resample, and the cost of counting a pair relative to a word.
  constexpr double kDigits = 4;
  constexpr double kSlower = 8;
  const auto& [from, to, predicted] = directed;
  const double partners = static_cast<double>(to.count + predicted.count);
  const double words = static_cast<double>(wordsFor(columns.rows()));
  const double overBits = words * kDigits * static_cast<double>(from.count) * (partners + 1);
  const double entries = trueBits(columns, to) + trueBits(columns, predicted);
  const double fromEach =
      trueBits(columns, from) / std::max(1.0, static_cast<double>(columns.rows()));
  const double overLists = static_cast<double>(columns.rows()) + entries * (1 + fromEach);
  return overLists * kSlower < overBits;
}

PairCounts countPairs(const RowLists& rows, const DirectedColumns& columns,
                      std::span<const double> weights) {
  const auto& [from, to, predicted] = columns;
  PairCounts counts;
  counts.fromCount = from.count;
  counts.toCount = to.count;
  counts.from.assign(from.count, 0);
  counts.to.assign(to.count, 0);
  counts.together.assign(from.count * to.count, 0);
  counts.predicted.assign(from.count * predicted.count, 0);
  counts.predictedTo.assign(predicted.count, 0);
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    const double weight = weights[row];
    if (weight == 0) continue;
    const auto froms = within(rows[row], from);
    const auto tos = within(rows[row], to);
    const auto predictions = within(rows[row], predicted);
    counts.rows += weight;
    if (!froms.empty() || !tos.empty()) counts.labeledRows += weight;
    if (predicted.count > 0 && (!froms.empty() || !predictions.empty())) {
      counts.predictedLabeledRows += weight;
    }
    for (const std::uint32_t t : tos) counts.to[t - to.first] += weight;
    for (const std::uint32_t p : predictions) counts.predictedTo[p - predicted.first] += weight;
    for (const std::uint32_t f : froms) {
      const std::size_t place = f - from.first;
      counts.from[place] += weight;
      for (const std::uint32_t t : tos) counts.together[place * to.count + t - to.first] += weight;
      for (const std::uint32_t p : predictions) {
        counts.predicted[place * predicted.count + p - predicted.first] += weight;
      }
    }
  }
  return counts;
}

}  // namespace fairwasm::amplification
