// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/thresholds/hull.hpp"

#include <algorithm>
#include <cmath>

#include "fairwasm/core/nan.hpp"
#include "rounding.hpp"

namespace fairwasm::thresholds {
namespace {

// Vertices of the hull whose rates differ by less than this are merged.
constexpr double kSameVertex = 1e-13;

double withoutRounding(double sum, double one, double other) {
  return std::abs(sum) <= kRounding * (std::abs(one) + std::abs(other)) ? 0 : sum;
}

// Returns true if the path from `a` over `b` to `c` turns right. Exact for counts.
bool turnsRight(const OperatingPoint& a, const OperatingPoint& b, const OperatingPoint& c) {
  const double up = (b.truePositives - a.truePositives) * (c.falsePositives - b.falsePositives);
  const double down = (b.falsePositives - a.falsePositives) * (c.truePositives - b.truePositives);
  return withoutRounding(up - down, up, down) > 0;
}

double slopeBetween(const OperatingPoint& a, const OperatingPoint& b, const Share& x,
                    const Linear& y) {
  const double positives = b.truePositives - a.truePositives;
  const double negatives = b.falsePositives - a.falsePositives;
  const double gain = y.perTruePositive * positives;
  const double loss = y.perFalsePositive * negatives;
  return withoutRounding(gain + loss, gain, loss) / x.of(positives, negatives);
}

}  // namespace

std::vector<std::size_t> findHull(const Curve& curve) {
  const auto& points = curve.points;
  std::vector<std::size_t> hull;
  for (std::size_t i = 0; i < points.size(); ++i) {
    while (hull.size() > 1 &&
           !turnsRight(points[hull[hull.size() - 2]], points[hull.back()], points[i])) {
      hull.pop_back();
    }
    hull.push_back(i);
  }
  return hull;
}

ConcaveCurve::ConcaveCurve(const Curve& curve, const Share& x, const Linear& y) {
  const auto& points = curve.points;
  for (const std::size_t i : findHull(curve)) {
    const Vertex vertex{x.of(points[i].truePositives, points[i].falsePositives), y.at(points[i]),
                        i};
    if (vertices_.empty() || vertex.x > vertices_.back().x) {
      vertices_.push_back(vertex);
    } else if (vertex.y > vertices_.back().y) {
      vertices_.back() = vertex;
    }
  }
  for (std::size_t i = 0; i + 1 < vertices_.size(); ++i) {
    slopes_.push_back(
        slopeBetween(points[vertices_[i].point], points[vertices_[i + 1].point], x, y));
  }
  slopes_.push_back(-kInfinity);
  const auto firstBelow = [&](auto isBelow) {
    return vertices_[static_cast<std::size_t>(std::ranges::find_if(slopes_, isBelow) -
                                              slopes_.begin())]
        .x;
  };
  lowestBest_ = firstBelow([](double slope) { return slope <= 0; });
  highestBest_ = firstBelow([](double slope) { return slope < 0; });
}

std::size_t ConcaveCurve::findSegment(double x) const {
  const auto after = std::ranges::upper_bound(vertices_, x + kSameVertex, {}, &Vertex::x);
  return after == vertices_.begin() ? 0 : static_cast<std::size_t>(after - vertices_.begin()) - 1;
}

ConcaveCurve::Place ConcaveCurve::getPlace(double x) const {
  const std::size_t i = findSegment(x);
  if (i + 1 == vertices_.size()) return {i, 0};
  const double along = (x - vertices_[i].x) / (vertices_[i + 1].x - vertices_[i].x);
  return {i, along > kRounding ? along : 0};
}

double ConcaveCurve::at(double x) const {
  const auto [i, along] = getPlace(x);
  if (along == 0) return vertices_[i].y;
  return (1 - along) * vertices_[i].y + along * vertices_[i + 1].y;
}

double ConcaveCurve::slopeAbove(double y) const {
  const auto after = std::ranges::upper_bound(vertices_, y, {}, &Vertex::y);
  if (after == vertices_.begin()) return kInfinity;
  return slopes_[static_cast<std::size_t>(after - vertices_.begin()) - 1];
}

double ConcaveCurve::lowestAt(double y) const {
  const auto next = std::ranges::lower_bound(vertices_, y, {}, &Vertex::y);
  if (next == vertices_.begin()) return next->x;
  if (next == vertices_.end()) return vertices_.back().x;
  const auto& before = *(next - 1);
  return before.x + (next->x - before.x) * ((y - before.y) / (next->y - before.y));
}

std::vector<std::vector<OperatingPoint>> hullPoints(const std::vector<Curve>& curves) {
  std::vector<std::vector<OperatingPoint>> hulls;
  for (const Curve& curve : curves) {
    hulls.emplace_back();
    if (curve.positives == 0 || curve.negatives == 0) continue;
    const ConcaveCurve hull = rocHull(curve);
    for (const auto& vertex : hull.vertices()) hulls.back().push_back(curve.points[vertex.point]);
  }
  return hulls;
}

ConcaveCurve rocHull(const Curve& curve) {
  return {curve, computeShare(Constraint::kFalsePositiveRate, curve), {1 / curve.positives, 0, 0}};
}

}  // namespace fairwasm::thresholds
