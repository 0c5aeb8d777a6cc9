// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/resampled_pairs.hpp"

namespace fairwasm::amplification {

ResampledPairs::ResampledPairs(const BitColumns& rows, const DirectedColumns& columns)
    : rows_(rows), columns_(columns) {
  if (RowLists::pay(rows_.rows(), columns_)) lists_.emplace(rows_.rows());
}

PairCounts ResampledPairs::draw(std::uint64_t seed, std::uint64_t draw) const {
  const auto times = rows_.draw(seed, draw);
  if (lists_) return countPairs(*lists_, columns_, times);
  return countPairs(rows_.rows(), columns_, binaryDigits(times));
}

}  // namespace fairwasm::amplification
