// SPDX-License-Identifier: Apache-2.0
//
// How good the probabilities of several classes are, by group: log loss, Brier scores, whether the
// true class is among the likeliest, and how well each class's column ranks. These look at rows,
// which are kept; each column is sorted once, whatever groups are asked for.
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
  std::span<const double> probabilities;  // row by row, one for each class
  std::span<const std::uint32_t> truths;  // the class of each row
  std::span<const double> weights;        // empty: 1
};

// One number a group, in the order of ProbabilityValues::summaries.
inline constexpr auto kProbabilitySummaries = std::to_array<std::string_view>({
    "logLoss",            // mean of -log of the true class's probability, as scikit-learn clips it
    "classesBrierScore",  // sum over classes of the mean of (1[true class] - p)^2
    "macroAreaUnderCurve",             // mean over classes against the rest
    "macroAreaUnderCurveOfDefined",    // over classes in which it is defined
    "weightedAreaUnderCurve",          // by the classes' weight
    "pairwiseAreaUnderCurve",          // mean over pairs of classes (Hand and Till 2001)
    "weightedPairwiseAreaUnderCurve",  // by the pairs' weight
    "macroAveragePrecision",           // classes without rows as 0
    "macroAveragePrecisionOfDefined",  // over classes with rows
});

// Of one group; lists have one entry a class.
struct ProbabilityValues {
  std::vector<Measured> summaries;
  std::vector<Measured> topAccuracy;       // the true class is among the k + 1 likeliest
  std::vector<Measured> brierScore;        // mean of (1[true class] - p)^2
  std::vector<Measured> areaUnderCurve;    // against the rest
  std::vector<Measured> averagePrecision;  //
};

class ProbabilityRows {
 public:
  // Copies the rows. Throws kShapeMismatch where columns differ in length, kInvalidArgument with
  // the row for a class beyond the last, for what is no probability and for a row whose
  // probabilities do not sum up to 1 within 1e-4.
  explicit ProbabilityRows(const ProbabilityBatch& batch);

  // The values of each of `count` groups, `groups` saying which one a row is in. Throws
  // kShapeMismatch, and kInvalidArgument for a group beyond the last.
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
  std::vector<std::vector<std::uint32_t>> orders_;  // one a class
};

}  // namespace fairwasm::classes
