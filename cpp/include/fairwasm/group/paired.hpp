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

// A number with its interval and the p-value that it is 0 in truth.
struct Tested {
  uncertainty::Bounded number;
  double pValue;
};

// How far a group lies from a reference group in a rate: by the one prediction, by the other, and
// how much more by the other.
struct GapChange {
  Tested one;
  Tested other;
  Tested change;
};

GapChange gapChange(const Rate& rate, const PairedCounts& group, const PairedCounts& reference,
                    double z);

// The difference in a rate at `confidence`, and where there is a reference the gaps to it by either
// prediction and their change.
std::vector<Tested> pairedComparison(const Rate& rate, const PairedCounts& group,
                                     const std::optional<PairedCounts>& reference,
                                     double confidence);

}  // namespace fairwasm::group
