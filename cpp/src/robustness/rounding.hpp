// SPDX-License-Identifier: Apache-2.0
//
// Bounds on rounding errors, so that what is called a bound is one in floating-point arithmetic
// too. Notation and results: Higham, Accuracy and Stability of Numerical Algorithms, 2002,
// chapter 3.
#pragma once

#include <cstddef>

namespace fairwasm::robustness::internal {

inline constexpr double kUnitRoundoff = 0x1p-53;

// At least the exact result of an expression of up to four roundings of numbers that are not
// negative.
inline double roundedUp(double value) { return value * (1 + 0x1p-50); }

// gamma_n = n u / (1 - n u): the relative error of a sum of n products, in any order, is at most
// that.
inline double gamma(std::size_t n) {
  const double nu = static_cast<double>(n) * kUnitRoundoff;
  return roundedUp(nu / (1 - nu));
}

}  // namespace fairwasm::robustness::internal
