// SPDX-License-Identifier: Apache-2.0
//
// Rows of true and predicted numbers, by group: the accumulator behind what sums cannot tell, which
// are medians, the largest error and how errors are distributed. It keeps every row, 24 bytes each;
// what forgets them is RegressionTally.
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

  // Adds the rows of `batch`. All or nothing: throws as rowGroups(), and kInvalidArgument with the
  // row for a number that is not finite or a weight that is not in [0, kMaxWeight].
  void update(const NumberBatch& batch) { updateCounted({batch, {}}); }
  // Adds rows that were counted elsewhere, likewise, and keeps each of them. Throws kTooLarge for
  // more than ScoreRows::kMaxRows at once.
  void updateCounted(const Counted& counted);
  // Adds the rows of `other`; attributes and categories are matched by name. Throws kIncompatible.
  void merge(const ErrorRows& other);
  // Forgets the rows, keeps the attributes.
  void reset();
  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for anything toBytes() did not write.
  static ErrorRows fromBytes(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const data::Schema& schema() const { return groups_.schema; }
  // Rows of coarser groups, in any order.
  [[nodiscard]] std::vector<NumberRows> by(const data::Grouping& grouping) const {
    return groups_.coarse(grouping);
  }

 private:
  data::GroupStates<NumberRows> groups_;
};

// Predictions, true numbers or errors of a group, sorted.
enum class NumberKind : std::uint8_t { kPrediction, kLabel, kError };
constexpr auto namesOf(NumberKind) {
  return makeNames<NumberKind>("of", {{"prediction", NumberKind::kPrediction},
                                      {"label", NumberKind::kLabel},
                                      {"error", NumberKind::kError}});
}
std::vector<WeightedScore> sortedNumbers(const NumberRows& group, NumberKind kind);
std::vector<std::vector<WeightedScore>> sortedNumbers(std::span<const NumberRows> groups,
                                                      NumberKind kind);

}  // namespace fairwasm::scores
