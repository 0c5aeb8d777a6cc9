// SPDX-License-Identifier: Apache-2.0
//
// Groups in ranked lists. There is one list per query, and queries are independent clusters: values
// are ratios of sums over queries, or means over queries, and their intervals use the linearized
// variance over queries with Student's quantile.
//
// Tied rows share their positions: each has the mean exposure of the positions, counts half in
// pairs with each other, and counts proportionally in prefixes that end within the tie. Results
// therefore do not depend on the order of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::rankings {

// One entry per row.
struct Rows {
  std::span<const std::uint32_t> groups;
  std::span<const std::uint32_t> queries;  // empty: all rows are one list
  std::span<const double> order;           // positions or scores
  std::span<const double> relevance;       // 0 or more; empty without relevance
};

struct Options {
  std::size_t groups;
  std::size_t queries;
  bool areScores;  // higher values of `order` are ranked first
  std::vector<double>
      reference;      // in proportion to the reference shares; empty: those of each list
  std::size_t top;    // k of skew@k
  double patience;    // gamma of geometric exposure, in (0, 1)
  std::size_t depth;  // number of prefixes of each list that are tested
  double confidence;
};

// A value with its interval and its two-sided p-value against 0 (logarithms) or 1/2 (pairs).
struct Tested {
  double value;
  double low;
  double high;
  double pValue;
};

// Exposure of a group: a sum, sums per row and per unit of relevance, and both as ratios to the
// same number of all rows, whose intervals are symmetric on the logarithmic scale.
struct Exposure {
  double sum;
  Tested perRow;
  Tested relativePerRow;
  Tested perMerit;
  Tested relativePerMerit;
};

// One-sided hypergeometric tests for too few rows of the group in each prefix of a list. A list's
// p-value is the probability that rows in random order have a prefix whose p-value is as small.
struct Prefixes {
  double lists;     // lists with rows of the group and of other groups
  double rejected;  // lists with a p-value of at most 1 - confidence
  double pValue;    // smallest p-value, adjusted for the number of lists (Bonferroni)
  double position;  // length of the prefix of the smallest p-value; NaN without lists
  double smallest;  // its p-value before the correction for prefixes
};

struct GroupRanking {
  double rows;
  double queries;  // lists with rows of the group
  Exposure logarithmic;
  Exposure geometric;
  double topRows;           // rows in the first `top` positions of each list
  double topExpected;       // expected rows by the reference shares
  Tested skew;              // ln(topRows / topExpected)
  double infeasible;        // prefixes with fewer rows than floor(share * length)
  double infeasibleLists;   // lists with such a prefix
  Tested pairs;             // probability that a row of the group is above a row of another group
  Tested pairsOfRelevance;  // among pairs of equal relevance
  Prefixes prefixes;
};

struct Ranking {
  std::vector<GroupRanking> groups;
  double rows;
  double queries;
  double prefixes;  // number of prefixes of all lists
  double tied;      // rows that are tied with another row of their list
  Tested ndkl;      // mean over queries
};

// Exposure of position j: 1 / log2(1 + j), and (1 - patience) patience^(j - 1). NDKL of a list:
// sum_k KL(D_k || D) / log2(k + 1) / sum_k 1 / log2(k + 1), with the proportions D_k in the first k
// positions and the reference D; infinite for a row whose group has no reference share (Geyik,
// Ambler and Kenthapadi 2019). Numbers are NaN if they are undefined; intervals also if there are
// fewer than two queries, or if all queries have equal values. Throws kInvalidArgument with the row
// for invalid values, kShapeMismatch for columns of different lengths.
Ranking measure(const Rows& rows, const Options& options);

}  // namespace fairwasm::rankings
