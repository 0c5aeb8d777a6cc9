// SPDX-License-Identifier: Apache-2.0
//
// The rates of one group. Each is a ratio of its confusion counts, and NaN if the denominator is 0.
// This list is the single definition of rates: tables, frames, disparities, and intervals are
// derived from it.
#pragma once

#include <array>
#include <string_view>

#include "fairwasm/group/counts.hpp"

namespace fairwasm::group {

// Kind of a rate. It determines the method for its interval (rate_intervals.hpp) and whether the
// groups' rates can be tested as proportions.
enum class RateKind {
  kShare,       // proportion of the denominator's rows that are in the numerator
  kMeanScore,   // mean score of the denominator's rows
  kTwiceShare,  // 2 J / (1 + J) of a proportion J
  kMeanOfTwo,   // of true positive and true negative rate, scaled from [0, 1] to [lowest, 1]
};

struct Rate {
  using Sum = double (*)(const Counts&);
  using Coefficients = std::array<double, kBaseSums>;

  constexpr Rate(std::string_view rateName, Sum above, Sum below,
                 RateKind rateKind = RateKind::kShare, double minValue = 0)
      : name(rateName),
        numerator(above),
        denominator(below),
        kind(rateKind),
        lowest(minValue),
        computeNumerator(coefficients(above)),
        computeDenominator(coefficients(below)) {}

  std::string_view name;
  Sum numerator;
  Sum denominator;
  RateKind kind;
  double lowest;  // if negative, ratios are meaningless and groups are compared by differences only
  // Numerator and denominator as functions of the base sums; they are linear for proportions and
  // means.
  Coefficients computeNumerator;
  Coefficients computeDenominator;

 private:
  static constexpr Coefficients coefficients(Sum sum) {
    Coefficients all{};
    for (std::size_t i = 0; i < kBaseSums; ++i) all[i] = sum(unitCounts(static_cast<BaseSum>(i)));
    return all;
  }
};

// Rates are in [lowest, 1] for weights >= 0. Definitions as in AIF360 and Hardt et al. 2016.
// Generalized rates use scores instead of predicted labels, as in Pleiss et al. 2017. F1 score and
// balanced accuracy are those of scikit-learn.
inline constexpr std::array kRates = std::to_array<Rate>({
    // Proportion of rows with a favorable true label.
    {"baseRate", [](const Counts& c) { return c.positives; },
     [](const Counts& c) { return c.instances; }},
    // Proportion of rows with a favorable prediction.
    {"selectionRate", [](const Counts& c) { return c.predictedPositives; },
     [](const Counts& c) { return c.instances; }},
    {"truePositiveRate", [](const Counts& c) { return c.truePositives; },
     [](const Counts& c) { return c.positives; }},
    {"falsePositiveRate", [](const Counts& c) { return c.falsePositives; },
     [](const Counts& c) { return c.negatives; }},
    {"trueNegativeRate", [](const Counts& c) { return c.trueNegatives; },
     [](const Counts& c) { return c.negatives; }},
    {"falseNegativeRate", [](const Counts& c) { return c.falseNegatives; },
     [](const Counts& c) { return c.positives; }},
    {"positivePredictiveValue", [](const Counts& c) { return c.truePositives; },
     [](const Counts& c) { return c.predictedPositives; }},
    {"negativePredictiveValue", [](const Counts& c) { return c.trueNegatives; },
     [](const Counts& c) { return c.predictedNegatives; }},
    {"falseDiscoveryRate", [](const Counts& c) { return c.falsePositives; },
     [](const Counts& c) { return c.predictedPositives; }},
    {"falseOmissionRate", [](const Counts& c) { return c.falseNegatives; },
     [](const Counts& c) { return c.predictedNegatives; }},
    {"accuracy", [](const Counts& c) { return c.truePositives + c.trueNegatives; },
     [](const Counts& c) { return c.instances; }},
    {"errorRate", [](const Counts& c) { return c.falsePositives + c.falseNegatives; },
     [](const Counts& c) { return c.instances; }},
    {"generalizedTruePositiveRate", [](const Counts& c) { return c.generalizedTruePositives; },
     [](const Counts& c) { return c.positives; }, RateKind::kMeanScore},
    {"generalizedFalsePositiveRate", [](const Counts& c) { return c.generalizedFalsePositives; },
     [](const Counts& c) { return c.negatives; }, RateKind::kMeanScore},
    {"generalizedTrueNegativeRate", [](const Counts& c) { return c.generalizedTrueNegatives; },
     [](const Counts& c) { return c.negatives; }, RateKind::kMeanScore},
    {"generalizedFalseNegativeRate", [](const Counts& c) { return c.generalizedFalseNegatives; },
     [](const Counts& c) { return c.positives; }, RateKind::kMeanScore},
    // Harmonic mean of positive predictive value and true positive rate.
    {"f1Score", [](const Counts& c) { return 2 * c.truePositives; },
     [](const Counts& c) { return 2 * c.truePositives + c.falsePositives + c.falseNegatives; },
     RateKind::kTwiceShare},
    // Mean of the true positive rate and the true negative rate.
    {"balancedAccuracy",
     [](const Counts& c) { return c.truePositives * c.negatives + c.trueNegatives * c.positives; },
     [](const Counts& c) { return 2 * c.positives * c.negatives; }, RateKind::kMeanOfTwo},
    // Youden's J: true positive rate - false positive rate.
    {"informedness",
     [](const Counts& c) { return c.truePositives * c.negatives - c.falsePositives * c.positives; },
     [](const Counts& c) { return c.positives * c.negatives; }, RateKind::kMeanOfTwo, -1},
});

// Returns the index of a rate in kRates at compile time; an unknown name does not compile.
constexpr std::size_t rateIndex(std::string_view name) {
  for (std::size_t i = 0; i < kRates.size(); ++i) {
    if (kRates[i].name == name) return i;
  }
  throw "no rate of this name";
}

inline constexpr std::size_t kTruePositiveRate = rateIndex("truePositiveRate");
inline constexpr std::size_t kTrueNegativeRate = rateIndex("trueNegativeRate");

// Returns true for proportions and means, which are ratios of two linear functions of the base
// sums.
constexpr bool isOneQuotient(const Rate& rate) {
  return rate.kind == RateKind::kShare || rate.kind == RateKind::kMeanScore;
}

// For kMeanOfTwo: the derivative by the sum of the two rates.
constexpr double halfSpan(const Rate& rate) { return (1 - rate.lowest) / 2; }

inline double evaluate(const Rate& rate, const Counts& counts) {
  return rate.numerator(counts) / rate.denominator(counts);
}

}  // namespace fairwasm::group
