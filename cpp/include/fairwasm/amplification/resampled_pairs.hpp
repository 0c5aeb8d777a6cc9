// SPDX-License-Identifier: Apache-2.0
//
// The bootstrap of pair counts: rows are drawn anew, and their pairs counted over bits or over
// lists, whichever is faster for these columns.
#pragma once

#include <cstdint>
#include <optional>

#include "fairwasm/amplification/resample.hpp"
#include "fairwasm/amplification/row_lists.hpp"

namespace fairwasm::amplification {

class ResampledPairs {
 public:
  ResampledPairs(const BitColumns& rows, const DirectedColumns& columns);

  // The pair counts of draw `draw` of `seed`.
  [[nodiscard]] PairCounts draw(std::uint64_t seed, std::uint64_t draw) const;

 private:
  ResampledRows rows_;
  DirectedColumns columns_;
  std::optional<RowLists> lists_;  // of the same rows, where that is faster
};

}  // namespace fairwasm::amplification
