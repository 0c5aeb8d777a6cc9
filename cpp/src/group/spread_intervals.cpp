// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/spread_intervals.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::group {
namespace {

// Returns the interval of the largest (or smallest) of quantities with joint intervals; NaN if one
// of them has no interval.
uncertainty::Interval largestOf(const std::vector<uncertainty::Interval>& all) {
  uncertainty::Interval result{-kInfinity, -kInfinity};
  for (const auto& each : all) {
    if (!uncertainty::isKnown(each)) return uncertainty::kNoInterval;
    result = {std::max(result.low, each.low), std::max(result.high, each.high)};
  }
  return all.empty() ? uncertainty::kNoInterval : result;
}

uncertainty::Interval smallestOf(const std::vector<uncertainty::Interval>& all) {
  uncertainty::Interval result{kInfinity, kInfinity};
  for (const auto& each : all) {
    if (!uncertainty::isKnown(each)) return uncertainty::kNoInterval;
    result = {std::min(result.low, each.low), std::min(result.high, each.high)};
  }
  return all.empty() ? uncertainty::kNoInterval : result;
}

// A group with a defined rate and its index among all groups.
struct Defined {
  Counts counts;
  std::size_t place;
};

// Returns the correlations of all pairs of groups: second and first, third and first, and so on.
std::vector<double> correlations(const SpreadParts& parts) {
  std::vector<double> all;
  for (std::size_t i = 0; i < parts.values.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) all.push_back(parts.together ? parts.together(i, j) : 0);
  }
  return all;
}

std::vector<uncertainty::Interval> pairDifferences(const std::vector<uncertainty::Bounded>& groups,
                                                   const std::vector<double>& together) {
  std::vector<uncertainty::Interval> all;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      all.push_back(uncertainty::magnitudeInterval(
          uncertainty::differenceInterval(groups[i], groups[j], together[all.size()])));
    }
  }
  return all;
}

// Returns false for 0/0: two groups with rates of 0 have no ratio but are equal.
bool hasRatio(const uncertainty::Bounded& one, const uncertainty::Bounded& other) {
  return one.value > 0 || other.value > 0;
}

std::vector<uncertainty::Interval> pairRatios(const std::vector<uncertainty::Bounded>& groups,
                                              const std::vector<double>& together) {
  std::vector<uncertainty::Interval> all;
  std::size_t pair = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j, ++pair) {
      if (!hasRatio(groups[i], groups[j])) continue;
      all.push_back(uncertainty::foldedRatioInterval(
          uncertainty::ratioInterval(groups[i], groups[j], together[pair])));
    }
  }
  return all;
}

uncertainty::Interval distanceToAll(const Against& pair) {
  const uncertainty::Interval apart = uncertainty::magnitudeInterval(
      uncertainty::differenceInterval(pair.group, pair.others, pair.together));
  return {apart.low * (1 - pair.share), apart.high * (1 - pair.share)};
}

uncertainty::Interval ratioToAll(const Against& pair) {
  // Converts r = group / others to group / all = r / (share * r + 1 - share), which increases with
  // r.
  const auto toAll = [&](double ratio) {
    return std::isinf(ratio) ? 1 / pair.share : ratio / (pair.share * ratio + 1 - pair.share);
  };
  const uncertainty::Interval ratio =
      uncertainty::ratioInterval(pair.group, pair.others, pair.together);
  return uncertainty::foldedRatioInterval({toAll(ratio.low), toAll(ratio.high)});
}

}  // namespace

SpreadIntervals spreadIntervals(const SpreadParts& parts, double confidence) {
  const std::size_t count = parts.values.size();
  if (count == 0)
    return {uncertainty::kNoInterval, uncertainty::kNoInterval, uncertainty::kNoInterval,
            uncertainty::kNoInterval, uncertainty::kNoInterval, uncertainty::kNoInterval};
  const Spread apart = spread(parts.values, parts.overall);
  const double single = uncertainty::centralQuantile(uncertainty::eachOf(count, confidence));
  const double toAll =
      uncertainty::centralQuantile(1 - (1 - confidence) / static_cast<double>(count));
  std::vector<uncertainty::Interval> alone;
  for (std::size_t i = 0; i < count; ++i) alone.push_back(parts.at(i, single).ci);
  const uncertainty::Interval min = uncertainty::around(apart.min, smallestOf(alone));
  const uncertainty::Interval max = uncertainty::around(apart.max, largestOf(alone));
  if (count < 2)
    return {min,
            max,
            uncertainty::kNoInterval,
            uncertainty::kNoInterval,
            uncertainty::kNoInterval,
            uncertainty::kNoInterval};
  std::vector<uncertainty::Interval> distances;
  std::vector<uncertainty::Interval> ratios;
  for (std::size_t i = 0; i < count; ++i) {
    const Against pair = parts.against(i, toAll);
    distances.push_back(distanceToAll(pair));
    if (hasRatio(pair.group, pair.others)) ratios.push_back(ratioToAll(pair));
  }
  SpreadIntervals result{min,
                         max,
                         uncertainty::kNoInterval,
                         uncertainty::kNoInterval,
                         uncertainty::around(apart.differenceToOverall, largestOf(distances)),
                         uncertainty::around(apart.ratioToOverall, smallestOf(ratios))};
  if (count <= kMaxPairedGroups) {
    const double z = uncertainty::pairwiseQuantile(count, confidence);
    std::vector<uncertainty::Bounded> bounded;
    for (std::size_t i = 0; i < count; ++i) {
      bounded.push_back(count > 2 ? parts.jointlyAt(i, z) : parts.at(i, z));
    }
    const auto together = correlations(parts);
    result.difference =
        uncertainty::around(apart.difference, largestOf(pairDifferences(bounded, together)));
    result.ratio = uncertainty::around(apart.ratio, smallestOf(pairRatios(bounded, together)));
  }
  return result;
}

SpreadIntervals spreadIntervals(const Rate& rate, std::span<const Counts> groups,
                                const Counts& overall, double confidence,
                                const SharedClusters& shared) {
  std::vector<Defined> defined;
  SpreadParts parts{{}, evaluate(rate, overall), {}, {}, {}};
  for (std::size_t place = 0; place < groups.size(); ++place) {
    const double value = evaluate(rate, groups[place]);
    if (std::isnan(value)) continue;
    defined.push_back({groups[place], place});
    parts.values.push_back(value);
  }
  parts.at = [&](std::size_t group, double z) {
    return boundedRate(rate, defined[group].counts, z);
  };
  parts.jointlyAt = [&](std::size_t group, double z) {
    return jointlyBoundedRate(rate, defined[group].counts, z);
  };
  parts.against = [&](std::size_t group, double z) -> Against {
    const auto& [counts, place] = defined[group];
    if (!isOneQuotient(rate))
      return {boundedRate(rate, counts, z), boundedRate(rate, overall, z), 0};
    const Counts others = shared.others(overall, counts, place);
    return {boundedRate(rate, counts, z), boundedRate(rate, others, z),
            rate.denominator(counts) / rate.denominator(overall),
            correlation(rate, counts, others, shared.withOthers(place))};
  };
  if (!shared.groups.empty()) {
    parts.together = [&](std::size_t one, std::size_t other) {
      return correlation(rate, defined[one].counts, defined[other].counts,
                         shared.between(defined[one].place, defined[other].place));
    };
  }
  SpreadIntervals result = spreadIntervals(parts, confidence);
  if (rate.lowest < 0) result.ratio = result.ratioToOverall = uncertainty::kNoInterval;
  return result;
}

}  // namespace fairwasm::group
