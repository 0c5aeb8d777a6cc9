// SPDX-License-Identifier: Apache-2.0
//
// Comparison of two groups within strata, for example among applicants to the same department. A
// gap over all rows may only be due to the groups' distribution over strata, and may even reverse
// within each stratum (Simpson's paradox).
//
// Everything is computed from the counts of both groups by stratum. With weights, proportions use
// their effective number of trials (effectiveShare).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "fairwasm/group/rate_intervals.hpp"

namespace fairwasm::group {

// Counts of the group, of the reference group, and of all rows in one stratum. The denominators of
// all rows weight the strata.
struct Stratum {
  Counts group;
  Counts reference;
  Counts all;
};

// The statistic of a chi-squared test, its degrees of freedom and its p-value.
struct ChiSquared {
  double statistic;
  double degrees;
  double pValue;
};

struct Stratified {
  // Directly standardized rates: the rates if both groups were distributed over the strata like all
  // rows. Over the strata in which both groups have the rate.
  uncertainty::Bounded groupRate;
  uncertainty::Bounded referenceRate;
  uncertainty::Bounded difference;
  uncertainty::Bounded ratio;
  // Common odds ratio of Mantel and Haenszel (1959) with the interval of Robins, Breslow and
  // Greenland (1986). 0/0 is NaN and x/0 infinite; both, as well as 0, have no interval.
  uncertainty::Bounded commonOddsRatio;
  // Test of Cochran (1954) and Mantel and Haenszel (1959) for equal odds in every stratum, without
  // continuity correction. NaN without informative strata.
  ChiSquared sameOdds;
  // Criterion of Mantel and Fleiss (1980): the smaller distance from the expected sum of the
  // group's cases to its bounds. Below 5, the test above is rough.
  double roomForCases;
  // Test of Breslow and Day (1980), with Tarone's correction (1985), for equal odds ratios in all
  // strata. NaN with fewer than two informative strata, or if the common odds ratio is 0, infinite,
  // or NaN.
  ChiSquared sameOddsRatio;
  // Mean over informative strata of the smallest cell expected under the common odds ratio. The
  // test above is rough below 5, and rejects far too often below 1.
  double smallestCell;
  double comparedStrata;  // number of strata in which both groups have the rate
  double groupShare;      // proportion of the group's denominators in these strata
  double referenceShare;
};

// Throws kInvalidArgument for a rate that is not a proportion of rows and for a confidence outside
// (0, 1).
Stratified compareWithin(const Rate& rate, std::span<const Stratum> strata, double confidence);

// Returns a rate of the group minus that of the reference group, with Newcombe's interval.
uncertainty::Bounded rateDifference(const Rate& rate, const Counts& group, const Counts& reference,
                                    double confidence);

}  // namespace fairwasm::group
