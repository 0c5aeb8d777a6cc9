// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/data/weights.hpp"

#include <algorithm>
#include <string>

#include "fairwasm/core/error.hpp"

namespace fairwasm::data {

void requireWeights(std::span<const double> weights, std::size_t rows) {
  if (weights.size() != rows) {
    throw Error(ErrorCode::kShapeMismatch,
                {"weight", std::to_string(rows) + " values", std::to_string(weights.size()), {}});
  }
  const auto bad = std::ranges::find_if(
      weights, [](double weight) { return !(weight >= 0 && weight <= kMaxWeight); });
  if (bad == weights.end()) return;
  throw Error(ErrorCode::kInvalidArgument,
              {"weight", "a weight from 0 to 1e100", std::to_string(*bad),
               static_cast<std::size_t>(bad - weights.begin())});
}

}  // namespace fairwasm::data
