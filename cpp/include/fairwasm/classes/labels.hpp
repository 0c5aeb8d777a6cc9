// SPDX-License-Identifier: Apache-2.0
//
// Multilabel metrics by group: subset accuracy and Hamming loss; precision, recall, F1, and Jaccard
// index per label, per row, and averaged; and how well scores rank the true labels of a row above
// its other labels.
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
  std::span<const std::uint8_t> truths;  // (row, label): 1 if the row has the label, otherwise 0
  std::span<const std::uint8_t> predictions;  // (row, label): predicted labels
  std::span<const double> scores;   // (row, label): higher scores are likelier; may be empty
  std::span<const double> weights;  // per row; empty: 1 each
};

// How the rates of labels or rows are averaged.
enum class LabelAverage : std::uint8_t {
  kMacro,            // over labels, 0/0 counted as 0
  kMacroDefined,     // over labels whose rate is defined
  kMicro,            // from the summed counts of all labels
  kWeighted,         // over labels, weighted by TP + FN, 0/0 counted as 0
  kWeightedDefined,  // like kWeighted, over labels whose rate is defined
  kSamples,          // over rows and their label sets, 0/0 counted as 0
  kSamplesDefined,   // over rows whose rate is defined
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

// Metrics of predictions. They precede the averaged rates.
inline constexpr auto kLabelSummaries = std::to_array<std::string_view>({
    "subsetAccuracy",  // proportion of rows whose labels are all correct
    "hammingLoss",     // mean proportion of incorrect labels per row
});

// Metrics of scores. They follow the averaged rates if there are scores.
inline constexpr auto kLabelRankings = std::to_array<std::string_view>({
    "macroAreaUnderCurve",             // mean over labels
    "macroAreaUnderCurveOfDefined",    // over labels whose AUC is defined
    "weightedAreaUnderCurve",          // by the labels' weight
    "microAreaUnderCurve",             // of all entries in one list
    "macroAveragePrecision",           // labels without rows count as 0
    "macroAveragePrecisionOfDefined",  // over labels with rows
    "weightedAveragePrecision",        // by the labels' weight
    "microAveragePrecision",           // of all entries in one list
    "labelRankingAveragePrecision",  // mean over a row's true labels j of (true labels with a score
                                     // >= j's) / (labels with a score >= j's); 1 if none or all are
                                     // true
    "labelRankingLoss",  // proportion of a row's (true, other) pairs that are not strictly ordered;
                         // 0 if none or all labels are true
    "coverageError",     // number of labels that score at least as high as the lowest true one
});

// Metrics of one group. Lists have one entry per label.
struct LabelValues {
  std::vector<Measured>
      summaries;  // in the order of kLabelSummaries, kAveragedRates, and kLabelRankings
  std::vector<double> confusion;  // (label, TN FP FN TP)
  std::vector<Measured> jaccardIndex;
  std::vector<Measured> areaUnderCurve;  // this and the next list are empty without scores
  std::vector<Measured> averagePrecision;
};

class LabelRows {
 public:
  // Copies the rows. Throws kShapeMismatch if columns differ in length, and kInvalidArgument with
  // the row for a label that is neither 0 nor 1 or a score or weight that is not finite.
  explicit LabelRows(const LabelBatch& batch);

  // Returns the metrics of each of `count` groups; `groups` contains the group of each row. Throws
  // kShapeMismatch if `groups` has another length, and kInvalidArgument for a group that is not
  // below `count`.
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
  [[nodiscard]] std::span<const double> computeScores(std::size_t row) const {
    return std::span(scores_).subspan(row * labels_, labels_);
  }
  // Returns the rows in descending order of one label's scores.
  [[nodiscard]] const std::vector<std::uint32_t>& order(std::size_t label) const {
    return orders_[label];
  }
  // Returns the entries (row * labels + label) in descending order of scores.
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
