// SPDX-License-Identifier: Apache-2.0
//
// Exact intervals of a proportion, and of the difference and the ratio of two proportions, that
// agree with Fisher's exact test.
#pragma once

#include "fairwasm/uncertainty/score_intervals.hpp"
#include "fairwasm/uncertainty/tests.hpp"

namespace fairwasm::uncertainty {

// Returns Clopper and Pearson's exact interval (1934) for a proportion of whole `successes` among
// `trials` at the normal quantile `z`: each limit excludes the proportion with a probability of at
// most that beyond `z`. With 10,000 successes and failures or more, it is Wilson's interval, which
// then differs by less than 0.3%. NaN if trials <= 0.
Interval exactIntervalAt(double successes, double trials, double z);

// Counts of one group, and its proportion with the limits from which intervals of differences and
// ratios are combined.
struct ExactShare {
  Share counts;
  Bounded exact;   // Clopper and Pearson's limits; see exactIntervalAt()
  Bounded wilson;  // Wilson's limits
};
ExactShare exactShare(Share counts, double z);

// Returns the interval of the difference, or of the ratio, between two independent proportions,
// from their limits at the normal quantile `z` (Zou and Donner 2008; Donner and Zou 2012). It
// excludes 0, or 1, exactly if the p-value of Fisher's exact test is at most the probability beyond
// `z` on both sides: if only the exact limits exclude it, the interval ends there; if only the test
// does, Wilson's limits replace them on that side. In all tables of up to 10 and 10 trials, 95%
// intervals of the ratio hold with a probability above 94.7%. NaN if a group has no trials, and for
// the ratio if both proportions are 0.
Interval exactDifference(const ExactShare& one, const ExactShare& other, double z);
Interval exactRatio(const ExactShare& one, const ExactShare& other, double z);

}  // namespace fairwasm::uncertainty
