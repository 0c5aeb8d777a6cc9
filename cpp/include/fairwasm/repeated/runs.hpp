// SPDX-License-Identifier: Apache-2.0
//
// Repeated decisions: each item (a case, such as a prompt or an application) is decided in several
// variants (such as names), and each variant in one or more runs. A cell contains the runs of one
// item in one variant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fairwasm::repeated {

// Columns of equal length: the codes of items and variants, and the outcomes.
struct Rows {
  std::size_t items;
  std::size_t variants;
  std::span<const std::uint32_t> item;
  std::span<const std::uint32_t> variant;
  std::span<const double> outcome;
  std::span<const std::uint32_t> run = {};  // codes that are distinct within a cell; empty: unknown
  std::span<const double> count = {};       // runs of each row; empty: 1 each
  // By item: the code of its cluster; empty: items are independent.
  std::span<const std::uint32_t> cluster = {};
};

struct Cell {
  double runs = 0;
  double mean = 0;
  double squares = 0;  // sum of squared deviations from the mean

  // Variance of the runs; NaN for fewer than two.
  [[nodiscard]] double variance() const { return squares / (runs - 1); }
  // Estimated variance of the mean.
  [[nodiscard]] double noise() const { return variance() / runs; }
};

// The cluster of an item that is independent of all others.
inline constexpr std::uint32_t kOwnCluster = UINT32_MAX;

class Runs {
 public:
  // Throws kInvalidArgument with the row for an invalid code, an outcome that is not finite, a
  // count that is not a whole number, and two rows with the same item, variant, and run;
  // kShapeMismatch for columns of different lengths; kTooLarge for more than 10^8 cells.
  explicit Runs(const Rows& rows);

  [[nodiscard]] std::size_t items() const { return items_; }
  [[nodiscard]] std::size_t variants() const { return variants_; }
  [[nodiscard]] const Cell& at(std::size_t item, std::size_t variant) const {
    return cells_[item * variants_ + variant];
  }
  // True if all outcomes are 0 or 1.
  [[nodiscard]] bool isBinary() const { return isBinary_; }
  // True if items of one cluster depend on each other.
  [[nodiscard]] bool isClustered() const { return !clusters_.empty(); }
  [[nodiscard]] std::uint32_t cluster(std::size_t item) const {
    return isClustered() ? clusters_[item] : kOwnCluster;
  }
  // Total number of runs.
  [[nodiscard]] double total() const { return total_; }
  // Returns the outcomes of a cell, without order; empty if all outcomes are 0 or 1.
  [[nodiscard]] std::span<const double> outcomes(std::size_t item, std::size_t variant) const;

 private:
  void add(const Rows& rows);
  void store(const Rows& rows);

  std::size_t items_;
  std::size_t variants_;
  bool isBinary_ = true;
  double total_ = 0;
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> clusters_;
  std::vector<double> outcomes_;     // by cell
  std::vector<std::size_t> starts_;  // of each cell in outcomes_, and the end of the last
};

}  // namespace fairwasm::repeated
