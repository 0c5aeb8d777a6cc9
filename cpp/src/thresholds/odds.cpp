// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/thresholds/odds.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "fairwasm/core/nan.hpp"
#include "rounding.hpp"

namespace fairwasm::thresholds {
namespace {

constexpr double kSameRate = 1e-15;
// Number of bisections of a range of rates, down to rounding precision.
constexpr int kHalvings = 52;

double valueBetween(const Vertex& a, const Vertex& b, double x) {
  return b.x > a.x ? a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x)) : a.y;
}

// Returns the minimum of two piecewise linear functions on the same range.
std::vector<Vertex> computeLower(const std::vector<Vertex>& one, const std::vector<Vertex>& other) {
  std::vector<Vertex> lower;
  double gapBefore = 0;
  for (std::size_t i = 0, j = 0; i < one.size() && j < other.size();) {
    const double x = std::fmin(one[i].x, other[j].x);
    const double own = x < one[i].x ? valueBetween(one[i - 1], one[i], x) : one[i].y;
    const double theirs = x < other[j].x ? valueBetween(other[j - 1], other[j], x) : other[j].y;
    const double gap = own - theirs;
    if (gap * gapBefore < 0) {
      const double share = gapBefore / (gapBefore - gap);
      const auto& before = lower.back();
      const double crossing = before.x + share * (x - before.x);
      const auto& [function, k] = gapBefore < 0 ? std::pair(&one, i) : std::pair(&other, j);
      lower.push_back({crossing, valueBetween((*function)[k - 1], (*function)[k], crossing), 0});
    }
    lower.push_back({x, std::fmin(own, theirs), 0});
    gapBefore = gap;
    if (one[i].x == x) ++i;
    if (other[j].x == x) ++j;
  }
  return lower;
}

// Returns the best end of an interval that is narrowed around the maximum of a concave function
// (Kiefer 1953). The result is accurate up to the rounding of values.
template <class Function>
void searchLargest(double low, double high, const Function& visit) {
  constexpr double kGolden = std::numbers::phi - 1;
  constexpr int kNarrowings = 75;  // narrows [0, 1] to rounding precision
  double left = high - kGolden * (high - low);
  double right = low + kGolden * (high - low);
  double atLeft = visit(left);
  double atRight = visit(right);
  for (int i = 0; i < kNarrowings; ++i) {
    if (atLeft >= atRight) {
      high = right;
      right = left;
      atRight = atLeft;
      left = high - kGolden * (high - low);
      atLeft = visit(left);
    } else {
      low = left;
      left = right;
      atLeft = atRight;
      right = low + kGolden * (high - low);
      atRight = visit(right);
    }
  }
}

}  // namespace

double EqualizedOdds::Group::contribution(const RocPosition& position) const {
  return perTruePositiveRate * position.truePositiveRate +
         perFalsePositiveRate * position.falsePositiveRate + constant;
}

double EqualizedOdds::Group::marginal(double truePositiveRate, const RateRange& onHull) const {
  if (truePositiveRate < onHull.low - kSameRate) return perTruePositiveRate;
  return perTruePositiveRate + perFalsePositiveRate / hull.slopeAbove(truePositiveRate);
}

EqualizedOdds::EqualizedOdds(const std::vector<Curve>& curves,
                             const std::vector<Linear>& contributions) {
  for (std::size_t g = 0; g < curves.size(); ++g) {
    const auto& [perTruePositive, perFalsePositive, constant] = contributions[g];
    const ConcaveCurve gains(curves[g], computeShare(Constraint::kFalsePositiveRate, curves[g]),
                             contributions[g]);
    groups_.push_back({rocHull(curves[g]), perTruePositive * curves[g].positives,
                       perFalsePositive * curves[g].negatives, constant, gains.lowestBest()});
    const auto& vertices = groups_.back().hull.vertices();
    envelope_ = g == 0 ? vertices : computeLower(envelope_, vertices);
  }
}

