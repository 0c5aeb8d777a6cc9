// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amounts/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "estimates.hpp"
#include "fairwasm/core/nan.hpp"
#include "moments.hpp"

namespace fairwasm::amounts {
namespace {

using uncertainty::Interval;
using uncertainty::isKnown;
using uncertainty::kNoInterval;

// Returns a value with the intervals that `at` returns for each level.
Estimated withIntervals(double value, const Levels& levels,
                        const std::function<Interval(double confidence)>& at) {
  Estimated result{.value = value};
  if (std::isnan(value)) return result;
  const auto each = uncertainty::around(value, at(levels.confidence));
  const auto joint =
      levels.joint == levels.confidence ? each : uncertainty::around(value, at(levels.joint));
  result.low = each.low;
  result.high = each.high;
  result.jointLow = joint.low;
  result.jointHigh = joint.high;
  return result;
}

// Returns an estimate whose value and intervals are transformed by an increasing or a decreasing
// function.
template <class Function>
Estimated transformed(Estimated estimated, Function&& function) {
  const auto ordered = [&](double& low, double& high) {
    const double one = function(low);
    const double other = function(high);
    low = std::min(one, other);
    high = std::max(one, other);
    if (std::isnan(one) || std::isnan(other)) low = high = kNaN;
  };
  estimated.value = function(estimated.value);
  ordered(estimated.low, estimated.high);
  ordered(estimated.jointLow, estimated.jointHigh);
  return estimated;
}

Estimated gapOf(const Estimated& ratio) {
  return transformed(ratio, [](double x) { return 1 - x; });
}

// Returns Fieller's interval (1954): all ratios rho with
// (m_g - rho m_r)^2 <= t^2 Var(m_g - rho m_r).
Interval fieller(const TwoMeans& means, double t) {
  const double a = means.reference() * means.reference() - t * t * means.referenceVariance();
  const double b = means.group() * means.reference() - t * t * means.covariance();
  const double c = means.group() * means.group() - t * t * means.groupVariance();
  const double root = std::sqrt(b * b - a * c);
  return a > 0 && !std::isnan(root) ? Interval{(b - root) / a, (b + root) / a} : kNoInterval;
}

Estimated meanRatio(const TwoMeans& means, const Levels& levels) {
  if (!(means.reference() > 0)) return {};
  const double ratio = means.group() / means.reference();
  if (!(means.variance(ratio) > 0)) return {.value = ratio};
  const double degrees = means.degrees(ratio);
  auto result = withIntervals(ratio, levels, [&](double confidence) {
    return fieller(means, studentReach(confidence, degrees));
  });
  result.degrees = degrees;
  // The test that the interval inverts.
  if (!std::isnan(result.low)) {
    const double error = std::sqrt(means.variance(1));
    result.pValue = uncertainty::studentTails((means.group() - means.reference()) / error, degrees);
  }
  return result;
}

Gap meanGap(const TwoMeans& means, const Levels& levels) {
  const double difference = means.group() - means.reference();
  const Estimated ratio = meanRatio(means, levels);
  return {gapOf(ratio),
          studentized(difference, means.variance(1), means.degrees(1), difference, levels), ratio};
}

bool hasLogarithms(const Sample& sample) {
  return sample.size() > 0 &&
         std::ranges::all_of(sample.values, [](double value) { return value > 0; });
}

Sample logarithms(const Sample& sample) {
  std::vector<double> logs;
  logs.reserve(sample.size());
  for (const double value : sample.values) logs.push_back(std::log(value));
  return sample.with(std::move(logs));
}

double toExponential(double x) { return std::exp(x); }

// The difference of geometric means has no interval; that of their logarithms is the ratio's.
Gap geometricGap(const Sample& group, const Sample& reference, const Levels& levels) {
  if (!hasLogarithms(group) || !hasLogarithms(reference)) return {};
  const TwoMeans means(logarithms(group), logarithms(reference));
  const double difference = means.group() - means.reference();
  const Estimated ratio =
      transformed(studentized(difference, means.variance(1), means.degrees(1), difference, levels),
                  toExponential);
  return {gapOf(ratio), {.value = std::exp(means.group()) - std::exp(means.reference())}, ratio};
}

// Combines the intervals of two independent values to that of their difference (Zou and Donner
// 2008).
Interval combine(double one, const Interval& ofOne, double other, const Interval& ofOther) {
  const double difference = one - other;
  return {difference - std::hypot(one - ofOne.low, ofOther.high - other),
          difference + std::hypot(ofOne.high - one, other - ofOther.low)};
}

Gap quantileGap(const Sample& group, const Sample& reference, double probability,
                const Levels& levels) {
  const double g = computeQuantile(group, probability);
  const double r = computeQuantile(reference, probability);
  const auto intervals = [&](double confidence) {
    return std::pair(uncertainty::around(g, quantileInterval(group, probability, confidence)),
                     uncertainty::around(r, quantileInterval(reference, probability, confidence)));
  };
  const Estimated difference = withIntervals(g - r, levels, [&](double confidence) {
    const auto [ofGroup, ofReference] = intervals(confidence);
    return combine(g, ofGroup, r, ofReference);
  });
  if (!(r > 0)) return {{}, difference, {}};
  const Estimated ratio = withIntervals(g / r, levels, [&](double confidence) {
    const auto [ofGroup, ofReference] = intervals(confidence);
    if (!(ofGroup.low > 0 && ofReference.low > 0)) return kNoInterval;
    const auto onLogScale = [](const Interval& interval) {
      return Interval{std::log(interval.low), std::log(interval.high)};
    };
    const auto [low, high] =
        combine(std::log(g), onLogScale(ofGroup), std::log(r), onLogScale(ofReference));
    return Interval{std::exp(low), std::exp(high)};
  });
  return {gapOf(ratio), difference, ratio};
}

// Returns, for each value of a sorted sample, the proportion of the other sorted sample that is
// below, with half of the equal values.
std::vector<double> placements(const Sample& sample, const Sample& other) {
  const double total = other.totalWeight();
  std::vector<double> result;
  result.reserve(sample.size());
  double below = 0;
  double equal = 0;
  std::size_t next = 0;
  double last = kNaN;
  for (const double value : sample.values) {
    if (value != last) {
      below += equal;
      equal = 0;
      for (; next < other.size() && other.values[next] < value; ++next) below += other.weight(next);
      for (; next < other.size() && other.values[next] == value; ++next) {
        equal += other.weight(next);
      }
      last = value;
    }
    result.push_back((below + equal / 2) / total);
  }
  return result;
}

// The test and the interval of Brunner and Munzel (2000).
Estimated probabilityAbove(const Sample& group, const Sample& reference, const Levels& levels) {
  if (group.size() == 0 || reference.size() == 0) return {};
  // A row of the reference is above the group with probability 1 - P.
  const TwoMeans means(group.with(placements(group, reference)),
                       reference.with(placements(reference, group)));
  const double value = means.group();
  Estimated result = studentized(value, means.variance(1), means.degrees(1), value - 0.5, levels);
  const auto cut = [](double& end) {
    if (!std::isnan(end)) end = std::clamp(end, 0.0, 1.0);
  };
  for (double* end : {&result.low, &result.high, &result.jointLow, &result.jointHigh}) cut(*end);
  return result;
}

// Returns the sum of t^3 - t over ties of both sorted samples.
double sumTies(const Sample& group, const Sample& reference) {
  double sum = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < group.size() || j < reference.size()) {
    const double value = j == reference.size()
                             ? group.values[i]
                             : (i == group.size() ? reference.values[j]
                                                  : std::min(group.values[i], reference.values[j]));
    double tied = 0;
    for (; i < group.size() && group.values[i] == value; ++i) ++tied;
    for (; j < reference.size() && reference.values[j] == value; ++j) ++tied;
    sum += tied * tied * tied - tied;
  }
  return sum;
}

struct MannWhitney {
  double u = kNaN;
  double pValue = kNaN;
};

MannWhitney mannWhitney(const Sample& group, const Sample& reference, double probability) {
  const bool areRowsEqual = group.clusters.empty() && reference.clusters.empty() &&
                            group.weights.empty() && reference.weights.empty();
  if (!areRowsEqual || std::isnan(probability)) return {};
  const double pairs = group.rows() * reference.rows();
  const double rows = group.rows() + reference.rows();
  const double u = probability * pairs;
  const double variance = pairs / 12 * (rows + 1 - sumTies(group, reference) / (rows * (rows - 1)));
  if (!(variance > 0)) return {u, kNaN};
  return {u, 2 * uncertainty::normalProbability(-std::abs(u - pairs / 2) / std::sqrt(variance))};
}

bool isMuchSmaller(const Sample& one, const Sample& other) {
  return one.size() < 20 && other.size() >= 5 * one.size();
}

double countClusters(const Sample& sample) {
  auto clusters = sample.clusters;
  std::ranges::sort(clusters);
  const auto repeated = std::ranges::unique(clusters);
  return static_cast<double>(clusters.size() - repeated.size());
}

Estimated meanOf(const Sample& sample, const Levels& levels) {
  const auto [variance, degrees] = computePrecision(sample);
  return studentized(computeMean(sample), variance, degrees, kNaN, levels);
}

Estimated quantileOf(const Sample& sorted, double probability, const Levels& levels) {
  return withIntervals(computeQuantile(sorted, probability), levels, [&](double confidence) {
    return quantileInterval(sorted, probability, confidence);
  });
}

}  // namespace

