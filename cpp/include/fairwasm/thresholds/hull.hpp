// SPDX-License-Identifier: Apache-2.0
//
// What mixtures of thresholds reach: the points under the upper convex hull of a group's ROC
// points (Provost and Fawcett 2001). Whoever draws for each row which of two thresholds is applied
// to it moves along the line between their two points.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "fairwasm/thresholds/objective.hpp"

namespace fairwasm::thresholds {

struct Vertex {
  double x;
  double y;
  std::size_t point;  // of the curve
};

// A concave function on [0, 1], straight between vertices.
class ConcaveCurve {
 public:
  // Of a group the best `y` at each share `x`.
  ConcaveCurve(const Curve& curve, const Share& x, const Linear& y);

  [[nodiscard]] const std::vector<Vertex>& vertices() const { return vertices_; }
  [[nodiscard]] double at(double x) const;
  // Of the segment to the right of x; -infinity from the last vertex on.
  [[nodiscard]] double slopeAfter(double x) const { return slopes_[segmentOf(x)]; }
  // Of the segment whose y follows `y`, in a curve that does not fall.
  [[nodiscard]] double slopeAbove(double y) const;
  // The lowest x with this y, in a curve that does not fall, of which y must be a value.
  [[nodiscard]] double lowestAt(double y) const;
  // Where it is largest.
  [[nodiscard]] double lowestBest() const { return lowestBest_; }
  [[nodiscard]] double highestBest() const { return highestBest_; }
  // The vertex at the left end of the segment that x is in, and how far x is along it, in [0, 1).
  struct Place {
    std::size_t vertex;
    double along;
  };
  [[nodiscard]] Place placeOf(double x) const;

 private:
  [[nodiscard]] std::size_t segmentOf(double x) const;

  std::vector<Vertex> vertices_;
  std::vector<double> slopes_;  // after each vertex
  double lowestBest_ = 0;
  double highestBest_ = 0;
};

// The curve's points on the upper convex hull, from nobody selected to everybody, without those
// that lie on a line between others.
std::vector<std::size_t> hullOf(const Curve& curve);

// Of each curve the points of its ROC hull as a function of the false positive rate: of those that
// share one, the best alone. None for a curve that lacks an outcome.
std::vector<std::vector<OperatingPoint>> hullPoints(const std::vector<Curve>& curves);

// The best true positive rate at each false positive rate. The curve must have both outcomes.
ConcaveCurve rocHull(const Curve& curve);

}  // namespace fairwasm::thresholds
