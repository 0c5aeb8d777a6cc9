// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/robustness/summary.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/resample.hpp"

namespace fairwasm::robustness {
namespace {

constexpr double kConfidence = 0.95;

using Counts = std::span<const std::uint64_t>;

std::uint64_t total(Counts counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

// Starts at the last cell, like weightBeyond(), so that no proportion of the total exceeds 1 by
// rounding.
CellWeight total(std::span<const CellWeight> cells) {
  CellWeight sum;
  for (std::size_t cell = cells.size(); cell-- > 0;) {
    sum.weight += cells[cell].weight;
    sum.squares += cells[cell].squares;
  }
  return sum;
}

double ratio(double numerator, double denominator) {
  return denominator == 0 ? kNaN : numerator / denominator;
}

// Proportion for rows without weights.
Estimated share(double successes, double trials, double confidence) {
  return {ratio(successes, trials), uncertainty::wilsonInterval(successes, trials, confidence)};
}

// Returns the proportion of the weights of `cases` in `all`, of `rows` rows, with the interval for
// the effective number of rows. The variance of the proportion s is that of a ratio of sums, ((1 -
// s)^2 Σ w^2 of the cases + s^2 Σ w^2 of the others) / W^2 (Särndal, Swensson, Wretman 1992, 5.6).
// One row of average weight is added to each outcome, because a few cases say little about the
// variation of their weights.
Estimated weightedShare(const CellWeight& cases, const CellWeight& all, double rows,
                        double confidence) {
  const double value = ratio(cases.weight, all.weight);
  const auto typical = [&](double weight, double squares) {
    return (std::max(squares, 0.0) + all.squares / rows) /
           (std::max(weight, 0.0) + all.weight / rows);
  };
  const double weightOfARow = (1 - value) * typical(cases.weight, cases.squares) +
                              value * typical(all.weight - cases.weight,  //
                                              all.squares - cases.squares);
  const double trials = all.weight / weightOfARow;
  return {value, uncertainty::wilsonInterval(value * trials, trials, confidence)};
}

// Returns a mean, with Student's interval, from the sums w r, w^2 r^2, and w^2 r of its rows.
// Without weights, the variance is that of a sample divided by its number of rows.
Estimated mean(double sum, double squares, double products, const GroupRadii& group,
               double confidence = kConfidence) {
  const auto n = static_cast<double>(group.rows);
  const double weight = group.moments.weight;
  const double value = ratio(sum, weight);
  if (group.rows < 2) return {value, {kNaN, kNaN}};
  const double deviations =
      squares - value * products - value * (products - value * group.moments.weightSquares);
  const double variance = std::max(0.0, deviations) / weight / weight * (n / (n - 1));
  const double rows = weight * weight / group.moments.weightSquares;
  const double quantile =
      uncertainty::studentQuantile((1 + confidence) / 2, std::max(1.0, rows - 1));
  const double width = quantile * std::sqrt(variance);
  return {value, {value - width, value + width}};
}

Estimated percentiles(double value, std::vector<double> draws, double confidence = kConfidence) {
  std::erase_if(draws, [](double draw) { return std::isnan(draw); });
  if (std::isnan(value) || draws.empty()) return {value, {kNaN, kNaN}};
  // All draws may be on one side of the value, which is always possible itself.
  return {value,
          {std::min(value, uncertainty::quantile(draws, (1 - confidence) / 2)),
           std::max(value, uncertainty::quantile(draws, (1 + confidence) / 2))}};
}

// Returns the weight beyond each edge.
std::vector<CellWeight> weightBeyond(std::span<const CellWeight> cells) {
  std::vector<CellWeight> beyond(cells.size() - 1);
  CellWeight sum;
  for (std::size_t edge = beyond.size(); edge-- > 0;) {
    sum.weight += cells[edge + 1].weight;
    sum.squares += cells[edge + 1].squares;
    beyond[edge] = sum;
  }
  return beyond;
}

double radiusOfHalf(std::span<const double> edges, std::span<const CellWeight> beyond) {
  const double right = beyond.front().weight;  // beyond 0
  if (right == 0) return kNaN;
  for (std::size_t edge = 0; edge < edges.size(); ++edge) {
    if (2 * beyond[edge].weight <= right) return edges[edge];
  }
  return kInfinity;
}

// Returns the interval of the absolute difference between two independent values, from their own
// intervals (Zou and Donner 2008; for two proportions with Wilson's intervals, Newcombe 1998); the
// lower end is 0 if the values may be equal.
uncertainty::Interval distance(const Estimated& one, const Estimated& other) {
  const double difference = one.value - other.value;
  const double low = difference - std::hypot(one.value - one.interval.low,  //
                                             other.interval.high - other.value);
  const double high = difference + std::hypot(one.interval.high - one.value,  //
                                              other.value - other.interval.low);
  return {std::max({0.0, low, -high}), std::max(std::abs(low), std::abs(high))};
}

// Returns the largest minus the smallest defined value; NaN for fewer than two. A maximum over
// pairs is biased upward, and its resamples are never negative, so its interval is computed from
// joint intervals of all pairs, at the confidence of Bonferroni's inequality.
template <class F>
Estimated spread(std::size_t groups, F&& computeValue) {
  std::vector<std::size_t> defined;
  for (std::size_t group = 0; group < groups; ++group) {
    if (!std::isnan(computeValue(group, kConfidence).value)) defined.push_back(group);
  }
  if (defined.size() < 2) return {kNaN, {kNaN, kNaN}};
  const auto count = static_cast<double>(defined.size());
  const double confidence = 1 - (1 - kConfidence) / (count * (count - 1) / 2);
  std::vector<Estimated> values;
  for (const std::size_t group : defined) values.push_back(computeValue(group, confidence));
  const auto [min, max] = std::ranges::minmax(values, {}, &Estimated::value);
  Estimated result{max.value - min.value, {kNaN, kNaN}};
  const bool known = std::ranges::none_of(values, [](const Estimated& each) {
    return std::isnan(each.interval.low) || std::isinf(each.interval.high);
  });
  if (!known) return result;
  result.interval = {0, 0};
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const uncertainty::Interval pair = distance(values[i], values[j]);
      result.interval.low = std::max(result.interval.low, pair.low);
      result.interval.high = std::max(result.interval.high, pair.high);
    }
  }
  return result;
}

using Table = std::vector<std::vector<double>>;

// The nonempty cells of all groups; only these can be drawn.
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

// Draws the sum of the weights of `drawn` rows of a cell with `rows` rows: a positive number with
// the mean and variance of the cell's weights; exact if all weights are equal.
double drawnWeight(uncertainty::RandomStream& random, const CellWeight& cell, double rows,
                   double drawn) {
  const double average = cell.weight / rows;
  const double variance = cell.squares / rows - average * average;
  constexpr double kRounding = 1e-12;
  if (drawn == 0 || !(variance > kRounding * average * average)) return drawn * average;
  return uncertainty::drawGamma(random, drawn * average, std::sqrt(drawn * variance));
}

// Each group's half radius in the bootstrap replicates.
Table resampledHalfRadii(std::span<const double> edges, std::span<const GroupRadii> groups,
                         std::uint32_t replicates, std::uint64_t seed) {
  const OccupiedCells cells(groups);
  std::vector<std::vector<CellWeight>> drawnWeights;
  for (const auto& group : groups) drawnWeights.emplace_back(group.weights.size());
  std::vector<double> drawn(cells.counts.size());
  Table halfRadii(groups.size());
  for (std::uint32_t replicate = 0; replicate < replicates; ++replicate) {
    uncertainty::RandomStream random(seed, replicate);
    uncertainty::drawMultinomial(random, cells.counts, drawn);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      const auto [group, cell] = cells.places[i];
      drawnWeights[group][cell].weight =
          groups[group].isWeighted
              ? drawnWeight(random, groups[group].weights[cell], cells.counts[i], drawn[i])
              : drawn[i];
    }
    for (std::size_t group = 0; group < groups.size(); ++group) {
      halfRadii[group].push_back(radiusOfHalf(edges, weightBeyond(drawnWeights[group])));
    }
  }
  return halfRadii;
}

