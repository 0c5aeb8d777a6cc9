// SPDX-License-Identifier: Apache-2.0
//
// Rows with scores by group, for metrics that a histogram of scores cannot provide exactly or at
// all: those that depend on the order of all scores, or scores that are not probabilities. The
// accumulator keeps every row (16 bytes each); ScoreTally does not.
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

// Calls `visit(score, positives, negatives)` for each distinct score in ascending order, with the
// rows that have this score. `group` must be sorted.
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

  // Adds the rows of `batch`, or none: throws like rowGroups(), and kInvalidArgument with the row
  // for a score that is not finite or a weight outside [0, kMaxWeight].
  void update(const ScoreBatch& batch) { updateCounted({batch, {}}); }
  // Likewise adds precomputed counts and keeps each of their rows. Throws kTooLarge for more than
  // kMaxRows at once.
  void updateCounted(const Counted& counted);
  // Adds the rows of `other`, matching attributes and categories by name. Throws kIncompatible.
  void merge(const ScoreRows& other);
  // Removes all rows but keeps the attributes.
  void reset();
  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for bytes that toBytes() did not write.
  static ScoreRows fromBytes(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const data::Schema& schema() const { return groups_.schema; }
  // Returns the sorted rows of coarser groups. Also sorts the stored rows, which makes the next
  // call faster.
  std::vector<OutcomeScores> by(const data::Grouping& grouping);

 private:
  data::GroupStates<OutcomeScores> groups_;
};

}  // namespace fairwasm::scores
