// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/spread.hpp"

#include <algorithm>
#include <cmath>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::uncertainty {
namespace {

double foldedRatio(double value, double overall) {
  const double ratio = value / overall;
  return ratio > 1 ? 1 / ratio : ratio;
}

// Returns the interval of the largest (or smallest) of quantities with joint intervals; NaN if one
// of them has no interval.
Interval chooseLargest(const std::vector<Interval>& all) {
  Interval result{-kInfinity, -kInfinity};
  for (const auto& each : all) {
    if (!isKnown(each)) return kNoInterval;
    result = {std::max(result.low, each.low), std::max(result.high, each.high)};
  }
  return all.empty() ? kNoInterval : result;
}

Interval chooseSmallest(const std::vector<Interval>& all) {
  Interval result{kInfinity, kInfinity};
  for (const auto& each : all) {
    if (!isKnown(each)) return kNoInterval;
    result = {std::min(result.low, each.low), std::min(result.high, each.high)};
  }
  return all.empty() ? kNoInterval : result;
}

// Returns the correlations of all pairs of groups: second and first, third and first, and so on.
std::vector<double> correlations(const SpreadParts& parts) {
  std::vector<double> all;
  for (std::size_t i = 0; i < parts.values.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) all.push_back(parts.together ? parts.together(i, j) : 0);
  }
  return all;
}

std::vector<Interval> pairDifferences(const std::vector<Bounded>& groups,
                                      const std::vector<double>& together) {
  std::vector<Interval> all;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      all.push_back(
          magnitudeInterval(differenceInterval(groups[i], groups[j], together[all.size()])));
    }
  }
  return all;
}

// Returns false for 0/0: two groups with rates of 0 have no ratio but are equal.
bool hasRatio(const Bounded& one, const Bounded& other) { return one.value > 0 || other.value > 0; }

std::vector<Interval> pairRatios(const std::vector<Bounded>& groups,
                                 const std::vector<double>& together) {
  std::vector<Interval> all;
  std::size_t pair = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j, ++pair) {
      if (!hasRatio(groups[i], groups[j])) continue;
      all.push_back(foldedRatioInterval(ratioInterval(groups[i], groups[j], together[pair])));
    }
  }
  return all;
}

Interval distanceToAll(const Against& pair) {
  const Interval apart =
      magnitudeInterval(differenceInterval(pair.group, pair.others, pair.together));
  return {apart.low * (1 - pair.share), apart.high * (1 - pair.share)};
}

Interval ratioToAll(const Against& pair) {
  // Converts r = group / others to group / all = r / (share * r + 1 - share), which increases with
  // r.
  const auto toAll = [&](double ratio) {
    return std::isinf(ratio) ? 1 / pair.share : ratio / (pair.share * ratio + 1 - pair.share);
  };
  const Interval ratio = ratioInterval(pair.group, pair.others, pair.together);
  return foldedRatioInterval({toAll(ratio.low), toAll(ratio.high)});
}

}  // namespace

Spread fairlearnSpread(std::span<const double> groups, double overall) {
  Spread result{kNaN, kNaN, kNaN, kNaN, kNaN, kNaN};
  // fmin and fmax ignore NaN.
  for (const double value : groups) {
    result.min = std::fmin(result.min, value);
    result.max = std::fmax(result.max, value);
    result.differenceToOverall = std::fmax(result.differenceToOverall, std::abs(value - overall));
    result.ratioToOverall = std::fmin(result.ratioToOverall, foldedRatio(value, overall));
  }
  result.difference = result.max - result.min;
  result.ratio = result.min / result.max;
  return result;
}

Spread spread(std::span<const double> groups, double overall) {
  const auto defined =
      std::ranges::count_if(groups, [](double value) { return !std::isnan(value); });
  const Spread all = fairlearnSpread(groups, overall);
  return defined < 2 ? Spread{all.min, all.max, kNaN, kNaN, kNaN, kNaN} : all;
}

SpreadIntervals spreadIntervals(const SpreadParts& parts, double confidence) {
  const std::size_t count = parts.values.size();
  if (count == 0)
    return {kNoInterval, kNoInterval, kNoInterval, kNoInterval, kNoInterval, kNoInterval};
  const Spread apart = spread(parts.values, parts.overall);
  const double single = centralQuantile(computeEachConfidence(count, confidence));
  const double toAll = centralQuantile(1 - (1 - confidence) / static_cast<double>(count));
  std::vector<Interval> alone;
  for (std::size_t i = 0; i < count; ++i) alone.push_back(parts.at(i, single).ci);
  const Interval min = around(apart.min, chooseSmallest(alone));
  const Interval max = around(apart.max, chooseLargest(alone));
  if (count < 2) return {min, max, kNoInterval, kNoInterval, kNoInterval, kNoInterval};
  std::vector<Interval> distances;
  std::vector<Interval> ratios;
  for (std::size_t i = 0; i < count; ++i) {
    const Against pair = parts.against(i, toAll);
    distances.push_back(distanceToAll(pair));
    if (hasRatio(pair.group, pair.others)) ratios.push_back(ratioToAll(pair));
  }
  SpreadIntervals result{min,
                         max,
                         kNoInterval,
                         kNoInterval,
                         around(apart.differenceToOverall, chooseLargest(distances)),
                         around(apart.ratioToOverall, chooseSmallest(ratios))};
  if (count <= kMaxPairedGroups) {
    const double z = pairwiseQuantile(count, confidence);
    std::vector<Bounded> bounded;
    for (std::size_t i = 0; i < count; ++i) {
      bounded.push_back(count > 2 ? parts.jointlyAt(i, z) : parts.at(i, z));
    }
    const auto together = correlations(parts);
    result.difference = around(apart.difference, chooseLargest(pairDifferences(bounded, together)));
    result.ratio = around(apart.ratio, chooseSmallest(pairRatios(bounded, together)));
  }
  return result;
}

}  // namespace fairwasm::uncertainty
