// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/resampled_pairs.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace fairwasm::amplification {

ResampledPairs::ResampledPairs(const BitColumns& rows, const DirectedColumns& columns)
    : rows_(rows), columns_(columns) {
  const bool isWeighted = !rows_.rows().weights().empty();
  if (isWeighted || RowLists::pay(rows_.rows(), columns_)) lists_.emplace(rows_.rows());
}

PairCounts ResampledPairs::draw(std::uint64_t seed, std::uint64_t draw) const {
  const auto times = rows_.draw(seed, draw);
  if (lists_) {
    const auto each = rows_.rows().weights();
    std::vector<double> weights(times.begin(), times.end());
    if (!each.empty()) std::ranges::transform(weights, each, weights.begin(), std::multiplies<>());
    return countPairs(*lists_, columns_, weights);
  }
  return countPairs(rows_.rows(), columns_, binaryDigits(times));
}

}  // namespace fairwasm::amplification
