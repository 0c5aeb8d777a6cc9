// SPDX-License-Identifier: Apache-2.0
//
// MDBA: bias amplification over combinations of tasks (Zhao, Andrews, Xiang: Men Also Do Laundry:
// Multi-Attribute Bias Amplification, 2023). There are 2^t combinations of t tasks, but only those
// that occur in the truth count, and a combination without a row has no larger one with a row: the
// walk goes depth first and turns back there. It can be left and resumed at any combination.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "fairwasm/amplification/bias_amplification.hpp"
#include "fairwasm/amplification/pair_counts.hpp"

namespace fairwasm::amplification {

struct CombinationOptions {
  std::size_t minSize = 1;  // tasks in a combination: at least this many, 1 or more
  std::size_t maxSize = 0;  // at most this many; 0: no limit
  Definition definition = Definition::kPaper;
  // More combinations that occur than this end the walk with kTooLarge.
  double maxCombinations = 1 << 20;
};

// An attribute (`from`) and a combination of tasks, with m short for the combination.
struct CombinationTerm {
  std::size_t from = 0;
  std::vector<std::size_t> combination;
  double change = 0;     // y (P(m^ | f) - P(m | f))
  double rows = 0;       // n(m)
  double fromRows = 0;   // n(f)
  double together = 0;   // n(f, m)
  double predicted = 0;  // n^(f, m)
};

struct CombinationSize {
  std::size_t size = 0;
  double count = 0;
  std::vector<std::vector<std::size_t>> examples;  // the first five in lexicographic order
};

struct CombinationResult {
  double mean = 0;      // of |change| over all terms; 0 where there are none
  double variance = 0;  // of change, unbiased; 0 without terms, NaN with one
  double terms = 0;
  double combinations = 0;
  std::vector<CombinationSize> bySize;   // sizes that occur, smallest first
  std::vector<CombinationTerm> largest;  // the terms with the largest |change|, largest first
};

class CombinationWalk {
 public:
  // This many terms are kept by name.
  static constexpr std::size_t kLargestTerms = 20;

  // `bits` with its `columns`; without predictions only the statistics of the combinations make
  // sense. `reference`, where given, decides the sign y of each term in the place of `bits`. Throws
  // kInvalidArgument for a minimal size of 0, kTooLarge with an estimate where more combinations
  // than maxCombinations are sure to occur.
  CombinationWalk(const BitColumns& bits, const DirectedColumns& columns,
                  const CombinationOptions& options);
  CombinationWalk(const BitColumns& bits, const DirectedColumns& columns,
                  const BitColumns& reference, const DirectedColumns& referenceColumns,
                  const CombinationOptions& options);
  ~CombinationWalk();

  // Visits up to `combinations` more of them; true when there are no more. Throws kTooLarge as soon
  // as more than maxCombinations occur.
  bool advance(std::size_t combinations);

  // Between 0 and 1: the share of all conceivable combinations that is dealt with.
  [[nodiscard]] double progress() const;

  // To be called when advance() returned true.
  [[nodiscard]] CombinationResult result() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace fairwasm::amplification
