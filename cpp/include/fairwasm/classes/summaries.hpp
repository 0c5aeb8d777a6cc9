// SPDX-License-Identifier: Apache-2.0
//
// Single-number metrics of multiclass predictions for one group: accuracies, averages of the
// classes' precision, recall, and F1, agreement beyond chance, and the distance between ordered
// classes. Each is a smooth function of the group's confusion matrix, so the delta method yields
// its confidence interval.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "fairwasm/classes/confusion.hpp"
#include "fairwasm/classes/group_estimate.hpp"
#include "fairwasm/classes/hits.hpp"

namespace fairwasm::classes {

// How the rates of classes are averaged.
enum class Average : std::uint8_t {
  kAll,              // over all classes, 0/0 counted as 0: scikit-learn's with `labels`
  kPresent,          // over classes that occur in the group, true or predicted; 0/0 counted as 0
  kDefined,          // over classes whose rate is defined
  kWeighted,         // weighted by TP + FN, 0/0 counted as 0
  kWeightedDefined,  // weighted by TP + FN, over classes whose rate is defined
};

enum class Form : std::uint8_t {
  kAccuracy,          // proportion of correctly predicted rows
  kBalancedAccuracy,  // mean recall over the true classes of the group
  kAdjusted,          // balanced accuracy beyond chance: (b - 1/K) / (1 - 1/K)
  kAverage,           // average of a rate of the classes
  kKappa,             // 1 - sum v C / sum v E, E = product of margins / W (Cohen 1960, 1968)
  kMatthews,          // (W right - t'p) / sqrt((W^2 - p'p) (W^2 - t't)) (Gorodkin 2004)
  kRankDistance,      // mean of |i - j|, by the positions of the classes
};

struct Summary {
  std::string_view name;
  Form form;
  HitRate rate = HitRate::kPrecision;
  Average average = Average::kAll;
  int power = 0;  // v = |i - j|^power of kappa; [i != j] for 0
};

inline constexpr auto kSummaries = std::to_array<Summary>({
    {"accuracy", Form::kAccuracy},
    {"balancedAccuracy", Form::kBalancedAccuracy},
    {"adjustedBalancedAccuracy", Form::kAdjusted},
    {"macroPrecision", Form::kAverage, HitRate::kPrecision, Average::kAll},
    {"macroRecall", Form::kAverage, HitRate::kRecall, Average::kAll},
    {"macroF1Score", Form::kAverage, HitRate::kF1, Average::kAll},
    {"macroPrecisionOfPresent", Form::kAverage, HitRate::kPrecision, Average::kPresent},
    {"macroRecallOfPresent", Form::kAverage, HitRate::kRecall, Average::kPresent},
    {"macroF1ScoreOfPresent", Form::kAverage, HitRate::kF1, Average::kPresent},
    {"macroPrecisionOfDefined", Form::kAverage, HitRate::kPrecision, Average::kDefined},
    {"macroRecallOfDefined", Form::kAverage, HitRate::kRecall, Average::kDefined},
    {"macroF1ScoreOfDefined", Form::kAverage, HitRate::kF1, Average::kDefined},
    {"weightedPrecision", Form::kAverage, HitRate::kPrecision, Average::kWeighted},
    {"weightedRecall", Form::kAverage, HitRate::kRecall, Average::kWeighted},
    {"weightedF1Score", Form::kAverage, HitRate::kF1, Average::kWeighted},
    {"weightedPrecisionOfDefined", Form::kAverage, HitRate::kPrecision, Average::kWeightedDefined},
    {"weightedRecallOfDefined", Form::kAverage, HitRate::kRecall, Average::kWeightedDefined},
    {"weightedF1ScoreOfDefined", Form::kAverage, HitRate::kF1, Average::kWeightedDefined},
    {"kappa", Form::kKappa},
    {"linearKappa", Form::kKappa, {}, {}, 1},
    {"quadraticKappa", Form::kKappa, {}, {}, 2},
    {"matthewsCorrelation", Form::kMatthews},
    {"meanRankDistance", Form::kRankDistance},
});

// A value and its derivatives by the weight of each cell of the confusion matrix.
struct Smooth {
  double value;
  std::vector<double> slopes;
};

// NaN if the metric is undefined, for example without weight.
Smooth evaluate(const Summary& summary, const Confusion& confusion);

// Returns the metric with its confidence interval by the delta method. The variance is that of a
// sum of derivatives over independent rows, after one row of average weight has been spread over
// the matrix in proportion to its margins; otherwise a group without errors would have a variance
// of 0. Means of recalls get one such row per class, half of it correct, because each recall is
// based on other rows. The interval is Wilson's with Student's quantile; there are few degrees of
// freedom if a rare class dominates the variance. There is no interval if an average over all
// classes, or weighted by class size, counts an undefined rate as 0, because that 0 is not random.
Measured measure(const Summary& summary, const Confusion& confusion);

}  // namespace fairwasm::classes
