// SPDX-License-Identifier: Apache-2.0
//
// Tests for no difference between groups.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::uncertainty {

// Successes and trials of one group.
struct Share {
  double successes;
  double trials;
};

// Returns the two-sided p-value of Fisher's exact test for equal probabilities of two groups: the
// probability of all tables with the same margins that are at most as likely as the observed one.
// Requires whole counts. NaN if a group has no trials.
double fisherExactTest(Share one, Share other);

// p-values of Fisher's exact test by alternative: two-sided as above; `less` sums tables with at
// most as many successes in the first group, `greater` those with at least as many. `midP` counts
// tables that are as likely as the observed one by half (Lancaster 1961), because the exact test is
// conservative.
struct FisherTests {
  double twoSided;
  double less;
  double greater;
  double midP;
};
FisherTests fisherTests(Share one, Share other);

// Returns the two-sided p-value of Pearson's chi-squared test with Yates's correction (1934), which
// reduces every deviation by up to 1/2. NaN if a group has no trials, or if all or no trials
// succeed.
double yatesTest(Share one, Share other);

// Returns the two-sided p-value of Pearson's chi-squared test, for large counts, which need not be
// whole: with weights, pass effective sample sizes. NaN if there is nothing to compare.
double chiSquaredTest(Share one, Share other);

// Returns the mid-p-value of Fisher's test for whole counts if fewer than 10 successes or failures
// are expected in a group, and for up to 10,000 trials in total. Otherwise returns that of
// Pearson's test, which agrees to all relevant digits.
double differenceTest(Share one, Share other);

// Returns the p-value of a permutation test for equal probabilities of all groups. The statistic is
// the largest difference between two groups in its standard errors, so that extreme values of small
// groups have little influence. Outcomes are permuted between the groups by one hypergeometric draw
// per group. The p-value is (1 + as extreme) / (1 + draws), Phipson and Smyth 2010. Requires whole
// counts. NaN with fewer than two groups.
double permutationTest(std::span<const Share> groups, std::size_t draws, std::uint64_t seed);

// Like permutationTest(), but uses the limiting distribution of the statistic for many rows: that
// of the studentized range (Tukey 1953; for groups of unequal size, Kramer 1956, which is
// conservative, as Hayter 1984 proved). This applies to more than 10,000 trials with at least 100
// successes and failures expected in every group, where draws are slower and not more accurate.
double largestDifferenceTest(std::span<const Share> groups, std::size_t draws, std::uint64_t seed);

// Like permutationTest(), from the intervals of the groups' differences, for proportions with
// effective trials: 1 minus the confidence level at which every pair's joint interval includes 0.
// `correlation` of the i-th and the j-th estimate; omitted for independent estimates.
double pairwiseTest(std::span<const EffectiveShare> groups,
                    const std::function<double(std::size_t i, std::size_t j)>& correlation = {});

// Returns the p-value of McNemar's exact test: two-sided, for equal probabilities of both kinds
// among `one + other` rows; 1 without rows.
double mcnemarTest(double one, double other);

// Returns P(X > statistic) of a chi-squared variable X. NaN if the statistic is NaN or the degrees
// of freedom are 0.
double chiSquaredTail(double statistic, double degrees);

// Returns p-values adjusted for multiple testing (Benjamini and Hochberg 1995): if those below q
// are rejected, at most a proportion q of the rejections is false on average. NaN stays NaN and is
// not counted.
std::vector<double> benjaminiHochberg(std::span<const double> pValues);

}  // namespace fairwasm::uncertainty
