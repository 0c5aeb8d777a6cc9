// SPDX-License-Identifier: Apache-2.0
//
// Parity: one equal rate in all groups, with the best possible objective.
//
// Group g achieves f_g(x) at the rate x, a concave function. If all rates must be in a window [l, l
// + tolerance], a group is best at its own best rate, or at the end of the window next to it. The
// cost of the window, sum_g f_g(best) - f_g(in the window), is convex in l, and its only corners
// are those of the f_g, and those minus the tolerance; the minimum is found by a search over
// corners. The cost is the sum of raising some groups to the low end and lowering others to the
// high end, so the whole frontier is found by closing the window step by step on the cheaper side.
#pragma once

#include <vector>

#include "fairwasm/thresholds/hull.hpp"

namespace fairwasm::thresholds {

// Range of rates, ends included.
struct RateRange {
  double low;
  double high;
};

// A corner of a frontier; the best value is linear between corners.
struct FrontierPoint {
  double tolerance;
  double value;
};

class Parity {
 public:
  explicit Parity(std::vector<ConcaveCurve> groups);

  struct Optimum {
    double value;
    // Range of each group's rate over all optima. Without tolerance, all groups have the same
    // range. The low ends together form an optimum.
    std::vector<RateRange> rates;
  };
  [[nodiscard]] Optimum optimum(double tolerance) const;

  // Returns the frontier from tolerance 0 to the tolerance at which the constraint costs nothing.
  [[nodiscard]] std::vector<FrontierPoint> frontier() const;

  // Returns the value at these rates.
  [[nodiscard]] double at(const std::vector<double>& rates) const;

 private:
  // Returns whether a window [low, low + tolerance] should move up (-1) or down (1), or is optimal
  // (0).
  [[nodiscard]] int direction(double low, double tolerance) const;

  std::vector<ConcaveCurve> groups_;
  std::vector<double> corners_;  // of all groups, ascending and distinct
};

}  // namespace fairwasm::thresholds
