// SPDX-License-Identifier: Apache-2.0
//
// AIF360's score of one group of rows with its approximate search, unlike the exact score of the
// scan.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "fairwasm/core/error.hpp"
#include "fairwasm/group/bias_scan.hpp"
#include "scan_score.hpp"

namespace fairwasm::group {
namespace {

constexpr double kPeerLowest = 1e-3;
constexpr double kPeerHighest = 1e3;
constexpr double kPeerWidth = 1e-3;

// Has the same sign as the derivative by q, which is all that AIF360's bisection needs.
double slopeTimesQ(const ScanModel& model, double observed, std::span<const double> expected,
                   double q) {
  double slope = observed;
  for (const double p : expected) {
    slope -= model.statistic == ScanStatistic::kPoisson ? q * p : q * p / (1 - p + q * p);
  }
  return slope;
}

double peerFactor(const ScanModel& model, double observed, std::span<const double> expected) {
  double low = kPeerLowest;
  double high = kPeerHighest;
  while (std::abs(high - low) > kPeerWidth) {
    const double middle = (low + high) / 2;
    if (slopeTimesQ(model, observed, expected, middle) > 0) {
      low = low + (high - low) / 2;
    } else {
      high = high - (high - low) / 2;
    }
  }
  const double q = (low + high) / 2;
  return model.direction == ScanDirection::kPositive ? std::max(q, 1.0) : std::min(q, 1.0);
}

double peerBerkJones(const ScanModel& model, double observed, double rows) {
  const bool isPositive = model.direction == ScanDirection::kPositive;
  const double alpha = isPositive ? model.alpha : 1 - model.alpha;
  const double rate = rows == 0 ? alpha : std::max(observed / rows, alpha);
  const double score = observed * std::log(rate / alpha);
  return rate == 1 ? score : score + (rows - observed) * std::log((1 - rate) / (1 - alpha));
}

// Like numpy: multiplies, and then rounds half to even.
double roundedToFourDecimals(double value) { return std::nearbyint(value * 1e4) / 1e4; }

}  // namespace

double scoreGroup(const ScanModel& model, std::span<const double> observed,
                  std::span<const double> expected, double penalty) {
  if (model.statistic == ScanStatistic::kGaussian) {
    throw Error(ErrorCode::kInvalidArgument,
                {"scoring", "Bernoulli, Poisson, or BerkJones for a single group", "Gaussian", {}});
  }
  internal::requireScannable(model, observed, expected);
  const double sum = std::accumulate(observed.begin(), observed.end(), 0.0);
  if (model.statistic == ScanStatistic::kBerkJones) {
    const double score = peerBerkJones(model, sum, static_cast<double>(observed.size()));
    return roundedToFourDecimals(score - penalty);
  }
  const double q = peerFactor(model, sum, expected);
  double score = sum * std::log(q);
  for (const double p : expected) {
    score += model.statistic == ScanStatistic::kPoisson ? p - q * p : -std::log(1 - p + q * p);
  }
  return roundedToFourDecimals(score - penalty);
}

}  // namespace fairwasm::group
