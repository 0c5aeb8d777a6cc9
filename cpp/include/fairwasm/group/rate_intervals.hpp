// SPDX-License-Identifier: Apache-2.0
//
// How sure a group's rate is: an interval that holds from one row on, with weights, and with
// several rows of one person.
//
// A share has Wilson's interval at its effective number of trials: the number of equally weighted,
// independent rows whose share would be as sure. Its variance is the linearized one of a quotient
// of sums, u' M u / W^2 with u = numerator - share * denominator, from the moments of the counts:
// so it knows how unequal the weights are within this rate's denominator, and whether weight and
// outcome go together. Without weights it is the number of rows.
//
// Where several rows belong to one cluster, the moments are sums over clusters, and the same
// formula is the design effect of clusters, corrected for how few or unequal they are. Its degrees
// of freedom are 1 less than the effective number of clusters.
//
// Without clusters: with few cases their weights say little about how unequal weights of cases are:
// one row of average weight is added to either kind. And a variance that was estimated from few
// cases is unsure itself: the more unequal the weights, the fewer degrees of freedom.
#pragma once

#include <array>

#include "fairwasm/group/rates.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"
#include "fairwasm/uncertainty/tests.hpp"

namespace fairwasm::group {

// For one quotient (isOneQuotient). NaN where the denominator is 0 or unknown.
uncertainty::EffectiveShare effectiveShare(const Rate& rate, const Counts& counts);

// Of two groups that are compared. With clusters in both groups both shares have the degrees of
// freedom of their difference (Satterthwaite 1946, Welch 1947).
std::array<uncertainty::EffectiveShare, 2> comparedShares(const Rate& rate, const Counts& one,
                                                          const Counts& other);

// How many clusters of equal weight would be as sure of the rate: W^2 over the sum of their squared
// weights in its denominator (Kish 1965). NaN without clusters, and for what is not one quotient.
double effectiveClusters(const Rate& rate, const Counts& counts);

// Whether any unit has rows in several cells.
bool hasClusters(const Counts& counts);

// Whether the units are in one cell each and weigh all the same, so that their numbers can be
// tested.
bool isCounted(const Counts& counts);

// The rate as numbers of units, for those groups.
uncertainty::Share countedShare(const Rate& rate, const Counts& counts);

// The rate with its interval at the normal quantile `z`: 1.96 for 95 %. NaN where it is undefined.
//   kShare        Wilson's interval at the effective number of trials
//   kMeanScore    the same with Student's quantile, as its variance is estimated
//   kTwiceShare   the ends of the share's, carried over
//   kMeanOfTwo    from the two rates' intervals
uncertainty::Bounded boundedRate(const Rate& rate, const Counts& counts, double z);

// The same where it has to hold together with others, at a `z` beyond the usual: with few trials by
// Student's quantile (amongMany).
uncertainty::Bounded jointlyBoundedRate(const Rate& rate, const Counts& counts, double z);

// How the estimates of two rates move together: their covariance, of rates of the same group with
// the products of its moments as `between`, of two groups that share persons with theirs.
double covariance(const Rate& rate, const Counts& counts, const Rate& otherRate,
                  const Counts& otherCounts, const Products& between);

// The correlation of estimates with these variances: 0 where one of them does not vary.
double correlationOf(double covariance, double variance, double otherVariance);

// Of one rate in two groups.
double correlation(const Rate& rate, const Counts& counts, const Counts& otherCounts,
                   const Products& between);

// How many cases, or of the rarer kind of outcome, the group's rate rests on if it were `expected`:
// effective trials times expected or 1 - expected, whichever is less. Below 5 intervals and
// asymptotic tests are rough.
double expectedCases(const Rate& rate, const Counts& counts, double expected);

}  // namespace fairwasm::group
