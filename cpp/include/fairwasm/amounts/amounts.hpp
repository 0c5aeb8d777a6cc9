// SPDX-License-Identifier: Apache-2.0
//
// Amounts by group, such as pay, credit limits, sentences, or waiting times: an accumulator that
// keeps every amount, because quantiles need all of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fairwasm/amounts/comparison.hpp"
#include "fairwasm/amounts/sample.hpp"

namespace fairwasm::amounts {

struct Options {
  bool hasWeights;
  bool hasClusters;

  friend bool operator==(const Options&, const Options&) = default;
};

// One entry per row.
struct Rows {
  std::span<const std::uint32_t> groups;
  std::span<const double> values;
  std::span<const double> weights;          // empty without weights
  std::span<const std::uint64_t> clusters;  // empty without clusters
};

struct Summary {
  std::vector<GroupSummary> groups;
  std::vector<Comparison> comparisons;  // of all groups with the reference, which is omitted
};

class Amounts {
 public:
  // Throws kInvalidArgument for duplicate groups.
  Amounts(Options options, std::vector<std::string> groups);

  // Adds rows; rows with weight 0 are ignored. Throws kInvalidArgument with the row for values that
  // are not finite and for invalid weights, kShapeMismatch for columns of different lengths.
  void update(const Rows& rows);

  // Adds the rows of `other`, matching groups by name. Throws kIncompatible for other options.
  void merge(const Amounts& other);

  // Removes all rows but keeps the groups.
  void reset();

  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for bytes that toBytes() did not write.
  static Amounts fromBytes(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] const std::vector<std::string>& groups() const { return groups_; }
  // Returns the number of rows of each group.
  [[nodiscard]] std::vector<double> rows() const;

  // Compares all groups with the reference. Throws kInvalidArgument for an unknown reference, for
  // probabilities outside (0, 1), and for invalid levels.
  [[nodiscard]] Summary summary(const std::string& reference, std::span<const double> probabilities,
                                const Levels& levels) const;

 private:
  Options options_;
  std::vector<std::string> groups_;
  std::vector<Sample> samples_;  // by group
};

}  // namespace fairwasm::amounts
