// SPDX-License-Identifier: Apache-2.0
//
// Confidence intervals for a group's rate that are valid for any number of rows, with weights, and
// with clusters.
//
// A proportion has Wilson's interval at its effective number of trials: the number of equally
// weighted, independent rows for which it has the same variance. This is the linearized variance of
// a ratio of sums, u' M u / W^2 with u = numerator - share * denominator, from the moments of the
// counts. It therefore reflects the variation of weights within this rate's denominator, and the
// correlation of weight and outcome. Without weights, the effective number of trials is the number
// of rows.
//
// With clusters, the moments are sums over clusters, and the same formula contains their design
// effect. It is corrected for few or unequal clusters. The degrees of freedom are the effective
// number of clusters minus 1.
//
// Without clusters, the weights of a few cases say little about the variation of the cases'
// weights, so one row of average weight is added to each outcome. A variance estimated from a few
// cases is itself imprecise: the more unequal the weights, the fewer degrees of freedom.
#pragma once

#include <array>

#include "fairwasm/group/rates.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"
#include "fairwasm/uncertainty/tests.hpp"

namespace fairwasm::group {

// For rates that are one ratio (isOneQuotient). NaN if the denominator is 0 or unknown.
uncertainty::EffectiveShare effectiveShare(const Rate& rate, const Counts& counts);

// Returns the proportions of two groups for a comparison. If both have clusters, both proportions
// get the degrees of freedom of their difference (Satterthwaite 1946, Welch 1947).
std::array<uncertainty::EffectiveShare, 2> comparedShares(const Rate& rate, const Counts& one,
                                                          const Counts& other);

// Returns the effective number of clusters for the rate: W^2 divided by the sum of squared cluster
// weights in its denominator (Kish 1965). NaN without clusters and for rates that are not one
// ratio.
double effectiveClusters(const Rate& rate, const Counts& counts);

// Returns true if any unit has rows in several cells.
bool hasClusters(const Counts& counts);

// Returns true if every unit is in one cell and all weights are equal, so that tests of whole
// counts apply.
bool isCounted(const Counts& counts);

// Returns the rate as numbers of units; requires isCounted().
uncertainty::Share countedShare(const Rate& rate, const Counts& counts);

// Returns the rate with its interval at the normal quantile `z` (1.96 for 95%). NaN if the rate is
// undefined.
//   kShare        Wilson's interval at the effective number of trials
//   kMeanScore    likewise, with Student's quantile because the variance is estimated
//   kTwiceShare   the transformed interval of the proportion
//   kMeanOfTwo    combined from the intervals of the two rates
uncertainty::Bounded boundedRate(const Rate& rate, const Counts& counts, double z);

// Like boundedRate(), for an interval that must hold jointly with others at a `z` beyond the usual
// one. With few trials, it uses Student's quantile (amongMany).
uncertainty::Bounded jointlyBoundedRate(const Rate& rate, const Counts& counts, double z);

// Returns the covariance of the estimates of two rates. `between` is the products of the moments
// for rates of the same group, or those of the shared clusters for two groups.
double covariance(const Rate& rate, const Counts& counts, const Rate& otherRate,
                  const Counts& otherCounts, const Products& between);

// Returns the correlation of estimates with these variances; 0 if one of them is constant.
double computeCorrelation(double covariance, double variance, double otherVariance);

// Returns the correlation of one rate between two groups.
double correlation(const Rate& rate, const Counts& counts, const Counts& otherCounts,
                   const Products& between);

// Returns the expected number of cases, or of the rarer outcome, if the group's rate were
// `expected`: effective trials times expected or 1 - expected, whichever is smaller. Intervals and
// asymptotic tests are rough below 5.
double expectedCases(const Rate& rate, const Counts& counts, double expected);

}  // namespace fairwasm::group
