// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/thresholds/parity.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fairwasm/core/nan.hpp"
#include "rounding.hpp"

namespace fairwasm::thresholds {
namespace {

// Returns the derivative of the cost of raising (or lowering) groups to a window end at `rate`.
double raising(const std::vector<ConcaveCurve>& groups, double rate) {
  double cost = 0;
  for (const auto& group : groups) cost += std::fmax(0, -group.slopeAfter(rate));
  return cost;
}
double lowering(const std::vector<ConcaveCurve>& groups, double rate) {
  double cost = 0;
  for (const auto& group : groups) cost += std::fmax(0, group.slopeAfter(rate));
  return cost;
}

}  // namespace

Parity::Parity(std::vector<ConcaveCurve> groups) : groups_(std::move(groups)) {
  for (const auto& group : groups_) {
    for (const auto& vertex : group.vertices()) corners_.push_back(vertex.x);
  }
  std::ranges::sort(corners_);
  const auto repeated = std::ranges::unique(corners_);
  corners_.erase(repeated.begin(), repeated.end());
}

int Parity::direction(double low, double tolerance) const {
  const double up = raising(groups_, low);
  const double down = lowering(groups_, low + tolerance);
  if (up == kInfinity) return 1;
  if (std::abs(up - down) <= kRounding * (up + down)) return 0;
  return up > down ? 1 : -1;
}

Parity::Optimum Parity::optimum(double tolerance) const {
  std::vector<double> lows;
  for (const double corner : corners_) {
    lows.push_back(corner);
    if (tolerance > 0 && corner > tolerance) lows.push_back(corner - tolerance);
  }
  std::ranges::sort(lows);
  const double lowest = *std::ranges::partition_point(
      lows, [&](double low) { return direction(low, tolerance) < 0; });
  const double highest = *std::ranges::partition_point(
      lows, [&](double low) { return direction(low, tolerance) <= 0; });
  Optimum optimum{0, {}};
  for (const auto& group : groups_) {
    const auto inWindow = [&](double rate, double low) {
      return std::clamp(rate, low, std::fmin(1, low + tolerance));
    };
    const double low = inWindow(group.lowestBest(), lowest);
    optimum.rates.push_back({low, inWindow(group.highestBest(), highest)});
    optimum.value += group.at(low);
  }
  return optimum;
}

std::vector<FrontierPoint> Parity::frontier() const {
  double low = 1;
  double high = 0;
  double value = 0;
  for (const auto& group : groups_) {
    low = std::fmin(low, group.highestBest());
    high = std::fmax(high, group.lowestBest());
    value += group.at(group.lowestBest());
  }
  std::vector<FrontierPoint> points{{std::fmax(0, high - low), value}};
  double slopeBefore = 0;
  // Corners next to the ends of the window, inside it.
  auto above = std::ranges::upper_bound(corners_, low);
  auto below = std::ranges::lower_bound(corners_, high);
  while (low < high) {
    const double up = raising(groups_, low);
    const double down = lowering(groups_, *(below - 1));
    const double step = up <= down ? *above - low : high - *(below - 1);
    const double closed = std::fmin(step, high - low);
    const double slope = std::fmin(up, down);
    const bool isStraight = std::abs(slope - slopeBefore) <= kRounding * slope;
    slopeBefore = slope;
    value -= closed * slope;
    if (up <= down) {
      low = closed < step ? high : *above++;
    } else {
      high = closed < step ? low : *--below;
    }
    if (isStraight && points.size() > 1) points.pop_back();
    points.push_back({std::fmax(0, high - low), value});
  }
  std::ranges::reverse(points);
  return points;
}

double Parity::at(const std::vector<double>& rates) const {
  double value = 0;
  for (std::size_t g = 0; g < groups_.size(); ++g) value += groups_[g].at(rates[g]);
  return value;
}

}  // namespace fairwasm::thresholds
