// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/score_intervals.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <unsupported/Eigen/SpecialFunctions>
#include <utility>
#include <vector>

#include "fairwasm/core/nan.hpp"
#include "root.hpp"

namespace fairwasm::uncertainty {
namespace {

// Finds the argument at which an increasing function equals `target` by bisection.
template <class F>
double invert(F&& increasing, double target, double low, double high) {
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    (increasing(middle) < target ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// Returns the largest possible shrinkage of a part toward 0: the distance to the end on that side.
double slackToZero(const Bounded& part) {
  return part.value >= 0 ? part.value - part.ci.low : part.ci.high - part.value;
}

// Returns the smallest weighted sum of magnitudes over the ellipsoid. At the minimum (Kuhn and
// Tucker), each part is shrunk by lambda * weight * slack^2, at most to 0, and lambda is such that
// the point is on the ellipsoid.
double smallestSum(std::span<const Bounded> parts, std::span<const double> weights) {
  std::vector<double> slack;
  for (const auto& part : parts) slack.push_back(slackToZero(part));
  const auto shrunk = [&](std::size_t i, double lambda) {
    const double size = std::abs(parts[i].value);
    return lambda == kInfinity ? size : std::min(size, lambda * weights[i] * slack[i] * slack[i]);
  };
  const auto used = [&](double lambda) {
    double sum = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const double share = parts[i].value == 0 ? 0 : shrunk(i, lambda) / slack[i];
      sum += share * share;
    }
    return sum;
  };
  if (used(kInfinity) <= 1) return 0;
  double max = 1;
  while (used(max) < 1 && max < 1e300) max *= 2;
  const double lambda = invert(used, 1, 0, max);
  double sum = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sum += weights[i] * (std::abs(parts[i].value) - (slack[i] > 0 ? shrunk(i, lambda) : 0));
  }
  return std::max(0.0, sum);
}

// Returns the length of the difference of two vectors with these lengths and this cosine of their
// angle.
double apart(double one, double other, double correlation) {
  if (correlation == 0) return std::hypot(one, other);
  return std::sqrt(std::max(0.0, one * one + other * other - 2 * correlation * one * other));
}

}  // namespace

Bounded boundedShare(const EffectiveShare& share, double z) {
  return {share.share,
          wilsonIntervalAt(share.share, share.trials, studentQuantileAt(z, share.degrees))};
}

double studentQuantileAt(double z, double degrees) {
  const double v = std::max(1.0, degrees);
  const double square = z * z;
  return z * (1 + (square + 1) / (4 * v) + (5 * square * square + 16 * square + 3) / (96 * v * v));
}

EffectiveShare amongMany(EffectiveShare share) {
  share.degrees = std::min(share.degrees, 2 * share.trials - 2);
  return share;
}

Interval differenceInterval(const Bounded& one, const Bounded& other, double correlation) {
  const double value = one.value - other.value;
  const double below = apart(one.value - one.ci.low, other.ci.high - other.value, correlation);
  const double above = apart(one.ci.high - one.value, other.value - other.ci.low, correlation);
  return {value - below, value + above};
}

Interval newcombeDifference(double successes, double trials, double otherSuccesses,
                            double otherTrials, double confidence) {
  return differenceInterval(
      {successes / trials, wilsonInterval(successes, trials, confidence)},
      {otherSuccesses / otherTrials, wilsonInterval(otherSuccesses, otherTrials, confidence)});
}

Interval ratioInterval(const Bounded& one, const Bounded& other, double correlation) {
  const double value = one.value / other.value;
  if (std::isnan(value) || std::isnan(one.ci.low) || std::isnan(other.ci.low)) return {kNaN, kNaN};
  const double product = one.value * other.value;
  const double min = one.ci.low * (2 * one.value - one.ci.low);
  const double max = one.ci.high * (2 * one.value - one.ci.high);
  const double otherMost = other.ci.high * (2 * other.value - other.ci.high);
  const double otherLeast = other.ci.low * (2 * other.value - other.ci.low);
  const auto root = [&](double a, double b, double ours, double theirs) {
    const double middle = product - correlation * ours * theirs;
    return middle + std::sqrt(std::max(0.0, middle * middle - a * b));
  };
  const double below = root(min, otherMost, one.value - one.ci.low, other.ci.high - other.value);
  const double above = root(max, otherLeast, one.ci.high - one.value, other.value - other.ci.low);
  const double low = min > 0 && below > 0 ? min / below : 0;
  const double high = otherLeast > 0 ? above / otherLeast : kInfinity;
  return around(value, {low, high});
}

Interval sumInterval(std::span<const Bounded> parts) {
  double value = 0;
  double below = 0;
  double above = 0;
  for (const auto& part : parts) {
    value += part.value;
    below = std::hypot(below, part.value - part.ci.low);
    above = std::hypot(above, part.ci.high - part.value);
  }
  return {value - below, value + above};
}

Bounded scaled(const Bounded& quantity, double factor) {
  const double low = factor * quantity.ci.low;
  const double high = factor * quantity.ci.high;
  return {factor * quantity.value, factor < 0 ? Interval{high, low} : Interval{low, high}};
}

Interval magnitudeInterval(const Interval& interval) {
  if (std::isnan(interval.low)) return interval;
  return {std::max({0.0, interval.low, -interval.high}),
          std::max(std::abs(interval.low), std::abs(interval.high))};
}

Interval foldedRatioInterval(const Interval& interval) {
  if (std::isnan(interval.low)) return interval;
  const double low = std::min(interval.low, 1 / interval.high);
  if (interval.low <= 1 && interval.high >= 1) return {low, 1};
  return {low, std::min(interval.high, 1 / interval.low)};
}

Interval absoluteSumInterval(std::span<const Bounded> parts, std::span<const double> weights) {
  double value = 0;
  double above = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Interval size = magnitudeInterval(parts[i].ci);
    const double own = std::abs(parts[i].value);
    value += weights[i] * own;
    above = std::hypot(above, weights[i] * (size.high - own));
  }
  if (std::isnan(value) || std::isnan(above)) return {kNaN, kNaN};
  return around(value, {smallestSum(parts, weights), value + above});
}

