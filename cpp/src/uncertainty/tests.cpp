// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/tests.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <unsupported/Eigen/SpecialFunctions>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/resample.hpp"
#include "root.hpp"

namespace fairwasm::uncertainty {
namespace {

// Returns true if the largest squared difference of two groups, max (p - q)^2 / (1/n + 1/m),
// reaches `min`. This is the squared statistic without the pooled variance, which permutations do
// not change.
//
// Because |p - q| <= |p - pooled| + |q - pooled|, one of the two groups must be far enough from the
// pooled proportion, so only a few groups are compared with all others.
bool reaches(std::span<const Share> groups, double pooled, double min) {
  for (const Share& one : groups) {
    const double chance = one.successes / one.trials;
    const double away = chance - pooled;
    if (2 * away * away * one.trials < min) continue;
    for (const Share& other : groups) {
      const double apart = chance - other.successes / other.trials;
      if (apart * apart >= min * (1 / one.trials + 1 / other.trials)) return true;
    }
  }
  return false;
}

double largestDifference(std::span<const Share> groups) {
  double largest = 0;
  for (const Share& one : groups) {
    for (const Share& other : groups) {
      const double apart = one.successes / one.trials - other.successes / other.trials;
      largest = std::max(largest, apart * apart / (1 / one.trials + 1 / other.trials));
    }
  }
  return largest;
}

std::vector<Share> withTrials(std::span<const Share> groups) {
  std::vector<Share> present;
  std::ranges::copy_if(groups, std::back_inserter(present),
                       [](const Share& group) { return group.trials > 0; });
  return present;
}

bool hasTrials(const EffectiveShare& group) { return group.trials > 0; }

using Correlation = std::function<double(std::size_t i, std::size_t j)>;

// Returns the distance of 0 from the ends of the intervals of all pairs' differences at the normal
// quantile `z`; negative if an interval excludes 0. `shares` is a buffer for the groups' own
// intervals.
double depthOfZero(std::span<const EffectiveShare> groups, const Correlation& correlation, double z,
                   std::vector<Bounded>& shares) {
  shares.clear();
  for (const EffectiveShare& group : groups) shares.push_back(boundedShare(group, z));
  double depth = kInfinity;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (!hasTrials(groups[i])) continue;
    for (std::size_t j = 0; j < i; ++j) {
      if (!hasTrials(groups[j])) continue;
      const double together = correlation ? correlation(i, j) : 0;
      const Interval interval = differenceInterval(shares[i], shares[j], together);
      depth = std::min({depth, -interval.low, interval.high});
    }
  }
  return depth;
}

// Randomly reassigns the pooled outcomes to the groups; each group draws its trials from the
// remaining outcomes.
void permute(RandomStream& random, double successes, double failures, std::span<Share> groups) {
  for (Share& group : groups) {
    group.successes = drawHypergeometric(random, successes, failures, group.trials);
    successes -= group.successes;
    failures -= group.trials - group.successes;
  }
}

// Tables that are equally extreme up to rounding count.
constexpr double kTie = 1 + 1e-7;

}  // namespace

FisherTests fisherTests(Share one, Share other) {
  if (!(one.trials > 0 && other.trials > 0)) return {kNaN, kNaN, kNaN, kNaN};
  const double successes = one.successes + other.successes;
  const double low = std::max(0.0, successes - other.trials);
  const double high = std::min(one.trials, successes);
  // Computes probabilities relative to the observed table, moving away from it on both sides.
  const auto step = [&](double k) {
    return (one.trials - k) * (successes - k) / ((k + 1) * (other.trials - successes + k + 1));
  };
  double extreme = 1;
  double ties = 1;
  // Sums the tables on one side as ratios of successive terms. The ratios decrease, so the
  // remainder is less than a geometric series and soon negligible. Infinite if the observed table
  // is too rare relative to the others.
  const auto side = [&](double from, double to, double by, const auto& ratioAt) {
    double sum = 0;
    double mass = 1;
    for (double k = from; k != to; k += by) {
      const double ratio = ratioAt(k);
      mass *= ratio;
      sum += mass;
      if (mass <= kTie) extreme += mass;
      if (mass <= kTie && mass >= 1 / kTie) ties += mass;
      if (mass < 1e-18 * (1 - ratio) || !std::isfinite(mass)) break;
    }
    return sum;
  };
  const double above = side(one.successes, high, 1, step);
  const double below = side(one.successes, low, -1, [&](double k) { return 1 / step(k - 1); });
  const double all = 1 + above + below;
  if (!std::isfinite(all))
    return {0, std::isfinite(below) ? 0. : 1., std::isfinite(below) ? 1. : 0., 0};
  return {std::min(1.0, extreme / all), std::min(1.0, (1 + below) / all),
          std::min(1.0, (1 + above) / all), std::min(1.0, (extreme - 0.5 * ties) / all)};
}

double fisherExactTest(Share one, Share other) { return fisherTests(one, other).twoSided; }

