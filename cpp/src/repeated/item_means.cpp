// SPDX-License-Identifier: Apache-2.0
#include "item_means.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::repeated {
namespace {

// Cells with few runs have few values, whose pairs are found by index; others are compared.
constexpr std::uint64_t kFewRuns = 1U << 16U;

std::uint64_t getKey(const Cell& cell) {
  return static_cast<std::uint64_t>(cell.runs) * kFewRuns +
         static_cast<std::uint64_t>(std::llround(cell.mean * cell.runs));
}

}  // namespace

std::vector<Pair> computePairs(const Runs& runs, std::size_t variant, std::size_t reference) {
  std::vector<Pair> pairs;
  std::unordered_map<std::uint64_t, std::unordered_map<std::uint64_t, std::size_t>> known;
  for (std::size_t item = 0; item < runs.items(); ++item) {
    const Cell& one = runs.at(item, variant);
    const Cell& other = runs.at(item, reference);
    if (one.runs == 0 || other.runs == 0) continue;
    const bool isCounted =
        runs.isBinary() && !runs.isClustered() && one.runs < kFewRuns && other.runs < kFewRuns;
    if (isCounted) {
      const auto [at, isNew] = known[getKey(one)].try_emplace(getKey(other), pairs.size());
      if (!isNew) {
        ++pairs[at->second].items;
        continue;
      }
    }
    pairs.push_back({one, other, 1, item, runs.cluster(item)});
  }
  return pairs;
}

namespace {

// Sums over clusters of deviations from the mean.
struct ClusterSums {
  double variance = 0;  // of the mean (CR2)
  double squares = 0;
  double cubes = 0;
  double degrees = 0;
};

ClusterSums sumClusters(std::span<const ItemValue> values, double mean, double items) {
  struct Cluster {
    double items = 0;
    double away = 0;
  };
  std::map<std::uint32_t, Cluster> clusters;
  for (const ItemValue& each : values) {
    Cluster& cluster = clusters[each.cluster];
    cluster.items += each.items;
    cluster.away += each.items * (each.value - mean);
  }
  ClusterSums sums;
  double parts = 0;
  double others = 0;
  double squaredOthers = 0;
  for (const auto& [code, cluster] : clusters) {
    const double part = cluster.items / items;
    const double square = cluster.away * cluster.away;
    const double other = part * part / (1 - part);
    sums.variance += square / (1 - part) / (items * items);
    sums.squares += square;
    sums.cubes += square * cluster.away;
    parts += part * part;
    others += other;
    squaredOthers += other * other;
  }
  sums.degrees = clusters.size() < 2 ? kNaN : 1 / (parts + others * others - squaredOthers);
  return sums;
}

}  // namespace

ItemMean itemMean(std::span<const ItemValue> values) {
  ItemMean result;
  double magnitudes = 0;
  for (const auto& [value, items, cluster] : values) {
    result.items += items;
    result.mean += items * value;
    magnitudes += items * value * value;
  }
  result.mean /= result.items;
  double squares = 0;
  double cubes = 0;
  for (const auto& [value, items, cluster] : values) {
    const double away = value - result.mean;
    squares += items * away * away;
    cubes += items * away * away * away;
  }
  const bool isClustered = !values.empty() && values[0].cluster != kOwnCluster;
  const ClusterSums clusters = isClustered
                                   ? sumClusters(values, result.mean, result.items)
                                   : ClusterSums{squares / (result.items - 1) / result.items,
                                                 squares, cubes, result.items - 1};
  constexpr double kRounding = 1e-24;  // equal values up to rounding
  const bool isKnown = result.items > 1 && clusters.squares > kRounding * magnitudes &&
                       std::isfinite(clusters.variance) && !std::isnan(clusters.degrees);
  result.error = isKnown ? std::sqrt(clusters.variance) : kNaN;
  result.variance = isKnown ? squares / (result.items - 1) : kNaN;
  result.degrees = std::max(1.0, clusters.degrees);
  if (isKnown) result.skewness = clusters.cubes / (clusters.squares * std::sqrt(clusters.squares));
  return result;
}

uncertainty::Bounded ItemMean::bounded(double confidence) const {
  if (std::isnan(error)) return {items > 0 ? mean : kNaN, uncertainty::kNoInterval};
  const double reach = error * uncertainty::studentQuantile(0.5 + confidence / 2, degrees);
  return {mean, {mean - reach, mean + reach}};
}

uncertainty::Bounded ItemMean::boundedSkewed(double confidence) const {
  constexpr double kSymmetric = 1e-6;
  if (std::isnan(error) || std::abs(skewness) < kSymmetric) return bounded(confidence);
  // The inverse of t + skewness t^2 / 3 + skewness^2 t^3 / 27 + skewness / 6.
  const auto inverse = [&](double t) {
    return 3 / skewness * (std::cbrt(1 + skewness * (t - skewness / 6)) - 1);
  };
  const double t = uncertainty::studentQuantile(0.5 + confidence / 2, degrees);
  return {mean, uncertainty::around(mean, {mean - error * inverse(t), mean - error * inverse(-t)})};
}

uncertainty::Bounded ItemMean::boundedNonnegative(double confidence) const {
  const uncertainty::Bounded found = boundedSkewed(confidence);
  if (!uncertainty::isKnown(found.ci)) return found;
  const double reach = error * uncertainty::studentQuantile(0.5 + confidence / 2, degrees);
  return {mean,
          {std::max(0.0, found.ci.low), std::max(found.ci.high, std::max(0.0, mean) + reach)}};
}

double ItemMean::pValue() const {
  return std::isnan(error) ? kNaN : uncertainty::studentTails(mean / error, degrees);
}

}  // namespace fairwasm::repeated
