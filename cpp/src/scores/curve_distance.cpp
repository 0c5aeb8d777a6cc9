// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/curve_distance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/scores/ranked_scores.hpp"
#include "fairwasm/uncertainty/intervals.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "gamma.hpp"

namespace fairwasm::scores {
namespace {

constexpr std::size_t kCurveDraws = 999;
constexpr std::size_t kCurveBins = 200;
constexpr std::size_t kCurveHeights = 200;
constexpr std::size_t kMaxCurves = 64;
constexpr std::uint64_t kCurveSeed = 2;

// The height of a curve just after and just before each place; curves have vertical steps.
struct HeightsAt {
  double after;
  double before;
};

// Walks along a curve; places must be passed in ascending order.
class CurveWalk {
 public:
  explicit CurveWalk(const RocCurve& curve) : curve_(curve) {}

  HeightsAt at(double place) {
    const auto& x = curve_.falsePositiveRate;
    const auto& y = curve_.truePositiveRate;
    while (x[next_] < place) ++next_;
    const double before = next_ == 0 ? y.front() : between(next_ - 1, place);
    std::size_t last = next_;
    while (last + 1 < x.size() && x[last + 1] <= place) ++last;
    next_ = last;
    return {x[last] > place ? before : y[last], before};
  }

 private:
  [[nodiscard]] double between(std::size_t i, double place) const {
    const auto& x = curve_.falsePositiveRate;
    const auto& y = curve_.truePositiveRate;
    const double width = x[i + 1] - x[i];
    return width > 0 ? y[i] + (y[i + 1] - y[i]) * ((place - x[i]) / width) : y[i];
  }

  const RocCurve& curve_;
  std::size_t next_ = 0;
};

// Returns the integral of |line| between two heights that are `width` apart.
double areaUnderLine(double from, double to, double width) {
  const double sum = std::abs(from) + std::abs(to);
  if (from * to >= 0) return width * sum / 2;
  return width * (from * from + to * to) / (2 * sum);
}

double areaBetween(const RocCurve& one, const RocCurve& other) {
  if (one.thresholds.empty() || other.thresholds.empty()) return kNaN;
  std::vector<double> places;
  std::ranges::merge(one.falsePositiveRate, other.falsePositiveRate, std::back_inserter(places));
  const auto repeated = std::ranges::unique(places);
  places.erase(repeated.begin(), repeated.end());
  CurveWalk ours(one);
  CurveWalk theirs(other);
  double area = 0;
  double from = 0;
  double start = 0;
  for (const double place : places) {
    const auto [after, before] = ours.at(place);
    const auto [theirAfter, theirBefore] = theirs.at(place);
    if (place > start) area += areaUnderLine(from, before - theirBefore, place - start);
    from = after - theirAfter;
    start = place;
  }
  return std::min(1.0, area);
}

// Weight and sum of squared weights of an outcome in each bin of scores, in ascending order.
struct OutcomeBins {
  std::array<double, kCurveBins> weight{};
  std::array<double, kCurveBins> squares{};

  void add(std::span<const WeightedScore> rows, std::span<const double> limits) {
    std::size_t bin = 0;
    for (const auto& row : rows) {
      while (bin < limits.size() && row.score > limits[bin]) ++bin;
      weight[bin] += row.weight;
      squares[bin] += row.weight * row.weight;
    }
  }
  void add(const OutcomeBins& other) {
    for (std::size_t b = 0; b < kCurveBins; ++b) {
      weight[b] += other.weight[b];
      squares[b] += other.squares[b];
    }
  }
  [[nodiscard]] double rows() const {
    double sum = 0;
    double squared = 0;
    for (std::size_t b = 0; b < kCurveBins; ++b) {
      sum += weight[b];
      squared += squares[b];
    }
    return squared > 0 ? sum * sum / squared : 0;
  }
};

struct CurveBins {
  OutcomeBins positives;
  OutcomeBins negatives;