double EqualizedOdds::computeValue(const std::vector<RocPosition>& positions) const {
  double value = 0;
  for (std::size_t g = 0; g < groups_.size(); ++g) value += groups_[g].contribution(positions[g]);
  return value;
}

EqualizedOdds::Optimum EqualizedOdds::at(double falsePositiveRate) const {
  double lowest = 1;
  for (const auto& group : groups_) {
    lowest = std::fmin(lowest, group.hull.at(falsePositiveRate));
  }
  Optimum optimum{0, {groups_.size(), {falsePositiveRate, lowest}}, {kNaN, kNaN}};
  optimum.value = computeValue(optimum.groups);
  return optimum;
}

EqualizedOdds::Optimum EqualizedOdds::shared() const {
  const auto valueAt = [&](const Vertex& vertex) {
    return computeValue(std::vector<RocPosition>(groups_.size(), {vertex.x, vertex.y}));
  };
  std::vector<double> values;
  std::ranges::transform(envelope_, std::back_inserter(values), valueAt);
  const double best = std::ranges::max(values);
  RateRange range{kNaN, kNaN};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] < best - kRounding) continue;
    if (std::isnan(range.low)) range.low = envelope_[i].x;
    range.high = envelope_[i].x;
  }
  Optimum optimum = at(range.low);
  optimum.falsePositiveRates = range;
  return optimum;
}

// Returns the low end of the best window of TPRs, at which raising groups to it starts to cost more
// than lowering others to its high end.
double EqualizedOdds::bestWindow(const std::vector<InStrip>& inStrip, double bottom, double top,
                                 double tolerance) const {
  for (int i = 0; i < kHalvings && top > bottom; ++i) {
    const double middle = (bottom + top) / 2;
    double raising = 0;
    double lowering = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const auto& [best, onHull] = inStrip[g];
      if (middle >= onHull.high - kSameRate) {
        raising = kInfinity;
      } else if (best.truePositiveRate <= middle) {
        raising -= groups_[g].marginal(middle, onHull);
      } else if (best.truePositiveRate > middle + tolerance + kSameRate) {
        lowering += groups_[g].marginal(middle + tolerance, onHull);
      }
    }
    (raising < lowering ? bottom : top) = middle;
  }
  return top;
}

EqualizedOdds::Optimum EqualizedOdds::within(double low, double tolerance) const {
  const RateRange strip{low, std::fmin(1, low + tolerance)};
  std::vector<InStrip> inStrip;
  double highest = 0;
  double max = 1;  // upper limit of the low end of the TPR window
  for (const auto& group : groups_) {
    const double x = std::clamp(group.best, strip.low, strip.high);
    inStrip.push_back(
        {{x, group.hull.at(x)}, {group.hull.at(strip.low), group.hull.at(strip.high)}});
    highest = std::fmax(highest, inStrip.back().best.truePositiveRate);
    max = std::fmin(max, inStrip.back().onHull.high);
  }
  const double bottom = std::fmax(0, low - tolerance);
  const double top = std::fmax(bottom, std::fmin(max, highest));
  const double window = bestWindow(inStrip, bottom, top, tolerance);
  std::vector<RocPosition> positions;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    auto [x, y] = inStrip[g].best;
    const double moved = std::clamp(y, window, window + tolerance);
    if (moved != y) x = std::clamp(groups_[g].hull.lowestAt(moved), strip.low, strip.high);
    positions.push_back({x, moved});
  }
  return {computeValue(positions), positions, {kNaN, kNaN}};
}

EqualizedOdds::Optimum EqualizedOdds::optimum(double tolerance) const {
  Optimum best = shared();
  if (tolerance == 0) return best;
  best.falsePositiveRates = {kNaN, kNaN};
  searchLargest(0, 1, [&](double low) {
    Optimum found = within(low, tolerance);
    const double value = found.value;
    if (value > best.value) best = std::move(found);
    return value;
  });
  return best;
}

}  // namespace fairwasm::thresholds
