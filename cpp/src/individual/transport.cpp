// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/individual/transport.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"

namespace fairwasm::individual {
namespace {

constexpr std::size_t kMaxCosts = std::size_t{1} << 24;
constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();

// Successive shortest paths: each source in turn sends its mass along the cheapest path that the
// current flow permits. Prices keep every reduced cost, cost - sourcePrice - sinkPrice,
// nonnegative, so Dijkstra's algorithm finds that path.
class Transport {
 public:
  Transport(std::span<const double> supply, std::span<const double> demand, const Matrix& cost)
      : cost_(cost),
        supply_(supply.begin(), supply.end()),
        demand_(demand.begin(), demand.end()),
        flow_(cost.rows * cost.columns),
        sourcePrices_(cost.rows),
        sinkPrices_(cost.columns) {}

  double solve() {
    for (std::size_t source = 0; source < supply_.size(); ++source) {
      sourcePrices_[source] = kInfinity;
      for (std::size_t sink = 0; sink < demand_.size(); ++sink) {
        sourcePrices_[source] =
            std::min(sourcePrices_[source], cost_.row(source)[sink] - sinkPrices_[sink]);
      }
      while (supply_[source] > 0 && sendOnce(source)) {
      }
    }
    double total = 0;
    for (std::size_t i = 0; i < flow_.size(); ++i) total += flow_[i] * cost_.values[i];
    return total;
  }

 private:
  struct Search {
    std::vector<double> distances;     // of every sink
    std::vector<std::size_t> senders;  // the preceding source on the path
    std::vector<bool> isSinkDone;
    std::vector<std::size_t> arrivals;    // the sink before each reached source
    std::vector<double> sourceDistances;  // infinite if not reached
  };

  double& flow(std::size_t source, std::size_t sink) {
    return flow_[source * cost_.columns + sink];
  }

  void relax(std::size_t source, Search& search) const {
    const double* costs = cost_.row(source);
    for (std::size_t sink = 0; sink < demand_.size(); ++sink) {
      if (search.isSinkDone[sink]) continue;
      const double reduced = std::max(0.0, costs[sink] - sourcePrices_[source] - sinkPrices_[sink]);
      const double distance = search.sourceDistances[source] + reduced;
      if (distance < search.distances[sink]) {
        search.distances[sink] = distance;
        search.senders[sink] = source;
      }
    }
  }

  // Returns the nearest sink with demand, or kNobody if there is none.
  std::size_t findSink(std::size_t source, Search& search) {
    search.sourceDistances[source] = 0;
    relax(source, search);
    while (true) {
      std::size_t nearest = kNobody;
      for (std::size_t sink = 0; sink < demand_.size(); ++sink) {
        if (search.isSinkDone[sink] || search.distances[sink] == kInfinity) continue;
        if (nearest == kNobody || search.distances[sink] < search.distances[nearest])
          nearest = sink;
      }
      if (nearest == kNobody || demand_[nearest] > 0) return nearest;
      search.isSinkDone[nearest] = true;
      for (std::size_t other = 0; other < supply_.size(); ++other) {
        if (flow(other, nearest) > 0 && search.sourceDistances[other] == kInfinity) {
          search.sourceDistances[other] = search.distances[nearest];
          search.arrivals[other] = nearest;
          relax(other, search);
        }
      }
    }
  }

  void updatePrices(const Search& search, double length) {
    for (std::size_t sink = 0; sink < demand_.size(); ++sink) {
      if (search.isSinkDone[sink]) sinkPrices_[sink] += search.distances[sink] - length;
    }
    for (std::size_t source = 0; source < supply_.size(); ++source) {
      if (search.sourceDistances[source] < kInfinity) {
        sourcePrices_[source] += length - search.sourceDistances[source];
      }
    }
  }

