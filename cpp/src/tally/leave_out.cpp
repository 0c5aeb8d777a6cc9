// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/tally/leave_out.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "fairwasm/core/error.hpp"

namespace fairwasm::tally {
namespace {

// Differences that are rounding errors become 0, so that a cell without rows has no weight.
void takeAway(double part, double& sum) {
  constexpr double kRounding = 1e-12;
  const double left = sum - part;
  sum = std::abs(left) > kRounding * std::abs(sum) ? left : 0;
}

}  // namespace

Tally withoutClusters(const Tally& tally, std::size_t set, std::size_t sets) {
  if (set >= sets) {
    throw Error(ErrorCode::kInvalidArgument,
                {"set", "a number below " + std::to_string(sets), std::to_string(set), {}});
  }
  std::vector<double> left(tally.cells().begin(), tally.cells().end());
  const auto sums = tally.clusters().sums();
  std::size_t place = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (i > 0 && sums[i].cluster != sums[i - 1].cluster) ++place;
    if (place % sets != set) continue;
    takeAway(sums[i].weight, left[sums[i].cell * kSums + kWeight]);
    takeAway(sums[i].score, left[sums[i].cell * kSums + kScore]);
  }
  data::Schema schema = tally.schema();
  schema.hasCluster = false;
  Tally rest(std::move(schema));
  rest.updateCounted(left);
  return rest;
}

}  // namespace fairwasm::tally
