// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <unsupported/Eigen/SpecialFunctions>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"

namespace fairwasm::uncertainty {
namespace {

// Returns the skewness of the jackknife values divided by 6: the rate at which the standard error
// changes with the estimate.
double acceleration(std::span<const Jackknifed> jackknife) {
  double rows = 0;
  double mean = 0;
  for (const auto& left : jackknife) {
    if (!std::isfinite(left.value)) return 0;
    rows += left.rows;
    mean += left.rows * left.value;
  }
  mean /= rows;
  double squares = 0;
  double cubes = 0;
  for (const auto& left : jackknife) {
    const double distance = mean - left.value;
    squares += left.rows * distance * distance;
    cubes += left.rows * distance * distance * distance;
  }
  return squares > 0 ? cubes / (6 * squares * std::sqrt(squares)) : 0;
}

// Returns the standard normal quantile of the proportion of draws below the estimate; ties count
// half. Differences within rounding are ties, so that the order of rows does not matter.
double bias(double estimate, std::span<const double> draws) {
  const double rounding = 1e-12 * std::abs(estimate);
  double below = 0;
  for (const double draw : draws) {
    const bool tie = draw == estimate || std::abs(draw - estimate) <= rounding;
    below += tie ? 0.5 : draw < estimate ? 1 : 0;
  }
  const auto size = static_cast<double>(draws.size());
  // Avoids 0 and 1, whose quantiles are infinite.
  return normalQuantile(std::clamp(below / size, 0.5 / size, 1 - 0.5 / size));
}

}  // namespace

bool isKnown(const Interval& interval) {
  return !std::isnan(interval.low) && !std::isnan(interval.high);
}

Interval around(double value, const Interval& interval) {
  if (!isKnown(interval) || std::isnan(value)) return kNoInterval;
  return {std::min(interval.low, value), std::max(interval.high, value)};
}

double normalQuantile(double probability) { return Eigen::numext::ndtri(probability); }

double normalProbability(double value) { return 0.5 * std::erfc(-value / std::numbers::sqrt2); }

double centralQuantile(double confidence) { return normalQuantile(0.5 + confidence / 2); }

double twoSidedQuantile(double confidence) {
  if (confidence > 0 && confidence < 1) return centralQuantile(confidence);
  throw Error(ErrorCode::kInvalidArgument,
              {"confidence", "a number between 0 and 1", shown(confidence), {}});
}

Interval wilsonInterval(double successes, double trials, double confidence) {
  return wilsonIntervalAt(successes / trials, trials, normalQuantile(0.5 + confidence / 2));
}

Interval wilsonIntervalAt(double share, double trials, double z) {
  if (!(trials > 0) || std::isnan(share)) return {kNaN, kNaN};
  const double shrink = 1 + z * z / trials;
  const double center = (share + z * z / (2 * trials)) / shrink;
  const double spread = share * (1 - share) / trials + z * z / (4 * trials * trials);
  const double half = z / shrink * std::sqrt(std::max(0.0, spread));
  // At the edges, the ends are exactly 0 and 1; rounding would miss them.
  return {share <= 0 ? 0 : std::clamp(center - half, 0.0, share),
          share >= 1 ? 1 : std::clamp(center + half, share, 1.0)};
}

double studentQuantile(double probability, double degrees) {
  if (probability < 0.5) return -studentQuantile(1 - probability, degrees);
  // Beyond this, the normal quantile differs by less than one part in a million.
  constexpr double kMany = 1e6;
  if (degrees > kMany) return normalQuantile(probability);
  const auto above = [&](double t) { return 0.5 * studentTails(t, degrees); };
  double low = 0;
  double high = 1;
  while (above(high) > 1 - probability && high < 1e15) high *= 2;
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    (above(middle) > 1 - probability ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double studentTails(double t, double degrees) {
  return Eigen::numext::betainc(degrees / 2, 0.5, degrees / (degrees + t * t));
}

double quantile(std::span<double> values, double q) {
  if (values.empty() || std::isnan(q)) return kNaN;
  const double place = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(below);
  std::ranges::nth_element(values, at);
  const double low = *at;
  if (below + 1 >= values.size()) return low;
  const double high = *std::min_element(at + 1, values.end());
  if (low == high) return low;  // avoids subtracting infinities
  return low + (place - static_cast<double>(below)) * (high - low);
}

Interval bcaInterval(double estimate, std::span<double> draws,
                     std::span<const Jackknifed> jackknife, double confidence) {
  const auto undefined =
      std::ranges::partition(draws, [](double draw) { return !std::isnan(draw); });
  const auto defined = draws.first(draws.size() - undefined.size());
  if (std::isnan(estimate) || defined.size() * 2 < draws.size() || defined.empty()) {
    return {kNaN, kNaN};
  }
  const double z0 = bias(estimate, defined);
  const double a = acceleration(jackknife);
  // Beyond the pole of the acceleration (1 - a z <= 0), the adjusted probability is 0 or 1.
  const auto end = [&](double probability) {
    const double z = z0 + normalQuantile(probability);
    const double room = 1 - a * z;
    const double adjusted = room > 0 ? z0 + z / room : std::copysign(kInfinity, z);
    return quantile(defined, normalProbability(adjusted));
  };
  const double low = end((1 - confidence) / 2);
  const double high = end((1 + confidence) / 2);
  return {std::min({low, high, estimate}), std::max({low, high, estimate})};
}

std::vector<double> definedQuantiles(std::vector<double> values, std::span<const double> shares) {
  const std::size_t all = values.size();
  std::erase_if(values, [](double value) { return std::isnan(value); });
  if (2 * values.size() < all) values.clear();
  std::vector<double> quantiles;
  for (const double share : shares) quantiles.push_back(quantile(values, share));
  return quantiles;
}

double expandedTail(double confidence, double rows) {
  if (!(rows >= 2)) return kNaN;
  const double reach = studentQuantile(0.5 + confidence / 2, rows - 1);
  return normalProbability(-std::sqrt(rows / (rows - 1)) * reach);
}

}  // namespace fairwasm::uncertainty
