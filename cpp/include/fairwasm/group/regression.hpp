// SPDX-License-Identifier: Apache-2.0
//
// Predicted numbers held against true numbers, by group: the accumulator behind the error metrics
// of regression. It keeps a few sums a group and forgets the rows.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "fairwasm/data/grid.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::group {

// Weighted sums over rows with true number y and predicted number p. The spread of y is kept as
// mean and squared deviations (Chan, Golub, LeVeque 1979): sums of squares would cancel.
struct RegressionSums {
  double rows = 0;
  double weight = 0;
  double meanLabel = 0;
  double squaredDeviations = 0;  // sum of w (y - mean y)^2
  double predictions = 0;        // sum of w p
  double absoluteErrors = 0;     // sum of w |y - p|
  double squaredErrors = 0;      // sum of w (y - p)^2
  // How the errors vary, for intervals:
  double squaredWeight = 0;           // sum of w^2
  double weightedAbsoluteErrors = 0;  // sum of w^2 |y - p|
  double weightedSquaredErrors = 0;   // sum of w^2 (y - p)^2
  double weightedFourthPowers = 0;    // sum of w^2 (y - p)^4

  void add(double label, double prediction, double rowWeight);
  void merge(const RegressionSums& other);
};

struct RegressionMetric {
  std::string_view name;
  double (*value)(const RegressionSums&);
};

// NaN for a group without weight. Names and definitions as in scikit-learn.
inline constexpr std::array kRegressionMetrics = std::to_array<RegressionMetric>({
    {"count", [](const RegressionSums& s) { return s.rows; }},
    {"meanLabel",
     [](const RegressionSums& s) {
       return s.weight > 0 ? s.meanLabel : std::numeric_limits<double>::quiet_NaN();
     }},
    {"meanPrediction", [](const RegressionSums& s) { return s.predictions / s.weight; }},
    {"meanAbsoluteError", [](const RegressionSums& s) { return s.absoluteErrors / s.weight; }},
    {"meanSquaredError", [](const RegressionSums& s) { return s.squaredErrors / s.weight; }},
    {"rootMeanSquaredError",
     [](const RegressionSums& s) { return std::sqrt(s.squaredErrors / s.weight); }},
    // Share of the spread of y that p explains, in (-inf, 1]. Where y does not vary it is
    // undefined: NaN for predictions without error, otherwise -infinite.
    {"r2Score", [](const RegressionSums& s) { return 1 - s.squaredErrors / s.squaredDeviations; }},
});

// An error with its interval, and how many rows of equal errors would be as sure of it.
struct BoundedError {
  uncertainty::Bounded error;
  double effectiveRows;
};

// Of meanAbsoluteError, meanSquaredError and rootMeanSquaredError; `confidence` in (0, 1). On the
// scale of logarithms, as means of what cannot be negative are skewed, and by Student's quantile
// with effective rows as degrees of freedom: rows / (1 + 2 v^2), v the coefficient of variation of
// the errors (or their squares). NaN for other metrics, and where all errors are alike: of those
// unseen nothing is known. Errors so rare and large that none of them may have been seen are in no
// interval.
BoundedError boundedError(std::string_view metric, const RegressionSums& sums, double confidence);

// The largest less the smallest error of the groups, from the differences of all pairs, which hold
// together (Tukey's range): [0, …] wherever no two groups are known to differ. Groups without a
// value are passed over; no interval where one of the others has none.
uncertainty::Bounded errorDifference(std::string_view metric,
                                     std::span<const RegressionSums> groups, double confidence);

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

  static constexpr std::size_t kMaxGroups = std::size_t{1} << 20;

  explicit RegressionTally(std::vector<data::Attribute> attributes);

  // Adds the rows of `batch`. All or nothing: throws as rowGroups(), and kInvalidArgument with the
  // row for a number that is not finite or a weight below 0.
  void update(const NumberBatch& batch);
  // Adds the rows of `other`; attributes and categories are matched by name. Throws kIncompatible.
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

}  // namespace fairwasm::group