double distanceTo(double bound, double value,
                  const std::function<Interval(double quantile)>& intervalAt) {
  constexpr double kFarthest = 8;
  const Interval usual = intervalAt(1);
  if (std::isnan(value) || std::isnan(usual.low) || std::isnan(usual.high)) return kNaN;
  const bool isAbove = bound >= value;
  const auto reaches = [&](double quantile) {
    const auto [low, high] = intervalAt(quantile);
    return (isAbove ? high > bound : low < bound) ? 1.0 : 0.0;
  };
  const double distance = reaches(kFarthest) > 0 ? invert(reaches, 1, 0, kFarthest) : kFarthest;
  return isAbove ? distance : -distance;
}

double jointQuantile(std::size_t degrees, double confidence) {
  if (degrees == 2) return std::sqrt(-2 * std::log1p(-confidence));
  const double half = 0.5 * static_cast<double>(degrees);
  const auto probability = [&](double quantile) {
    return Eigen::numext::igamma(half, 0.5 * quantile * quantile);
  };
  double max = 1;
  while (probability(max) < confidence && max < 1e6) max *= 2;
  return invert(probability, confidence, 0, max);
}

double computeEachConfidence(std::size_t count, double confidence) {
  return std::exp(std::log(confidence) / static_cast<double>(std::max<std::size_t>(1, count)));
}

// Integrates the density of the smallest variable times the probability that all others are within
// `range` of it, by Simpson's rule. The tails beyond 8 contain less than 1e-15.
double rangeProbability(double range, std::size_t groups) {
  if (groups < 2) return 1;
  constexpr int kSteps = 128;
  constexpr double kTail = 8;
  constexpr double kWidth = 2 * kTail / kSteps;
  const auto others = static_cast<double>(groups - 1);
  double sum = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double smallest = -kTail + i * kWidth;
    const double within = normalProbability(smallest + range) - normalProbability(smallest);
    const double value = std::exp(-0.5 * smallest * smallest) * std::pow(within, others);
    sum += value * (i == 0 || i == kSteps ? 1 : i % 2 == 1 ? 4 : 2);
  }
  const double density = (others + 1) / std::sqrt(2 * std::numbers::pi);
  return std::min(1.0, density * sum * kWidth / 3);
}

double pairwiseQuantile(std::size_t groups, double confidence) {
  if (groups <= 2) return normalQuantile(0.5 + confidence / 2);
  // Cached, because it is needed for every rate of a frame and takes about 0.2 ms.
  thread_local std::map<std::pair<std::size_t, double>, double> known;
  const auto [entry, isNew] = known.try_emplace({groups, confidence}, 0);
  if (isNew) {
    const auto excess = [&](double z) {
      return rangeProbability(std::numbers::sqrt2 * z, groups) - confidence;
    };
    entry->second = root(excess, 0, 12);
  }
  return entry->second;
}

}  // namespace fairwasm::uncertainty
