// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <unsupported/Eigen/SpecialFunctions>

#include "fairwasm/error.hpp"

namespace fairwasm {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Skewness of the jackknife values over 6: how the standard error changes with the estimate.
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

// Standard normal quantile of the share of draws below the estimate; ties count half. What differs
// by rounding only is a tie, lest the order of rows decide it.
double bias(double estimate, std::span<const double> draws) {
  const double rounding = 1e-12 * std::abs(estimate);
  double below = 0;
  for (const double draw : draws) {
    const bool tie = draw == estimate || std::abs(draw - estimate) <= rounding;
    below += tie ? 0.5 : draw < estimate ? 1 : 0;
  }
  const auto size = static_cast<double>(draws.size());
  // Kept off 0 and 1, whose quantiles are infinite.
  return normalQuantile(std::clamp(below / size, 0.5 / size, 1 - 0.5 / size));
}

}  // namespace

void validate(const BootstrapOptions& options) {
  constexpr std::size_t kMostDraws = 1'000'000;
  if (options.draws < 1 || options.draws > kMostDraws) {
    throw Error(ErrorCode::kInvalidArgument,
                {"draws", "1 to 1000000 draws", std::to_string(options.draws), {}});
  }
  if (!(options.confidence > 0 && options.confidence < 1)) {
    throw Error(ErrorCode::kInvalidArgument, {"confidence",
                                              "a number between 0 and 1, such as 0.95",
                                              std::to_string(options.confidence),
                                              {}});
  }
}

double normalQuantile(double probability) { return Eigen::numext::ndtri(probability); }

double normalProbability(double value) { return 0.5 * std::erfc(-value / std::numbers::sqrt2); }

Interval wilsonInterval(double successes, double trials, double confidence) {
  if (!(trials > 0)) return {kNaN, kNaN};
  const double z = normalQuantile(0.5 + confidence / 2);
  const double share = successes / trials;
  const double shrink = 1 + z * z / trials;
  const double centre = (share + z * z / (2 * trials)) / shrink;
  const double spread = share * (1 - share) / trials + z * z / (4 * trials * trials);
  const double half = z / shrink * std::sqrt(std::max(0.0, spread));
  // The ends are exactly 0 and 1 at the edges, which rounding would miss.
  return {share <= 0 ? 0 : std::max(0.0, centre - half),
          share >= 1 ? 1 : std::min(1.0, centre + half)};
}

double quantile(std::span<double> values, double q) {
  if (values.empty()) return kNaN;
  const double place = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(below);
  std::ranges::nth_element(values, at);
  const double low = *at;
  if (below + 1 >= values.size()) return low;
  const double high = *std::min_element(at + 1, values.end());
  if (low == high) return low;  // two infinities have no difference
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
  const auto end = [&](double probability) {
    const double z = z0 + normalQuantile(probability);
    return quantile(defined, normalProbability(z0 + z / (1 - a * z)));
  };
  return {end((1 - confidence) / 2), end((1 + confidence) / 2)};
}

}  // namespace fairwasm
