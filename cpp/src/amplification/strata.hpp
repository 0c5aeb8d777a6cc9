// SPDX-License-Identifier: Apache-2.0
//
// Reorders rows so that those with equal attributes are adjacent. Each such stratum starts at a
// word boundary, so one population count per word counts for all attributes. Internal to the
// amplification family.
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
  std::vector<std::size_t> attributes;  // columns that are true in its rows
};

class Strata {
 public:
  Strata(const BitColumns& bits, ColumnRange attributes);

  [[nodiscard]] std::span<const Stratum> strata() const { return strata_; }
  [[nodiscard]] std::size_t attributes() const { return attributes_; }

  // Returns columns of the same rows in the new order; padding of a stratum's last word is false.
  [[nodiscard]] BitColumns reorder(const BitColumns& bits, ColumnRange columns) const;

  // Returns the weights of the rows in the new order; empty if every row counts once.
  [[nodiscard]] std::vector<double> reorderWeights(std::span<const double> weights) const;

  // Sums over the strata in which each attribute is true.
  [[nodiscard]] std::vector<double> sumsByAttribute(std::span<const double> counts) const;

 private:
  std::vector<Stratum> strata_;
  std::vector<std::size_t> places_;  // new index of each row
  std::size_t paddedRows_ = 0;
  std::size_t attributes_;
};

}  // namespace fairwasm::amplification::internal
