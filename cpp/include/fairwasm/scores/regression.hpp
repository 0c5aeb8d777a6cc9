// SPDX-License-Identifier: Apache-2.0
//
// Predicted numbers held against true numbers, by group: the accumulator behind the error metrics
// of regression. It keeps a few sums a group and forgets the rows. How sure the metrics are says
// regression_uncertainty.hpp.
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

// Weighted sums over rows with true number y and predicted number p, error e = p - y. True numbers
// are summed by their deviation d = y - center from a number close to their mean: sums of squares
// of large numbers would cancel (Chan, Golub, LeVeque 1979).
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
  // How they vary, for intervals. Sums of w^2 times ...
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

  // `center` is to be set before the first row.
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
  // Sums around another center.
  void moveTo(double newCenter);
};

// |e| / |y|; true numbers closer to 0 than 2^-52 are taken as that far, as in scikit-learn.
double relativeError(double label, double error);

struct RegressionMetric {
  std::string_view name;
  double (*value)(const RegressionSums&);
};

// NaN for a group without weight. Names and definitions as in scikit-learn.
inline constexpr std::array kRegressionMetrics = std::to_array<RegressionMetric>({
    {"count", [](const RegressionSums& s) { return s.rows; }},
    {"meanLabel", [](const RegressionSums& s) { return s.weight > 0 ? s.meanLabel() : kNaN; }},
    {"meanPrediction", [](const RegressionSums& s) { return s.predictions / s.weight; }},
    // Above 0: predictions are too high.
    {"meanError", [](const RegressionSums& s) { return s.errors / s.weight; }},
    {"meanAbsoluteError", [](const RegressionSums& s) { return s.absoluteErrors / s.weight; }},
    {"meanSquaredError", [](const RegressionSums& s) { return s.squaredErrors / s.weight; }},
    {"rootMeanSquaredError",
     [](const RegressionSums& s) { return std::sqrt(s.squaredErrors / s.weight); }},
    {"meanAbsolutePercentageError",
     [](const RegressionSums& s) { return s.relativeErrors / s.weight; }},
    // Share of the spread of y that p explains, in (-inf, 1]. NaN where y does not vary, as with
    // one row.
    {"r2Score",
     [](const RegressionSums& s) {
       const double spread = s.spreadOfLabels();
       return spread > 0 ? 1 - s.squaredErrors / spread : kNaN;
     }},
});
// The values of all of them.
std::vector<double> errorValues(const RegressionSums& sums);

// Mean of alpha (y - p) where y >= p and of (1 - alpha) (p - y) elsewhere: how well p is the
// alpha-quantile of y. Koenker and Bassett 1978; scikit-learn's mean_pinball_loss.
inline double pinballLoss(const RegressionSums& s, double alpha) {
  return (0.5 * s.absoluteErrors + (0.5 - alpha) * s.errors) / s.weight;
}

// Rows for a RegressionTally; views, as in Batch.
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

  // Adds the rows of `batch`. All or nothing: throws as rowGroups(), and kInvalidArgument with the
  // row for a number that is not finite or a weight below 0, and where squared errors overflow.
  void update(const NumberBatch& batch) { updateCounted({batch, {}}); }
  // Adds rows that were counted elsewhere, likewise.
  void updateCounted(const Counted& counted);
  // Adds the rows of `other`; attributes and categories are matched by name. Throws kIncompatible,
  // and kInvalidArgument where squared errors overflow.
  void merge(const RegressionTally& other);
  // Forgets the rows, keeps the attributes.
  void reset();
  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for anything toBytes() did not write.
  static RegressionTally fromBytes(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const data::Schema& schema() const { return groups_.schema; }
  // The sums of coarser groups.
  [[nodiscard]] std::vector<RegressionSums> by(const data::Grouping& grouping) const {
    return groups_.coarse(grouping);
  }

 private:
  data::GroupStates<RegressionSums> groups_;
};

}  // namespace fairwasm::scores
