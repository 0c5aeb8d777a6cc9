// SPDX-License-Identifier: Apache-2.0
//
// From counts or bootstrap draws to intervals.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::uncertainty {

// NaN at both ends where there is nothing to say.
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

// Quantile of the standard normal distribution.
double normalQuantile(double probability);
// Probability that a standard normal variable is below `value`.
double normalProbability(double value);
// Quantile up to which a standard normal variable has this chance to be on either side of 0;
// unchecked, for chances derived from a confidence.
double centralQuantile(double confidence);

// How many standard errors an interval of this confidence reaches to either side. Throws
// kInvalidArgument for a confidence outside (0, 1).
double twoSidedQuantile(double confidence);

// Wilson's score interval (1927) for a share of `successes` among `trials`, which need not be
// whole: with weights, pass the effective sample size and the weighted share of it. NaN where
// trials <= 0.
Interval wilsonInterval(double successes, double trials, double confidence);

// The same for a share in [0, 1] by the normal quantile `z`: what does not depend on a confidence.
Interval wilsonIntervalAt(double share, double trials, double z);

// Quantile of Student's distribution with `degrees` >= 1 degrees of freedom.
double studentQuantile(double probability, double degrees);

// The q-quantile of values, interpolated linearly (Hyndman and Fan's type 7, as numpy's default).
// Reorders them. NaN for no values.
double quantile(std::span<double> values, double q);

// The quantiles of the values that are defined (not NaN); NaN where those are fewer than half.
std::vector<double> definedQuantiles(std::vector<double> values, std::span<const double> shares);

// Which share of bootstrap draws lies beyond each end of an interval of this confidence: less than
// half of what is left, as a bootstrap of `rows` varies too little, by what makes intervals of a
// mean as wide as Student's. Hesterberg: What Teachers Should Know About the Bootstrap, 2015,
// section 5.3. NaN for fewer than two rows.
double expandedTail(double confidence, double rows);

// One leave-one-out value of a statistic, and how many rows give that same value.
struct Jackknifed {
  double value;
  double rows;
};

// Efron's bias-corrected and accelerated interval (1987): quantiles of the draws, shifted for the
// bias and the skewness of the statistic. `draws` are reordered; undefined draws (NaN) are left
// out, and with fewer than half of them defined, or an undefined estimate, the interval is NaN.
// Where the jackknife says nothing (all leave-one-out values alike or undefined) the acceleration
// is 0. The interval always holds the estimate.
Interval bcaInterval(double estimate, std::span<double> draws,
                     std::span<const Jackknifed> jackknife, double confidence);

}  // namespace fairwasm::uncertainty
