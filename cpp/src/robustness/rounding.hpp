// SPDX-License-Identifier: Apache-2.0
//
// Bounds on rounding errors, so that bounds are valid in floating-point arithmetic. Notation and
// results: Higham, Accuracy and Stability of Numerical Algorithms, 2002, chapter 3.
#pragma once

#include <cstddef>

namespace fairwasm::robustness::internal {

inline constexpr double kUnitRoundoff = 0x1p-53;

// Returns an upper bound on the exact result of an expression with up to four roundings of
// nonnegative numbers.
inline double roundedUp(double value) { return value * (1 + 0x1p-50); }

// Returns gamma_n = n u / (1 - n u), a bound on the relative error of a sum of n products in any
// order.
inline double gamma(std::size_t n) {
  const double nu = static_cast<double>(n) * kUnitRoundoff;
  return roundedUp(nu / (1 - nu));
}

}  // namespace fairwasm::robustness::internal
