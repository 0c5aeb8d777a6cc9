// SPDX-License-Identifier: Apache-2.0
//
// Tests of "no difference between groups": could what is seen be chance?
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::uncertainty {

// One group's share: so many successes of so many trials.
struct Share {
  double successes;
  double trials;
};

// Two-sided p-value of Fisher's exact test that two groups have the same chance: the probability of
// all tables with these margins that are no likelier than the one seen. Whole counts. NaN where a
// group has no trials.
double fisherExactTest(Share one, Share other);

// p-values of Fisher's exact test by alternative: two-sided as above, `less` of tables with as few
// or fewer successes in the first group, `greater` of those with as many or more. `midP` counts the
// tables as likely as the one seen half (Lancaster 1961): Fisher's test rejects too rarely, as
// tables are few, and the mid-p-value makes up for it.
struct FisherTests {
  double twoSided;
  double less;
  double greater;
  double midP;
};
FisherTests fisherTests(Share one, Share other);

// Two-sided p-value of Pearson's chi-squared test with Yates's correction (1934): every deviation
// from what is expected is taken 1/2 smaller, and none beyond 0. NaN where a group has no trials,
// and where all trials or none succeed.
double yatesTest(Share one, Share other);

// Two-sided p-value of Pearson's chi-squared test of the same, for large counts, which need not be
// whole: with weights, pass effective sample sizes. NaN where it has nothing to compare.
double chiSquaredTest(Share one, Share other);

// The mid-p-value of Fisher's test of whole counts wherever fewer than 10 of a kind are expected in
// a group, and up to 10,000 trials in all; Pearson's test for the rest, where both agree to the
// digits that matter.
double differenceTest(Share one, Share other);

// p-value of a permutation test that all groups have the same chance. The statistic is the largest
// difference of two groups in its own standard errors, so that a small group's chance extremes
// weigh little; outcomes are permuted between the groups, which draws a hypergeometric count a
// group. (1 + as extreme) / (1 + draws), Phipson and Smyth 2010. NaN with fewer than two groups.
// Whole counts.
double permutationTest(std::span<const Share> groups, std::size_t draws, std::uint64_t seed);

// The same test, where rows are many by the distribution that the statistic nears: that of the
// studentized range (Tukey 1953; for groups of unequal size, Kramer 1956, on the safe side as
// Hayter 1984 proved). Many are more than 10,000 trials with at least 100 of each kind expected in
// every group, where draws say no more than this, and take longer the more metrics there are.
double largestDifferenceTest(std::span<const Share> groups, std::size_t draws, std::uint64_t seed);

// The same from the intervals of the groups' differences, for shares whose trials are effective
// numbers: 1 less the confidence at which every pair's simultaneous interval reaches 0.
// `correlation` of the i-th and the j-th share's estimates; left out: they are independent.
double pairwiseTest(std::span<const EffectiveShare> groups,
                    const std::function<double(std::size_t i, std::size_t j)>& correlation = {});

// p-values adjusted for having looked at many (Benjamini and Hochberg 1995): reject those below q,
// and at most a share q of the rejections is false on average. NaN stays NaN and is not counted.
std::vector<double> benjaminiHochberg(std::span<const double> pValues);

}  // namespace fairwasm::uncertainty
