// SPDX-License-Identifier: Apache-2.0
//
// The variance of a ratio of sums over independent units of unequal size, such as ranked lists or
// items with several runs.
#pragma once

#include <array>
#include <cstddef>

namespace fairwasm::uncertainty {

// Sums of powers of the sizes of units. The size of a unit is its part of the ratio's denominator.
// It consists of doubles only, so sums of different parts can be added.
//
// A ratio R = sum a / sum b has the deviations d = a - R b, whose sum of squares is too small:
// large units draw R toward their own ratio. With independent units whose a has a variance in
// proportion to b^1.5, the expectation of the sum of squares and its degrees of freedom
// (Satterthwaite 1946) follow from the sizes. The exponent is between 1, for units that are sums
// of independent rows, and 2, for units that differ as a whole. Units of equal size yield the
// usual factor m / (m - 1) and m - 1 degrees of freedom.
struct UnitSizes {
  std::array<double, 7> powers{};  // exponents 1, 1.5, ..., 4

  void add(double size);

  struct Correction {
    double factor;   // multiplies the sum of squared deviations
    double degrees;  // at least 1
  };
  // Both are NaN unless at least two units have a positive size.
  [[nodiscard]] Correction correction() const;
};

}  // namespace fairwasm::uncertainty
