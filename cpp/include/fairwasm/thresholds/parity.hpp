// SPDX-License-Identifier: Apache-2.0
//
// One rate made alike in all groups, at the best that this allows.
//
// Group g reaches f_g(x) at the rate x, a concave function. If all rates have to lie in a window
// [l, l + tolerance], a group is best at its own best rate, or at the end of the window next to it.
// What the window costs, sum_g f_g(best) - f_g(in the window), is convex in l and has no corners
// but those of the f_g, and the same less the tolerance: the least is found by a search over
// corners. And it is a sum of what raising groups to the low end costs and what lowering others to
// the high end costs, so that the whole frontier is one walk that closes the window from the side
// where this is cheaper.
#pragma once

#include <vector>

#include "fairwasm/thresholds/hull.hpp"

namespace fairwasm::thresholds {

// Rates that lie between two others, ends included.
struct RateRange {
  double low;
  double high;
};

// A corner of a frontier: between two of them the best value is a straight line.
struct FrontierPoint {
  double tolerance;
  double value;
};

class Parity {
 public:
  explicit Parity(std::vector<ConcaveCurve> groups);

  struct Optimum {
    double value;
    // Of each group the rates that it has over all optima. Those of no tolerance are the same for
    // all groups; the low ends are an optimum together.
    std::vector<RateRange> rates;
  };
  [[nodiscard]] Optimum optimum(double tolerance) const;

  // From tolerance 0 to the one from which on the constraint costs nothing.
  [[nodiscard]] std::vector<FrontierPoint> frontier() const;

  // The value with these rates.
  [[nodiscard]] double at(const std::vector<double>& rates) const;

 private:
  // Whether a window [low, low + tolerance] is to be moved up (-1) or down (1), or is best (0).
  [[nodiscard]] int direction(double low, double tolerance) const;

  std::vector<ConcaveCurve> groups_;
  std::vector<double> corners_;  // of all groups, ascending, each once
};

}  // namespace fairwasm::thresholds
