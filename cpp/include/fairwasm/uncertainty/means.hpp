// SPDX-License-Identifier: Apache-2.0
//
// How sure weighted means are, and what is made of them, from sums over rows that are drawn
// independently; and how two of them compare. Weights are part of what varies: only their ratios
// count.
#pragma once

#include <cstdint>

#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::uncertainty {

// Of rows with weight w and value x.
struct MeanSums {
  double weight = 0;           // sum of w
  double squaredWeight = 0;    // sum of w^2
  double total = 0;            // sum of w x
  double weightedTotal = 0;    // sum of w^2 x
  double weightedSquares = 0;  // sum of w^2 x^2

  // Kish's number of rows: as many of equal weight would be as sure.
  [[nodiscard]] double rows() const { return weight * weight / squaredWeight; }
};

// On which scale a quantity varies evenly to both sides. What cannot be negative is skewed: on the
// scale of logarithms its interval never reaches below 0.
enum class Scale : std::uint8_t {
  kPlain,
  kLogarithm,
  kLogarithmOfRest,  // of 1 - value, for what is at most 1
};

// A quantity that was estimated. Its error is NaN with fewer than two rows, and where all rows are
// alike but for rounding: of those that were not seen nothing is known.
struct Unsure {
  double value;
  double error;          // standard error on its scale
  double degrees;        // of freedom of that error
  double effectiveRows;  // so many rows of equal size would be as sure
  Scale scale;
};

// A mean of values of 0 or more, on the scale of logarithms. Rows / (1 + 2 v^2) are effective, v
// the coefficient of variation of the values: the more unequal, the less is known of how they vary.
// Values so rare and large that none of them was seen are in no interval.
Unsure positiveMean(const MeanSums& sums);

// A mean of values of either sign, whose sums are of their distance from `center`, which is to be
// close to the mean.
Unsure signedMean(const MeanSums& sums, double center);

// The interval at Student's quantile that corresponds to the normal quantile `z`.
Bounded bounded(const Unsure& quantity, double z);

// one - other and one / other, of independent quantities on the same scale, by their intervals (Zou
// and Donner 2008) at Student's quantile for the degrees of freedom of their difference (Welch
// 1947). The ratio has an interval only where both are surely above 0; it leaves out 1 exactly
// where that of the difference leaves out 0. The p-value, that both are alike, is 1 less the
// confidence at which the interval of the difference first reaches 0.
struct Compared {
  Bounded difference;
  Bounded ratio;
  double pValue;
  double effectiveRows;  // of the less sure
};
Compared compare(const Unsure& one, const Unsure& other, double z);

}  // namespace fairwasm::uncertainty
