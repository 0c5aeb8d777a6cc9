// SPDX-License-Identifier: Apache-2.0
//
// Metrics of multiclass probabilities by group: log loss, Brier scores, top-k accuracy, and the
// ranking by each class's column. They need all rows, so rows are kept. Each column is sorted once
// for all groupings.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "fairwasm/classes/group_estimate.hpp"
#include "fairwasm/classes/ranking.hpp"

namespace fairwasm::classes {

struct ProbabilityBatch {
  std::size_t classes;
  std::span<const double> probabilities;  // (row, class)
  std::span<const std::uint32_t> truths;  // true class of each row
  std::span<const double> weights;        // per row; empty: 1 each
};

// Metrics with one number per group, in the order of ProbabilityValues::summaries.
inline constexpr auto kProbabilitySummaries = std::to_array<std::string_view>({
    "logLoss",              // mean -log(probability of the true class), clipped as in scikit-learn
    "classesBrierScore",    // sum over classes of the mean of (1[true class] - p)^2
    "macroAreaUnderCurve",  // mean over classes, one against the rest
    "macroAreaUnderCurveOfDefined",    // over classes whose AUC is defined
    "weightedAreaUnderCurve",          // weighted by class size
    "pairwiseAreaUnderCurve",          // mean over pairs of classes (Hand and Till 2001)
    "weightedPairwiseAreaUnderCurve",  // weighted by the size of the pairs
    "macroAveragePrecision",           // classes without rows count as 0
    "macroAveragePrecisionOfDefined",  // over classes with rows
});

// Metrics of one group. Lists have one entry per class.
struct ProbabilityValues {
  std::vector<Measured> summaries;
  std::vector<Measured> topAccuracy;     // entry k: the true class is among the k + 1 likeliest
  std::vector<Measured> brierScore;      // mean of (1[true class] - p)^2
  std::vector<Measured> areaUnderCurve;  // one against the rest
  std::vector<Measured> averagePrecision;
};

class ProbabilityRows {
 public:
  // Copies the rows. Throws kShapeMismatch if columns differ in length, and kInvalidArgument with
  // the row for a class out of range, a number outside [0, 1], or probabilities whose sum differs
  // from 1 by more than 1e-4.
  explicit ProbabilityRows(const ProbabilityBatch& batch);

  // Returns the metrics of each of `count` groups; `groups` contains the group of each row. Throws
  // kShapeMismatch if `groups` has another length, and kInvalidArgument for a group that is not
  // below `count`.
  [[nodiscard]] std::vector<ProbabilityValues> by(std::span<const std::uint32_t> groups,
                                                  std::size_t count) const;

 private:
  [[nodiscard]] const double* row(std::size_t index) const {
    return probabilities_.data() + index * classes_;
  }
  [[nodiscard]] double weight(std::size_t index) const {
    return weights_.empty() ? 1 : weights_[index];
  }
  [[nodiscard]] std::vector<RankingSweep> sweep(std::size_t own,
                                                std::span<const std::uint32_t> groups,
                                                std::size_t count) const;

  std::size_t classes_;
  std::vector<double> probabilities_;
  std::vector<std::uint32_t> truths_;
  std::vector<double> weights_;
  std::vector<std::vector<std::uint32_t>> orders_;  // one per class
};

}  // namespace fairwasm::classes