  void add(const CurveBins& other) {
    positives.add(other.positives);
    negatives.add(other.negatives);
  }
  [[nodiscard]] double rows() const { return std::min(positives.rows(), negatives.rows()); }
};

using Heights = std::array<double, kCurveHeights>;

// Returns the true positive rate in the middle of each of equal intervals of false positive rates.
Heights computeHeights(const CurveBins& bins) {
  double positives = 0;
  double negatives = 0;
  for (std::size_t b = 0; b < kCurveBins; ++b) {
    positives += bins.positives.weight[b];
    negatives += bins.negatives.weight[b];
  }
  Heights heights{};
  std::size_t next = 0;
  double x = 0;
  double y = 0;
  for (std::size_t b = kCurveBins; b-- > 0;) {
    const double right = x + bins.negatives.weight[b] / negatives;
    const double top = y + bins.positives.weight[b] / positives;
    for (; next < kCurveHeights; ++next) {
      const double place = (static_cast<double>(next) + 0.5) / kCurveHeights;
      if (place >= right) break;
      heights[next] = y + (top - y) * ((place - x) / (right - x));
    }
    x = right;
    y = top;
  }
  for (; next < kCurveHeights; ++next) heights[next] = 1;
  return heights;
}

// Returns the weights of a draw in which each row's weight is multiplied by an exponential number:
// the sum in a bin has its weight as mean and its sum of squared weights as variance.
OutcomeBins drawnBins(const OutcomeBins& bins, uncertainty::RandomStream& random) {
  OutcomeBins drawn;
  for (std::size_t b = 0; b < kCurveBins; ++b) {
    const double weight = bins.weight[b];
    if (!(weight > 0)) continue;
    const double scale = bins.squares[b] / weight;
    drawn.weight[b] = scale * drawGamma(std::max(1.0, weight / scale), random);
  }
  return drawn;
}

// Returns the greatest score of each bin but the last, with about as many rows in each bin.
std::vector<double> computeLimits(std::span<const OutcomeScores> groups) {
  std::vector<double> all;
  for (const auto& group : groups) {
    for (const auto* rows : {&group.positives, &group.negatives}) {
      for (const auto& row : *rows) {
        if (row.weight > 0) all.push_back(row.score);
      }
    }
  }
  std::ranges::sort(all);
  std::vector<double> distinct;
  std::ranges::unique_copy(all, std::back_inserter(distinct));
  if (distinct.size() <= kCurveBins) return distinct;
  std::vector<double> limits;
  for (std::size_t b = 1; b < kCurveBins; ++b) limits.push_back(all[b * all.size() / kCurveBins]);
  return limits;
}

// A group, or all groups but one.
struct CurveSide {
  CurveBins bins;
  Heights heights{};
  double spread = 0;  // factor of drawn errors: these vary less than those of samples
  Heights error{};

  [[nodiscard]] bool isKnown() const { return spread > 0; }

