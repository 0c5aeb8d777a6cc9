// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/spread_intervals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::group {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr uncertainty::Interval kUnknown{kNaN, kNaN};

double twoSided(double confidence) { return uncertainty::normalQuantile(0.5 + confidence / 2); }

bool isKnown(const uncertainty::Interval& interval) {
  return !std::isnan(interval.low) && !std::isnan(interval.high);
}

uncertainty::Interval around(double value, const uncertainty::Interval& interval) {
  if (!isKnown(interval) || std::isnan(value)) return kUnknown;
  return {std::min(interval.low, value), std::max(interval.high, value)};
}

// The interval of the largest, or the smallest, of quantities whose intervals hold together. As
// soon as one of them has no interval, neither has this.
uncertainty::Interval largestOf(const std::vector<uncertainty::Interval>& all) {
  uncertainty::Interval result{-kInfinity, -kInfinity};
  for (const auto& each : all) {
    if (!isKnown(each)) return kUnknown;
    result = {std::max(result.low, each.low), std::max(result.high, each.high)};
  }
  return all.empty() ? kUnknown : result;
}

uncertainty::Interval smallestOf(const std::vector<uncertainty::Interval>& all) {
  uncertainty::Interval result{kInfinity, kInfinity};
  for (const auto& each : all) {
    if (!isKnown(each)) return kUnknown;
    result = {std::min(result.low, each.low), std::min(result.high, each.high)};
  }
  return all.empty() ? kUnknown : result;
}

// A group that has the rate, and its place among all groups.
struct Defined {
  Counts counts;
  std::size_t place;
};

std::vector<uncertainty::Bounded> boundedRates(const Rate& rate, const std::vector<Defined>& groups,
                                               double z) {
  std::vector<uncertainty::Bounded> all;
  for (const auto& [counts, place] : groups) all.push_back(boundedRate(rate, counts, z));
  return all;
}

std::vector<uncertainty::Interval> intervalsOf(const std::vector<uncertainty::Bounded>& all) {
  std::vector<uncertainty::Interval> intervals;
  for (const auto& each : all) intervals.push_back(each.ci);
  return intervals;
}

// Of the estimates of each pair of groups: the second and the first, the third and the first, and
// so on.
std::vector<double> correlations(const Rate& rate, const std::vector<Defined>& groups,
                                 const SharedClusters& shared) {
  std::vector<double> all;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      all.push_back(shared.groups.empty()
                        ? 0
                        : correlation(rate, groups[i].counts, groups[j].counts,
                                      shared.between(groups[i].place, groups[j].place)));
    }
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

// 0 of 0: two groups in which the rate is 0 have no ratio, and are not apart.
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

// A group and all others, which have no rows in common: how the group's distance from all rows
// follows from its distance from them. `share` is the group's part of the rate's denominator; 0 for
// rates that are no mean over rows, which are taken as if the group were none of them.
struct Against {
  uncertainty::Bounded group;
  uncertainty::Bounded others;
  double share;
  double together;  // correlation of the two
};

std::vector<Against> againstOthers(const Rate& rate, const std::vector<Defined>& groups,
                                   const Counts& overall, double z, const SharedClusters& shared) {
  const bool isMean = rate.kind == RateKind::kShare || rate.kind == RateKind::kMeanScore;
  std::vector<Against> all;
  for (const auto& [counts, place] : groups) {
    const Counts others = isMean ? shared.others(overall, counts, place) : overall;
    const double share = isMean ? rate.denominator(counts) / rate.denominator(overall) : 0;
    const double together =
        isMean ? correlation(rate, counts, others, shared.withOthers(place)) : 0;
    all.push_back({boundedRate(rate, counts, z), boundedRate(rate, others, z), share, together});
  }
  return all;
}

// One group alone is all rows: it cannot be apart from them.
bool isAll(const Against& pair) { return std::isnan(pair.others.value); }

uncertainty::Interval distanceToAll(const Against& pair) {
  if (isAll(pair)) return {0, 0};
  const uncertainty::Interval apart = uncertainty::magnitudeInterval(
      uncertainty::differenceInterval(pair.group, pair.others, pair.together));
  return {apart.low * (1 - pair.share), apart.high * (1 - pair.share)};
}

uncertainty::Interval ratioToAll(const Against& pair) {
  if (isAll(pair)) return {1, 1};
  // group / all, from r = group / others: r / (share * r + 1 - share), which grows with r.
  const auto toAll = [&](double ratio) {
    return std::isinf(ratio) ? 1 / pair.share : ratio / (pair.share * ratio + 1 - pair.share);
  };
  const uncertainty::Interval ratio =
      uncertainty::ratioInterval(pair.group, pair.others, pair.together);
  return uncertainty::foldedRatioInterval({toAll(ratio.low), toAll(ratio.high)});
}

}  // namespace

SpreadIntervals spreadIntervals(const Rate& rate, std::span<const Counts> groups,
                                const Counts& overall, double confidence,
                                const SharedClusters& shared) {
  std::vector<Defined> defined;
  std::vector<double> values;
  for (std::size_t place = 0; place < groups.size(); ++place) {
    const double value = evaluate(rate, groups[place]);
    if (std::isnan(value)) continue;
    defined.push_back({groups[place], place});
    values.push_back(value);
  }
  const Spread apart = spread(values, evaluate(rate, overall));
  const auto single = intervalsOf(
      boundedRates(rate, defined, twoSided(uncertainty::eachOf(defined.size(), confidence))));
  SpreadIntervals result{around(apart.min, smallestOf(single)),
                         around(apart.max, largestOf(single)),
                         {0, 0},
                         {1, 1},
                         {0, 0},
                         {1, 1}};
  if (defined.empty()) {
    return {kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown};
  }
  const auto count = static_cast<double>(defined.size());
  const auto against =
      againstOthers(rate, defined, overall, twoSided(1 - (1 - confidence) / count), shared);
  std::vector<uncertainty::Interval> distances;
  std::vector<uncertainty::Interval> ratios;
  for (const Against& pair : against) {
    distances.push_back(distanceToAll(pair));
    if (isAll(pair) || hasRatio(pair.group, pair.others)) ratios.push_back(ratioToAll(pair));
  }
  result.differenceToOverall = around(apart.differenceToOverall, largestOf(distances));
  result.ratioToOverall = around(apart.ratioToOverall, smallestOf(ratios));
  if (defined.size() > 1) {
    const double z = uncertainty::pairwiseQuantile(defined.size(), confidence);
    std::vector<uncertainty::Bounded> bounded;
    for (const auto& [counts, place] : defined) {
      bounded.push_back(defined.size() > 2 ? jointlyBoundedRate(rate, counts, z)
                                           : boundedRate(rate, counts, z));
    }
    const auto together = correlations(rate, defined, shared);
    result.difference = largestOf(pairDifferences(bounded, together));
    result.ratio = smallestOf(pairRatios(bounded, together));
  }
  result.difference = around(apart.difference, result.difference);
  result.ratio = around(apart.ratio, result.ratio);
  return result;
}

}  // namespace fairwasm::group
