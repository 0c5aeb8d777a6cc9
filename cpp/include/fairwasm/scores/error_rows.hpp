// SPDX-License-Identifier: Apache-2.0
//
// Regression targets and predictions by group, for metrics that sums cannot provide: medians, the
// largest error, and the distribution of errors. The accumulator keeps every row (24 bytes each);
// RegressionTally does not.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/data/counted_rows.hpp"
#include "fairwasm/data/grid.hpp"
#include "fairwasm/scores/regression.hpp"
#include "fairwasm/scores/score_rows.hpp"

namespace fairwasm::scores {

struct NumberRow {
  double label;
  double prediction;
  double weight;

  [[nodiscard]] double error() const { return prediction - label; }
};

// The rows of one group.
struct NumberRows {
  std::vector<NumberRow> rows;

  void merge(const NumberRows& other);
};

class ErrorRows {
 public:
  using Batch = NumberBatch;
  using Counted = data::RepeatedRows<NumberBatch>;

  static constexpr std::size_t kMaxGroups = 4096;

  explicit ErrorRows(std::vector<data::Attribute> attributes);

  // Adds the rows of `batch`, or none: throws like rowGroups(), and kInvalidArgument with the row
  // for a number that is not finite or a weight outside [0, kMaxWeight].
  void update(const NumberBatch& batch) { updateCounted({batch, {}}); }
  // Likewise adds precomputed counts and keeps each of their rows. Throws kTooLarge for more than
  // ScoreRows::kMaxRows at once.
  void updateCounted(const Counted& counted);
  // Adds the rows of `other`, matching attributes and categories by name. Throws kIncompatible.
  void merge(const ErrorRows& other);
  // Removes all rows but keeps the attributes.
  void reset();
  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for bytes that toBytes() did not write.
  static ErrorRows fromBytes(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const data::Schema& schema() const { return groups_.schema; }
  // Returns the rows of coarser groups in any order.
  [[nodiscard]] std::vector<NumberRows> by(const data::Grouping& grouping) const {
    return groups_.coarse(grouping);
  }

 private:
  data::GroupStates<NumberRows> groups_;
};

// Selects predictions, targets, or errors of a group, in sorted order.
enum class NumberKind : std::uint8_t { kPrediction, kLabel, kError };
constexpr auto getNames(NumberKind) {
  return makeNames<NumberKind>("of", {{"prediction", NumberKind::kPrediction},
                                      {"label", NumberKind::kLabel},
                                      {"error", NumberKind::kError}});
}
std::vector<WeightedScore> sortedNumbers(const NumberRows& group, NumberKind kind);
std::vector<std::vector<WeightedScore>> sortedNumbers(std::span<const NumberRows> groups,
                                                      NumberKind kind);

}  // namespace fairwasm::scores
