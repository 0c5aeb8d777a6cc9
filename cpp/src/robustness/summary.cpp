// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/robustness/summary.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "fairwasm/error.hpp"
#include "fairwasm/uncertainty/resample.hpp"

namespace fairwasm {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kConfidence = 0.95;

using Counts = std::span<const std::uint64_t>;

std::uint64_t total(Counts counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

double ratio(double numerator, double denominator) {
  return denominator == 0 ? kNaN : numerator / denominator;
}

Estimated share(std::uint64_t successes, std::uint64_t trials) {
  const auto k = static_cast<double>(successes);
  const auto n = static_cast<double>(trials);
  return {ratio(k, n), wilsonInterval(k, n, kConfidence)};
}

Estimated mean(double sum, double squares, std::uint64_t rows) {
  const auto n = static_cast<double>(rows);
  const double value = ratio(sum, n);
  if (rows < 2) return {value, {kNaN, kNaN}};
  const double variance = std::max(0.0, squares - sum * value) / (n - 1);
  const double width = normalQuantile((1 + kConfidence) / 2) * std::sqrt(variance / n);
  return {value, {value - width, value + width}};
}

// How many rows lie beyond each edge.
std::vector<std::uint64_t> rowsBeyond(Counts counts) {
  std::vector<std::uint64_t> beyond(counts.size() - 1);
  std::uint64_t sum = 0;
  for (std::size_t edge = beyond.size(); edge-- > 0;) beyond[edge] = sum += counts[edge + 1];
  return beyond;
}

double halfRadius(std::span<const double> edges, std::span<const std::uint64_t> beyond) {
  const std::uint64_t right = beyond.front();  // beyond 0
  if (right == 0) return kNaN;
  for (std::size_t edge = 0; edge < edges.size(); ++edge) {
    if (2 * beyond[edge] <= right) return edges[edge];
  }
  return kInfinity;
}

// The values that are compared between groups, in one row: accuracy, average robustness, half
// radius, then certified accuracy by epsilon.
enum Value : std::size_t { kAccuracy, kAverage, kHalfRadius, kCertified };

class Evaluation {
 public:
  Evaluation(const RadiusGrid& grid, std::span<const double> epsilons) : edges_(grid.edges()) {
    for (const double epsilon : epsilons) epsilonEdges_.push_back(grid.edgeOf(epsilon));
    middles_.push_back(0);
    for (std::size_t edge = 1; edge < edges_.size(); ++edge) {
      middles_.push_back((edges_[edge - 1] + edges_[edge]) / 2);
    }
    middles_.push_back(edges_.back());
  }

  [[nodiscard]] std::size_t values() const { return kCertified + epsilonEdges_.size(); }
  [[nodiscard]] std::span<const std::size_t> epsilonEdges() const { return epsilonEdges_; }

  // The average robustness here is that of the cells' middles.
  [[nodiscard]] std::vector<double> operator()(Counts counts) const {
    const auto beyond = rowsBeyond(counts);
    const auto rows = static_cast<double>(beyond.front() + counts.front());
    double sum = 0;
    for (std::size_t cell = 0; cell < counts.size(); ++cell) {
      sum += static_cast<double>(counts[cell]) * middles_[cell];
    }
    std::vector<double> values{ratio(static_cast<double>(beyond.front()), rows), ratio(sum, rows),
                               halfRadius(edges_, beyond)};
    for (const std::size_t edge : epsilonEdges_) {
      values.push_back(ratio(static_cast<double>(beyond[edge]), rows));
    }
    return values;
  }

 private:
  std::span<const double> edges_;
  std::vector<std::size_t> epsilonEdges_;
  std::vector<double> middles_;
};

using Table = std::vector<std::vector<double>>;  // by group, then by value

// Largest minus smallest of each value over the groups.
std::vector<double> spreads(const Table& groups, std::size_t values) {
  std::vector<double> result;
  for (std::size_t value = 0; value < values; ++value) {
    double smallest = kInfinity;
    double largest = -kInfinity;
    bool any = false;
    for (const auto& group : groups) {
      if (std::isnan(group[value])) continue;
      smallest = std::min(smallest, group[value]);
      largest = std::max(largest, group[value]);
      any = true;
    }
    result.push_back(any ? largest - smallest : kNaN);
  }
  return result;
}

// The cells that hold rows, of all groups one after another: only these can be drawn.
struct OccupiedCells {
  std::vector<double> counts;
  std::vector<std::pair<std::size_t, std::size_t>> places;  // group and cell

  explicit OccupiedCells(std::span<const GroupRadii> groups) {
    for (std::size_t group = 0; group < groups.size(); ++group) {
      for (std::size_t cell = 0; cell < groups[group].counts.size(); ++cell) {
        if (groups[group].counts[cell] == 0) continue;
        counts.push_back(static_cast<double>(groups[group].counts[cell]));
        places.emplace_back(group, cell);
      }
    }
  }
};

// What the replicates of the bootstrap gave: draws[i][r] is value i in replicate r.
struct Bootstrap {
  Table halfRadius;   // by group
  Table differences;  // by value
};

Bootstrap bootstrap(const Evaluation& evaluate, std::span<const GroupRadii> groups,
                    const Table& exact, std::uint32_t replicates, std::uint64_t seed) {
  const OccupiedCells cells(groups);
  Table binned;
  for (const auto& group : groups) binned.push_back(evaluate(group.counts));
  std::vector<std::vector<std::uint64_t>> drawnCounts;
  for (const auto& group : groups) drawnCounts.emplace_back(group.counts.size());
  std::vector<double> drawn(cells.counts.size());
  Bootstrap result{Table(groups.size()), Table(evaluate.values())};
  for (std::uint32_t replicate = 0; replicate < replicates; ++replicate) {
    RandomStream random(seed, replicate);
    drawMultinomial(random, cells.counts, drawn);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      const auto [group, cell] = cells.places[i];
      drawnCounts[group][cell] = static_cast<std::uint64_t>(drawn[i]);
    }
    Table values;
    for (std::size_t group = 0; group < groups.size(); ++group) {
      values.push_back(evaluate(drawnCounts[group]));
      // The middles of the cells may all err to one side; the exact average knows how far.
      values[group][kAverage] += exact[group][kAverage] - binned[group][kAverage];
      result.halfRadius[group].push_back(values[group][kHalfRadius]);
    }
    const auto differences = spreads(values, evaluate.values());
    for (std::size_t i = 0; i < differences.size(); ++i) {
      result.differences[i].push_back(differences[i]);
    }
  }
  return result;
}

Estimated percentiles(double value, std::vector<double> draws) {
  std::erase_if(draws, [](double draw) { return std::isnan(draw); });
  if (std::isnan(value)) draws.clear();
  return {value, {quantile(draws, (1 - kConfidence) / 2), quantile(draws, (1 + kConfidence) / 2)}};
}

RobustnessValues valuesOf(const GroupRadii& group, const Evaluation& evaluate, double halfRadius,
                          std::vector<double> halfRadiusDraws) {
  const auto& moments = group.moments;
  const auto beyond = rowsBeyond(group.counts);
  RobustnessValues values{share(beyond.front(), group.rows),
                          mean(moments.positiveSum, moments.positiveSquares, group.rows),
                          mean(moments.sum, moments.squares, group.rows),
                          percentiles(halfRadius, std::move(halfRadiusDraws)),
                          {}};
  for (const std::size_t edge : evaluate.epsilonEdges()) {
    values.certifiedAccuracy.push_back(share(beyond[edge], group.rows));
  }
  return values;
}

}  // namespace

