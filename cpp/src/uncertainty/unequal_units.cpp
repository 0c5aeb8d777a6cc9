// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/unequal_units.hpp"

#include <algorithm>
#include <cmath>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::uncertainty {

void UnitSizes::add(double size) {
  const double root = std::sqrt(size);
  double power = size;
  for (double& sum : powers) {
    sum += power;
    power *= root;
  }
}

// With the proportions h of sizes and the variances v, the deviations are (I - h 1') a. The trace
// of the matrix of their squares, multiplied by v, is the expectation; that of its square is half
// of the variance.
UnitSizes::Correction UnitSizes::correction() const {
  std::array<double, 7> sums = powers;
  double scale = powers[0];
  for (double& sum : sums) {
    sum /= scale;
    scale *= std::sqrt(powers[0]);
  }
  const auto& [one, v, hh, hv, vv, hhv, hvv] = sums;  // sums of products of h and v
  const double expected = v - 2 * hv + hh * v;
  const double squares =
      hh * hh * v * v + 2 * v * hhv - 4 * hh * v * hv + 2 * hv * hv + vv * (1 + 2 * hh) - 4 * hvv;
  constexpr double kOneUnit = 1e-12;  // one unit up to rounding
  if (!(expected > kOneUnit * v)) return {kNaN, kNaN};
  return {v / expected, std::max(1.0, expected * expected / squares)};
}

}  // namespace fairwasm::uncertainty
