// SPDX-License-Identifier: Apache-2.0
#include "multinomial.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace fairwasm::internal {
namespace {

// Below this expectation the distribution is counted down; above, rejection is faster and its
// bounds hold.
constexpr double kRejectionMean = 10;

std::uint64_t binomialByInversion(RandomStream& random, std::uint64_t trials, double p) {
  const auto n = static_cast<double>(trials);
  const double odds = p / (1 - p);
  double left = random.uniform();
  double mass = std::exp(n * std::log1p(-p));  // P(0)
  std::uint64_t successes = 0;
  while (left >= mass && successes < trials) {
    left -= mass;
    ++successes;
    const auto k = static_cast<double>(successes);
    mass *= odds * (n - k + 1) / k;
    if (mass == 0) break;  // the tail beyond what a double can hold
  }
  return successes;
}

// log k! - (its Stirling approximation).
double stirlingRest(double k) {
  constexpr std::array kRests = {0.0810614667953272, 0.0413406959554093, 0.0276779256849983,
                                 0.0207906721037650, 0.0166446911898211, 0.0138761288230707,
                                 0.0118967099458917, 0.0104112652619720, 0.00925546218271273,
                                 0.00833056343336287};
  if (k < kRests.size()) return kRests.at(static_cast<std::size_t>(k));
  const double square = (k + 1) * (k + 1);
  return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

// Names as in Hörmann's paper; p <= 1/2 and n p >= 10.
std::uint64_t binomialByRejection(RandomStream& random, std::uint64_t trials, double p) {
  const auto n = static_cast<double>(trials);
  const double spread = std::sqrt(n * p * (1 - p));
  const double b = 1.15 + 2.53 * spread;
  const double a = -0.0873 + 0.0248 * b + 0.01 * p;
  const double c = n * p + 0.5;
  const double squeeze = 0.92 - 4.2 / b;
  const double alpha = (2.83 + 5.1 / b) * spread;
  const double odds = p / (1 - p);
  const double mode = std::floor((n + 1) * p);
  while (true) {
    const double u = random.uniform() - 0.5;
    double v = random.uniform();
    const double us = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / us + b) * u + c);
    if (us >= 0.07 && v <= squeeze) return static_cast<std::uint64_t>(k);
    if (!(k >= 0 && k <= n)) continue;
    v = std::log(v * alpha / (a / (us * us) + b));
    const double bound = (mode + 0.5) * std::log((mode + 1) / (odds * (n - mode + 1))) +
                         (n + 1) * std::log((n - mode + 1) / (n - k + 1)) +
                         (k + 0.5) * std::log(odds * (n - k + 1) / (k + 1)) + stirlingRest(mode) +
                         stirlingRest(n - mode) - stirlingRest(k) - stirlingRest(n - k);
    if (v <= bound) return static_cast<std::uint64_t>(k);
  }
}

}  // namespace

std::uint64_t binomial(RandomStream& random, std::uint64_t trials, double probability) {
  if (trials == 0 || probability <= 0) return 0;
  if (probability >= 1) return trials;
  if (probability > 0.5) return trials - binomial(random, trials, 1 - probability);
  return static_cast<double>(trials) * probability < kRejectionMean
             ? binomialByInversion(random, trials, probability)
             : binomialByRejection(random, trials, probability);
}

void multinomial(RandomStream& random, std::span<const std::uint64_t> counts,
                 std::span<std::uint64_t> drawn) {
  std::uint64_t left = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  std::uint64_t leftToDraw = left;
  for (std::size_t cell = 0; cell < counts.size(); ++cell) {
    const double share =
        left == 0 ? 0 : static_cast<double>(counts[cell]) / static_cast<double>(left);
    drawn[cell] = binomial(random, leftToDraw, share);
    leftToDraw -= drawn[cell];
    left -= counts[cell];
  }
}

}  // namespace fairwasm::internal
