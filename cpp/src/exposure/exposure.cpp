// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/exposure/exposure.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <unsupported/Eigen/SpecialFunctions>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/uncertainty/intervals.hpp"
#include "fairwasm/uncertainty/means.hpp"

namespace fairwasm::exposure {
namespace {

using uncertainty::Bounded;
using uncertainty::Interval;

// Sums over one cluster's rows of one group.
struct ClusterSums {
  double events = 0;
  double exposure = 0;
};

// The sums of all clusters of a group by cluster; without clusters, one for all rows.
using Sums = std::vector<std::vector<ClusterSums>>;

void requireCode(const Rows& rows, std::size_t row) {
  if (rows.group[row] < rows.groups) return;
  throw Error(ErrorCode::kInvalidArgument,
              {"group", "a code below the number of groups", std::to_string(rows.group[row]), row});
}

void requireAmount(const char* argument, double amount, bool isWhole, std::size_t row) {
  if (amount >= 0 && (!isWhole || std::floor(amount) == amount)) return;
  throw Error(
      ErrorCode::kInvalidArgument,
      {argument,
       isWhole ? "a nonnegative whole number (counts without clusters)" : "a nonnegative number",
       shown(amount), row});
}

void requireRows(const Rows& rows) {
  const std::size_t size = rows.group.size();
  requireCount("events", rows.events.size(), size);
  requireCount("exposure", rows.exposure.size(), size);
  if (!rows.cluster.empty()) requireCount("cluster", rows.cluster.size(), size);
  requireFinite("events", rows.events);
  requireFinite("exposure", rows.exposure);
  for (std::size_t row = 0; row < size; ++row) {
    requireCode(rows, row);
    requireAmount("events", rows.events[row], rows.cluster.empty(), row);
    requireAmount("exposure", rows.exposure[row], false, row);
  }
}

Sums computeSums(const Rows& rows) {
  const std::size_t clusters =
      rows.cluster.empty() ? 1 : 1 + std::size_t{*std::ranges::max_element(rows.cluster)};
  if (static_cast<double>(clusters) * static_cast<double>(rows.groups) > 1e8) {
    throw Error(ErrorCode::kTooLarge, {"cluster",
                                       "at most 10^8 combinations of groups and clusters",
                                       shown(static_cast<double>(clusters)),
                                       {}});
  }
  Sums sums(rows.groups, std::vector<ClusterSums>(clusters));
  for (std::size_t row = 0; row < rows.group.size(); ++row) {
    auto& [events, exposure] = sums[rows.group[row]][rows.cluster.empty() ? 0 : rows.cluster[row]];
    events += rows.events[row];
    exposure += rows.exposure[row];
  }
  return sums;
}

bool hasRows(const ClusterSums& sums) { return sums.events > 0 || sums.exposure > 0; }

// A cluster's deviation, the sum of which is 0.
double deviation(const ClusterSums& cluster, double rate) {
  return cluster.events - rate * cluster.exposure;
}

// The rate of a group; without clusters, only its events and exposure are known.
struct Estimated {
  GroupRate result;
  uncertainty::Unsure unsure;
};

constexpr GroupRate kUnknown{
    .events = 0,
    .exposure = 0,
    .clusters = kNaN,
    .rate = uncertainty::kUndefined,
    .variance = kNaN,
    .degrees = kNaN,
    .difference = uncertainty::kUndefined,
    .ratio = uncertainty::kUndefined,
    .pValue = kNaN,
    .jointDifference = uncertainty::kNoInterval,
    .jointRatio = uncertainty::kNoInterval,
    .jointPValue = kNaN,
};

// Adds the variance and the degrees of freedom, and returns the squared standard error: the
// variance of the jackknife, which is larger if there are few unequal clusters, because a large
// cluster draws the rate toward its own. If exposure or events are concentrated in few clusters,
// these determine the variance, so their effective numbers are upper bounds of the degrees of
// freedom, as for rates of clustered rows.
double addVariance(std::span<const ClusterSums> clusters, GroupRate& result) {
  double squares = 0;
  double jackknife = 0;
  double squaredEvents = 0;
  double squaredExposure = 0;
  double magnitudes = 0;
  result.clusters = 0;
  for (const ClusterSums& cluster : clusters) {
    if (!hasRows(cluster)) continue;
    ++result.clusters;
    const double away = deviation(cluster, result.rate.value);
    squares += away * away;
    const double left = away / (result.exposure - cluster.exposure);
    jackknife += left * left;
    squaredEvents += cluster.events * cluster.events;
    squaredExposure += cluster.exposure * cluster.exposure;
    magnitudes += cluster.events * cluster.events;
  }
  if (result.clusters < 2 || !(result.exposure > 0)) return kNaN;
  const double count = result.clusters;
  result.variance = count / (count - 1) * squares / (result.exposure * result.exposure);
  constexpr double kRounding = 1e-24;  // equal rates up to rounding
  if (!(squares > kRounding * magnitudes)) return kNaN;
  const double effective = std::min({count, result.exposure * result.exposure / squaredExposure,
                                     1 + result.events * result.events / squaredEvents});
  result.degrees = std::max(1.0, effective - 1);
  return (count - 1) / count * jackknife;
}

Estimated estimated(std::span<const ClusterSums> clusters, bool isClustered) {
  Estimated group{kUnknown, {}};
  GroupRate& result = group.result;
  for (const ClusterSums& cluster : clusters) {
    result.events += cluster.events;
    result.exposure += cluster.exposure;
  }
  if (result.exposure > 0) result.rate.value = result.events / result.exposure;
  const double square = isClustered ? addVariance(clusters, result) : kNaN;
  group.unsure = {result.rate.value, std::sqrt(square) / result.rate.value, result.degrees,
                  result.clusters, uncertainty::Scale::kLogarithm};
  return group;
}

Bounded garwood(const GroupRate& group, double confidence) {
  if (!(group.exposure > 0)) return uncertainty::kUndefined;
  const Interval ci = garwoodInterval(group.events, confidence);
  return {group.rate.value, {ci.low / group.exposure, ci.high / group.exposure}};
}

// Correlation of the rates of two groups with shared clusters.
double correlation(const Sums& sums, std::span<const Estimated> groups, std::size_t one,
                   std::size_t other) {
  double product = 0;
  double shared = 0;
  for (std::size_t cluster = 0; cluster < sums[one].size(); ++cluster) {
    const ClusterSums& ours = sums[one][cluster];
    const ClusterSums& theirs = sums[other][cluster];
    if (!hasRows(ours) || !hasRows(theirs)) continue;
    ++shared;
    product += deviation(ours, groups[one].result.rate.value) *
               deviation(theirs, groups[other].result.rate.value);
  }
  if (shared == 0) return 0;
  const GroupRate& a = groups[one].result;
  const GroupRate& b = groups[other].result;
  const double clusters = std::min(a.clusters, b.clusters);
  const double covariance = clusters / (clusters - 1) * product / (a.exposure * b.exposure);
  const double scale = std::sqrt(a.variance * b.variance);
  return scale > 0 ? std::clamp(covariance / scale, -1.0, 1.0) : 0;
}

double confidenceAt(double z) { return std::erf(z / std::numbers::sqrt2); }

// Counts without clusters, by Garwood's intervals.
uncertainty::Compared comparedCounts(const GroupRate& group, const GroupRate& reference, double z) {
  const auto apartAt = [&](double quantile) {
    const double confidence = confidenceAt(quantile);
    return uncertainty::differenceInterval(garwood(group, confidence),
                                           garwood(reference, confidence));
  };
  const double apart = group.rate.value - reference.rate.value;
  const double confidence = confidenceAt(z);
  const double distance = uncertainty::distanceTo(0, apart, apartAt);
  return {{apart, apartAt(z)},
          {group.rate.value / reference.rate.value,
           uncertainty::ratioInterval(garwood(group, confidence), garwood(reference, confidence))},
          std::erfc(std::abs(distance) / std::numbers::sqrt2),
          kNaN};
}

}  // namespace

Interval garwoodInterval(double events, double confidence) {
  const double tail = (1 - confidence) / 2;
  // Returns the expectation at which a gamma variable with this shape has this probability below:
  // Newton's method from the approximation of Wilson and Hilferty (1931), in a bracket.
  const auto boundAt = [](double shape, double probability) -> double {
    // Beyond, probabilities of 1 are due to rounding.
    const double z = std::clamp(uncertainty::normalQuantile(probability), -8.2, 8.2);
    const double root = 1 - 1 / (9 * shape) + z / (3 * std::sqrt(shape));
    double low = 0;
    double high = kInfinity;
    double x = shape * root * root * root;
    if (!(x > 0)) x = shape * 1e-3;
    constexpr int kSteps = 100;
    for (int i = 0; i < kSteps; ++i) {
      const double below = Eigen::numext::igamma(shape, x);
      (below < probability ? low : high) = x;
      const double density = std::exp((shape - 1) * std::log(x) - x - std::lgamma(shape));
      double next = x - (below - probability) / density;
      if (!(next > low && next < high)) next = std::isinf(high) ? 2 * x : 0.5 * (low + high);
      constexpr double kStep = 1e-13;  // the next step would be its square
      if (std::abs(next - x) <= kStep * x) return next;
      x = next;
    }
    return x;
  };
  return {events > 0 ? boundAt(events, tail) : 0, boundAt(events + 1, 1 - tail)};
}

std::vector<GroupRate> groupRates(const Rows& rows, std::size_t reference, double confidence) {
  const double z = uncertainty::twoSidedQuantile(confidence);
  if (reference >= rows.groups) {
    throw Error(ErrorCode::kInvalidArgument,
                {"reference", "one of the groups", std::to_string(reference), {}});
  }
  requireRows(rows);
  const bool isClustered = !rows.cluster.empty();
  const Sums sums = computeSums(rows);
  std::vector<Estimated> groups;
  for (const auto& clusters : sums) groups.push_back(estimated(clusters, isClustered));
  const std::size_t comparisons = rows.groups - 1;
  const double joint =
      uncertainty::centralQuantile(uncertainty::computeEachConfidence(comparisons, confidence));
  std::vector<GroupRate> results;
  for (std::size_t place = 0; place < groups.size(); ++place) {
    auto& [result, unsure] = groups[place];
    if (isClustered) {
      result.rate.ci = uncertainty::bounded(unsure, z).ci;
    } else {
      result.rate = garwood(result, confidence);
    }
    if (place != reference) {
      const auto compare = [&](double quantile) {
        return isClustered ? uncertainty::compare(unsure, groups[reference].unsure, quantile,
                                                  correlation(sums, groups, place, reference))
                           : comparedCounts(result, groups[reference].result, quantile);
      };
      const uncertainty::Compared usual = compare(z);
      const uncertainty::Compared wide = compare(joint);
      result.difference = usual.difference;
      result.ratio = usual.ratio;
      result.pValue = usual.pValue;
      result.jointDifference = wide.difference.ci;
      result.jointRatio = wide.ratio.ci;
      result.jointPValue =
          -std::expm1(static_cast<double>(comparisons) * std::log1p(-usual.pValue));
    }
    results.push_back(result);
  }
  return results;
}

}  // namespace fairwasm::exposure
