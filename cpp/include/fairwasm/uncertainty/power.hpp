// SPDX-License-Identifier: Apache-2.0
//
// Statistical power: the minimum difference between two groups that the test for no difference
// detects.
#pragma once

#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::uncertainty {

// Two groups as the test uses them: their effective trials and degrees of freedom. Their
// proportions are ignored.
struct ComparedGroups {
  EffectiveShare one;
  EffectiveShare other;
  double correlation = 0;  // between the two estimates
  // True if trials are whole counts, so that the test of counts (differenceTest) also applies.
  bool areCounted = false;
};

// Minimum detectable differences one - other, with signs; NaN if even a proportion of 0 or 1 would
// not be detected with sufficient power.
struct Detectable {
  double decrease;  // in [-1, 0]
  double increase;  // in [0, 1]
};

// Returns the differences closest to 0 that the test rejects at 1 - confidence with 80% power, if
// the proportion of `other` is `share`. The rejection region is that of the test: its interval
// excludes 0 and, for counts, the test of counts also rejects. With fewer than 40 expected cases of
// whole counts, all numbers of cases in both groups are enumerated (with very many, the most likely
// ones at equal steps). Otherwise, the region is approximated as linear near `share`, the estimates
// as normal, and the variance as chi-squared with its degrees of freedom, which makes the test a
// t-test with a noncentral t distribution. NaN for a NaN share.
Detectable minimumDetectable(const ComparedGroups& groups, double share, double confidence);

// Returns the probability that the test finds one > other for these proportions.
double powerToDetect(const ComparedGroups& groups, double share, double otherShare,
                     double confidence);

}  // namespace fairwasm::uncertainty
