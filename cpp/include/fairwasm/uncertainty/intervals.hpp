// SPDX-License-Identifier: Apache-2.0
//
// Confidence intervals from counts or bootstrap draws.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::uncertainty {

// A confidence interval; both ends are NaN if it is unknown.
struct Interval {
  double low;
  double high;
};

inline constexpr Interval kNoInterval{kNaN, kNaN};

// True if both ends are defined.
bool isKnown(const Interval& interval);
// Returns the interval, widened to contain the estimate if rounding moved an end past it; no
// interval if the estimate or an end is undefined.
Interval around(double value, const Interval& interval);

// Returns a quantile of the standard normal distribution.
double normalQuantile(double probability);
// Returns the probability that a standard normal variable is below `value`.
double normalProbability(double value);
// Returns the normal quantile with this central probability; does not check its argument, which is
// computed from a confidence.
double centralQuantile(double confidence);

// Returns the number of standard errors from the center to either end of an interval with this
// confidence. Throws kInvalidArgument for a confidence outside (0, 1).
double twoSidedQuantile(double confidence);

// Returns Wilson's score interval (1927) for a proportion of `successes` among `trials`, which need
// not be whole: with weights, pass the effective sample size and the weighted proportion of it. NaN
// if trials <= 0.
Interval wilsonInterval(double successes, double trials, double confidence);

// Likewise for a proportion in [0, 1] at the normal quantile `z`.
Interval wilsonIntervalAt(double share, double trials, double z);

// Returns a quantile of Student's distribution with `degrees` >= 1 degrees of freedom.
double studentQuantile(double probability, double degrees);

// Returns P(|T| > |t|) of a variable T with Student's distribution and `degrees` >= 1 degrees of
// freedom.
double studentTails(double t, double degrees);

// Returns the q-quantile of values, interpolated linearly (Hyndman and Fan's type 7, numpy's
// default). Reorders the values. NaN without values.
double quantile(std::span<double> values, double q);

// Returns the quantiles of the defined values; NaN if fewer than half of the values are defined
// (not NaN).
std::vector<double> definedQuantiles(std::vector<double> values, std::span<const double> shares);

// Returns the proportion of bootstrap draws beyond each end of an interval with this confidence. It
// is smaller than half of 1 - confidence, because bootstrap draws of `rows` rows vary too little;
// intervals of a mean become as wide as Student's. Hesterberg: What Teachers Should Know About the
// Bootstrap, 2015, section 5.3. NaN for fewer than two rows.
double expandedTail(double confidence, double rows);

// A leave-one-out value of a statistic, and the number of rows with that value.
struct Jackknifed {
  double value;
  double rows;
};

// Returns Efron's bias-corrected and accelerated interval (1987): quantiles of the draws, adjusted
// for the bias and the skewness of the statistic. Reorders `draws`. Undefined draws (NaN) are
// ignored; if fewer than half are defined, or if the estimate is undefined, the interval is NaN. If
// all leave-one-out values are equal or undefined, the acceleration is 0. The interval always
// contains the estimate.
Interval bcaInterval(double estimate, std::span<double> draws,
                     std::span<const Jackknifed> jackknife, double confidence);

}  // namespace fairwasm::uncertainty
