// SPDX-License-Identifier: Apache-2.0
//
// Precision of weighted means and of functions of them, from sums over independent rows, and
// comparisons of two means. Weights are random, too; only their ratios matter.
#pragma once

#include <cstdint>

#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::uncertainty {

// Sums over rows with weight w and value x.
struct MeanSums {
  double weight = 0;           // sum of w
  double squaredWeight = 0;    // sum of w^2
  double total = 0;            // sum of w x
  double weightedTotal = 0;    // sum of w^2 x
  double weightedSquares = 0;  // sum of w^2 x^2

  // Kish's effective number of rows: the number of equally weighted rows with the same precision.
  [[nodiscard]] double rows() const { return weight * weight / squaredWeight; }
};

// Scale on which the sampling distribution is symmetric. Nonnegative quantities are skewed; on the
// logarithmic scale, their intervals never extend below 0.
enum class Scale : std::uint8_t {
  kPlain,
  kLogarithm,
  kLogarithmOfRest,  // of 1 - value, for quantities of at most 1
};

// An estimated quantity. Its error is NaN with fewer than two rows, and if all rows are equal up to
// rounding, because the variance of unseen rows is then unknown.
struct Unsure {
  double value;
  double error;          // standard error on the given scale
  double degrees;        // degrees of freedom of the error
  double effectiveRows;  // number of equally weighted rows with the same precision
  Scale scale;
  double upperStretch = 1;  // factor by which logarithmic intervals extend further up than down
};

// Returns a mean of nonnegative values on the logarithmic scale. The degrees of freedom use rows /
// (1 + 2 v^2) effective rows, with v the coefficient of variation: the more unequal the values, the
// less is known about their variance. The interval cannot account for values so rare and large that
// none was observed.
Unsure positiveMean(const MeanSums& sums);

// Returns a mean of values of either sign. The sums must use distances from `center`, which should
// be close to the mean.
Unsure signedMean(const MeanSums& sums, double center);

// Returns the interval at Student's quantile that corresponds to the normal quantile `z`.
Bounded bounded(const Unsure& quantity, double z);

// The difference one - other and the ratio one / other of two quantities on the same scale, with
// the correlation of their estimates: 0 for independent ones. Intervals are combined (Zou and
// Donner 2008) at Student's quantile for the degrees of freedom of their difference (Welch 1947).
// The ratio has an interval only if both quantities are significantly positive; it excludes 1
// exactly if the interval of the difference excludes 0. The p-value for equality is 1 minus the
// confidence level at which the interval of the difference first includes 0.
struct Compared {
  Bounded difference;
  Bounded ratio;
  double pValue;
  double effectiveRows;  // of the less precise quantity
};
Compared compare(const Unsure& one, const Unsure& other, double z, double correlation = 0);

}  // namespace fairwasm::uncertainty
