// SPDX-License-Identifier: Apache-2.0
//
// Random sums of weights, for bootstraps in which each row's weight is multiplied by an exponential
// number (Rubin 1981).
#pragma once

#include <cmath>

#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::scores {

// Draws from a gamma distribution with scale 1 (Marsaglia and Tsang 2000).
inline double drawGamma(double shape, uncertainty::RandomStream& random) {
  if (shape < 1) {
    const double root = std::log(1 - random.uniform()) / shape;
    return drawGamma(shape + 1, random) * std::exp(root);
  }
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = random.normal();
    const double v = 1 + c * x;
    if (!(v > 0)) continue;
    const double cube = v * v * v;
    if (std::log(1 - random.uniform()) < x * x / 2 + d * (1 - cube + std::log(cube))) {
      return d * cube;
    }
  }
}

}  // namespace fairwasm::scores