  void prepare() {
    const double rows = bins.rows();
    if (!(rows >= 2)) return;
    heights = computeHeights(bins);
    spread = std::sqrt((rows + 1) / (rows - 1));
  }
  void measure(const CurveBins& drawn) {
    error = computeHeights(drawn);
    for (std::size_t k = 0; k < kCurveHeights; ++k) error[k] = spread * (error[k] - heights[k]);
  }
};

struct SidePair {
  std::size_t one;
  std::size_t other;
};

// Sides are the groups and then, for each group, all others.
std::vector<SidePair> sidePairs(std::size_t groups) {
  std::vector<SidePair> pairs;
  for (std::size_t i = 0; i < groups; ++i) {
    for (std::size_t j = i + 1; j < groups; ++j) pairs.push_back({i, j});
  }
  for (std::size_t i = 0; i < groups; ++i) pairs.push_back({i, groups + i});
  return pairs;
}

std::vector<CurveSide> makeSides(std::span<const OutcomeScores> groups) {
  const auto limits = computeLimits(groups);
  std::vector<CurveSide> sides(2 * groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    sides[g].bins.positives.add(groups[g].positives, limits);
    sides[g].bins.negatives.add(groups[g].negatives, limits);
    for (std::size_t other = 0; other < groups.size(); ++other) {
      if (other != g) sides[groups.size() + other].bins.add(sides[g].bins);
    }
  }
  for (auto& side : sides) side.prepare();
  return sides;
}

OutcomeBins lessBins(OutcomeBins all, const OutcomeBins& own) {
  for (std::size_t b = 0; b < kCurveBins; ++b) {
    all.weight[b] = std::max(0.0, all.weight[b] - own.weight[b]);
  }
  return all;
}

void drawErrors(std::vector<CurveSide>& sides, uncertainty::RandomStream& random) {
  const std::size_t groups = sides.size() / 2;
  std::vector<CurveBins> drawn(groups);
  CurveBins all;
  for (std::size_t g = 0; g < groups; ++g) {
    drawn[g] = {drawnBins(sides[g].bins.positives, random),
                drawnBins(sides[g].bins.negatives, random)};
    all.add(drawn[g]);
  }
  for (std::size_t g = 0; g < groups; ++g) {
    if (sides[g].isKnown()) sides[g].measure(drawn[g]);
    auto& rest = sides[groups + g];
    if (rest.isKnown())
      rest.measure({lessBins(all.positives, drawn[g].positives),
                    lessBins(all.negatives, drawn[g].negatives)});
  }
}

double meanDistance(const Heights& one, const Heights& other) {
  double sum = 0;
  for (std::size_t k = 0; k < kCurveHeights; ++k) sum += std::abs(one[k] - other[k]);
  return sum / kCurveHeights;
}

OutcomeScores allButGroup(std::span<const OutcomeScores> groups, std::size_t leftOut) {
  OutcomeScores rest;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i != leftOut) rest.merge(groups[i]);
  }
  rest.sort();
  return rest;
}

std::vector<double> curveDistances(std::span<const OutcomeScores> groups) {
  std::vector<RocCurve> curves;
  for (const auto& group : groups) curves.push_back(rocCurve(toCells(group)));
  for (std::size_t i = 0; i < groups.size(); ++i) {
    curves.push_back(rocCurve(toCells(allButGroup(groups, i))));
  }
  std::vector<double> areas;
  for (const auto& [one, other] : sidePairs(groups.size())) {
    areas.push_back(areaBetween(curves[one], curves[other]));
  }
  return areas;
}

}  // namespace

double areaBetweenCurves(const OutcomeScores& one, const OutcomeScores& other) {
  return areaBetween(rocCurve(toCells(one)), rocCurve(toCells(other)));
}

std::vector<uncertainty::Bounded> boundedCurveDistances(std::span<const OutcomeScores> groups,
                                                        double confidence) {
  std::vector<uncertainty::Bounded> bounded;
  for (const double area : curveDistances(groups)) {
    bounded.push_back({area, uncertainty::kNoInterval});
  }
  if (groups.size() > kMaxCurves || groups.empty()) return bounded;
  auto sides = makeSides(groups);
  const auto pairs = sidePairs(groups.size());
  std::vector<std::vector<double>> errors(pairs.size());
  for (std::size_t draw = 0; draw < kCurveDraws; ++draw) {
    uncertainty::RandomStream random(kCurveSeed, draw);
    drawErrors(sides, random);
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      const auto& [one, other] = pairs[p];
      if (!sides[one].isKnown() || !sides[other].isKnown()) continue;
      errors[p].push_back(meanDistance(sides[one].error, sides[other].error));
    }
  }
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    if (errors[p].empty() || std::isnan(bounded[p].value)) continue;
    const double reach = uncertainty::quantile(errors[p], confidence);
    bounded[p].ci = {std::max(0.0, bounded[p].value - reach),
                     std::min(1.0, bounded[p].value + reach)};
  }
  return bounded;
}

}  // namespace fairwasm::scores
