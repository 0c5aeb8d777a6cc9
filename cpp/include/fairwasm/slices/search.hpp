// SPDX-License-Identifier: Apache-2.0
//
// Exact search for the worst slices. It evaluates every slice except those that cannot be among the
// worst. Slices with one condition come first, then those with two, and so on, so that the worst
// slices found so far exclude most of the many large conjunctions. For each number of conditions,
// the search is depth-first: the entries of a slice are grouped by the values of a column, and one
// pass over them counts all slices with one more condition.
//
// A slice is skipped if it has fewer than `minRows` rows, or if the bound of a superset (the slice
// without one of its conditions) is below the lowest score to be listed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/slices/best.hpp"
#include "fairwasm/slices/score.hpp"
#include "fairwasm/slices/table.hpp"

namespace fairwasm::slices {

struct SearchOptions {
  double alpha = 0.95;
  std::size_t maxConditions = 3;
  std::size_t top = 10;
  double floor = 0;         // lower scores are ignored
  bool exhaustive = false;  // evaluates every slice with enough rows, without bounds
};

// Numbers of evaluated slices with at least `minRows` rows.
struct Seen {
  double slices = 0;
  double positive = 0;  // with a positive score
};

class Search {
 public:
  // Keeps a reference to the table, which must be finished. `sums` are those of its entries, or
  // others with the same numbers of rows. Throws kInvalidArgument for an alpha outside [0, 1].
  Search(const Table& table, std::vector<Sums> sums, const SearchOptions& options);

  // Continues until about `work` entries have been counted in some column. Returns true at the end.
  bool advance(std::size_t work);
  // Returns the estimated completed proportion.
  [[nodiscard]] double progress() const;

  [[nodiscard]] const std::vector<Slice>& slices() const { return best_.slices(); }
  [[nodiscard]] const Seen& seen() const { return seen_; }

 private:
  // A slice and its sums; the preceding conditions are those of the path.
  struct Extension {
    Condition condition;
    Sums sums;
  };
  // Entries with the words of their codes, in the order of the table, so that all slices with the
  // same entries have exactly the same sums.
  struct Entries {
    std::span<const std::uint64_t> codes;
    std::span<const Sums> sums;
  };
  // A column whose values are counted.
  struct Counted {
    std::size_t column;
    Sums* counts;
  };
  // A slice on the current path, with those of its extensions by one condition that may be worth
  // extending.
  struct Frame {
    Entries entries;
    std::vector<Extension> extensions;
    std::size_t next = 0;  // index of the next extension
    // Copies of the entries, grouped by the values of one column, so that each group is contiguous;
    // for the last condition, only their sums in `crossed_`.
    std::size_t column = 0;
    bool isSetOut = false;
    std::vector<std::size_t> starts;
    std::vector<std::uint64_t> codes;
    std::vector<Sums> sums;
  };

  void begin(std::size_t conditions);
  void step();
  [[nodiscard]] bool isWorth(const Sums& sums) const;
  void chooseCandidates(const Frame& frame, const Extension& extension);
  Entries getEntries(Frame& frame, const Condition& condition);
  void markWanted(const Frame& frame, std::size_t column);
  [[nodiscard]] bool canCross(std::size_t column) const;
  void readCrossed(Frame& frame, const Condition& condition);
  template <class Code>
  void cross(Frame& frame, std::size_t column);
  template <class Code>
  void setOut(Frame& frame, std::size_t column);
  template <class Code>
  void count(const Entries& entries);
  void countCandidates(const Entries& entries);
  void offerCandidates();
  void descend(const Entries& entries);

  const Table& table_;
  std::vector<Sums> sums_;
  SearchOptions options_;
  Score score_;
  bool canBePositive_;
  Best best_;
  Seen seen_;

  std::vector<std::size_t> places_;  // index of each column's values in counts_
  std::vector<Sums> counts_;         // by value
  std::vector<Sums> crossed_;        // by value of a column, and by value
  std::vector<Counted> active_;      // columns of the candidates
  std::vector<Extension> candidates_;
  std::vector<std::uint8_t> wanted_;  // by value: 1 if its slice is worth extending
  std::vector<std::size_t> to_;       // by value: position of its next entry
  std::vector<Condition> path_;
  std::vector<Frame> frames_;   // one per condition; those up to the path's length are in use
  std::size_t conditions_ = 0;  // number of conditions of the current slices
  double before_ = 0;           // slices evaluated before the current number of conditions
  std::size_t work_ = 0;        // since the last call
  bool isDone_ = false;
};

}  // namespace fairwasm::slices