GroupSummary summarize(std::string name, const Sample& sorted,
                       std::span<const double> probabilities, const Levels& levels) {
  const bool isEmpty = sorted.size() == 0;
  GroupSummary summary{
      .name = std::move(name),
      .rows = sorted.rows(),
      .weight = sorted.totalWeight(),
      .clusters = sorted.clusters.empty() ? kNaN : countClusters(sorted),
      .smallest = isEmpty ? kNaN : sorted.values.front(),
      .largest = isEmpty ? kNaN : sorted.values.back(),
      .notPositive = static_cast<double>(
          std::ranges::count_if(sorted.values, [](double value) { return value <= 0; })),
      .mean = meanOf(sorted, levels),
      .median = quantileOf(sorted, 0.5, levels),
      .geometricMean = {},
      .quantiles = {},
  };
  if (hasLogarithms(sorted)) {
    summary.geometricMean = transformed(meanOf(logarithms(sorted), levels), toExponential);
  }
  for (const double probability : probabilities) {
    summary.quantiles.push_back(quantileOf(sorted, probability, levels));
  }
  return summary;
}

Comparison compare(std::string name, const Sample& sorted, const Sample& sortedReference,
                   std::span<const double> probabilities, const Levels& levels) {
  const TwoMeans means(sorted, sortedReference);
  const Moments group = computeMoments(sorted);
  const Moments reference = computeMoments(sortedReference);
  const Estimated above = probabilityAbove(sorted, sortedReference, levels);
  const auto [u, pValue] = mannWhitney(sorted, sortedReference, above.value);
  const double skewness = std::abs(group.third / (group.rows * group.rows) -
                                   reference.third / (reference.rows * reference.rows));
  Comparison comparison{
      .name = std::move(name),
      .mean = meanGap(means, levels),
      .median = quantileGap(sorted, sortedReference, 0.5, levels),
      .geometricMean = geometricGap(sorted, sortedReference, levels),
      .quantiles = {},
      .probabilityAbove = above,
      .mannWhitneyU = u,
      .mannWhitneyPValue = pValue,
      .isSkewed = skewness > 0.2 * std::pow(means.variance(1), 1.5),
      .isUnbalanced =
          isMuchSmaller(sorted, sortedReference) || isMuchSmaller(sortedReference, sorted),
  };
  for (const double probability : probabilities) {
    comparison.quantiles.push_back(quantileGap(sorted, sortedReference, probability, levels));
  }
  return comparison;
}

}  // namespace fairwasm::amounts
