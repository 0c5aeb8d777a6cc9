// SPDX-License-Identifier: Apache-2.0
//
// Rows with scores, by group: the accumulator behind what a histogram of scores cannot tell
// exactly, or not at all, because it depends on the order of all scores or because they are no
// probabilities. It keeps every row, 16 bytes each; what forgets them is ScoreTally.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/data/counted_rows.hpp"
#include "fairwasm/data/grid.hpp"
#include "fairwasm/scores/score_sort.hpp"
#include "fairwasm/scores/scores.hpp"

namespace fairwasm::scores {

struct WeightedScore {
  double score;
  double weight;
};

// The rows of one group.
struct OutcomeScores {
  std::vector<WeightedScore> positives;
  std::vector<WeightedScore> negatives;

  void merge(const OutcomeScores& other);
  void sort();
  [[nodiscard]] std::size_t rows() const { return positives.size() + negatives.size(); }
};

// Calls `visit(score, positives, negatives)` for each distinct score in ascending order with the
// rows that have it. `group` is sorted.
template <class Visit>
void eachScore(const OutcomeScores& group, Visit&& visit) {
  const std::span<const WeightedScore> positives = group.positives;
  const std::span<const WeightedScore> negatives = group.negatives;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < positives.size() || j < negatives.size()) {
    const bool isPositive =
        j == negatives.size() || (i < positives.size() && positives[i].score <= negatives[j].score);
    const double score = isPositive ? positives[i].score : negatives[j].score;
    const std::size_t firstPositive = i;
    const std::size_t firstNegative = j;
    while (i < positives.size() && positives[i].score == score) ++i;
    while (j < negatives.size() && negatives[j].score == score) ++j;
    visit(score, positives.subspan(firstPositive, i - firstPositive),
          negatives.subspan(firstNegative, j - firstNegative));
  }
}

class ScoreRows {
 public:
  using Batch = ScoreBatch;
  using Counted = data::RepeatedRows<ScoreBatch>;

  static constexpr std::size_t kMaxGroups = 4096;
  static constexpr std::size_t kMaxRows = std::size_t{1} << 31U;

  explicit ScoreRows(std::vector<data::Attribute> attributes);

  // Adds the rows of `batch`. All or nothing: throws as rowGroups(), and kInvalidArgument with the
  // row for a score that is not finite or a weight that is not in [0, kMaxWeight].
  void update(const ScoreBatch& batch) { updateCounted({batch, {}}); }
  // Adds rows that were counted elsewhere, likewise, and keeps each of them. Throws kTooLarge for
  // more than kMaxRows at once.
  void updateCounted(const Counted& counted);
  // Adds the rows of `other`; attributes and categories are matched by name. Throws kIncompatible.
  void merge(const ScoreRows& other);
  // Forgets the rows, keeps the attributes.
  void reset();
  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for anything toBytes() did not write.
  static ScoreRows fromBytes(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const data::Schema& schema() const { return groups_.schema; }
  // Sorted rows of coarser groups. Puts its own rows in order on the way, so that the next call
  // finds them so.
  std::vector<OutcomeScores> by(const data::Grouping& grouping);

 private:
  data::GroupStates<OutcomeScores> groups_;
};

}  // namespace fairwasm::scores
