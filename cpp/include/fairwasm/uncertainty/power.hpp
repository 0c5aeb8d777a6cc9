// SPDX-License-Identifier: Apache-2.0
//
// Statistical power: how large a difference between two groups has to be for the test of "no
// difference" to detect it.
#pragma once

#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::uncertainty {

// Two groups as the test sees them: how many trials they have and with how many degrees of freedom
// their variances were estimated. Their shares are not looked at.
struct ComparedGroups {
  EffectiveShare one;
  EffectiveShare other;
  double correlation = 0;  // of the two estimates
  // Whether trials are whole counts, so that the test is that of counts (differenceTest) as well.
  bool areCounted = false;
};

// Minimum detectable differences one - other, with their signs; NaN where even a share of 0 or 1
// would be missed too often.
struct Detectable {
  double decrease;  // in [-1, 0]
  double increase;  // in [0, 1]
};

// The differences closest to 0 that the test rejects at 1 - confidence with a probability of 80 %,
// if the share of `other` is `share`. The rejection region is that of the test: its interval leaves
// out 0 and, of counts, the test of counts rejects as well. Fewer than 40 expected cases of whole
// counts are enumerated: every number of cases of the one group with every number of the other
// (of very many the most likely ones at equal steps). Otherwise the region is linear near `share`,
// the estimates are normal, and the variance is chi-squared with its degrees of freedom, so that
// the test is a t-test under a noncentral t distribution. NaN for a share that is NaN.
Detectable minimumDetectable(const ComparedGroups& groups, double share, double confidence);

// The probability that the test finds one > other, if the shares are these.
double powerToDetect(const ComparedGroups& groups, double share, double otherShare,
                     double confidence);

}  // namespace fairwasm::uncertainty
