// SPDX-License-Identifier: Apache-2.0
//
// Complete slice search in steps: the search, the rows that slices share, and the same search over
// randomly permuted errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fairwasm/slices/search.hpp"
#include "fairwasm/slices/table.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::slices {

struct RunOptions {
  SearchOptions search;
  double confidence = 0.95;
  std::size_t permutations = 0;
  std::uint64_t seed = 1;
};

// A worst slice; columns and values are indices.
struct WorstSlice {
  std::vector<std::uint32_t> columns;
  std::vector<std::uint32_t> values;
  double rows;
  double errors;
  double score;
  // Interval of the mean error that holds jointly for all slices; NaN if errors can exceed 1 or if
  // only their sums are known.
  double low;
  double high;
  // Number of permutations in which the worst slice has at least this score.
  double permutationsAsHigh;
  // Number of rows in common with each of the found slices, including itself.
  std::vector<double> sharedRows;
};

struct RunResult {
  double rows;
  double errors;
  std::vector<WorstSlice> slices;
  double conjunctions;  // number of possible slices, for which the intervals hold jointly
  double seen;  // number of evaluated slices with enough rows, and of those with a positive score
  double positive;
  // Number of permutations; 0 if only sums of errors are known.
  double permutations;
  bool isBinary;
  bool isSummed;
};

class SliceRun {
 public:
  // Keeps a reference to the table, which must be finished. Throws kInvalidArgument for an alpha
  // outside [0, 1] or a confidence outside (0, 1).
  SliceRun(const Table& table, const RunOptions& options);

  // Continues until about `work` entries have been counted. Returns the completed proportion, 1 at
  // the end.
  double advance(std::size_t work);

  // Throws kInvalidState before the search has ended.
  [[nodiscard]] RunResult result() const;

 private:
  void share(std::size_t slice);
  void permute(std::size_t work);
  [[nodiscard]] bool isPermuting() const;
  [[nodiscard]] WorstSlice describe(std::size_t slice, double conjunctions) const;

  const Table& table_;
  RunOptions options_;
  Search search_;
  std::vector<std::vector<double>> shared_;  // by slice, as far as computed
  std::vector<std::size_t> asHigh_;          // by slice
  std::size_t permuted_ = 0;
  std::optional<Search> permutation_;
  bool isDone_ = false;
};

}  // namespace fairwasm::slices
