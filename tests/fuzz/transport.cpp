// SPDX-License-Identifier: Apache-2.0
//
// Optimal transport: the network solver compared with the formula for points on a line, with every
// assignment of a few equal units, and with bounds on the cost.
#include "fairwasm/individual/transport.hpp"

#include <algorithm>
#include <bit>
#include <limits>
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

// Returns the minimum cost of assigning each unit of one side to one of the other, by dynamic
// programming over the set of assigned units.
double leastOfAll(const std::vector<std::size_t>& from, const std::vector<std::size_t>& to,
                  const Matrix& costs) {
  const std::size_t units = from.size();
  std::vector<double> least(std::size_t{1} << units, std::numeric_limits<double>::infinity());
  least[0] = 0;
  for (std::size_t taken = 0; taken + 1 < least.size(); ++taken) {
    const auto unit = static_cast<std::size_t>(std::popcount(taken));
    for (std::size_t other = 0; other < units; ++other) {
      const std::size_t bit = std::size_t{1} << other;
      if ((taken & bit) != 0) continue;
      const double cost = least[taken] + costs.row(from[unit])[to[other]];
      least[taken | bit] = std::min(least[taken | bit], cost);
    }
  }
  return least.back() / static_cast<double>(units);
}

void compareUnits(Bytes& bytes) {
  const auto ours = bytes.ConsumeIntegralInRange<std::size_t>(1, 5);
  const auto theirs = bytes.ConsumeIntegralInRange<std::size_t>(1, 5);
  const auto units = bytes.ConsumeIntegralInRange<std::size_t>(1, 8);
  std::vector<double> costs;
  for (std::size_t i = 0; i < ours * theirs; ++i) {
    costs.push_back(bytes.ConsumeIntegralInRange<int>(-8, 24));
  }
  std::vector<std::size_t> from;
  std::vector<std::size_t> to;
  std::vector<double> supply(ours, 0.0);
  std::vector<double> demand(theirs, 0.0);
  for (std::size_t unit = 0; unit < units; ++unit) {
    from.push_back(bytes.ConsumeIntegralInRange<std::size_t>(0, ours - 1));
    to.push_back(bytes.ConsumeIntegralInRange<std::size_t>(0, theirs - 1));
    supply[from.back()] += 1 / static_cast<double>(units);
    demand[to.back()] += 1 / static_cast<double>(units);
  }
  const Matrix matrix{costs, ours, theirs};
  accepts([&] {
    require(isNear(individual::transportCost(supply, demand, matrix), leastOfAll(from, to, matrix)),
            "no assignment of the units costs less");
  });
}

void compare(Bytes& bytes) {
  compareUnits(bytes);
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
  // For any costs, the result is between the smallest and the largest cost, or the costs are
  // rejected.
  for (double& cost : costs) cost = number(bytes);
  accepts([&] {
    const double cost = individual::transportCost(supply, demand, Matrix{costs, ours, theirs});
    const auto [least, most] = std::ranges::minmax(costs);
    const double scale = std::max(std::abs(least), std::abs(most));
    require(std::isnan(cost) || std::isinf(scale) ||
                (cost >= least - 1e-9 * scale && cost <= most + 1e-9 * scale),
            "a mean of costs is between the costs");
  });
}

}  // namespace
}  // namespace fairwasm::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fairwasm::fuzz::Bytes bytes(data, size);
  fairwasm::fuzz::compare(bytes);
  return 0;
}
