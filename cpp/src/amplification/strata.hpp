// SPDX-License-Identifier: Apache-2.0
//
// Rows put in order so that those with the same attributes stand together, each such stratum from
// the beginning of a word on: one population count a word then counts for all attributes at once.
// Internal to the amplification family.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/amplification/cooccurrence.hpp"

namespace fairwasm::amplification::internal {

struct Stratum {
  std::size_t firstWord = 0;
  std::size_t endWord = 0;
  std::vector<std::size_t> attributes;  // which of the columns are true in its rows
};

class Strata {
 public:
  Strata(const BitColumns& bits, ColumnRange attributes);

  [[nodiscard]] std::span<const Stratum> strata() const { return strata_; }
  [[nodiscard]] std::size_t attributes() const { return attributes_; }

  // Columns of the same rows in the new order; what fills up the last word of a stratum is false.
  [[nodiscard]] BitColumns reorder(const BitColumns& bits, ColumnRange columns) const;

  // What each row counts, in the new order; empty where every row counts once.
  [[nodiscard]] std::vector<double> reorderWeights(std::span<const double> weights) const;

  // Sums over the strata in which each attribute is true.
  [[nodiscard]] std::vector<double> sumsByAttribute(std::span<const double> counts) const;

 private:
  std::vector<Stratum> strata_;
  std::vector<std::size_t> places_;  // of each row
  std::size_t paddedRows_ = 0;
  std::size_t attributes_;
};

}  // namespace fairwasm::amplification::internal