  // Sends as much as one path permits; returns false if no sink has demand.
  bool sendOnce(std::size_t source) {
    const std::size_t sinks = demand_.size();
    Search search{std::vector<double>(sinks, kInfinity), std::vector<std::size_t>(sinks),
                  std::vector<bool>(sinks, false),
                  std::vector<std::size_t>(supply_.size(), kNobody),
                  std::vector<double>(supply_.size(), kInfinity)};
    const std::size_t last = findSink(source, search);
    if (last == kNobody) return false;
    updatePrices(search, search.distances[last]);

    double amount = std::min(supply_[source], demand_[last]);
    for (std::size_t sender = search.senders[last]; sender != source;
         sender = search.senders[search.arrivals[sender]]) {
      amount = std::min(amount, flow(sender, search.arrivals[sender]));
    }
    std::size_t sink = last;
    while (true) {
      const std::size_t sender = search.senders[sink];
      flow(sender, sink) += amount;
      if (sender == source) break;
      sink = search.arrivals[sender];
      flow(sender, sink) -= amount;
    }
    supply_[source] -= amount;
    demand_[last] -= amount;
    return true;
  }

  const Matrix& cost_;
  std::vector<double> supply_;  // remaining mass of each source
  std::vector<double> demand_;
  std::vector<double> flow_;
  std::vector<double> sourcePrices_;
  std::vector<double> sinkPrices_;
};

std::vector<std::size_t> sortPositions(std::span<const double> positions) {
  std::vector<std::size_t> order(positions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return positions[i]; });
  return order;
}

double sum(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

double wasserstein1(std::span<const double> positions, std::span<const double> masses,
                    std::span<const double> otherPositions, std::span<const double> otherMasses) {
  const auto order = sortPositions(positions);
  const auto otherOrder = sortPositions(otherPositions);
  double excess = 0;  // first minus second distribution function, to the left of `here`
  double here = 0;
  double area = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < order.size() || j < otherOrder.size()) {
    const bool isFirst = j == otherOrder.size() ||
                         (i < order.size() && positions[order[i]] <= otherPositions[otherOrder[j]]);
    const double next = isFirst ? positions[order[i]] : otherPositions[otherOrder[j]];
    if (i + j > 0) area += std::abs(excess) * (next - here);
    here = next;
    excess += isFirst ? masses[order[i++]] : -otherMasses[otherOrder[j++]];
  }
  return area;
}

double transportCost(std::span<const double> supply, std::span<const double> demand,
                     const Matrix& cost) {
  if (cost.rows != supply.size() || cost.columns != demand.size()) {
    throw Error(ErrorCode::kShapeMismatch,
                {"costMatrix",
                 std::to_string(supply.size()) + " x " + std::to_string(demand.size()),
                 std::to_string(cost.rows) + " x " + std::to_string(cost.columns),
                 {}});
  }
  if (cost.values.size() > kMaxCosts) {
    throw Error(ErrorCode::kTooLarge, {"costMatrix",
                                       "at most " + std::to_string(kMaxCosts) + " costs",
                                       std::to_string(cost.values.size()),
                                       {}});
  }
  validate(cost, "costMatrix");
  if (cost.values.empty()) return 0;
  return Transport(supply, demand, cost).solve();
}

double columnDistance(std::span<const double> a, std::span<const double> b, const Matrix* cost) {
  validate(Matrix{a, a.size(), 1}, "groundTruth");
  validate(Matrix{b, b.size(), 1}, "classifier");
  if (a.empty() || b.empty()) {
    throw Error(ErrorCode::kInvalidArgument,
                {a.empty() ? "groundTruth" : "classifier", "at least one value", "none", {}});
  }
  const double min = std::min(std::ranges::min(a), std::ranges::min(b));
  const auto normalized = [&](std::span<const double> column) {
    std::vector<double> masses(column.begin(), column.end());
    if (min < 0) {
      for (double& mass : masses) mass -= min;
    }
    const double total = sum(masses);
    if (total != 0) {
      for (double& mass : masses) mass /= total;
    }
    return masses;
  };
  const auto masses = normalized(a);
  const auto otherMasses = normalized(b);
  if (sum(masses) == 0 || sum(otherMasses) == 0) return 0;
  if (cost != nullptr) return transportCost(masses, otherMasses, *cost);
  return wasserstein1(masses, masses, otherMasses, otherMasses);
}

}  // namespace fairwasm::individual
