// SPDX-License-Identifier: Apache-2.0
//
// Rows that may have several labels at once, by group: whether all or how many of a row's labels
// are right, precision, recall, F1 and Jaccard index by label, by row and averaged, and how well
// scores rank a row's true labels above its others.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "fairwasm/classes/group_estimate.hpp"
#include "fairwasm/classes/hits.hpp"
#include "fairwasm/classes/ranking.hpp"

namespace fairwasm::classes {

struct LabelBatch {
  std::size_t labels;
  std::span<const std::uint8_t> truths;       // row by row, 1 for each label that it has, else 0
  std::span<const std::uint8_t> predictions;  // the same, as predicted
  std::span<const double> scores;             // the same, the higher the likelier; may be empty
  std::span<const double> weights;            // one a row; empty: 1
};

// How the labels' rates, or the rows', become one.
enum class LabelAverage : std::uint8_t {
  kMacro,            // over labels, 0/0 taken as 0
  kMacroDefined,     // over labels in which the rate is defined
  kMicro,            // of the labels' counts summed
  kWeighted,         // over labels, by TP + FN, 0/0 taken as 0
  kWeightedDefined,  // the same of labels in which the rate is defined
  kSamples,          // over rows, each with its own set of labels, 0/0 taken as 0
  kSamplesDefined,   // over rows in which the rate is defined
};
inline constexpr std::size_t kLabelAverages = 7;
inline constexpr std::size_t kHitRates = 4;

struct AveragedRate {
  std::string_view name;
  LabelAverage average;
  HitRate rate;
};

inline constexpr auto kAveragedRates = std::to_array<AveragedRate>({
    {"macroPrecision", LabelAverage::kMacro, HitRate::kPrecision},
    {"macroRecall", LabelAverage::kMacro, HitRate::kRecall},
    {"macroF1Score", LabelAverage::kMacro, HitRate::kF1},
    {"macroJaccardIndex", LabelAverage::kMacro, HitRate::kJaccard},
    {"macroPrecisionOfDefined", LabelAverage::kMacroDefined, HitRate::kPrecision},
    {"macroRecallOfDefined", LabelAverage::kMacroDefined, HitRate::kRecall},
    {"macroF1ScoreOfDefined", LabelAverage::kMacroDefined, HitRate::kF1},
    {"macroJaccardIndexOfDefined", LabelAverage::kMacroDefined, HitRate::kJaccard},
    {"microPrecision", LabelAverage::kMicro, HitRate::kPrecision},
    {"microRecall", LabelAverage::kMicro, HitRate::kRecall},
    {"microF1Score", LabelAverage::kMicro, HitRate::kF1},
    {"microJaccardIndex", LabelAverage::kMicro, HitRate::kJaccard},
    {"weightedPrecision", LabelAverage::kWeighted, HitRate::kPrecision},
    {"weightedRecall", LabelAverage::kWeighted, HitRate::kRecall},
    {"weightedF1Score", LabelAverage::kWeighted, HitRate::kF1},
    {"weightedJaccardIndex", LabelAverage::kWeighted, HitRate::kJaccard},
    {"weightedPrecisionOfDefined", LabelAverage::kWeightedDefined, HitRate::kPrecision},
    {"weightedRecallOfDefined", LabelAverage::kWeightedDefined, HitRate::kRecall},
    {"weightedF1ScoreOfDefined", LabelAverage::kWeightedDefined, HitRate::kF1},
    {"weightedJaccardIndexOfDefined", LabelAverage::kWeightedDefined, HitRate::kJaccard},
    {"samplesPrecision", LabelAverage::kSamples, HitRate::kPrecision},
    {"samplesRecall", LabelAverage::kSamples, HitRate::kRecall},
    {"samplesF1Score", LabelAverage::kSamples, HitRate::kF1},
    {"samplesJaccardIndex", LabelAverage::kSamples, HitRate::kJaccard},
    {"samplesPrecisionOfDefined", LabelAverage::kSamplesDefined, HitRate::kPrecision},
    {"samplesRecallOfDefined", LabelAverage::kSamplesDefined, HitRate::kRecall},
    {"samplesF1ScoreOfDefined", LabelAverage::kSamplesDefined, HitRate::kF1},
    {"samplesJaccardIndexOfDefined", LabelAverage::kSamplesDefined, HitRate::kJaccard},
});

// Of predictions: before the averaged rates.
inline constexpr auto kLabelSummaries = std::to_array<std::string_view>({
    "subsetAccuracy",  // share of rows all of whose labels are right
    "hammingLoss",     // mean share of a row's labels that are wrong
});

// Of scores: after the averaged rates, where there are scores.
inline constexpr auto kLabelRankings = std::to_array<std::string_view>({
    "macroAreaUnderCurve",             // mean over labels
    "macroAreaUnderCurveOfDefined",    // over labels in which it is defined
    "weightedAreaUnderCurve",          // by the labels' weight
    "microAreaUnderCurve",             // of all entries as one list
    "macroAveragePrecision",           // labels without rows as 0
    "macroAveragePrecisionOfDefined",  // over labels with rows
    "weightedAveragePrecision",        // by the labels' weight
    "microAveragePrecision",           // of all entries as one list
    "labelRankingAveragePrecision",    // mean over a row's true labels j of (true labels with a
                                       // score >= j's) / (labels with one); 1 for none or all
    "labelRankingLoss",                // share of a row's (true, other) pairs that are not in
                                       // strict order; 0 for none or all true
    "coverageError",                   // labels that score at least as the lowest true one
});

// Of one group; lists have one entry a label.
struct LabelValues {
  std::vector<Measured> summaries;  // in the order of the names above
  std::vector<double> confusion;    // (label, TN FP FN TP)
  std::vector<Measured> jaccardIndex;
  std::vector<Measured> areaUnderCurve;  // empty without scores, as is the next
  std::vector<Measured> averagePrecision;
};

class LabelRows {
 public:
  // Copies the rows. Throws kShapeMismatch where columns differ in length, kInvalidArgument with
  // the row for what is neither 0 nor 1 and for a score or weight that is not finite.
  explicit LabelRows(const LabelBatch& batch);

