// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/distance_certainty.hpp"

#include <algorithm>
#include <cmath>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::scores {
namespace {

constexpr std::size_t kDraws = 999;
constexpr std::size_t kNumbers = 400;
constexpr std::size_t kMaxGroups = 64;
constexpr std::uint64_t kSeed = 1;
// The largest distance of two samples is a multiple of a step, which bridges at their numbers do
// not have.
constexpr double kStepsMissed = 0.5;

// Returns the distinct numbers with positive weight in ascending order, or an even selection if
// there are many.
std::vector<double> makeGrid(std::span<const std::vector<WeightedScore>> groups) {
  std::vector<double> all;
  for (const auto& group : groups) {
    for (const auto& row : group) {
      if (row.weight > 0 && (all.empty() || all.back() != row.score)) all.push_back(row.score);
    }
  }
  std::ranges::sort(all);
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  if (all.size() <= kNumbers) return all;
  std::vector<double> grid;
  for (std::size_t i = 0; i < kNumbers; ++i) {
    grid.push_back(all[i * (all.size() - 1) / (kNumbers - 1)]);
  }
  return grid;
}

// The distribution of a sample at the numbers of a grid.
struct Sample {
  double weight = 0;
  double rows = 0;            // Kish's effective number
  std::vector<double> times;  // cumulative proportion of rows at each number but the last

  Sample(std::span<const WeightedScore> sorted, std::span<const double> grid) {
    double squares = 0;
    for (const auto& row : sorted) {
      weight += row.weight;
      squares += row.weight * row.weight;
    }
    rows = weight > 0 ? weight * weight / squares : 0;
    double below = 0;
    std::size_t next = 0;
    for (std::size_t k = 0; k + 1 < grid.size(); ++k) {
      for (; next < sorted.size() && sorted[next].score <= grid[k]; ++next) {
        below += sorted[next].weight;
      }
      const double share = weight > 0 ? std::min(1.0, below / weight) : 0;
      times.push_back((rows * share + 0.5) / (rows + 1));
    }
  }
};

// Draws a Brownian bridge at a sample's times, divided by the root of its number of rows.
void drawBridge(const Sample& sample, uncertainty::RandomStream& random, std::vector<double>& off) {
  double walk = 0;
  double before = 0;
  for (std::size_t k = 0; k < sample.times.size(); ++k) {
    walk += std::sqrt(std::max(0.0, sample.times[k] - before)) * random.normal();
    before = sample.times[k];
    off[k] = walk;
  }
  const double end = walk + std::sqrt(1 - before) * random.normal();
  for (std::size_t k = 0; k < off.size(); ++k) {
    off[k] = (off[k] - sample.times[k] * end) / std::sqrt(sample.rows);
  }
}

// The norms of one pair in all draws.
struct Norms {
  std::vector<double> largest;
  std::vector<double> area;

  void add(std::span<const double> one, std::span<const double> other,
           std::span<const double> grid) {
    double max = 0;
    double sum = 0;
    for (std::size_t k = 0; k < one.size(); ++k) {
      const double apart = std::abs(one[k] - other[k]);
      max = std::max(max, apart);
      sum += apart * (grid[k + 1] - grid[k]);
    }
    largest.push_back(max);
    area.push_back(sum);
  }
};

double computeQuantile(std::vector<double>& draws, double confidence) {
  const double place = std::ceil(confidence * static_cast<double>(draws.size() + 1)) - 1;
  const auto at = std::min(static_cast<std::size_t>(std::max(0.0, place)), draws.size() - 1);
  std::ranges::nth_element(draws, draws.begin() + static_cast<std::ptrdiff_t>(at));
  return draws[at];
}

uncertainty::Bounded around(double value, double reach, double max) {
  return {value, {std::max(0.0, value - reach), std::min(max, value + reach)}};
}

constexpr uncertainty::Interval kNone{kNaN, kNaN};
constexpr std::size_t kRest = static_cast<std::size_t>(-1);

// Two groups; the second may be all other rows.
struct Pair {
  std::size_t one;
  std::size_t other;
};

std::vector<Pair> computePairs(std::size_t groups) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < groups; ++i) {
    for (std::size_t j = i + 1; j < groups; ++j) pairs.push_back({i, j});
  }
  for (std::size_t i = 0; i < groups; ++i) pairs.push_back({i, kRest});
  return pairs;
}

// Computes the sampling error of all rows but one group's from the sum over all rows.
void computeRest(std::span<const double> sum, const Sample& leftOut, std::span<const double> own,
                 double weight, std::vector<double>& off) {
  for (std::size_t k = 0; k < off.size(); ++k) {
    off[k] = (sum[k] - leftOut.weight * own[k]) / (weight - leftOut.weight);
  }
}

std::vector<Norms> drawnNorms(const std::vector<Sample>& samples, std::span<const Pair> pairs,
                              std::span<const double> grid) {
  const std::size_t points = grid.size() - 1;
  std::vector<Norms> norms(pairs.size());
  std::vector<std::vector<double>> off(samples.size(), std::vector<double>(points));
  std::vector<double> sum(points);
  std::vector<double> rest(points);
  double weight = 0;
  for (const auto& sample : samples) weight += sample.weight;
  for (std::size_t draw = 0; draw < kDraws; ++draw) {
    uncertainty::RandomStream random(kSeed, draw);
    std::ranges::fill(sum, 0);
    for (std::size_t g = 0; g < samples.size(); ++g) {
      if (!(samples[g].rows > 0)) continue;
      drawBridge(samples[g], random, off[g]);
      for (std::size_t k = 0; k < points; ++k) sum[k] += samples[g].weight * off[g][k];
    }
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      const auto& [one, other] = pairs[p];
      if (other == kRest) computeRest(sum, samples[one], off[one], weight, rest);
      norms[p].add(off[one], other == kRest ? rest : off[other], grid);
    }
  }
  return norms;
}

}  // namespace

std::vector<BoundedDistance> boundedDistances(std::span<const std::vector<WeightedScore>> groups,
                                              double confidence) {
  const auto distances = groupDistances(groups);
  const auto pairs = computePairs(groups.size());
  std::vector<BoundedDistance> bounded;
  for (const auto& [largest, area] : distances)
    bounded.push_back({{largest, kNone}, {area, kNone}});
  const auto grid = makeGrid(groups);
  if (groups.size() > kMaxGroups || grid.size() < 2) return bounded;
  std::vector<Sample> samples;
  double rows = 0;
  for (const auto& group : groups) rows += samples.emplace_back(group, grid).rows;
  auto norms = drawnNorms(samples, pairs, grid);
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const auto& [one, other] = pairs[p];
    const double ours = samples[one].rows;
    const double theirs = other == kRest ? rows - ours : samples[other].rows;
    if (!(std::min(ours, theirs) >= 2) || std::isnan(distances[p].wasserstein)) continue;
    const double step = 1 / std::max(ours, theirs);
    bounded[p] = {
        around(distances[p].kolmogorovSmirnov,
               computeQuantile(norms[p].largest, confidence) + kStepsMissed * step, 1),
        around(distances[p].wasserstein, computeQuantile(norms[p].area, confidence), kInfinity)};
  }
  return bounded;
}

}  // namespace fairwasm::scores
