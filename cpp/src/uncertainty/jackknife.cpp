// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/jackknife.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::uncertainty {
namespace {

constexpr ClusteredInterval kUnknown{kNaN, kNaN, kNaN, kNaN, kNaN, kNaN};

// Scale on which Student's interval is symmetric.
double transformed(double value, Statistic statistic) {
  switch (statistic) {
    case Statistic::kPositive:
    case Statistic::kSkewed:
      return value > 0 ? std::log(value) : kNaN;
    case Statistic::kAtMostOne:
      return value < 1 ? std::log1p(-value) : kNaN;
    case Statistic::kSigned:
    case Statistic::kShare:
      return value;
  }
  return kNaN;
}

struct Variance {
  double variance;
  double degrees;
  double clusters;
  double largest;
  double stretch;  // of an interval's upper part
};

// A cluster that increases the value decreases the replicate without it.
double computeStretch(double clusters, double sum, double squares, double cubes) {
  constexpr double kSlope = 5;
  const double mean = sum / clusters;
  const double square = squares / clusters - mean * mean;
  const double cube = cubes / clusters - 3 * mean * squares / clusters + 2 * mean * mean * mean;
  const double skewness = -cube / (square * std::sqrt(square));
  return 1 + kSlope * std::fmax(0, skewness) / clusters;
}

Variance computeVariance(double value, std::span<const double> replicates, Statistic statistic) {
  // Below this limit, a statistic that does not depend on the cluster differs by rounding.
  constexpr double kRounding = 1e-12;
  const double center = transformed(value, statistic);
  const double scale = statistic == Statistic::kSigned ? std::abs(center) : 1;
  double clusters = 0;
  double sum = 0;
  double squares = 0;
  double cubes = 0;
  double fourths = 0;
  double most = 0;
  for (const double replicate : replicates) {
    const double away = transformed(replicate, statistic) - center;
    if (std::abs(away) <= kRounding * scale) continue;
    const double square = away * away;
    ++clusters;
    sum += away;
    squares += square;
    cubes += square * away;
    fourths += square * square;
    most = std::fmax(most, square);
  }
  // The order of operations avoids overflow and underflow.
  const double kurtosis = clusters * (fourths / squares / squares);
  const double degrees = std::fmin(clusters - 1, 2 * clusters / (kurtosis - 1));
  return {(clusters - 1) / clusters * squares, std::fmax(1, degrees), clusters, most / squares,
          computeStretch(clusters, sum, squares, cubes)};
}

// The variance of the intersection corrects for rows that both clusterings count. In small samples,
// the difference may be negative; then the larger of the two variances is used.
Variance combined(std::span<const Variance> ways) {
  const Variance& one = ways[0];
  if (ways.size() == 1) return one;
  const Variance& other = ways[1];
  const double sum = one.variance + other.variance - ways[2].variance;
  return {sum > 0 ? sum : std::fmax(one.variance, other.variance),
          std::fmin(one.degrees, other.degrees), std::fmin(one.clusters, other.clusters),
          std::fmax(one.largest, other.largest), std::fmax(one.stretch, other.stretch)};
}

Interval computeInterval(double value, const Variance& from, Statistic statistic,
                         double confidence) {
  const double quantile = studentQuantile(0.5 + confidence / 2, from.degrees);
  if (statistic == Statistic::kShare) {
    return boundedShare({value, value * (1 - value) / from.variance}, quantile).ci;
  }
  const double reach = quantile * std::sqrt(from.variance);
  if (statistic == Statistic::kSigned) return {value - reach, value + reach};
  if (statistic == Statistic::kPositive || statistic == Statistic::kSkewed) {
    const double stretch = statistic == Statistic::kSkewed ? from.stretch : 1;
    return {value * std::exp(-reach), value * std::exp(stretch * reach)};
  }
  return {1 - (1 - value) * std::exp(reach), 1 - (1 - value) * std::exp(-reach)};
}

}  // namespace

ClusteredInterval clusteredInterval(double value, std::span<const double> replicates,
                                    std::span<const std::uint32_t> counts, Statistic statistic,
                                    double confidence) {
  twoSidedQuantile(confidence);
  if (counts.size() != 1) requireCount("counts", counts.size(), 3);
  requireCount("replicates", replicates.size(),
               std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
  std::vector<Variance> ways;
  for (const std::uint32_t count : counts) {
    ways.push_back(computeVariance(value, replicates.first(count), statistic));
    replicates = replicates.subspan(count);
  }
  const Variance variance = combined(ways);
  if (!(variance.clusters >= 2) || !(variance.variance > 0)) return kUnknown;
  const Interval ci = computeInterval(value, variance, statistic, confidence);
  const bool hasTest = statistic == Statistic::kSigned || statistic == Statistic::kPositive;
  const double distance = transformed(value, statistic) / std::sqrt(variance.variance);
  return {ci.low,
          ci.high,
          hasTest ? studentTails(std::abs(distance), variance.degrees) : kNaN,
          variance.degrees,
          variance.clusters,
          variance.largest};
}

}  // namespace fairwasm::uncertainty
