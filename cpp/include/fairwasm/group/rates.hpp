// SPDX-License-Identifier: Apache-2.0
//
// The rates of one group. Each is a quotient of its confusion counts; a rate whose denominator is 0
// is 0/0 = NaN, never a guess. The list below is all there is to say about a rate: tables, frames,
// disparities and intervals are derived from it.
#pragma once

#include <array>
#include <string_view>

#include "fairwasm/group/counts.hpp"

namespace fairwasm::group {

// What a rate is: this decides how its interval is made (rate_intervals.hpp) and whether the
// groups' rates can be tested as shares.
enum class RateKind {
  kShare,       // of the rows in the denominator those in the numerator
  kMeanScore,   // of the rows in the denominator
  kTwiceShare,  // 2 J / (1 + J) of a share J
  kMeanOfTwo,   // of true positive and true negative rate, stretched from [0, 1] to [lowest, 1]
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
        numeratorOf(coefficients(above)),
        denominatorOf(coefficients(below)) {}

  std::string_view name;
  Sum numerator;
  Sum denominator;
  RateKind kind;
  double lowest;  // below 0, groups are compared by differences alone: ratios mean nothing
  // Numerator and denominator as functions of the base sums, in which those of shares and means are
  // linear.
  Coefficients numeratorOf;
  Coefficients denominatorOf;

 private:
  static constexpr Coefficients coefficients(Sum sum) {
    Coefficients all{};
    for (std::size_t i = 0; i < kBaseSums; ++i) all[i] = sum(unitCounts(static_cast<BaseSum>(i)));
    return all;
  }
};

// In [lowest, 1] for weights >= 0. Definitions as in AIF360 and Hardt et al. 2016; the generalized
// rates as in Pleiss et al. 2017, from scores instead of predicted labels; F1 score and balanced
// accuracy as in scikit-learn.
inline constexpr std::array kRates = std::to_array<Rate>({
    // Share of rows whose true label is the favorable one.
    {"baseRate", [](const Counts& c) { return c.positives; },
     [](const Counts& c) { return c.instances; }},
    // Share of rows whose prediction is the favorable label.
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
    // Mean of true positive and true negative rate.
    {"balancedAccuracy",
     [](const Counts& c) { return c.truePositives * c.negatives + c.trueNegatives * c.positives; },
     [](const Counts& c) { return 2 * c.positives * c.negatives; }, RateKind::kMeanOfTwo},
    // Youden's J: true positive rate - false positive rate.
    {"informedness",
     [](const Counts& c) { return c.truePositives * c.negatives - c.falsePositives * c.positives; },
     [](const Counts& c) { return c.positives * c.negatives; }, RateKind::kMeanOfTwo, -1},
});

// Place of a rate in kRates, at compile time; a wrong name does not compile.
constexpr std::size_t rateIndex(std::string_view name) {
  for (std::size_t i = 0; i < kRates.size(); ++i) {
    if (kRates[i].name == name) return i;
  }
  throw "no rate of this name";
}

inline constexpr std::size_t kTruePositiveRate = rateIndex("truePositiveRate");
inline constexpr std::size_t kTrueNegativeRate = rateIndex("trueNegativeRate");

// A share or a mean: one sum over another, each linear in the base sums.
constexpr bool isOneQuotient(const Rate& rate) {
  return rate.kind == RateKind::kShare || rate.kind == RateKind::kMeanScore;
}

// Of a kMeanOfTwo: how much it grows with the sum of the two.
constexpr double halfSpan(const Rate& rate) { return (1 - rate.lowest) / 2; }

inline double evaluate(const Rate& rate, const Counts& counts) {
  return rate.numerator(counts) / rate.denominator(counts);
}

}  // namespace fairwasm::group
