// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/tests.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>

#include "fairwasm/uncertainty/resample.hpp"

namespace fairwasm {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Grows with Pearson's chi-squared of the groups; its other parts are the same for every
// permutation.
double dispersion(std::span<const Share> groups) {
  double sum = 0;
  for (const Share& group : groups) sum += group.successes * group.successes / group.trials;
  return sum;
}

// Puts the pooled outcomes back into the groups at random: each group in turn draws its trials from
// what is left.
void permute(RandomStream& random, double successes, double failures, std::span<Share> groups) {
  for (Share& group : groups) {
    group.successes = drawHypergeometric(random, successes, failures, group.trials);
    successes -= group.successes;
    failures -= group.trials - group.successes;
  }
}

// Equal up to rounding counts as equally extreme.
constexpr double kTie = 1 + 1e-7;

}  // namespace

double fisherExactTest(Share one, Share other) {
  if (!(one.trials > 0 && other.trials > 0)) return kNaN;
  const double successes = one.successes + other.successes;
  const double low = std::max(0.0, successes - other.trials);
  const double high = std::min(one.trials, successes);
  // Probabilities relative to the table seen, walking from it to both sides.
  const auto step = [&](double k) {
    return (one.trials - k) * (successes - k) / ((k + 1) * (other.trials - successes + k + 1));
  };
  double all = 1;
  double extreme = 1;
  const auto add = [&](double mass) {
    all += mass;
    if (mass <= kTie) extreme += mass;
  };
  double mass = 1;
  for (double k = one.successes; k < high; ++k) add(mass *= step(k));
  mass = 1;
  for (double k = one.successes; k > low; --k) add(mass /= step(k - 1));
  return std::isfinite(all) ? std::min(1.0, extreme / all) : 0;
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
  constexpr double kMostExact = 10'000;
  const bool whole =
      one.successes == std::floor(one.successes) && one.trials == std::floor(one.trials) &&
      other.successes == std::floor(other.successes) && other.trials == std::floor(other.trials);
  const bool exact = whole && one.trials + other.trials <= kMostExact;
  return exact ? fisherExactTest(one, other) : chiSquaredTest(one, other);
}

double permutationTest(std::span<const Share> groups, std::size_t draws, std::uint64_t seed) {
  std::vector<Share> present;
  std::ranges::copy_if(groups, std::back_inserter(present),
                       [](const Share& group) { return group.trials > 0; });
  if (present.size() < 2) return kNaN;
  double successes = 0;
  double trials = 0;
  for (const Share& group : present) {
    successes += group.successes;
    trials += group.trials;
  }
  const double seen = dispersion(present);
  std::size_t extreme = 0;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    RandomStream random(seed, draw);
    permute(random, successes, trials - successes, present);
    if (dispersion(present) * kTie >= seen) ++extreme;
  }
  return static_cast<double>(1 + extreme) / static_cast<double>(1 + draws);
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

}  // namespace fairwasm
