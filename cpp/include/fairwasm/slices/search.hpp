// SPDX-License-Identifier: Apache-2.0
//
// The search for the worst slices, exactly: every slice is looked at, but for those that cannot be
// among the worst. Slices of one condition come first, then those of two, and so on, so that the
// worst found so far rule out most of the many large conjunctions. Within one number of conditions
// it goes depth first: the entries of a slice are set out by the values of a column, and one pass
// over them counts all slices with one condition more.
//
// A slice is left out where fewer than `minRows` rows are in it, or where the bound of a slice that
// holds it (itself without one of its conditions) is below the lowest score to be listed.
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
  double floor = 0;         // lower scores are not looked for
  bool exhaustive = false;  // no bounds: every slice of enough rows is looked at
};

// What was looked at, of `minRows` rows or more.
struct Seen {
  double slices = 0;
  double positive = 0;  // with a score above 0
};

class Search {
 public:
  // The table is finished, and is kept by reference; `sums` are those of its entries, its own or
  // others of the same numbers of rows. Throws kInvalidArgument for an alpha outside [0, 1].
  Search(const Table& table, std::vector<Sums> sums, const SearchOptions& options);

  // Goes on until about so many entries have been counted, in some column. True at the end.
  bool advance(std::size_t work);
  // The share that is done, at a guess.
  [[nodiscard]] double progress() const;

  [[nodiscard]] const std::vector<Slice>& slices() const { return best_.slices(); }
  [[nodiscard]] const Seen& seen() const { return seen_; }

 private:
  // A slice and its sums, where the conditions before are known.
  struct Extension {
    Condition condition;
    Sums sums;
  };
  // Entries, each with the words of its codes, in the order of the table: so all slices of the same
  // entries have the same sums, to the last bit.
  struct Entries {
    std::span<const std::uint64_t> codes;
    std::span<const Sums> sums;
  };
  // A column whose values are counted.
  struct Counted {
    std::size_t column;
    Sums* counts;
  };
  // A slice on the way down, with those of one condition more that may be worth going on with.
  struct Frame {
    Entries entries;
    std::vector<Extension> extensions;
    std::size_t next = 0;  // of the extensions
    // The entries set out by the values of one column, copied: what is counted then stands in a
    // row.
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
  Entries entriesOf(Frame& frame, const Condition& condition);
  void markWanted(const Frame& frame, std::size_t column);
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

  std::vector<std::size_t> places_;  // of each column's values in counts_
  std::vector<Sums> counts_;         // by value
  std::vector<Counted> active_;      // the columns of the candidates
  std::vector<Extension> candidates_;
  std::vector<std::uint8_t> wanted_;  // by value, whether its slice is worth going on with
  std::vector<std::size_t> to_;       // by value, where its next entry is set
  std::vector<Condition> path_;
  std::vector<Frame> frames_;   // one a condition; those up to the path's length are in use
  std::size_t conditions_ = 0;  // how many the slices have that are looked at now
  double before_ = 0;           // slices seen when that number began
  std::size_t work_ = 0;        // since the last call
  bool isDone_ = false;
};

}  // namespace fairwasm::slices
