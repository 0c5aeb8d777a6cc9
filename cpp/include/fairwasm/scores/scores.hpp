// SPDX-License-Identifier: Apache-2.0
//
// Scores held against outcomes, by group: the accumulator behind ROC and calibration curves. Each
// group has a histogram of its scores. As long as a group has few distinct scores, each has a bin
// of its own and everything derived from it is exact; with more, the bins are kCells equal parts of
// [0, 1], and what depends on the order of scores has an error bound that is known.
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

// Weights of the rows whose scores fall together.
struct ScoreBin {
  double positives = 0;
  double negatives = 0;
  double scores = 0;           // sum of w s
  double positiveSquares = 0;  // sum of w^2 of the positives
  double negativeSquares = 0;

  void merge(const ScoreBin& other);
};

// A score with its rows; of a histogram that is not exact, the upper end of the cell it is in.
using ScoreCell = std::pair<double, ScoreBin>;

// Sums over all rows of a group that bins cannot tell, as they depend on the score itself.
struct ScoreTotals {
  double rows = 0;
  double squaredErrors = 0;  // sum of w (s - y)^2
  // Sum of w l, with l = -ln(probability given to what happened). Probabilities are taken as 2^-52
  // at least, as scikit-learn takes them: l is at most 36.04.
  double logLosses = 0;
  double weightedLogLosses = 0;  // sum of w^2 l
  double squaredLogLosses = 0;   // sum of w^2 l^2

  void merge(const ScoreTotals& other);
};

// -ln of a probability as ScoreTotals has it.
double logLossOf(double probability);

// The scores of one group.
class ScoreHistogram {
 public:
  // So many that a calibration curve with 2, 5, 8, 10, 12, 15, 20, 25, 50 or 100 bins, or any other
  // divisor, is exact.
  static constexpr std::size_t kCells = 7200;
  static constexpr std::size_t kMaxDistinct = 4096;

  void add(double score, bool positive, double weight) {
    add(score, positive, {1, weight, weight * weight});
  }
  void add(double score, bool positive, const data::Alike& alike);
  void merge(const ScoreHistogram& other);

  // Adding in two steps, so that rows are added all or not at all where memory runs out: prepare()
  // asks for what the row's score needs, take() makes it part of the histogram, and cannot fail.
  using Places = std::map<double, ScoreBin>;
  void prepare(double score, Places& places);
  void take(double score, Places& places);

  // Whether every bin holds one distinct score.
  [[nodiscard]] bool isExact() const { return cells_.empty(); }
  // Those that have rows, in ascending order, each with its score, or the upper end of the cell
  // that its scores are in.
  [[nodiscard]] std::vector<ScoreCell> bins() const;
  [[nodiscard]] const ScoreTotals& totals() const { return totals_; }

  // What the members above told, made again: for reading bytes.
  static ScoreHistogram restore(bool isExact, std::span<const ScoreCell> bins,
                                const ScoreTotals& totals);

 private:
  void merge(double score, const ScoreBin& bin);
  void coarsen();

  std::map<double, ScoreBin> distinct_;
  std::vector<ScoreBin> cells_;  // empty as long as there are few distinct scores
  ScoreTotals totals_;
};

// Which of `parts` equal parts of [0, 1] a score is in, counted from 1. A part is without its lower
// and with its upper end, part / parts; 0 belongs to the first.
std::size_t partOf(double score, std::size_t parts);

// One threshold of a classifier "favorable where score >= threshold", and what it leads to; weights
// of the rows at or above it.
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
  double areaUnderCurveError;  // the true area is at most this far away; 0 where isExact()
  // Sum over distinct scores, from the highest, of (gain in recall) * precision, not interpolated:
  // scikit-learn's average_precision_score. NaN without positives.
  double averagePrecision;
  double averagePrecisionError;  // as of the area
  double brierScore;             // mean of w (s - y)^2: Brier 1950
  double logLoss;                // mean of logLossOf the probability given to what happened
  double meanScore;
};
// Of cells in ascending order, `isExact` if each holds one score.
ScoreSummary summarize(std::span<const ScoreCell> cells, const ScoreTotals& totals, bool isExact);
inline ScoreSummary summarize(const ScoreHistogram& histogram) {
  return summarize(histogram.bins(), histogram.totals(), histogram.isExact());
}

// From the threshold above all scores, that selects nobody (infinite), down to the lowest.
std::vector<Operation> operations(const ScoreHistogram& histogram);

struct CalibrationBin {
  double upper;
  double weight;
  double scores;           // sum of w s
  double positives;        // weight of the rows with a favorable outcome
  double positiveSquares;  // sums of w^2, as in ScoreBin
  double negativeSquares;
};
// The scores in `parts` equal parts of [0, 1] (see partOf), those without rows left out. Throws
// kInvalidArgument unless `parts` divides kCells.
std::vector<CalibrationBin> calibration(const ScoreHistogram& histogram, std::size_t parts);

// Sum over bins of weight / all |mean score - share of positives|, in [0, 1]; NaN without rows.
// Naeini, Cooper, Hauskrecht 2015.
double expectedCalibrationError(const std::vector<CalibrationBin>& bins);

// Rows for a ScoreTally; views, as in Batch.
struct ScoreBatch {
  std::size_t rows = 0;
  std::vector<data::Codes> attributes;
  std::span<const std::uint8_t> positive;  // 1 where the outcome is the favorable one, else 0
  std::span<const double> score;
  std::span<const double> weight;  // empty: every row weighs 1
};

class ScoreTally {
 public:
  using Batch = ScoreBatch;
  using Counted = data::CountedRows<ScoreBatch>;

  static constexpr std::size_t kMaxGroups = 4096;

  explicit ScoreTally(std::vector<data::Attribute> attributes);

  // Adds the rows of `batch`. All or nothing: throws as rowGroups(), and kInvalidArgument with the
  // row for a score outside [0, 1] or a weight that is not finite and 0 or more.
  void update(const ScoreBatch& batch) { updateCounted({batch, {}}); }
  // Adds rows that were counted elsewhere, likewise.
  void updateCounted(const Counted& counted);
  // Adds the rows of `other`; attributes and categories are matched by name. Throws kIncompatible.
  void merge(const ScoreTally& other);
  // Forgets the rows, keeps the attributes.
  void reset();
  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for anything toBytes() did not write.
  static ScoreTally fromBytes(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const data::Schema& schema() const { return groups_.schema; }
  [[nodiscard]] std::vector<ScoreHistogram> by(const data::Grouping& grouping) const {
    return groups_.coarse(grouping);
  }

 private:
  data::GroupStates<ScoreHistogram> groups_;
};

}  // namespace fairwasm::scores
