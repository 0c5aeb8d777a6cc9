// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/exact_shares.hpp"

#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/SpecialFunctions>

#include "fairwasm/core/nan.hpp"
#include "root.hpp"

namespace fairwasm::uncertainty {
namespace {

// False if intervals cannot contradict Fisher's test: with many cases, and a difference that is
// much smaller or larger than significant ones. Also false for so many trials that the test takes
// too long.
bool needsFisher(Share one, Share other, double z) {
  constexpr double kMaxExact = 1e9;
  constexpr double kMany = 100;
  constexpr double kNear = 0.25;
  if (one.trials + other.trials > kMaxExact) return false;
  if (std::min({one.successes, one.trials - one.successes, other.successes,
                other.trials - other.successes}) < kMany) {
    return true;
  }
  const double pooled = (one.successes + other.successes) / (one.trials + other.trials);
  const double error = std::sqrt(pooled * (1 - pooled) * (1 / one.trials + 1 / other.trials));
  const double distance = one.successes / one.trials - other.successes / other.trials;
  return std::abs(std::abs(distance) / error / z - 1) < kNear;
}

// `combine` returns the interval from the limits of both groups, and `null` is its value for equal
// proportions.
Interval agreeingWithFisher(const ExactShare& one, const ExactShare& other, double z, double null,
                            Interval (*combine)(const Bounded&, const Bounded&)) {
  Interval interval = combine(one.exact, other.exact);
  if (std::isnan(interval.low) || !needsFisher(one.counts, other.counts, z)) return interval;
  if (fisherExactTest(one.counts, other.counts) > 2 * normalProbability(-z)) {
    return {std::min(interval.low, null), std::max(interval.high, null)};
  }
  if (interval.low > null || interval.high < null) return interval;
  const Interval narrower = combine(one.wilson, other.wilson);
  if (one.exact.value < other.exact.value) {
    interval.high = std::min(narrower.high, std::nextafter(null, -kInfinity));
  } else {
    interval.low = std::max(narrower.low, std::nextafter(null, kInfinity));
  }
  return interval;
}

}  // namespace

// The limits are quantiles of beta distributions: the lower one, p, solves P(X >= successes | p) =
// tail. For very many trials, X has a Poisson distribution.
Interval exactIntervalAt(double successes, double trials, double z) {
  constexpr double kMany = 10'000;
  constexpr double kVeryMany = 1e7;
  const double failures = trials - successes;
  if (!(trials > 0) || std::min(successes, failures) >= kMany) {
    return wilsonIntervalAt(successes / trials, trials, z);
  }
  if (failures < successes) {
    const auto [low, high] = exactIntervalAt(failures, trials, z);
    return {1 - high, 1 - low};
  }
  // Returns the proportion at which `cases` or more occur with a probability; it can be near 0.
  const auto proportion = [&](double cases, double probability) {
    const auto excess = [&](double log) {
      const double share = std::exp(log);
      const double reached = trials > kVeryMany
                                 ? Eigen::numext::igamma(cases, share * trials)
                                 : Eigen::numext::betainc(cases, trials - cases + 1, share);
      return reached - probability;
    };
    constexpr double kSmallest = -80;
    return std::exp(root(excess, kSmallest, 0));
  };
  const double tail = normalProbability(-z);
  return {successes == 0 ? 0 : proportion(successes, tail), proportion(successes + 1, 1 - tail)};
}

ExactShare exactShare(Share counts, double z) {
  const auto [successes, trials] = counts;
  const double share = trials > 0 ? successes / trials : kNaN;
  return {counts,
          {share, exactIntervalAt(successes, trials, z)},
          {share, wilsonIntervalAt(share, trials, z)}};
}

Interval exactDifference(const ExactShare& one, const ExactShare& other, double z) {
  return agreeingWithFisher(one, other, z, 0, [](const Bounded& a, const Bounded& b) {
    return differenceInterval(a, b);
  });
}

Interval exactRatio(const ExactShare& one, const ExactShare& other, double z) {
  return agreeingWithFisher(one, other, z, 1,
                            [](const Bounded& a, const Bounded& b) { return ratioInterval(a, b); });
}

}  // namespace fairwasm::uncertainty
