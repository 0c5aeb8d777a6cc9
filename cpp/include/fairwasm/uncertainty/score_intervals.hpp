// SPDX-License-Identifier: Apache-2.0
//
// Intervals of what is made from several independent quantities whose own intervals are known:
// their difference, ratio, sum, largest distance. The "method of variance estimates recovery" (Zou
// and Donner 2008; Donner and Zou 2012): how far a quantity may be off to either side is read from
// its own interval. With Wilson's intervals of two shares the difference is Newcombe's (1998,
// method 10): it holds at 0 of n as elsewhere, where every bootstrap draw would be alike.
//
// Every interval here holds its estimate where the given ones do, and stays in the range that they
// allow. That of a ratio leaves out 1 exactly where that of the difference leaves out 0.
#pragma once

#include <functional>
#include <span>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::uncertainty {

// A value with its interval; NaN throughout where there is none.
struct Bounded {
  double value;
  Interval ci;
};

inline constexpr Bounded kUndefined{kNaN, kNoInterval};

// A share as if its rows were equal and independent: so many trials would be as sure of it. Where
// that number was estimated, with weights, it has degrees of freedom; otherwise infinitely many.
struct EffectiveShare {
  double share;
  double trials;
  double degrees = kInfinity;
};

// With Wilson's interval at the normal quantile `z`, or Student's that corresponds to it. NaN where
// there are no trials.
Bounded boundedShare(const EffectiveShare& share, double z);

// The quantile of Student's distribution that corresponds to the normal quantile `z`, by Hill's
// expansion (1970): good to 4 % from 3 degrees of freedom on.
double studentQuantileAt(double z, double degrees);

// one.value - other.value. `correlation` of the two estimates, in [-1, 1]: 0 for independent ones.
Interval differenceInterval(const Bounded& one, const Bounded& other, double correlation = 0);
// A share of `successes` of `trials` less another one: Newcombe's interval.
Interval newcombeDifference(double successes, double trials, double otherSuccesses,
                            double otherTrials, double confidence);
// one.value / other.value of quantities that are not negative. The high end is infinite where
// other's low end is 0.
Interval ratioInterval(const Bounded& one, const Bounded& other, double correlation = 0);
// Their sum.
Interval sumInterval(std::span<const Bounded> parts);
// factor * value, of either sign.
Bounded scaled(const Bounded& quantity, double factor);

// Of |value|, given the value's interval: a quantity near 0 may be 0.
Interval magnitudeInterval(const Interval& interval);
// Of a ratio's value or its inverse, whichever is at most 1, given the ratio's interval.
Interval foldedRatioInterval(const Interval& interval);

// Of sum weight_i |value_i|, where the intervals given have `jointSquare` = the square of the
// normal quantile they were made with. The smallest and the largest value over the ellipsoid whose
// half axes are the distances to the ends: it holds the truth as often as a chi-squared variable of
// as many degrees of freedom is below `jointSquare`.
Interval absoluteSumInterval(std::span<const Bounded> parts, std::span<const double> weights);

// How far `bound` lies above `value`, or below it where negative, in standard errors as intervals
// have them: the normal quantile at which the interval of the value reaches it. Within [-8, 8],
// beyond which a test's p-value is lost in rounding. NaN where there is no interval.
double distanceTo(double bound, double value,
                  const std::function<Interval(double quantile)>& intervalAt);

// The normal quantile whose square is the chi-squared quantile of `degrees` at `confidence`: for
// intervals whose ellipsoid is to hold the truth.
double jointQuantile(std::size_t degrees, double confidence);

// Confidence of each of `count` independent intervals that are to hold together (Šidák 1967).
double eachOf(std::size_t count, double confidence);

// The share as one of many whose intervals have to hold together. Wilson's interval is made for
// some 95 %: further out it is too short for a few trials, and Student's quantile for two shares of
// so many trials makes up for it.
EffectiveShare amongMany(EffectiveShare share);

// Probability that `groups` standard normal variables lie no further apart than `range`.
double rangeProbability(double range, std::size_t groups);
// The normal quantile for the intervals of all pairwise differences of `groups` quantities that are
// to hold together: Tukey's range quantile over the root of 2, exact for equally sure quantities
// and on the safe side for others (Hayter 1984).
double pairwiseQuantile(std::size_t groups, double confidence);

}  // namespace fairwasm::uncertainty