std::vector<GroupRadii> groupRadii(const Certificates& certificates,
                                   std::span<const std::string> by) {
  const auto& attributes = certificates.schema().attributes;
  std::vector<std::size_t> asked;
  for (const auto& name : by) asked.push_back(attributeIndex(certificates.schema(), name));
  std::map<std::vector<std::uint32_t>, GroupRadii> found;
  if (by.empty()) found[{}].counts.resize(certificates.grid().cells());
  for (std::size_t group = 0; group < certificates.groups(); ++group) {
    const auto counts = certificates.counts(group);
    const std::uint64_t rows = total(counts);
    if (rows == 0) continue;
    std::vector<std::uint32_t> all(attributes.size());
    for (std::size_t rest = group, i = attributes.size(); i-- > 0;) {
      all[i] = static_cast<std::uint32_t>(rest % attributes[i].categories.size());
      rest /= attributes[i].categories.size();
    }
    std::vector<std::uint32_t> codes;
    for (const std::size_t i : asked) codes.push_back(all[i]);
    GroupRadii& into = found[codes];
    into.codes = codes;
    into.rows += rows;
    into.moments += certificates.moments(group);
    into.counts.resize(counts.size());
    std::ranges::transform(counts, into.counts, into.counts.begin(), std::plus<>());
  }
  std::vector<GroupRadii> groups;
  for (auto& [codes, group] : found) groups.push_back(std::move(group));
  return groups;
}

RobustnessSummary summarize(const RadiusGrid& grid, std::span<const double> epsilons,
                            std::span<const GroupRadii> groups, std::uint32_t replicates,
                            std::uint64_t seed) {
  const Evaluation evaluate(grid, epsilons);
  Table exact;
  for (const auto& group : groups) {
    exact.push_back(evaluate(group.counts));
    exact.back()[kAverage] = ratio(group.moments.positiveSum, static_cast<double>(group.rows));
  }
  auto draws = bootstrap(evaluate, groups, exact, replicates, seed);
  RobustnessSummary summary;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    summary.groups.push_back(
        valuesOf(groups[i], evaluate, exact[i][kHalfRadius], std::move(draws.halfRadius[i])));
  }
  const auto differences = spreads(exact, evaluate.values());
  std::vector<Estimated> intervals;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    intervals.push_back(percentiles(differences[i], std::move(draws.differences[i])));
  }
  summary.differences = {intervals[kAccuracy],
                         intervals[kAverage],
                         intervals[kHalfRadius],
                         {intervals.begin() + kCertified, intervals.end()}};
  return summary;
}

AccuracyCurve accuracyCurve(const RadiusGrid& grid, const GroupRadii& group) {
  if (group.rows == 0) return {};
  const auto beyond = rowsBeyond(group.counts);
  const auto share = [&](std::size_t edge) {
    return static_cast<double>(beyond[edge]) / static_cast<double>(group.rows);
  };
  AccuracyCurve curve{{0}, {share(0)}};
  for (std::size_t edge = 1; edge < beyond.size(); ++edge) {
    // Where an occupied cell begins and where it ends: in between, the curve falls.
    const bool begins = group.counts[edge + 1] > 0;
    const bool ended = group.counts[edge] > 0;
    if (!begins && !ended) continue;
    curve.epsilon.push_back(grid.edges()[edge]);
    curve.accuracy.push_back(share(edge));
  }
  return curve;
}

}  // namespace fairwasm
