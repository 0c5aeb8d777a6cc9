// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/distribution_distance.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::scores {
namespace {

double computeWeight(std::span<const WeightedScore> rows) {
  double weight = 0;
  for (const auto& row : rows) weight += row.weight;
  return weight;
}

// Sums the weight of the rows at `score` and advances past them.
double take(std::span<const WeightedScore>& rows, double score) {
  double weight = 0;
  std::size_t count = 0;
  while (count < rows.size() && rows[count].score == score) weight += rows[count++].weight;
  rows = rows.subspan(count);
  return weight;
}

double getNext(std::span<const WeightedScore> one, std::span<const WeightedScore> other) {
  if (one.empty()) return other.front().score;
  if (other.empty()) return one.front().score;
  return std::min(one.front().score, other.front().score);
}

std::vector<WeightedScore> allBut(std::span<const std::vector<WeightedScore>> groups,
                                  std::size_t leftOut) {
  std::vector<WeightedScore> rest;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i != leftOut) rest.insert(rest.end(), groups[i].begin(), groups[i].end());
  }
  sortByScore(rest);
  return rest;
}

}  // namespace

std::vector<double> weightedQuantiles(std::span<const WeightedScore> sorted,
                                      std::span<const double> shares) {
  std::vector<double> below;  // cumulative weight at each row
  below.reserve(sorted.size());
  double weight = 0;
  for (const auto& row : sorted) below.push_back(weight += row.weight);
  std::vector<double> quantiles;
  for (const double share : shares) {
    // The minimum is positive so that rows of weight 0 at the front are skipped.
    const double min = std::max(share * weight, std::numeric_limits<double>::min());
    const auto place = std::ranges::lower_bound(below, std::min(min, weight));
    quantiles.push_back(weight > 0 ? sorted[static_cast<std::size_t>(place - below.begin())].score
                                   : kNaN);
  }
  return quantiles;
}

DistributionDistance distance(std::span<const WeightedScore> one,
                              std::span<const WeightedScore> other) {
  const double ours = computeWeight(one);
  const double theirs = computeWeight(other);
  if (!(ours > 0 && theirs > 0)) return {kNaN, kNaN};
  DistributionDistance result{0, 0};
  double oursBelow = 0;
  double theirsBelow = 0;
  while (!one.empty() || !other.empty()) {
    const double score = getNext(one, other);
    oursBelow += take(one, score);
    theirsBelow += take(other, score);
    if (one.empty() && other.empty()) break;  // both are 1 from here on, up to rounding
    const double apart = std::abs(oursBelow / ours - theirsBelow / theirs);
    result.kolmogorovSmirnov = std::max(result.kolmogorovSmirnov, std::min(1.0, apart));
    result.wasserstein += apart * (getNext(one, other) - score);
  }
  return result;
}

std::vector<WeightedScore> mergeSorted(std::span<const WeightedScore> one,
                                       std::span<const WeightedScore> other) {
  std::vector<WeightedScore> merged;
  merged.reserve(one.size() + other.size());
  std::ranges::merge(one, other, std::back_inserter(merged), {}, &WeightedScore::score,
                     &WeightedScore::score);
  return merged;
}

std::vector<DistributionDistance> groupDistances(
    std::span<const std::vector<WeightedScore>> groups) {
  std::vector<DistributionDistance> distances;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = i + 1; j < groups.size(); ++j) {
      distances.push_back(distance(groups[i], groups[j]));
    }
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    distances.push_back(distance(groups[i], allBut(groups, i)));
  }
  return distances;
}

std::vector<std::vector<WeightedScore>> computeScores(std::span<const OutcomeScores> groups,
                                                      OutcomeKind outcome) {
  std::vector<std::vector<WeightedScore>> lists;
  for (const auto& group : groups) {
    switch (outcome) {
      case OutcomeKind::kAny:
        lists.push_back(mergeSorted(group.positives, group.negatives));
        break;
      case OutcomeKind::kNegative:
        lists.push_back(group.negatives);
        break;
      case OutcomeKind::kPositive:
        lists.push_back(group.positives);
        break;
    }
  }
  return lists;
}

}  // namespace fairwasm::scores
