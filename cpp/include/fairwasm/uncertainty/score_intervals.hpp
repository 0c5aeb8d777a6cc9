// SPDX-License-Identifier: Apache-2.0
//
// Confidence intervals for functions of several independent quantities with known intervals:
// difference, ratio, sum, largest distance. They use the "method of variance estimates recovery"
// (Zou and Donner 2008; Donner and Zou 2012), which reads the error of a quantity in each direction
// from its own interval. With Wilson's intervals of two proportions, the difference has Newcombe's
// interval (1998, method 10). It is valid even for 0 of n, where all bootstrap draws would be
// equal.
//
// Every interval contains its estimate if the given intervals do, and stays within the range that
// they allow. The interval of a ratio excludes 1 exactly if that of the difference excludes 0.
#pragma once

#include <functional>
#include <span>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::uncertainty {

// A value with its confidence interval; unknown numbers are NaN.
struct Bounded {
  double value;
  Interval ci;
};

inline constexpr Bounded kUndefined{kNaN, kNoInterval};

// A proportion with its effective number of trials: the number of equally weighted, independent
// rows with the same precision. If that number was estimated from weights, it has degrees of
// freedom; otherwise they are infinite.
struct EffectiveShare {
  double share;
  double trials;
  double degrees = kInfinity;
};

// Returns the proportion with Wilson's interval at the normal quantile `z`, or at the corresponding
// Student's quantile. NaN without trials.
Bounded boundedShare(const EffectiveShare& share, double z);

// Returns the quantile of Student's distribution that corresponds to the normal quantile `z`, by
// Hill's expansion (1970), accurate to 4% from 3 degrees of freedom on.
double studentQuantileAt(double z, double degrees);

// Returns the interval of one.value - other.value. `correlation` between the estimates is in [-1,
// 1], and 0 for independent ones.
Interval differenceInterval(const Bounded& one, const Bounded& other, double correlation = 0);
// Returns Newcombe's interval of the difference between two proportions.
Interval newcombeDifference(double successes, double trials, double otherSuccesses,
                            double otherTrials, double confidence);
// Returns the interval of one.value / other.value for nonnegative quantities. The upper end is
// infinite if the lower end of `other` is 0.
Interval ratioInterval(const Bounded& one, const Bounded& other, double correlation = 0);
// Returns the interval of the sum.
Interval sumInterval(std::span<const Bounded> parts);
// Returns factor * quantity; the factor may be negative.
Bounded scaled(const Bounded& quantity, double factor);

// Returns the interval of |value| from the interval of the value; it includes 0 if that interval
// does.
Interval magnitudeInterval(const Interval& interval);
// Returns the interval of a ratio or its inverse, whichever is at most 1, from the interval of the
// ratio.
Interval foldedRatioInterval(const Interval& interval);

// Returns the interval of sum weight_i |value_i|; all given intervals must use the same normal
// quantile. The ends are the minimum and maximum over the ellipsoid whose half axes are the
// distances to the ends of the intervals. Its coverage is the probability that a chi-squared
// variable with one degree of freedom per part is below the squared quantile.
Interval absoluteSumInterval(std::span<const Bounded> parts, std::span<const double> weights);

// Returns the distance of `bound` above `value` (negative if below) in standard errors: the normal
// quantile at which the interval of the value reaches the bound. Limited to [-8, 8], beyond which
// p-values are lost in rounding. NaN without an interval.
double distanceTo(double bound, double value,
                  const std::function<Interval(double quantile)>& intervalAt);

// Returns the normal quantile whose square is the chi-squared quantile of `degrees` at
// `confidence`, for intervals whose ellipsoid has this coverage.
double jointQuantile(std::size_t degrees, double confidence);

// Returns the confidence level of each of `count` independent intervals that must hold jointly
// (Šidák 1967).
double computeEachConfidence(std::size_t count, double confidence);

// Adjusts a proportion for one of many intervals that must hold jointly. Wilson's interval is
// designed for about 95%; at higher levels, it is too narrow for few trials, which Student's
// quantile for two proportions with this number of trials compensates.
EffectiveShare amongMany(EffectiveShare share);

// Returns the probability that the range of `groups` standard normal variables is at most `range`.
double rangeProbability(double range, std::size_t groups);
// Returns the normal quantile for joint intervals of all pairwise differences of `groups`
// quantities: Tukey's range quantile divided by the root of 2. It is exact for equally precise
// quantities and conservative for others (Hayter 1984).
double pairwiseQuantile(std::size_t groups, double confidence);

}  // namespace fairwasm::uncertainty
