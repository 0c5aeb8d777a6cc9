// SPDX-License-Identifier: Apache-2.0
//
// Two predictions of the same rows, compared: those of two models, or of two thresholds. As both
// are mostly right, and wrong, about the same rows, the difference of their rates is surer than
// that of two groups.
#pragma once

#include <optional>
#include <vector>

#include "fairwasm/group/rate_intervals.hpp"

namespace fairwasm::group {

// A group's counts by the one prediction, by the other, and by a third that is favorable where both
// are: they say how often each combination of label and predictions occurs.
struct PairedCounts {
  Counts one;
  Counts other;
  Counts both;
};

// The other's rate less the one's, with its interval at the normal quantile `z`, for rates of
// predicted labels: Newcombe's (1998, paired data, method 10). The rates' own intervals are
// combined at the correlation of the two estimates, with his correction for continuity. Where the
// rates' denominators differ, or with weights, it is that of the linearized quotients, from the
// moments. Of balancedAccuracy, the mean of two rates of different rows, from their differences.
uncertainty::Bounded pairedDifference(const Rate& rate, const PairedCounts& counts, double z);

// p-value that both predictions have the same rate: McNemar's exact test, of the rows in which just
// one of them is counted, for a share of rows that are the same for both, of whole counts.
// Otherwise 1 less the confidence at which the interval of the difference reaches 0.
double pairedTest(const Rate& rate, const PairedCounts& counts);

// Two-sided p-value that of `one + other` rows each is as likely to be of either kind. 1 for none.
double mcnemarTest(double one, double other);

// A number with its interval, the p-value that it is 0 in truth, and a longer interval that holds
// together with those of other comparisons.
struct Tested {
  uncertainty::Bounded number;
  double pValue;
  uncertainty::Interval together;
};

// How far a group lies from a reference group in a rate: by the one prediction, by the other, and
// how much more by the other.
//
// `widening` is |other| - |one|, in [-1, 1]. With the change D = other - one and the sum
// S = other + one it equals sign(D S) min(|D|, |S|), so its interval is the image of the intervals
// of D and S: where one of them decides, it has that interval's coverage; where |D| = |S|, that is
// where one of the gaps is 0, the misses of both add up to no more; where both gaps are near 0 it
// holds more often. The widening is 0 if D or S is, so its p-value is the larger one of theirs
// (intersection-union test: Berger 1982), and below 1 - confidence exactly where the interval
// excludes 0.
struct GapChange {
  Tested one;
  Tested other;
  Tested change;
  Tested widening;
};

// Intervals at the normal quantile `z`, and at `together`.
GapChange gapChange(const Rate& rate, const PairedCounts& group, const PairedCounts& reference,
                    double z, double together);

// The difference in a rate at `confidence`, and where there is a reference the gaps to it by either
// prediction, their change and their widening; `together` is the confidence of the longer
// intervals.
std::vector<Tested> pairedComparison(const Rate& rate, const PairedCounts& group,
                                     const std::optional<PairedCounts>& reference,
                                     double confidence, double together);

}  // namespace fairwasm::group