  // The values of each of `count` groups, `groups` saying which one a row is in. Throws
  // kShapeMismatch, and kInvalidArgument for a group beyond the last.
  [[nodiscard]] std::vector<LabelValues> by(std::span<const std::uint32_t> groups,
                                            std::size_t count) const;

  [[nodiscard]] std::size_t labels() const { return labels_; }
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] bool isTrue(std::size_t row, std::size_t label) const {
    return truths_[row * labels_ + label] != 0;
  }
  [[nodiscard]] bool isPredicted(std::size_t row, std::size_t label) const {
    return predictions_[row * labels_ + label] != 0;
  }
  [[nodiscard]] double weight(std::size_t row) const {
    return weights_.empty() ? 1 : weights_[row];
  }
  [[nodiscard]] bool hasScores() const { return !scores_.empty(); }
  [[nodiscard]] std::span<const double> scoresOf(std::size_t row) const {
    return std::span(scores_).subspan(row * labels_, labels_);
  }
  // Rows by one label's scores, from the highest down.
  [[nodiscard]] const std::vector<std::uint32_t>& order(std::size_t label) const {
    return orders_[label];
  }
  // Entries (row * labels + label) by score, from the highest down.
  [[nodiscard]] const std::vector<std::uint32_t>& entries() const { return entries_; }

 private:
  std::size_t labels_;
  std::size_t rows_;
  std::vector<std::uint8_t> truths_;
  std::vector<std::uint8_t> predictions_;
  std::vector<double> scores_;
  std::vector<double> weights_;
  std::vector<std::vector<std::uint32_t>> orders_;
  std::vector<std::uint32_t> entries_;
};

}  // namespace fairwasm::classes