// Metrics of each group at any confidence.
class Evaluation {
 public:
  Evaluation(const RadiusGrid& grid, std::span<const double> epsilons,
             std::span<const GroupRadii> groups, std::uint32_t replicates, std::uint64_t seed)
      : groups_(groups),
        halfRadiusDraws_(resampledHalfRadii(grid.edges(), groups, replicates, seed)) {
    for (const double epsilon : epsilons) epsilonEdges_.push_back(grid.getEdge(epsilon));
    for (const auto& group : groups) {
      beyond_.push_back(weightBeyond(group.weights));
      all_.push_back(total(group.weights));
      halfRadii_.push_back(radiusOfHalf(grid.edges(), beyond_.back()));
    }
  }

  [[nodiscard]] RobustnessValues getValues(std::size_t group) const {
    const RadiusMoments& moments = groups_[group].moments;
    RobustnessValues values{accuracy(group, kConfidence),
                            average(group, kConfidence),
                            mean(moments.sum, moments.squares, moments.products, groups_[group]),
                            halfRadius(group, kConfidence),
                            {}};
    for (const std::size_t edge : epsilonEdges_) {
      values.certifiedAccuracy.push_back(beyond(group, edge, kConfidence));
    }
    return values;
  }

  [[nodiscard]] RobustnessDifferences differences() const {
    const auto of = [&](auto member) {
      return spread(groups_.size(), [&](std::size_t group, double confidence) {
        return (this->*member)(group, confidence);
      });
    };
    RobustnessDifferences result{
        of(&Evaluation::accuracy), of(&Evaluation::average), of(&Evaluation::halfRadius), {}};
    for (const std::size_t edge : epsilonEdges_) {
      result.certifiedAccuracy.push_back(spread(
          groups_.size(),
          [&](std::size_t group, double confidence) { return beyond(group, edge, confidence); }));
    }
    return result;
  }

