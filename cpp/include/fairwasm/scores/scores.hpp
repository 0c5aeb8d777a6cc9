// SPDX-License-Identifier: Apache-2.0
//
// Scores and outcomes by group: the accumulator for ROC and calibration curves. Each group has a
// histogram of its scores. If a group has few distinct scores, each has its own bin and all metrics
// are exact. Otherwise, the bins are kCells equal parts of [0, 1], and metrics that depend on the
// order of scores have a known error bound.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "fairwasm/data/counted_rows.hpp"
#include "fairwasm/data/grid.hpp"

namespace fairwasm::scores {

// Weights of the rows whose scores are in one bin.
struct ScoreBin {
  double positives = 0;
  double negatives = 0;
  double scores = 0;           // sum of w s
  double positiveSquares = 0;  // sum of w^2 of the positives
  double negativeSquares = 0;

  void merge(const ScoreBin& other);
};

// A score (or the upper end of its cell, if the histogram is not exact) with its rows.
using ScoreCell = std::pair<double, ScoreBin>;

// Sums over all rows of a group that depend on each score and cannot be computed from bins.
struct ScoreTotals {
  double rows = 0;
  double squaredErrors = 0;  // sum of w (s - y)^2
  // Sum of w l, with l = -ln(predicted probability of the outcome). Like scikit-learn, clips
  // probabilities at 2^-52, so l is at most 36.04.
  double logLosses = 0;
  double weightedLogLosses = 0;  // sum of w^2 l
  double squaredLogLosses = 0;   // sum of w^2 l^2

  void merge(const ScoreTotals& other);
};

// Returns -ln of a probability, clipped as in ScoreTotals.
double computeLogLoss(double probability);

// The scores of one group.
class ScoreHistogram {
 public:
  // Makes calibration curves exact for 2, 5, 8, 10, 12, 15, 20, 25, 50, or 100 bins, and for every
  // other divisor.
  static constexpr std::size_t kCells = 7200;
  static constexpr std::size_t kMaxDistinct = 4096;

  void add(double score, bool positive, double weight) {
    add(score, positive, {1, weight, weight * weight});
  }
  void add(double score, bool positive, const data::Alike& alike);
  void merge(const ScoreHistogram& other);

  // Rows are added in two steps, so that either all or none are added if memory runs out: prepare()
  // allocates memory for a row's score, and take() adds the row and cannot fail.
  using Places = std::map<double, ScoreBin>;
  void prepare(double score, Places& places);
  void take(double score, Places& places);

  // Returns true if every bin contains one distinct score.
  [[nodiscard]] bool isExact() const { return cells_.empty(); }
  // Returns the nonempty bins in ascending order, each with its score or, if not exact, the upper
  // end of its cell.
  [[nodiscard]] std::vector<ScoreCell> bins() const;
  [[nodiscard]] const ScoreTotals& totals() const { return totals_; }

  // Restores a histogram from stored bins and totals.
  static ScoreHistogram restore(bool isExact, std::span<const ScoreCell> bins,
                                const ScoreTotals& totals);

 private:
  void merge(double score, const ScoreBin& bin);
  void coarsen();

  std::map<double, ScoreBin> distinct_;
  std::vector<ScoreBin> cells_;  // empty while there are few distinct scores
  ScoreTotals totals_;
};

// Returns which of `parts` equal parts of [0, 1] contains the score, counted from 1. A part
// includes its upper end (part / parts) but not its lower end; 0 belongs to the first part.
std::size_t getPart(double score, std::size_t parts);

// One threshold of the classifier "favorable if score >= threshold", with the weights of the rows
// at or above it.
struct Operation {
  double threshold;
  double truePositives;
  double falsePositives;
};

struct ScoreSummary {
  double rows;
  double positives;
  double negatives;
  double
      areaUnderCurve;  // P(score of a positive > of a negative) + P(equal) / 2; NaN without either
  double areaUnderCurveError;  // maximum distance to the exact AUC; 0 if isExact()
  // Sum over distinct scores, in descending order, of (increase in recall) * precision, without
  // interpolation: scikit-learn's average_precision_score. NaN without positives.
  double averagePrecision;
  double averagePrecisionError;  // maximum distance to the exact value
  double brierScore;             // mean of w (s - y)^2: Brier 1950
  double logLoss;                // mean of computeLogLoss(predicted probability of the outcome)
  double meanScore;
};
// Cells must be in ascending order; `isExact` if each contains one score.
ScoreSummary summarize(std::span<const ScoreCell> cells, const ScoreTotals& totals, bool isExact);
inline ScoreSummary summarize(const ScoreHistogram& histogram) {
  return summarize(histogram.bins(), histogram.totals(), histogram.isExact());
}

// Returns operations from an infinite threshold, which selects no rows, down to the lowest score.
std::vector<Operation> operations(const ScoreHistogram& histogram);

struct CalibrationBin {
  double upper;
  double weight;
  double scores;           // sum of w s
  double positives;        // weight of the rows with a favorable outcome
  double positiveSquares;  // sums of w^2, as in ScoreBin
  double negativeSquares;
};
// Returns the nonempty bins of scores in `parts` equal parts of [0, 1] (see getPart). Throws
// kInvalidArgument unless `parts` divides kCells.
std::vector<CalibrationBin> calibration(const ScoreHistogram& histogram, std::size_t parts);

// Returns the sum over bins of weight / total * |mean score - proportion of positives|, in [0, 1];
// NaN without rows. Naeini, Cooper, Hauskrecht 2015.
double expectedCalibrationError(const std::vector<CalibrationBin>& bins);

// Rows for a ScoreTally. The spans are views, as in Batch.
struct ScoreBatch {
  std::size_t rows = 0;
  std::vector<data::Codes> attributes;
  std::span<const std::uint8_t> positive;  // 1 for a favorable outcome, otherwise 0
  std::span<const double> score;
  std::span<const double> weight;  // empty: every row weighs 1
};

class ScoreTally {
 public:
  using Batch = ScoreBatch;
  using Counted = data::CountedRows<ScoreBatch>;

  static constexpr std::size_t kMaxGroups = 4096;

  explicit ScoreTally(std::vector<data::Attribute> attributes);

  // Adds the rows of `batch`, or none: throws like rowGroups(), and kInvalidArgument with the row
  // for a score outside [0, 1] or a weight that is negative or not finite.
  void update(const ScoreBatch& batch) { updateCounted({batch, {}}); }
  // Likewise adds precomputed counts.
  void updateCounted(const Counted& counted);
  // Adds the rows of `other`, matching attributes and categories by name. Throws kIncompatible.
  void merge(const ScoreTally& other);
  // Removes all rows but keeps the attributes.
  void reset();
  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for bytes that toBytes() did not write.
  static ScoreTally fromBytes(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const data::Schema& schema() const { return groups_.schema; }
  [[nodiscard]] std::vector<ScoreHistogram> by(const data::Grouping& grouping) const {
    return groups_.coarse(grouping);
  }

 private:
  data::GroupStates<ScoreHistogram> groups_;
};

}  // namespace fairwasm::scores
