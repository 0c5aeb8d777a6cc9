// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/robustness/radius_grid.hpp"

#include <cmath>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"

namespace fairwasm::robustness {

RadiusGrid::RadiusGrid(std::span<const double> epsilons) {
  for (std::size_t i = 0; i < epsilons.size(); ++i) {
    if (epsilons[i] >= 0 && std::isfinite(epsilons[i])) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {"epsilon", "a finite number, 0 or more", shown(epsilons[i]), i});
  }
  std::vector<double> regular{0.0};
  for (std::int64_t region = 0; region <= kRegions; ++region) {
    regular.push_back(
        std::bit_cast<double>(static_cast<std::uint64_t>(kFirstRegion + region) << kShift));
  }
  edges_ = regular;
  edges_.insert(edges_.end(), epsilons.begin(), epsilons.end());
  std::ranges::sort(edges_);
  const auto repeated = std::ranges::unique(edges_);
  edges_.erase(repeated.begin(), repeated.end());
  for (const double edge : regular) {
    const auto next = std::ranges::upper_bound(edges_, edge);
    firstCell_.push_back(static_cast<std::uint32_t>(next - edges_.begin()));
  }
}

std::size_t RadiusGrid::getEdge(double epsilon) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(edges_, epsilon) - edges_.begin());
}

}  // namespace fairwasm::robustness
