// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/entropy_intervals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <unsupported/Eigen/SpecialFunctions>
#include <vector>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::group {
namespace {

// Probabilities of the benefits 0, 1, and 2.
using Chances = std::array<double, 3>;

double computeIndex(const Chances& chances, double alpha) {
  return generalizedEntropyIndex({{0, chances[0]}, {1, chances[1]}, {2, chances[2]}}, alpha);
}

// Probabilities p that Pearson's test does not reject: n sum (seen - p)^2 / p <= z^2, or sum seen^2
// / p <= 1 + z^2 / n. This region is convex and contains the observed probabilities.
class Region {
 public:
  Region(const Chances& seen, double max) : seen_(seen), max_(max) {}

  // Returns the boundary point of the region in this direction.
  [[nodiscard]] Chances end(double angle) const {
    double low = 0;
    double high = 2;
    constexpr int kHalvings = 50;
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = 0.5 * (low + high);
      (holds(at(angle, middle)) ? low : high) = middle;
    }
    return at(angle, low);
  }

 private:
  [[nodiscard]] Chances at(double angle, double distance) const {
    // Along an edge, a probability of 0 stays exactly 0, because 1e-17 would give another index.
    const auto part = [&](double direction) {
      return std::abs(direction) < kRounding ? 0 : distance * direction;
    };
    const double none = part(std::cos(angle));
    const double two = part(std::sin(angle));
    return {seen_[0] + none, seen_[1] - none - two, seen_[2] + two};
  }

  [[nodiscard]] bool holds(const Chances& chances) const {
    double sum = 0;
    for (std::size_t i = 0; i < chances.size(); ++i) {
      if (chances[i] < -kRounding) return false;
      if (seen_[i] > 0) sum += chances[i] > 0 ? seen_[i] * seen_[i] / chances[i] : kInfinity;
    }
    return sum <= max_;
  }

  static constexpr double kRounding = 1e-14;

  Chances seen_;
  double max_;
};

// Returns the maximum of a function of an angle: the best of many angles, refined between its
// neighbors by golden section search.
template <class F>
double largestAround(F&& value) {
  constexpr int kAngles = 360;  // includes all edges of the simplex
  constexpr double kStep = 2 * std::numbers::pi / kAngles;
  int best = 0;
  double largest = value(0.0);
  for (int i = 1; i < kAngles; ++i) {
    const double here = value(i * kStep);
    if (here > largest) {
      largest = here;
      best = i;
    }
  }
  double low = (best - 1) * kStep;
  double high = (best + 1) * kStep;
  constexpr int kCuts = 40;
  for (int i = 0; i < kCuts && std::isfinite(largest); ++i) {
    const double cut = (high - low) / std::numbers::phi;
    const double right = value(low + cut);
    const double left = value(high - cut);
    (left > right ? high : low) = left > right ? low + cut : high - cut;
    largest = std::max({largest, left, right});
  }
  return largest;
}

// Returns the variance of a benefit in each group. Small groups determine it poorly, so a few rows
// with the benefits of all groups are added, including one more of each kind of error.
std::vector<double> variances(std::span<const Benefits> groups) {
  const auto of = [](double none, double two, double rows) {
    const double bias = (two - none) / rows;
    return (none + two) / rows - bias * bias;
  };
  Benefits all{1, 0, 1};
  for (const Benefits& group : groups) {
    all.none += group.none;
    all.one += group.one;
    all.two += group.two;
  }
  constexpr double kAdded = 4;
  std::vector<double> result;
  for (const Benefits& group : groups) {
    const double share = kAdded / all.rows();
    result.push_back(
        of(group.none + share * all.none, group.two + share * all.two, group.rows() + kAdded));
  }
  return result;
}

