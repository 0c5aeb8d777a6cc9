// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amounts/sample.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::amounts {
namespace {

// Distances of a cumulative weight from a multiple of the total that are due to rounding.
constexpr double kRounding = 1e-12;

template <class T>
void reorder(std::vector<T>& column, const std::vector<std::uint32_t>& order) {
  if (column.empty()) return;
  std::vector<T> sorted;
  sorted.reserve(column.size());
  for (const std::uint32_t row : order) sorted.push_back(column[row]);
  column = std::move(sorted);
}

// The cumulative binomial distribution of a sample's rows below a quantile. Only the values around
// the mode are computed; all others are 0 or 1 up to rounding.
class Binomial {
 public:
  Binomial(std::size_t trials, double probability) {
    const auto n = static_cast<double>(trials);
    const auto mode = static_cast<std::size_t>(std::min(n, std::floor((n + 1) * probability)));
    const double odds = probability / (1 - probability);
    std::vector<double> below;
    double mass = 1;
    for (std::size_t k = mode; k > 0 && mass > kSmallest; --k) {
      mass *= static_cast<double>(k) / static_cast<double>(trials - k + 1) / odds;
      below.push_back(mass);
    }
    first_ = mode - below.size();
    masses_.assign(below.rbegin(), below.rend());
    mass = 1;
    for (std::size_t k = mode; mass > kSmallest; ++k) {
      masses_.push_back(mass);
      if (k == trials) break;
      mass *= static_cast<double>(trials - k) / static_cast<double>(k + 1) * odds;
    }
    const double total = std::accumulate(masses_.begin(), masses_.end(), 0.0);
    for (double& each : masses_) each /= total;
  }

  // Returns the largest rank l, counted from 1, with P(B < l) <= tail; 0 if there is none.
  [[nodiscard]] std::size_t lowRank(double tail) const {
    double below = 0;
    for (std::size_t i = 0; i < masses_.size(); ++i) {
      below += masses_[i];
      if (below > tail) return first_ + i;
    }
    return 0;
  }

  // Returns the smallest rank u with P(B >= u) <= tail; it may exceed the number of rows.
  [[nodiscard]] std::size_t highRank(double tail) const {
    double above = 0;
    for (std::size_t i = masses_.size(); i > 0; --i) {
      above += masses_[i - 1];
      if (above > tail) return first_ + i;
    }
    return 0;
  }

 private:
  static constexpr double kSmallest = 1e-22;
  std::size_t first_ = 0;
  std::vector<double> masses_;
};

}  // namespace

double Sample::totalWeight() const {
  return weights.empty() ? rows() : std::accumulate(weights.begin(), weights.end(), 0.0);
}

void Sample::append(const Sample& other) {
  values.insert(values.end(), other.values.begin(), other.values.end());
  weights.insert(weights.end(), other.weights.begin(), other.weights.end());
  clusters.insert(clusters.end(), other.clusters.begin(), other.clusters.end());
}

void Sample::sort() {
  if (weights.empty() && clusters.empty()) {
    std::ranges::sort(values);
    return;
  }
  std::vector<std::uint32_t> order(size());
  std::iota(order.begin(), order.end(), 0U);
  const auto key = [&](std::uint32_t row) {
    return std::tuple(values[row], weight(row), clusters.empty() ? 0 : clusters[row]);
  };
  std::ranges::sort(order, {}, key);
  reorder(values, order);
  reorder(weights, order);
  reorder(clusters, order);
}

Sample Sample::with(std::vector<double> newValues) const {
  return {std::move(newValues), weights, clusters};
}

double computeMean(const Sample& sample) {
  double sum = 0;
  for (std::size_t row = 0; row < sample.size(); ++row) {
    sum += sample.weight(row) * sample.values[row];
  }
  return sum / sample.totalWeight();
}

bool hasEqualWeights(const Sample& sample) {
  return std::ranges::adjacent_find(sample.weights, std::not_equal_to<>()) == sample.weights.end();
}

double stepQuantile(const Sample& sorted, double probability) {
  const double total = sorted.totalWeight();
  const double target = probability * total;
  double sum = 0;
  for (std::size_t row = 0; row < sorted.size(); ++row) {
    sum += sorted.weight(row);
    if (sum < target - kRounding * total) continue;
    const bool isExact = sum <= target + kRounding * total && row + 1 < sorted.size();
    return isExact ? (sorted.values[row] + sorted.values[row + 1]) / 2 : sorted.values[row];
  }
  return kNaN;
}

double computeQuantile(const Sample& sorted, double probability) {
  if (sorted.size() == 0) return kNaN;
  if (!sorted.weights.empty() || probability == 0.5) return stepQuantile(sorted, probability);
  const double position = (sorted.rows() - 1) * probability;
  const auto row = static_cast<std::size_t>(position);
  const double low = sorted.values[row];
  if (row + 1 == sorted.size()) return low;
  return low + (position - std::floor(position)) * (sorted.values[row + 1] - low);
}

uncertainty::Interval quantileInterval(const Sample& sorted, double probability,
                                       double confidence) {
  if (sorted.size() == 0 || !sorted.clusters.empty() || !hasEqualWeights(sorted)) {
    return uncertainty::kNoInterval;
  }
  const Binomial below(sorted.size(), probability);
  const double tail = (1 - confidence) / 2;
  const std::size_t low = below.lowRank(tail);
  const std::size_t high = below.highRank(tail);
  if (low < 1 || high > sorted.size()) return uncertainty::kNoInterval;
  return {sorted.values[low - 1], sorted.values[high - 1]};
}

}  // namespace fairwasm::amounts
