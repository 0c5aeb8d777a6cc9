// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/data/weights.hpp"

#include <algorithm>
#include <string>

#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"

namespace fairwasm::data {

void requireWeights(std::span<const double> weights, std::size_t rows) {
  requireCount("weight", weights.size(), rows);
  const auto bad = std::ranges::find_if(
      weights, [](double weight) { return !(weight >= 0 && weight <= kMaxWeight); });
  if (bad == weights.end()) return;
  throw Error(ErrorCode::kInvalidArgument, {"weight", "a weight from 0 to 1e100", shown(*bad),
                                            static_cast<std::size_t>(bad - weights.begin())});
}

}  // namespace fairwasm::data
