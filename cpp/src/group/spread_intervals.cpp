// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/spread_intervals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace fairwasm {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Interval kUnknown{kNaN, kNaN};

double twoSided(double confidence) { return normalQuantile(0.5 + confidence / 2); }

bool isKnown(const Interval& interval) {
  return !std::isnan(interval.low) && !std::isnan(interval.high);
}

Interval around(double value, const Interval& interval) {
  if (!isKnown(interval) || std::isnan(value)) return kUnknown;
  return {std::min(interval.low, value), std::max(interval.high, value)};
}

// The interval of the largest, or the smallest, of quantities whose intervals hold together. As
// soon as one of them has no interval, neither has this.
Interval largestOf(const std::vector<Interval>& all) {
  Interval result{-kInfinity, -kInfinity};
  for (const auto& each : all) {
    if (!isKnown(each)) return kUnknown;
    result = {std::max(result.low, each.low), std::max(result.high, each.high)};
  }
  return all.empty() ? kUnknown : result;
}

Interval smallestOf(const std::vector<Interval>& all) {
  Interval result{kInfinity, kInfinity};
  for (const auto& each : all) {
    if (!isKnown(each)) return kUnknown;
    result = {std::min(result.low, each.low), std::min(result.high, each.high)};
  }
  return all.empty() ? kUnknown : result;
}

template <class F>
std::vector<Interval> ofPairs(const std::vector<Bounded>& groups, F&& interval) {
  std::vector<Interval> all;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) all.push_back(interval(groups[i], groups[j]));
  }
  return all;
}

// 0 of 0: two groups in which the rate is 0 have no ratio, and are not apart.
bool hasRatio(const Bounded& one, const Bounded& other) { return one.value > 0 || other.value > 0; }

std::vector<Interval> pairRatios(const std::vector<Bounded>& groups) {
  std::vector<Interval> all;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!hasRatio(groups[i], groups[j])) continue;
      all.push_back(foldedRatioInterval(ratioInterval(groups[i], groups[j])));
    }
  }
  return all;
}

// One group alone is all rows: it cannot be apart from them.
bool isAll(const Against& pair) { return std::isnan(pair.others.value); }

Interval distanceToAll(const Against& pair) {
  if (isAll(pair)) return {0, 0};
  const Interval apart = magnitudeInterval(differenceInterval(pair.group, pair.others));
  return {apart.low * (1 - pair.share), apart.high * (1 - pair.share)};
}

Interval ratioToAll(const Against& pair) {
  if (isAll(pair)) return {1, 1};
  // group / all, from r = group / others: r / (share * r + 1 - share), which grows with r.
  const auto toAll = [&](double ratio) {
    return std::isinf(ratio) ? 1 / pair.share : ratio / (pair.share * ratio + 1 - pair.share);
  };
  const Interval ratio = ratioInterval(pair.group, pair.others);
  return foldedRatioInterval({toAll(ratio.low), toAll(ratio.high)});
}

}  // namespace

SpreadIntervals spreadIntervals(const SpreadParts& parts, double confidence) {
  const std::size_t count = parts.values.size();
  if (count == 0) return {kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown};
  const Spread apart = spread(parts.values, parts.overall);
  const double single = twoSided(eachOf(count, confidence));
  const double toAll = twoSided(1 - (1 - confidence) / static_cast<double>(count));
  std::vector<Interval> alone;
  std::vector<Interval> distances;
  std::vector<Interval> ratios;
  for (std::size_t i = 0; i < count; ++i) {
    alone.push_back(parts.at(i, single).ci);
    const Against pair = parts.against(i, toAll);
    distances.push_back(distanceToAll(pair));
    if (isAll(pair) || hasRatio(pair.group, pair.others)) ratios.push_back(ratioToAll(pair));
  }
  SpreadIntervals result{
      smallestOf(alone), largestOf(alone), {0, 0}, {1, 1}, largestOf(distances), smallestOf(ratios),
  };
  if (count > 1) {
    const double z = pairwiseQuantile(count, confidence);
    std::vector<Bounded> bounded;
    for (std::size_t i = 0; i < count; ++i) {
      bounded.push_back(count > 2 ? parts.jointlyAt(i, z) : parts.at(i, z));
    }
    const auto differences = ofPairs(bounded, [](const Bounded& one, const Bounded& other) {
      return magnitudeInterval(differenceInterval(one, other));
    });
    result.difference = largestOf(differences);
    result.ratio = smallestOf(pairRatios(bounded));
  }
  return {around(apart.min, result.min),
          around(apart.max, result.max),
          around(apart.difference, result.difference),
          around(apart.ratio, result.ratio),
          around(apart.differenceToOverall, result.differenceToOverall),
          around(apart.ratioToOverall, result.ratioToOverall)};
}

SpreadIntervals spreadIntervals(const Rate& rate, std::span<const Counts> groups,
                                const Counts& overall, double confidence) {
  std::vector<Counts> defined;
  SpreadParts parts{{}, evaluate(rate, overall), {}, {}, {}};
  for (const Counts& counts : groups) {
    const double value = evaluate(rate, counts);
    if (std::isnan(value)) continue;
    defined.push_back(counts);
    parts.values.push_back(value);
  }
  const bool isMean = rate.kind == RateKind::kShare || rate.kind == RateKind::kMeanScore;
  parts.at = [&](std::size_t group, double z) { return boundedRate(rate, defined[group], z); };
  parts.jointlyAt = [&](std::size_t group, double z) {
    return jointlyBoundedRate(rate, defined[group], z);
  };
  parts.against = [&](std::size_t group, double z) -> Against {
    const Counts& counts = defined[group];
    const Counts others = isMean ? without(overall, counts) : overall;
    const double share = isMean ? rate.denominator(counts) / rate.denominator(overall) : 0;
    return {boundedRate(rate, counts, z), boundedRate(rate, others, z), share};
  };
  return spreadIntervals(parts, confidence);
}

}  // namespace fairwasm
