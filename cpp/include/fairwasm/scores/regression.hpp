// SPDX-License-Identifier: Apache-2.0
//
// Regression metrics by group: the accumulator of targets and predictions. It keeps a few sums per
// group and discards the rows. Confidence intervals are in regression_uncertainty.hpp.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/data/counted_rows.hpp"
#include "fairwasm/data/grid.hpp"

namespace fairwasm::scores {

// Weighted sums over rows with target y, prediction p, and error e = p - y. Targets are summed as
// deviations d = y - center from a number close to their mean, because sums of squares of large
// numbers would cancel (Chan, Golub, LeVeque 1979).
struct RegressionSums {
  double rows = 0;
  double weight = 0;
  double center = 0;
  double deviations = 0;         // sum of w d, close to 0
  double squaredDeviations = 0;  // sum of w d^2
  double predictions = 0;        // sum of w p
  double errors = 0;             // sum of w e
  double absoluteErrors = 0;     // sum of w |e|
  double squaredErrors = 0;      // sum of w e^2
  double relativeErrors = 0;     // sum of w a, a = |e| / |y|: see relativeError()
  // Sums for confidence intervals: of w^2 times ...
  double squaredWeight = 0;            // 1
  double weightedDeviations = 0;       // d
  double weightedSquares = 0;          // d^2
  double weightedCubes = 0;            // d^3
  double weightedFourths = 0;          // d^4
  double weightedErrors = 0;           // e
  double weightedAbsoluteErrors = 0;   // |e|
  double weightedSquaredErrors = 0;    // e^2
  double weightedSignedSquares = 0;    // e |e|
  double weightedFourthPowers = 0;     // e^4
  double weightedProducts = 0;         // d e
  double weightedSquaresByOne = 0;     // e^2 d
  double weightedSquaresByTwo = 0;     // e^2 d^2
  double weightedRelativeErrors = 0;   // a
  double weightedRelativeSquares = 0;  // a^2

  // `center` must be set before the first row.
  void add(double label, double prediction, double rowWeight) {
    add(label, prediction, {1, rowWeight, rowWeight * rowWeight});
  }
  void add(double label, double prediction, const data::Alike& alike);
  void merge(RegressionSums other);

  [[nodiscard]] double meanLabel() const { return center + deviations / weight; }
  // Sum of w (y - mean y)^2.
  [[nodiscard]] double spreadOfLabels() const {
    return squaredDeviations - deviations * (deviations / weight);
  }

 private:
  // Converts the sums to another center.
  void moveTo(double newCenter);
};

// Returns |e| / |y|. Like scikit-learn, uses 2^-52 for targets closer to 0.
double relativeError(double label, double error);

struct RegressionMetric {
  std::string_view name;
  double (*value)(const RegressionSums&);
};

// Names and definitions are those of scikit-learn. Metrics are NaN for a group without weight.
inline constexpr std::array kRegressionMetrics = std::to_array<RegressionMetric>({
    {"count", [](const RegressionSums& s) { return s.rows; }},
    {"meanLabel", [](const RegressionSums& s) { return s.weight > 0 ? s.meanLabel() : kNaN; }},
    {"meanPrediction", [](const RegressionSums& s) { return s.predictions / s.weight; }},
    // If positive, predictions are too high on average.
    {"meanError", [](const RegressionSums& s) { return s.errors / s.weight; }},
    {"meanAbsoluteError", [](const RegressionSums& s) { return s.absoluteErrors / s.weight; }},
    {"meanSquaredError", [](const RegressionSums& s) { return s.squaredErrors / s.weight; }},
    {"rootMeanSquaredError",
     [](const RegressionSums& s) { return std::sqrt(s.squaredErrors / s.weight); }},
    {"meanAbsolutePercentageError",
     [](const RegressionSums& s) { return s.relativeErrors / s.weight; }},
    // Proportion of the variation of y that p explains, in (-inf, 1]. NaN if y does not vary, for
    // example with a single row.
    {"r2Score",
     [](const RegressionSums& s) {
       const double spread = s.spreadOfLabels();
       return spread > 0 ? 1 - s.squaredErrors / spread : kNaN;
     }},
});
// Returns the values of all regression metrics.
std::vector<double> errorValues(const RegressionSums& sums);

// Returns the mean of alpha (y - p) for rows with y >= p and (1 - alpha) (p - y) for other rows. It
// measures how well p predicts the alpha-quantile of y. Koenker and Bassett 1978; scikit-learn's
// mean_pinball_loss.
inline double pinballLoss(const RegressionSums& s, double alpha) {
  return (0.5 * s.absoluteErrors + (0.5 - alpha) * s.errors) / s.weight;
}

// Rows for a RegressionTally. The spans are views, as in Batch.
struct NumberBatch {
  std::size_t rows = 0;
  std::vector<data::Codes> attributes;
  std::span<const double> label;
  std::span<const double> prediction;
  std::span<const double> weight;  // empty: every row weighs 1
};

class RegressionTally {
 public:
  using Batch = NumberBatch;
  using Counted = data::CountedRows<NumberBatch>;

  static constexpr std::size_t kMaxGroups = std::size_t{1} << 20;

  explicit RegressionTally(std::vector<data::Attribute> attributes);

  // Adds the rows of `batch`, or none: throws like rowGroups(), and kInvalidArgument with the row
  // for a number that is not finite or a weight below 0, or if squared errors overflow.
  void update(const NumberBatch& batch) { updateCounted({batch, {}}); }
  // Likewise adds precomputed counts.
  void updateCounted(const Counted& counted);
  // Adds the rows of `other`, matching attributes and categories by name. Throws kIncompatible, and
  // kInvalidArgument if squared errors overflow.
  void merge(const RegressionTally& other);
  // Removes all rows but keeps the attributes.
  void reset();
  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for bytes that toBytes() did not write.
  static RegressionTally fromBytes(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const data::Schema& schema() const { return groups_.schema; }
  // Returns the sums of coarser groups.
  [[nodiscard]] std::vector<RegressionSums> by(const data::Grouping& grouping) const {
    return groups_.coarse(grouping);
  }

 private:
  data::GroupStates<RegressionSums> groups_;
};

}  // namespace fairwasm::scores
