// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"

namespace fairwasm::group {

InfeasibleIndex infeasibleIndex(std::span<const std::uint32_t> codes,
                                std::span<const double> shares, std::size_t length) {
  if (length > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorCode::kInvalidArgument, {"r", "at most 2^32 - 1", std::to_string(length), {}});
  }
  for (const double share : shares) {
    if (std::isfinite(share)) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {"targetProportions", "finite numbers", shown(share), {}});
  }
  InfeasibleIndex result;
  std::vector<double> counts(shares.size(), 0.0);
  for (std::size_t rows = 1; rows < length; ++rows) {
    if (rows <= codes.size()) {
      const std::uint32_t code = codes[rows - 1];
      if (code >= shares.size()) {
        throw Error(ErrorCode::kInvalidArgument,
                    {"groups", "a group with a target", std::to_string(code), rows - 1});
      }
      counts[code] += 1;
    }
    std::size_t violations = 0;
    for (std::size_t group = 0; group < shares.size(); ++group) {
      if (counts[group] < std::floor(shares[group] * static_cast<double>(rows))) ++violations;
    }
    if (violations > 0) result.positions.push_back(rows - 1);
    result.index += violations;
  }
  return result;
}

double discountedCumulativeGain(std::span<const double> scores, std::size_t length) {
  double gain = 0;
  for (std::size_t k = 0; k < std::min(length, scores.size()); ++k) {
    gain += scores[k] / std::log2(static_cast<double>(k + 2));
  }
  return gain;
}

}  // namespace fairwasm::group
