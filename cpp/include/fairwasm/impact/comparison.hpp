// SPDX-License-Identifier: Apache-2.0
//
// Two groups' selection rates compared as practice on adverse impact does: the ratio and the
// four-fifths rule (29 CFR 1607.4(D)), how many selections are missing, whether one selection more
// would turn the order (questions and answers on the guidelines, 1979, number 21), and tests.
// Differences and ratios are those of exact fractions, rounded once.
#pragma once

#include <span>
#include <vector>

#include "fairwasm/impact/selections.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::impact {

// A group, s of n selected, against another one, S of N. NaN where undefined: all but the smallest
// cell and Fisher's test where one of them has nobody.
struct Comparison {
  double ratio;                  // (s / n) / (S / N); 0/0 NaN, x/0 infinite
  double difference;             // s / n - S / N
  bool belowFourFifths;          // 5 s N < 4 S n
  double shortfallToFourFifths;  // ceil(4 S n / (5 N)) - s; negative where more are selected
  double shortfallToParity;      // S n / N - s, not rounded
  double z;        // difference / sqrt(p (1 - p) (1/n + 1/N)), p of both together; NaN: p is 0 or 1
  double zPValue;  // two-sided
  double oddsRatio;       // s (N - S) / ((n - s) S); 0/0 NaN, x/0 infinite
  double smallestCell;    // least of s, n - s, S, N - S
  double flippedRate;     // (s + 1) / n: one selection moved here; NaN where that cannot be
  double flippedOther;    // (S - 1) / N
  bool flipReverses;      // whether the first is then the greater
  double fisherTwoSided;  // see uncertainty::fisherTests; 1 where a margin is 0, NaN beyond 10^9
  double fisherLess;      // people, whom an exact test would take too long for
  double fisherGreater;   //
  double yatesPValue;     // see uncertainty::yatesTest
};

// Throws kInvalidArgument where the counts are not as they have to be.
Comparison compare(const Selections& group, const Selections& other);

// Interval of the ratio of a group's rate to that of a reference chosen beforehand. NaN where
// either has nobody, or both rates are 0.
uncertainty::Interval ratioInterval(const Selections& group, const Selections& reference,
                                    double confidence);

// Intervals of each group's ratio to the highest of all groups' rates, whichever has it in truth:
// the least of its ratios to all others, whose intervals hold all together (Tukey's range), and at
// most 1. They hold together, and are on the safe side: which group came out highest was not known
// beforehand. NaN where a group has nobody, or all rates are 0.
std::vector<uncertainty::Interval> ratiosToHighest(std::span<const Selections> groups,
                                                   double confidence);

}  // namespace fairwasm::impact
