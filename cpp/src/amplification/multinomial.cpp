// SPDX-License-Identifier: Apache-2.0
//
// A multinomial draw is a binomial draw for each category among what the ones before left over.
// Binomials by inversion where the mean is small, otherwise by transformed rejection (Hörmann: The
// Generation of Binomial Random Variates, 1993, algorithm BTRS).
#include "multinomial.hpp"

#include <array>
#include <cmath>
#include <numeric>

namespace fairwasm::internal {
namespace {

constexpr double kSmallMean = 10;

std::uint64_t drawByInversion(RandomStream& random, std::uint64_t n, double p) {
  const double q = 1 - p;
  const double odds = p / q;
  double probability = std::pow(q, static_cast<double>(n));
  double u = random.uniform();
  std::uint64_t k = 0;
  while (u > probability && k < n) {
    u -= probability;
    ++k;
    probability *= odds * static_cast<double>(n - k + 1) / static_cast<double>(k);
  }
  return k;
}

// log(k!) minus Stirling's formula for it.
double stirlingTail(double k) {
  constexpr std::array<double, 10> kTails = {
      0.0810614667953272,  0.0413406959554092, 0.0276779256849983, 0.02079067210376509,
      0.0166446911898211,  0.0138761288230707, 0.0118967099458917, 0.0104112652619720,
      0.00925546218271273, 0.00833056343336287};
  if (k < 10) return kTails[static_cast<std::size_t>(k)];
  const double squared = (k + 1) * (k + 1);
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / squared) / squared) / (k + 1);
}

std::uint64_t drawByRejection(RandomStream& random, std::uint64_t count, double p) {
  const auto n = static_cast<double>(count);
  const double spread = std::sqrt(n * p * (1 - p));
  const double b = 1.15 + 2.53 * spread;
  const double a = -0.0873 + 0.0248 * b + 0.01 * p;
  const double center = n * p + 0.5;
  const double squeeze = 0.92 - 4.2 / b;
  const double odds = p / (1 - p);
  const double alpha = (2.83 + 5.1 / b) * spread;
  const double mode = std::floor((n + 1) * p);
  for (;;) {
    const double u = random.uniform() - 0.5;
    double v = random.uniform();
    const double us = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / us + b) * u + center);
    if (us >= 0.07 && v <= squeeze) return static_cast<std::uint64_t>(k);
    if (!(k >= 0 && k <= n)) continue;
    v = std::log(v * alpha / (a / (us * us) + b));
    const double bound = (mode + 0.5) * std::log((mode + 1) / (odds * (n - mode + 1))) +
                         (n + 1) * std::log((n - mode + 1) / (n - k + 1)) +
                         (k + 0.5) * std::log(odds * (n - k + 1) / (k + 1)) + stirlingTail(mode) +
                         stirlingTail(n - mode) - stirlingTail(k) - stirlingTail(n - k);
    if (v <= bound) return static_cast<std::uint64_t>(k);
  }
}

std::uint64_t drawBinomial(RandomStream& random, std::uint64_t n, double p) {
  if (n == 0 || p <= 0) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - drawBinomial(random, n, 1 - p);
  return static_cast<double>(n) * p < kSmallMean ? drawByInversion(random, n, p)
                                                 : drawByRejection(random, n, p);
}

}  // namespace

std::vector<std::uint32_t> drawMultinomial(RandomStream& random,
                                           std::span<const std::uint32_t> counts) {
  std::uint64_t restOfCounts = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  std::uint64_t restOfDraws = restOfCounts;
  std::vector<std::uint32_t> drawn;
  drawn.reserve(counts.size());
  for (const std::uint32_t count : counts) {
    const double p = static_cast<double>(count) / static_cast<double>(restOfCounts);
    const std::uint64_t here = drawBinomial(random, restOfDraws, p);
    drawn.push_back(static_cast<std::uint32_t>(here));
    restOfDraws -= here;
    restOfCounts -= count;
  }
  return drawn;
}

std::vector<std::uint32_t> drawIndices(RandomStream& random, std::size_t size) {
  std::vector<std::uint32_t> times(size, 0);
  for (std::size_t i = 0; i < size; ++i) ++times[random.below(static_cast<std::uint32_t>(size))];
  return times;
}

}  // namespace fairwasm::internal
