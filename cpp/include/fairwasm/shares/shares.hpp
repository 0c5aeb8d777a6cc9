// SPDX-License-Identifier: Apache-2.0
//
// Shares of groups in a data set, compared with reference shares: fixed ones, such as those of a
// census, or those of another sample.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::shares {

// The share of one group. Intervals hold jointly for all groups. Numbers are NaN without rows.
struct GroupShare {
  uncertainty::Bounded share;       // n_g / n with Goodman's interval (1965)
  double expected;                  // q_g, the reference share
  uncertainty::Bounded ratio;       // p_g / q_g; 0/0 NaN, x/0 infinite
  uncertainty::Bounded logRatio;    // ln(p_g / q_g)
  uncertainty::Bounded difference;  // p_g - q_g
  double missing;                   // max(0, ceil(q_g n) - n_g)
  double pValue;                    // two-sided, for p_g = q_g
  double adjustedPValue;  // Bonferroni: below 1 - confidence exactly if the interval excludes q_g
  // Degrees of freedom of the intervals, if rows are in clusters. Few if clusters are few or
  // unequal, or if the rows of the group, or all others, are concentrated in few clusters.
  double degrees = kNaN;
};

struct Comparison {
  std::vector<GroupShare> groups;
  uncertainty::Bounded totalVariation;  // sum |p_g - q_g| / 2; the interval is conservative
  double statistic;                     // Pearson's chi-squared statistic
  double degrees;                       // its degrees of freedom
  double pearsonPValue;
  // The probability of all tables that are at most as likely as the observed one: of a multinomial
  // distribution, or, if the reference is a sample, with the same margins (Fisher; Freeman and
  // Halton 1951). NaN for more than 500,000 tables.
  double exactPValue;
  double smallestExpected;  // the smallest expected count of Pearson's test
  double clusters = kNaN;   // number of clusters, if rows are in clusters
};

// Compares counts with `reference`: numbers in proportion to the reference shares or, if
// `isSample`, whole counts. Goodman's interval is Wilson's at the normal quantile of 1 - (1 -
// confidence) / groups. With a sample, the intervals of both are combined (Newcombe 1998). Throws
// kInvalidArgument with the index for counts that are not whole, and for invalid reference numbers;
// kShapeMismatch unless there are equally many, at least two.
Comparison compare(std::span<const double> counts, std::span<const double> reference, bool isSample,
                   double confidence);

// Entries of `rows` rows of a group in a cluster; columns of equal length.
struct ClusteredRows {
  std::span<const std::uint32_t> group;  // below the size of the reference
  std::span<const std::uint32_t> cluster;
  std::span<const double> rows;
};

// Likewise for rows of which those of a cluster are not independent. Intervals are Wilson's for the
// effective number of rows (Korn and Graubard 1998) at Student's quantile, with the linearized
// variance over clusters of unequal size; a group's p-value is 1 minus the confidence level at
// which the interval of its difference first includes 0. There are no tests of all shares.
// Intervals are NaN with fewer than two clusters.
Comparison compareClustered(const ClusteredRows& rows, std::span<const double> reference,
                            bool isSample, double confidence);

}  // namespace fairwasm::shares
