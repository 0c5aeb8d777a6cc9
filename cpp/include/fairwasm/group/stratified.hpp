// SPDX-License-Identifier: Apache-2.0
//
// Two groups compared within strata: among people who are alike in some other way, such as
// applicants to one department. A gap over all rows may come from how the groups are spread over
// the strata alone, and may even point the other way within each of them (Simpson's paradox).
//
// All of it follows from the counts of both groups by stratum. Where rows are weighted, shares
// stand for as many trials as they are worth (effectiveShare), as in all intervals here.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "fairwasm/group/rate_intervals.hpp"

namespace fairwasm::group {

// A stratum: the counts of the group, those of the reference, and those of all rows, whose
// denominators say how much the stratum weighs.
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
  // Direct standardization: what the rates would be if both groups were spread over the strata as
  // all rows are. Over the strata in which both have the rate.
  uncertainty::Bounded groupRate;
  uncertainty::Bounded referenceRate;
  uncertainty::Bounded difference;
  uncertainty::Bounded ratio;
  // Of Mantel and Haenszel (1959), one for all strata; the interval is that of Robins, Breslow and
  // Greenland (1986). 0/0 is NaN, x/0 infinite; neither has an interval, nor has 0.
  uncertainty::Bounded commonOddsRatio;
  // Cochran (1954), Mantel and Haenszel (1959), without a correction for continuity: that the odds
  // are alike in every stratum. NaN where no stratum can tell.
  ChiSquared sameOdds;
  // Mantel and Fleiss (1980): how far the sum of the group's cases could lie to either side of what
  // is expected, whichever is less. Below 5 the test above is rough.
  double roomForCases;
  // Breslow and Day (1980) with Tarone's correction (1985): that the odds ratio is one for all
  // strata. NaN where fewer than two strata can tell, or the common odds ratio is 0, infinite or
  // NaN.
  ChiSquared sameOddsRatio;
  // Of the strata that can tell, the mean of the smallest cell that the common odds ratio expects.
  // The test above is rough below 5, and rejects what is so far too often below 1.
  double smallestCell;
  double comparedStrata;  // those in which both groups have the rate
  double groupShare;      // of the group's denominators those in such strata
  double referenceShare;
};

// Throws kInvalidArgument for a rate that is no share of rows, and for a confidence outside (0, 1).
Stratified compareWithin(const Rate& rate, std::span<const Stratum> strata, double confidence);

// A rate of the group less that of the reference, with Newcombe's interval.
uncertainty::Bounded rateDifference(const Rate& rate, const Counts& group, const Counts& reference,
                                    double confidence);

// P(X > statistic) of a chi-squared variable X. NaN where the statistic is, or there are no degrees
// of freedom.
double chiSquaredTail(double statistic, double degrees);

}  // namespace fairwasm::group
