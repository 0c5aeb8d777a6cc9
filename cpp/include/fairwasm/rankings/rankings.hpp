// SPDX-License-Identifier: Apache-2.0
//
// Groups in ranked lists. There is one list per query, and queries are independent clusters: values
// are ratios of sums over queries, or means over queries, and their intervals use the linearized
// variance over queries with Student's quantile, corrected for lists of unequal size.
//
// Exposure and the top positions use the positions of rows, between which rows can be missing.
// Prefixes and pairs use the order of rows only. Scores are ranked without gaps.
//
// Tied rows share as many positions as there are rows, beginning with their own: each has the mean
// exposure of these positions, counts half in pairs with each other, and counts proportionally in
// prefixes that end within the tie. Rows below a tie have positions after it. Results therefore do
// not depend on the order of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fairwasm/rankings/moments.hpp"

namespace fairwasm::rankings {

// Complete lists: one entry per row.
struct Rows {
  std::span<const std::uint32_t> groups;
  std::span<const std::uint32_t> queries;  // below `lists`; empty: all rows are one list
  std::span<const double> order;           // positions or scores
  std::span<const double> relevance;       // 0 or more; empty without relevance
  std::size_t lists = 1;
};

struct Options {
  bool areScores;  // higher values of `order` are ranked first
  bool hasRelevance;
  // In proportion to the reference shares; empty: those of each list.
  std::vector<double> reference;
  std::size_t top;    // k of skew@k
  double patience;    // gamma of geometric exposure, in (0, 1)
  std::size_t depth;  // number of prefixes of each list that are tested
  double confidence;

  friend bool operator==(const Options&, const Options&) = default;
};

// A value with its interval and its two-sided p-value against 0 (logarithms) or 1/2 (pairs). The
// joint interval and p-value hold for all groups with rows (Šidák 1967).
struct Tested {
  double value;
  double low;
  double high;
  double pValue;
  double jointLow;
  double jointHigh;
  double jointPValue;
  double degrees;  // degrees of freedom of the standard error
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
  double lists;        // lists with rows of the group and of other groups
  double rejected;     // lists with a p-value of at most 1 - confidence
  double pValue;       // smallest p-value, adjusted for the number of lists (Bonferroni)
  double jointPValue;  // also adjusted for the number of groups with tests
  double position;     // length of the prefix of the smallest p-value; NaN without lists
  double smallest;     // its p-value before the correction for prefixes
};

struct GroupRanking {
  std::string name;
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
  double prefixes;      // number of prefixes of all lists
  double tied;          // rows that are tied with another row of their list
  double missing;       // positions without a row before the last row of a list
  double missingLists;  // lists with such a position
  Tested ndkl;          // mean over queries
};

// Sums over ranked lists; no rows are kept. Updates from different workers can be merged.
//
// Exposure of position j: 1 / log2(1 + j), and (1 - patience) patience^(j - 1). NDKL of a list:
// sum_k KL(D_k || D) / log2(k + 1) / sum_k 1 / log2(k + 1), with the proportions D_k in the first k
// positions and the reference D; infinite for a row whose group has no reference share (Geyik,
// Ambler and Kenthapadi 2019).
class RankedLists {
 public:
  // Throws kInvalidArgument for invalid options and duplicate groups, kShapeMismatch unless there
  // are as many reference shares as groups.
  RankedLists(Options options, std::vector<std::string> groups);

  // Adds complete lists. Throws kInvalidArgument with the row for invalid values, kShapeMismatch
  // for columns of different lengths.
  void update(const Rows& rows);

  // Adds the lists of `other`, matching groups by name. Throws kIncompatible, without changes, if
  // the options differ, or the groups of two references.
  void merge(const RankedLists& other);

  // Removes all lists but keeps the groups.
  void reset();

  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for bytes that toBytes() did not write.
  static RankedLists fromBytes(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] const std::vector<std::string>& groups() const { return groups_; }

  // Numbers are NaN if they are undefined; intervals also if there are fewer than two queries, or
  // if all queries have equal values.
  [[nodiscard]] Ranking ranking() const;

 private:
  friend class ListWalk;

  // Returns the sums with valid rows added.
  [[nodiscard]] RankedLists with(const Rows& rows) const;

  struct Group {
    GroupMoments sums;
    SmallestTest test;
  };

  Options options_;
  std::vector<std::string> groups_;
  std::vector<Group> sums_;
  ListTotals totals_;
};

}  // namespace fairwasm::rankings
