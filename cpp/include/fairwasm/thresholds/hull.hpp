// SPDX-License-Identifier: Apache-2.0
//
// Rates that mixtures of thresholds achieve: the points under the upper convex hull of a group's
// ROC points (Provost and Fawcett 2001). Choosing randomly between two thresholds for each row
// gives the points on the line between theirs.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "fairwasm/thresholds/objective.hpp"

namespace fairwasm::thresholds {

struct Vertex {
  double x;
  double y;
  std::size_t point;  // index in the curve
};

// A concave function on [0, 1] that is linear between vertices.
class ConcaveCurve {
 public:
  // Returns the best `y` of a group at each share `x`.
  ConcaveCurve(const Curve& curve, const Share& x, const Linear& y);

  [[nodiscard]] const std::vector<Vertex>& vertices() const { return vertices_; }
  [[nodiscard]] double at(double x) const;
  // Slope of the segment to the right of x; -infinity from the last vertex on.
  [[nodiscard]] double slopeAfter(double x) const { return slopes_[findSegment(x)]; }
  // Slope of the segment above `y`, in a nondecreasing curve.
  [[nodiscard]] double slopeAbove(double y) const;
  // Lowest x with this y in a nondecreasing curve; the curve must attain y.
  [[nodiscard]] double lowestAt(double y) const;
  // Lowest x with the maximum.
  [[nodiscard]] double lowestBest() const { return lowestBest_; }
  [[nodiscard]] double highestBest() const { return highestBest_; }
  // Left vertex of the segment that contains x, and the relative position of x in it, in [0, 1).
  struct Place {
    std::size_t vertex;
    double along;
  };
  [[nodiscard]] Place getPlace(double x) const;

 private:
  [[nodiscard]] std::size_t findSegment(double x) const;

  std::vector<Vertex> vertices_;
  std::vector<double> slopes_;  // after each vertex
  double lowestBest_ = 0;
  double highestBest_ = 0;
};

// Returns the curve's points on the upper convex hull, from no rows selected to all rows, without
// points on a line between others.
std::vector<std::size_t> findHull(const Curve& curve);

// Returns each curve's points on its ROC hull as a function of the false positive rate, with only
// the best point for each rate. Empty for a curve that lacks an outcome.
std::vector<std::vector<OperatingPoint>> hullPoints(const std::vector<Curve>& curves);

// Returns the best true positive rate at each false positive rate. The curve must have both
// outcomes.
ConcaveCurve rocHull(const Curve& curve);

}  // namespace fairwasm::thresholds
