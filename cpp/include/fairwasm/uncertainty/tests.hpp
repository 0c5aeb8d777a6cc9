// SPDX-License-Identifier: Apache-2.0
//
// Tests of "no difference between groups": could what is seen be chance?
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fairwasm {

// One group's share: so many successes of so many trials.
struct Share {
  double successes;
  double trials;
};

// Two-sided p-value of Fisher's exact test that two groups have the same chance: the probability of
// all tables with these margins that are no likelier than the one seen. Whole counts. NaN where a
// group has no trials.
double fisherExactTest(Share one, Share other);

// Two-sided p-value of Pearson's chi-squared test of the same, for large counts, which need not be
// whole: with weights, pass effective sample sizes. NaN where it has nothing to compare.
double chiSquaredTest(Share one, Share other);

// Fisher's test up to 10,000 trials, where every expected count is then exact; Pearson's beyond,
// where both agree to the digits that matter.
double differenceTest(Share one, Share other);

// p-value of a permutation test that all groups have the same chance. The statistic is
// Pearson's chi-squared, in which a small group's chance extremes weigh little; outcomes are
// permuted between the groups, which draws a hypergeometric count a group. (1 + as extreme) / (1 +
// draws), Phipson and Smyth 2010. NaN with fewer than two groups.
double permutationTest(std::span<const Share> groups, std::size_t draws, std::uint64_t seed);

// p-values adjusted for having looked at many (Benjamini and Hochberg 1995): reject those below q,
// and at most a share q of the rejections is false on average. NaN stays NaN and is not counted.
std::vector<double> benjaminiHochberg(std::span<const double> pValues);

}  // namespace fairwasm
