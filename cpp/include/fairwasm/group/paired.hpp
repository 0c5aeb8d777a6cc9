// SPDX-License-Identifier: Apache-2.0
//
// Comparison of two predictions for the same rows, by two models or with two thresholds. Both
// predictions are usually correct, and incorrect, for the same rows, so the difference between
// their rates is more precise than that between two groups.
#pragma once

#include <optional>
#include <vector>

#include "fairwasm/group/rate_intervals.hpp"

namespace fairwasm::group {

// Counts of a group by the first prediction, by the other prediction, and by a third prediction
// that is favorable if both are. Together they determine the frequency of each combination of label
// and predictions.
struct PairedCounts {
  Counts one;
  Counts other;
  Counts both;
};

// Returns the other rate minus the first rate with its interval at the normal quantile `z`, for
// rates of predicted labels. For proportions of the same rows, it combines Wilson's intervals of
// the proportions of rows that only one prediction puts into the numerator (Zou and Donner 2008).
// If the denominators of the rates differ, it is Newcombe's (1998, paired data, method 10): the
// intervals of both rates are combined with the correlation of the linearized ratios, from the
// moments, and his continuity correction. For balancedAccuracy, the mean of two rates of different
// rows, their differences are combined.
uncertainty::Bounded pairedDifference(const Rate& rate, const PairedCounts& counts, double z);

// Returns the p-value for equal rates of both predictions. McNemar's exact test is used for whole
// counts if both rates are proportions of the same rows. Otherwise, the p-value is 1 minus the
// confidence level at which the interval of the difference includes 0.
double pairedTest(const Rate& rate, const PairedCounts& counts);

// A number with its interval, the p-value that it is 0, and a wider interval that holds jointly
// with those of other comparisons.
struct Tested {
  uncertainty::Bounded number;
  double pValue;
  uncertainty::Interval together;
};

// Gaps in a rate between a group and a reference group: by the first prediction, by the other
// prediction, and the change between them.
//
// `widening` is |other| - |one|, in [-1, 1]. With the change D = other - one and the sum S = other
// + one, it equals sign(D S) min(|D|, |S|), so its interval is the image of the intervals of D and
// S. If one of them determines the minimum, it has the coverage of that interval. If |D| = |S|, one
// of the gaps is 0, and the errors of both intervals together are no more frequent. If both gaps
// are near 0, coverage is higher. The widening is 0 if D or S is 0, so its p-value is the larger of
// theirs (intersection-union test: Berger 1982); it is below 1 - confidence exactly if the interval
// excludes 0.
struct GapChange {
  Tested one;
  Tested other;
  Tested change;
  Tested widening;
};

// Intervals are at the normal quantile `z`; joint intervals are at `together`.
GapChange gapChange(const Rate& rate, const PairedCounts& group, const PairedCounts& reference,
                    double z, double together);

// Returns the difference in a rate at `confidence` and, with a reference group, the gaps by either
// prediction, their change, and their widening. `together` is the confidence of the joint
// intervals.
std::vector<Tested> pairedComparison(const Rate& rate, const PairedCounts& group,
                                     const std::optional<PairedCounts>& reference,
                                     double confidence, double together);

}  // namespace fairwasm::group
