// SPDX-License-Identifier: Apache-2.0
//
// How good predictions of several classes are for one group, in one number: accuracies, averages of
// the classes' precision, recall and F1, agreement beyond chance, and how far apart ordered classes
// are. Each is a smooth function of the group's confusion matrix, which gives its interval.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "fairwasm/classes/confusion.hpp"
#include "fairwasm/classes/group_estimate.hpp"
#include "fairwasm/classes/hits.hpp"

namespace fairwasm::classes {

// How the classes' rates become one.
enum class Average : std::uint8_t {
  kAll,              // the mean over all classes, 0/0 taken as 0: scikit-learn's with `labels`
  kPresent,          // over classes with rows in the group, true or predicted, 0/0 taken as 0
  kDefined,          // over classes in which the rate is defined
  kWeighted,         // by TP + FN, 0/0 taken as 0
  kWeightedDefined,  // by TP + FN, over classes in which the rate is defined
};

enum class Form : std::uint8_t {
  kAccuracy,          // share of rows whose class is predicted
  kBalancedAccuracy,  // mean recall over the true classes of the group
  kAdjusted,          // the same as a share of what is above chance: (b - 1/K) / (1 - 1/K)
  kAverage,           // of a rate of the classes
  kKappa,             // 1 - sum v C / sum v E, E = product of margins / W (Cohen 1960, 1968)
  kMatthews,          // (W right - t'p) / sqrt((W^2 - p'p) (W^2 - t't)) (Gorodkin 2004)
  kRankDistance,      // mean of |i - j|, by the places of the classes
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

// A value, and how it changes with the weight of each cell of the matrix.
struct Smooth {
  double value;
  std::vector<double> slopes;
};

// NaN where it is undefined, as where there is no weight.
Smooth evaluate(const Summary& summary, const Confusion& confusion);

// The value with how sure it is, by the delta method: its variance is that of the slopes' sum over
// independent rows, taken where one more row of average weight is spread over the matrix as its
// margins have it, so that nothing is sure because nobody was wrong so far; of means of recalls one
// row more in each class, half right, as each recall rests on rows of its own. The interval is
// Wilson's at as many rows as would be as sure, with Student's quantile for the rows that its
// variance rests on, which are few where a rare class decides it. No interval of an average over
// all classes, or by their size, where the rate of one of them is undefined: what it counts as 0 is
// no chance.
Measured measure(const Summary& summary, const Confusion& confusion);

}  // namespace fairwasm::classes
