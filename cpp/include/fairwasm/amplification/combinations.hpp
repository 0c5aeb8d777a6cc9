// SPDX-License-Identifier: Apache-2.0
//
// MDBA: bias amplification over combinations of tasks (Zhao, Andrews, Xiang: Men Also Do Laundry:
// Multi-Attribute Bias Amplification, 2023). There are 2^t combinations of t tasks, but only those
// that occur in the true labels matter, and no superset of a combination without rows has rows. The
// depth-first walk prunes such combinations. It can be interrupted and resumed at any combination.
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
  std::size_t minSize = 1;  // minimum number of tasks in a combination, 1 or more
  std::size_t maxSize = 0;  // maximum number of tasks; 0: no limit
  Definition definition = Definition::kPaper;
  // The walk ends with kTooLarge if more combinations than this occur.
  double maxCombinations = 1 << 20;
};

// An attribute (`from`) and a combination of tasks, abbreviated as m.
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
  double mean = 0;      // of |change| over all terms; 0 without terms
  double variance = 0;  // of change, unbiased; 0 without terms, NaN with one
  double terms = 0;
  double combinations = 0;
  std::vector<CombinationSize> bySize;   // sizes that occur, in ascending order
  std::vector<CombinationTerm> largest;  // the terms with the largest |change|, in descending order
};

class CombinationWalk {
 public:
  // Number of terms that are kept with their names.
  static constexpr std::size_t kLargestTerms = 20;

  // `bits` contains the rows and `columns` their columns; without predictions, only the statistics
  // of the combinations are meaningful. If `reference` is given, it determines the sign y of each
  // term instead of `bits`. Throws kInvalidArgument for a minimum size of 0, and kTooLarge with an
  // estimate if more combinations than maxCombinations certainly occur.
  CombinationWalk(const BitColumns& bits, const DirectedColumns& columns,
                  const CombinationOptions& options);
  CombinationWalk(const BitColumns& bits, const DirectedColumns& columns,
                  const BitColumns& reference, const DirectedColumns& referenceColumns,
                  const CombinationOptions& options);
  ~CombinationWalk();

  // Visits up to `combinations` more combinations; returns true when all have been visited. Throws
  // kTooLarge as soon as more than maxCombinations occur.
  bool advance(std::size_t combinations);

  // Returns the proportion of all possible combinations that have been processed, between 0 and 1.
  [[nodiscard]] double progress() const;

  // Must be called only after advance() has returned true.
  [[nodiscard]] CombinationResult result() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace fairwasm::amplification