double yatesTest(Share one, Share other) {
  const double trials = one.trials + other.trials;
  const double successes = one.successes + other.successes;
  const double failures = trials - successes;
  if (!(one.trials > 0 && other.trials > 0 && successes > 0 && failures > 0)) return kNaN;
  const double deviation = std::abs(one.successes - one.trials / trials * successes);
  const double corrected = deviation - std::min(0.5, deviation);
  const double squares = corrected * corrected * (trials / one.trials) * (trials / other.trials) *
                         (trials / successes / failures);
  return std::erfc(std::sqrt(squares / 2));
}

double chiSquaredTest(Share one, Share other) {
  const double trials = one.trials + other.trials;
  const double successes = one.successes + other.successes;
  const double pooled = successes / trials;
  const double variance = pooled * (1 - pooled) * (1 / one.trials + 1 / other.trials);
  if (!(variance > 0) || !std::isfinite(variance)) {
    return one.trials > 0 && other.trials > 0 ? 1 : kNaN;
  }
  const double distance = one.successes / one.trials - other.successes / other.trials;
  return std::erfc(std::abs(distance) / std::sqrt(2 * variance));
}

double differenceTest(Share one, Share other) {
  constexpr double kMaxExact = 10'000;
  constexpr double kEnough = 10;
  const double trials = one.trials + other.trials;
  const double successes = one.successes + other.successes;
  const double min =
      std::min(one.trials, other.trials) * std::min(successes, trials - successes) / trials;
  return trials <= kMaxExact || min < kEnough ? fisherTests(one, other).midP
                                              : chiSquaredTest(one, other);
}

double permutationTest(std::span<const Share> groups, std::size_t draws, std::uint64_t seed) {
  std::vector<Share> present = withTrials(groups);
  if (present.size() < 2) return kNaN;
  double successes = 0;
  double trials = 0;
  for (const Share& group : present) {
    successes += group.successes;
    trials += group.trials;
  }
  const double seen = largestDifference(present) / kTie;
  if (seen == 0) return 1;
  std::size_t extreme = 0;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    RandomStream random(seed, draw);
    permute(random, successes, trials - successes, present);
    if (reaches(present, successes / trials, seen)) ++extreme;
  }
  return static_cast<double>(1 + extreme) / static_cast<double>(1 + draws);
}

double largestDifferenceTest(std::span<const Share> groups, std::size_t draws, std::uint64_t seed) {
  constexpr double kMany = 10'000;
  constexpr double kEnough = 100;
  const std::vector<Share> present = withTrials(groups);
  double successes = 0;
  double trials = 0;
  double minTrials = kInfinity;
  for (const Share& group : present) {
    successes += group.successes;
    trials += group.trials;
    minTrials = std::min(minTrials, group.trials);
  }
  const double pooled = successes / trials;
  const bool areMany = trials > kMany && minTrials * std::min(pooled, 1 - pooled) >= kEnough;
  if (present.size() < 2 || !areMany) return permutationTest(groups, draws, seed);
  const double range = std::sqrt(2 * largestDifference(present) / (pooled * (1 - pooled)));
  return std::max(0.0, 1 - rangeProbability(range, present.size()));
}

double pairwiseTest(std::span<const EffectiveShare> groups, const Correlation& correlation) {
  const auto present = static_cast<std::size_t>(std::ranges::count_if(groups, hasTrials));
  if (present < 2) return kNaN;
  std::vector<EffectiveShare> tested(groups.begin(), groups.end());
  if (present > 2) std::ranges::transform(tested, tested.begin(), amongMany);
  std::vector<Bounded> shares;
  constexpr double kMaxQuantile = 40;  // intervals of proportions are as wide as possible
  const double z = root([&](double at) { return depthOfZero(tested, correlation, at, shares); }, 0,
                        kMaxQuantile);
  if (present == 2) return std::erfc(z / std::numbers::sqrt2);
  return 1 - rangeProbability(std::numbers::sqrt2 * z, present);
}

double mcnemarTest(double one, double other) {
  const double rows = one + other;
  const double fewer = std::min(one, other);
  if (rows == 2 * fewer) return 1;
  return std::min(1.0, 2 * Eigen::numext::betainc(rows - fewer, fewer + 1, 0.5));
}

double chiSquaredTail(double statistic, double degrees) {
  if (!(degrees > 0 && statistic >= 0)) return kNaN;
  return degrees == 1 ? std::erfc(std::sqrt(statistic / 2))
                      : Eigen::numext::igammac(degrees / 2, statistic / 2);
}

std::vector<double> benjaminiHochberg(std::span<const double> pValues) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < pValues.size(); ++i) {
    if (!std::isnan(pValues[i])) order.push_back(i);
  }
  std::ranges::sort(order, {}, [&](std::size_t i) { return pValues[i]; });
  std::vector<double> adjusted(pValues.begin(), pValues.end());
  double smallest = 1;
  for (std::size_t rank = order.size(); rank-- > 0;) {
    const double scaled =
        pValues[order[rank]] * static_cast<double>(order.size()) / static_cast<double>(rank + 1);
    smallest = std::min(smallest, scaled);
    adjusted[order[rank]] = smallest;
  }
  return adjusted;
}

}  // namespace fairwasm::uncertainty