 private:
  [[nodiscard]] Estimated beyond(std::size_t group, std::size_t edge, double confidence) const {
    const CellWeight& cases = beyond_[group][edge];
    if (!groups_[group].isWeighted) return share(cases.weight, all_[group].weight, confidence);
    const auto rows = static_cast<double>(groups_[group].rows);
    return weightedShare(cases, all_[group], rows, confidence);
  }
  [[nodiscard]] Estimated accuracy(std::size_t group, double confidence) const {
    return beyond(group, 0, confidence);
  }
  [[nodiscard]] Estimated average(std::size_t group, double confidence) const {
    const RadiusMoments& moments = groups_[group].moments;
    return mean(moments.positiveSum, moments.positiveSquares, moments.positiveProducts,
                groups_[group], confidence);
  }
  [[nodiscard]] Estimated halfRadius(std::size_t group, double confidence) const {
    return percentiles(halfRadii_[group], halfRadiusDraws_[group], confidence);
  }

  std::span<const GroupRadii> groups_;
  Table halfRadiusDraws_;
  std::vector<std::size_t> epsilonEdges_;
  std::vector<std::vector<CellWeight>> beyond_;  // (group, edge)
  std::vector<CellWeight> all_;                  // by group
  std::vector<double> halfRadii_;
};

}  // namespace

namespace {

// If `weights` is empty, every row counts once.
void addWeights(GroupRadii& into, Counts counts, std::span<const CellWeight> weights) {
  into.weights.resize(counts.size());
  into.isWeighted |= !weights.empty();
  for (std::size_t cell = 0; cell < counts.size(); ++cell) {
    const auto rows = static_cast<double>(counts[cell]);
    into.weights[cell].weight += weights.empty() ? rows : weights[cell].weight;
    into.weights[cell].squares += weights.empty() ? rows : weights[cell].squares;
  }
}

}  // namespace

std::vector<GroupRadii> groupRadii(const Certificates& certificates,
                                   std::span<const std::string> by) {
  const auto& attributes = certificates.schema().attributes;
  std::vector<std::size_t> asked;
  for (const auto& name : by) asked.push_back(data::attributeIndex(certificates.schema(), name));
  std::map<std::vector<std::uint32_t>, GroupRadii> found;
  const std::size_t cells = certificates.grid().cells();
  if (by.empty()) {
    found[{}].counts.resize(cells);
    found[{}].weights.resize(cells);
  }
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
    into.counts.resize(cells);
    std::ranges::transform(counts, into.counts, into.counts.begin(), std::plus<>());
    addWeights(into, counts, certificates.weights(group));
  }
  std::vector<GroupRadii> groups;
  for (auto& [codes, group] : found) groups.push_back(std::move(group));
  return groups;
}

RobustnessSummary summarize(const RadiusGrid& grid, std::span<const double> epsilons,
                            std::span<const GroupRadii> groups, std::uint32_t replicates,
                            std::uint64_t seed) {
  const Evaluation evaluation(grid, epsilons, groups, replicates, seed);
  RobustnessSummary summary;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    summary.groups.push_back(evaluation.getValues(i));
  }
  summary.differences = evaluation.differences();
  return summary;
}

AccuracyCurve accuracyCurve(const RadiusGrid& grid, const GroupRadii& group) {
  if (group.rows == 0) return {};
  const auto beyond = weightBeyond(group.weights);
  const double all = total(group.weights).weight;
  const auto share = [&](std::size_t edge) { return beyond[edge].weight / all; };
  AccuracyCurve curve{{0}, {share(0)}};
  for (std::size_t edge = 1; edge < beyond.size(); ++edge) {
    // The curve decreases between the beginning and the end of a nonempty cell.
    const bool begins = group.counts[edge + 1] > 0;
    const bool ended = group.counts[edge] > 0;
    if (!begins && !ended) continue;
    curve.epsilon.push_back(grid.edges()[edge]);
    curve.accuracy.push_back(share(edge));
  }
  return curve;
}

RobustnessTotals totals(const Certificates& certificates) {
  const auto all = groupRadii(certificates, {}).front();
  RobustnessTotals totals{all.rows, all.moments.sum, all.moments.positiveSum, {}};
  for (const double epsilon : certificates.epsilons()) {
    const auto first = certificates.grid().getEdge(epsilon) + 1;
    std::uint64_t beyond = 0;
    for (std::size_t cell = first; cell < all.counts.size(); ++cell) beyond += all.counts[cell];
    totals.certified.push_back(static_cast<double>(beyond));
  }
  return totals;
}

std::vector<Estimated> estimates(const RobustnessValues& values) {
  std::vector<Estimated> all{values.accuracy, values.averageRobustness, values.signedRobustness,
                             values.halfRadius};
  all.insert(all.end(), values.certifiedAccuracy.begin(), values.certifiedAccuracy.end());
  return all;
}

std::vector<Estimated> estimates(const RobustnessDifferences& differences) {
  std::vector<Estimated> all{differences.accuracy, differences.averageRobustness,
                             differences.halfRadius};
  all.insert(all.end(), differences.certifiedAccuracy.begin(), differences.certifiedAccuracy.end());
  return all;
}

}  // namespace fairwasm::robustness
