// SPDX-License-Identifier: Apache-2.0
//
// Random tables, and their worst slices by trying every conjunction and by the search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fairwasm/slices/search.hpp"
#include "fairwasm/slices/table.hpp"
#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::slices::testing {

struct Rows {
  std::vector<std::vector<std::uint32_t>> columns;
  std::vector<std::size_t> values;  // per column
  std::vector<double> errors;
  std::vector<double> counts;  // or none
};

inline Table buildTable(const Rows& rows, double minRows) {
  Table table(rows.errors, rows.counts, minRows);
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    table.addColumn(std::span<const std::uint32_t>(rows.columns[column]), rows.values[column]);
  }
  table.finish();
  return table;
}

// Errors are twice as frequent if the first two columns agree.
inline Rows randomRows(std::uint64_t seed, std::size_t count, std::vector<std::size_t> values) {
  uncertainty::RandomStream random(seed);
  Rows rows{std::vector<std::vector<std::uint32_t>>(values.size()), values, {}, {}};
  for (std::size_t row = 0; row < count; ++row) {
    for (std::size_t column = 0; column < values.size(); ++column) {
      rows.columns[column].push_back(random.below(static_cast<std::uint32_t>(values[column])));
    }
    const bool agree = rows.columns[0].back() == rows.columns.back().back();
    rows.errors.push_back(random.uniform() < (agree ? 0.4 : 0.2) ? 1 : 0);
  }
  return rows;
}

// Tries every conjunction, row by row.
class BruteForce {
 public:
  BruteForce(const Rows& rows, const SearchOptions& options, double minRows)
      : rows_(rows), options_(options), minRows_(minRows) {
    std::vector<std::size_t> all(rows.errors.size());
    for (std::size_t row = 0; row < all.size(); ++row) all[row] = row;
    total_ = computeSums(all);
    extend(all, 0);
    std::ranges::sort(slices, isBefore);
    if (slices.size() > options.top) slices.resize(options.top);
  }

  std::vector<Slice> slices;
  Seen seen;

 private:
  [[nodiscard]] Sums computeSums(const std::vector<std::size_t>& rows) const {
    Sums sums;
    for (const std::size_t row : rows) {
      sums.add({rows_.counts.empty() ? 1 : rows_.counts[row], rows_.errors[row]});
    }
    return sums;
  }

  void extend(const std::vector<std::size_t>& rows, std::uint32_t from) {
    if (conditions_.size() == options_.maxConditions) return;
    for (std::uint32_t column = from; column < rows_.columns.size(); ++column) {
      for (std::uint32_t value = 0; value < rows_.values[column]; ++value) {
        std::vector<std::size_t> within;
        std::ranges::copy_if(rows, std::back_inserter(within),
                             [&](std::size_t row) { return rows_.columns[column][row] == value; });
        const Sums sums = computeSums(within);
        if (sums.rows < minRows_) continue;
        conditions_.push_back({column, value});
        keep(sums);
        extend(within, column + 1);
        conditions_.pop_back();
      }
    }
  }

  void keep(const Sums& sums) {
    ++seen.slices;
    const double score = options_.alpha * (sums.mean() / total_.mean() - 1) -
                         (1 - options_.alpha) * (total_.rows / sums.rows - 1);
    if (!(score > 1e-12)) return;
    ++seen.positive;
    slices.push_back({conditions_, sums, score});
  }

  const Rows& rows_;
  SearchOptions options_;
  double minRows_;
  Sums total_;
  std::vector<Condition> conditions_;
};

inline Search searched(const Table& table, const SearchOptions& options) {
  Search search(table, {table.sums().begin(), table.sums().end()}, options);
  while (!search.advance(64)) {
  }
  return search;
}

// Converts values in conditions to their indices among all values.
inline std::vector<Slice> worst(const Table& table, const SearchOptions& options) {
  std::vector<Slice> slices = searched(table, options).slices();
  for (Slice& slice : slices) {
    for (Condition& each : slice.conditions) {
      each.value = table.columns()[each.column].values[each.value];
    }
  }
  return slices;
}

}  // namespace fairwasm::slices::testing