// Returns the argument at which a decreasing function equals `target`; 0 if it starts below.
template <class F>
double invertFalling(F&& falling, double target) {
  if (falling(0.0) <= target) return 0;
  double high = 1;
  while (falling(high) > target && high < 1e15) high *= 2;
  double low = 0;
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    (falling(middle) > target ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// Returns a quantile of the chi-squared distribution.
double chiSquaredQuantile(double probability, double degrees) {
  return invertFalling([&](double x) { return 1 - noncentralChiSquared(x, degrees, 0); },
                       1 - probability);
}

// Lower limit for the observed statistic. Groups that are more similar than expected by chance
// would otherwise leave no noncentrality.
double minNoncentral(double degrees) { return chiSquaredQuantile(0.25, degrees); }

// Returns the interval of the noncentrality for an observed statistic.
uncertainty::Interval noncentralityInterval(double seen, double degrees, double confidence) {
  if (seen > 300 + 30 * degrees) {  // the root is then approximately normal with a variance of 1
    const double root = std::sqrt(std::max(0.0, seen - degrees + 1));
    const double z = uncertainty::centralQuantile(confidence);
    return {(root - z) * (root - z), (root + z) * (root + z)};
  }
  const auto reached = [&](double value, double probability) {
    return invertFalling(
        [&](double noncentrality) { return noncentralChiSquared(value, degrees, noncentrality); },
        probability);
  };
  return {reached(seen, 0.5 + confidence / 2),
          reached(std::max(seen, minNoncentral(degrees)), 0.5 - confidence / 2)};
}

// Relative deviations r_g - 1 of the groups from the mean benefit.
struct Deviations {
  double rows = 0;
  double mean = 0;
  std::vector<double> sizes;   // proportions of all rows
  std::vector<double> shares;  // r_g
  double square = 0;           // sum of size * (r_g - 1)^2, twice the index for alpha = 2
};

Deviations computeDeviations(std::span<const Benefits> groups) {
  Deviations result;
  for (const Benefits& group : groups) result.rows += group.rows();
  for (const Benefits& group : groups) {
    result.sizes.push_back(group.rows() / result.rows);
    result.mean += result.sizes.back() * group.mean();
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    result.shares.push_back(groups[i].mean() / result.mean);
    const double deviation = result.shares[i] - 1;
    result.square += result.sizes[i] * deviation * deviation;
  }
  return result;
}

// Distribution of the square: `scale` times a noncentral chi-squared variable with these degrees of
// freedom. Without differences, it is a sum of chi-squared variables with unequal weights (Box
// 1954); with differences, its variance is that along the differences. The larger scale is used.
struct Scale {
  double scale;
  double degrees;
};

Scale computeScale(const Deviations& deviations, const std::vector<double>& variance) {
  double trace = 0;
  double squares = 0;
  double mean = 0;
  double along = 0;
  for (std::size_t i = 0; i < variance.size(); ++i) {
    const double size = deviations.sizes[i];
    trace += variance[i] * (1 - size);
    squares += variance[i] * variance[i] * (1 - 2 * size);
    mean += size * variance[i];
    const double slope = deviations.shares[i] - 1 - deviations.square;
    along += size * slope * slope * variance[i];
  }
  squares += mean * mean;
  const double unit = deviations.rows * deviations.mean * deviations.mean;
  const double alike = squares / trace;
  const double apart = deviations.square > 0 ? along / deviations.square : 0;
  return {std::max(alike, apart) / unit, trace * trace / squares};
}

// Returns the index after all relative deviations are multiplied by `factor`.
double indexAt(const Deviations& deviations, double factor, double alpha) {
  std::vector<BenefitLevel> levels;
  for (std::size_t i = 0; i < deviations.shares.size(); ++i) {
    const double share = std::max(0.0, 1 + factor * (deviations.shares[i] - 1));
    levels.push_back({share, deviations.sizes[i]});
  }
  return generalizedEntropyIndex(levels, alpha);
}

}  // namespace

uncertainty::Interval individualEntropyInterval(const Benefits& rows, double alpha,
                                                double confidence) {
  const double n = rows.rows();
  const Chances seen{rows.none / n, rows.one / n, rows.two / n};
  const double value = computeIndex(seen, alpha);
  if (!std::isfinite(value)) return uncertainty::kNoInterval;
  const double z = uncertainty::centralQuantile(confidence);
  const Region region(seen, 1 + z * z / n);
  // The index is undefined if all benefits are 0, although it increases toward that point.
  const auto index = [&](double angle) {
    const double here = computeIndex(region.end(angle), alpha);
    return std::isnan(here) ? value : here;
  };
  const double high = largestAround(index);
  const double low = -largestAround([&](double angle) { return -index(angle); });
  return {std::max(0.0, std::min(low, value)), std::max(high, value)};
}

uncertainty::Interval groupEntropyInterval(std::span<const Benefits> groups, double alpha,
                                           double confidence) {
  const Deviations deviations = computeDeviations(groups);
  const double value = indexAt(deviations, 1, alpha);
  if (!std::isfinite(value)) return uncertainty::kNoInterval;
  if (groups.size() < 2) return {0, 0};
  const auto [scale, degrees] = computeScale(deviations, variances(groups));
  const double seen = deviations.square / scale;
  const uncertainty::Interval squares = noncentralityInterval(seen, degrees, confidence);
  // Small indices are about half of the square for every alpha, and the direction of small
  // differences is random.
  const bool isSmall = seen <= minNoncentral(degrees);
  const auto end = [&](double noncentrality) {
    const double square = noncentrality * scale;
    if (isSmall || alpha == 2) return square / 2;
    return indexAt(deviations, std::sqrt(square / deviations.square), alpha);
  };
  return {std::max(0.0, std::min(end(squares.low), value)), std::max(end(squares.high), value)};
}

double noncentralChiSquared(double value, double degrees, double noncentrality) {
  if (value <= 0) return 0;
  // Sums a Poisson mixture of chi-squared probabilities, up to 10 standard deviations from its
  // mean.
  const double mean = noncentrality / 2;
  const double reach = 10 * std::sqrt(mean) + 30;
  const auto chance = [&](double k) {
    return mean == 0 ? (k == 0 ? 1.0 : 0.0)
                     : std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
  };
  double sum = 0;
  const double last = std::ceil(mean + reach);
  for (double k = std::max(0.0, std::floor(mean - reach)); k <= last; ++k) {
    sum += chance(k) * Eigen::numext::igamma(degrees / 2 + k, value / 2);
  }
  return std::min(1.0, sum);
}

std::optional<uncertainty::Interval> entropyInterval(const tally::Tally& tally,
                                                     const Compared& compared,
                                                     const std::vector<bool>& favorable,
                                                     double alpha, double confidence) {
  if (const auto* listed = std::get_if<std::vector<data::Condition>>(&compared)) {
    const auto groups = benefitsOfGroups(tally, *listed, favorable);
    if (!groups) return {};
    return groupEntropyInterval(*groups, alpha, confidence);
  }
  if (std::get<Between>(compared) == Between::kIndividuals) {
    return individualEntropyInterval(benefitsOfRows(tally, favorable), alpha, confidence);
  }
  return groupEntropyInterval(benefitsOfAllGroups(tally, favorable), alpha, confidence);
}

}  // namespace fairwasm::group
