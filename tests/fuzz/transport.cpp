// SPDX-License-Identifier: Apache-2.0
//
// Optimal transport: the network solver against the formula for points on a line, and bounds that
// every cost has.
#include "fairwasm/individual/transport.hpp"

#include <algorithm>
#include <numeric>

#include "support.hpp"

namespace fairwasm::fuzz {
namespace {

using individual::Matrix;

std::vector<double> masses(Bytes& bytes, std::size_t count) {
  std::vector<double> values = shares(bytes, count);
  values[0] += 1;
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  for (double& value : values) value /= sum;
  return values;
}

void compare(Bytes& bytes) {
  const auto ours = bytes.ConsumeIntegralInRange<std::size_t>(1, 6);
  const auto theirs = bytes.ConsumeIntegralInRange<std::size_t>(1, 6);
  const auto supply = masses(bytes, ours);
  const auto demand = masses(bytes, theirs);
  const auto from = shares(bytes, ours);
  const auto to = shares(bytes, theirs);
  std::vector<double> costs;
  for (const double one : from) {
    for (const double other : to) costs.push_back(std::abs(one - other));
  }
  accepts([&] {
    const double cost = individual::transportCost(supply, demand, Matrix{costs, ours, theirs});
    require(isNear(cost, individual::wasserstein1(from, supply, to, demand)),
            "on a line the cost is the area between the distributions");
  });
  // Whatever the costs: between their ends, or refused.
  for (double& cost : costs) cost = number(bytes);
  accepts([&] {
    const double cost = individual::transportCost(supply, demand, Matrix{costs, ours, theirs});
    const auto [least, most] = std::ranges::minmax(costs);
    const double scale = std::max(std::abs(least), std::abs(most));
    require(std::isnan(cost) || std::isinf(scale) ||
                (cost >= least - 1e-9 * scale && cost <= most + 1e-9 * scale),
            "a mean of costs is between them");
  });
}

}  // namespace
}  // namespace fairwasm::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fairwasm::fuzz::Bytes bytes(data, size);
  fairwasm::fuzz::compare(bytes);
  return 0;
}
