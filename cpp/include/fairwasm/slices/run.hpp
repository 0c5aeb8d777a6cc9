// SPDX-License-Identifier: Apache-2.0
//
// From a table to its worst slices with all that is said of them, in steps: the search, the rows
// that slices share, and the same search over errors that were dealt at random.
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

// A slice that was found, by the places of its columns and of their values.
struct WorstSlice {
  std::vector<std::uint32_t> columns;
  std::vector<std::uint32_t> values;
  double rows;
  double errors;
  double score;
  // Of the mean error, to hold for all slices together; NaN where errors can be above 1, or are
  // known as sums only.
  double low;
  double high;
  // In how many permutations the worst slice scored at least as high.
  double permutationsAsHigh;
  // Rows in common with each of the slices that were found, itself among them.
  std::vector<double> sharedRows;
};

struct RunResult {
  double rows;
  double errors;
  std::vector<WorstSlice> slices;
  double conjunctions;  // that could be named, for which the intervals hold together
  double seen;          // slices of enough rows that were looked at, and those of a score above 0
  double positive;
  // Over how many permutations it was counted: none where only sums of errors are known.
  double permutations;
  bool isBinary;
  bool isSummed;
};

class SliceRun {
 public:
  // The table is finished, and is kept by reference. Throws kInvalidArgument for an alpha outside
  // [0, 1] or a confidence outside (0, 1).
  SliceRun(const Table& table, const RunOptions& options);

  // Goes on until about so many entries have been counted. Returns the share that is done, 1 at the
  // end.
  double advance(std::size_t work);

  // Throws kInvalidState before the end.
  [[nodiscard]] RunResult result() const;

 private:
  void share(std::size_t slice);
  void permute(std::size_t work);
  [[nodiscard]] bool isPermuting() const;
  [[nodiscard]] WorstSlice describe(std::size_t slice, double conjunctions) const;

  const Table& table_;
  RunOptions options_;
  Search search_;
  std::vector<std::vector<double>> shared_;  // by slice, those that are known so far
  std::vector<std::size_t> asHigh_;          // by slice
  std::size_t permuted_ = 0;
  std::optional<Search> permutation_;
  bool isDone_ = false;
};

}  // namespace fairwasm::slices
