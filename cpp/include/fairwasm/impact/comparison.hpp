// SPDX-License-Identifier: Apache-2.0
//
// Comparison of two groups' selection rates by the rules for adverse impact: the ratio and the
// four-fifths rule (29 CFR 1607.4(D)), shortfalls, whether one additional selection would reverse
// the order (Questions and Answers on the guidelines, 1979, number 21), and tests. Differences and
// ratios are computed as exact fractions and rounded once.
#pragma once

#include <span>
#include <vector>

#include "fairwasm/impact/selections.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::impact {

// A group with s of n selected, compared with another group with S of N. Undefined numbers are NaN;
// if a group is empty, all except the smallest cell and Fisher's test are.
struct Comparison {
  double ratio;                  // (s / n) / (S / N); 0/0 NaN, x/0 infinite
  double difference;             // s / n - S / N
  bool belowFourFifths;          // 5 s N < 4 S n
  double shortfallToFourFifths;  // ceil(4 S n / (5 N)) - s; negative for a surplus
  double shortfallToParity;      // S n / N - s, not rounded; negative for a surplus
  double z;  // difference / sqrt(p (1 - p) (1/n + 1/N)), p of both together; NaN if p is 0 or 1
  double zPValue;       // two-sided
  double oddsRatio;     // s (N - S) / ((n - s) S); 0/0 NaN, x/0 infinite
  double smallestCell;  // minimum of s, n - s, S, N - S
  double flippedRate;  // (s + 1) / n, after one selection is moved to this group; NaN if impossible
  double flippedOther;  // (S - 1) / N
  bool flipReverses;    // true if the first group's rate is then higher
  // See uncertainty::fisherTests. 1 if a margin is 0; NaN for more than 10^9 people, because an
  // exact test takes too long.
  double fisherTwoSided;
  double fisherLess;
  double fisherGreater;
  double yatesPValue;  // see uncertainty::yatesTest
};

// Throws kInvalidArgument for invalid counts.
Comparison compare(const Selections& group, const Selections& other);

// Returns the interval of the ratio between a group's rate and that of a predetermined reference
// group. It combines exact limits of both rates (Clopper and Pearson 1934; Donner and Zou 2012),
// and excludes 1 exactly if the p-value of Fisher's test is at most 1 - confidence. From 0 to
// infinity for one person compared with up to 5. NaN if a group is empty or both rates are 0.
uncertainty::Interval ratioInterval(const Selections& group, const Selections& reference,
                                    double confidence);

// Returns the intervals of each group's ratio to the highest true rate among all groups: the
// minimum of its ratios to all other groups, whose intervals hold jointly (Tukey's range), and at
// most 1. The results hold jointly and are conservative, because the group with the highest rate
// was not known beforehand. NaN if a group is empty or all rates are 0.
std::vector<uncertainty::Interval> ratiosToHighest(std::span<const Selections> groups,
                                                   double confidence);

}  // namespace fairwasm::impact
