// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/exact_errors.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <ranges>
#include <utility>

#include "effective_rows.hpp"
#include "fairwasm/core/nan.hpp"

namespace fairwasm::scores {
namespace {

constexpr uncertainty::SpreadIntervals kNoIntervals{
    uncertainty::kNoInterval, uncertainty::kNoInterval, uncertainty::kNoInterval,
    uncertainty::kNoInterval, uncertainty::kNoInterval, uncertainty::kNoInterval};
using Numbers = std::span<const WeightedScore>;

// A weighted mean and the sum of squares around it. Numbers are summed as distances from the first
// number with positive weight, so that the mean of equal numbers is exact and their sum of squares
// is 0.
struct NumberMoments {
  double weight = 0;
  double squaredWeight = 0;
  double mean = kNaN;
  double squares = 0;  // sum of w (x - mean)^2
};

template <class Row, class NumberOf>
NumberMoments computeMoments(std::span<const Row> rows, NumberOf&& getNumber) {
  NumberMoments moments;
  double first = 0;
  double beyond = 0;
  for (const Row& row : rows) {
    if (row.weight > 0 && moments.weight == 0) first = getNumber(row);
    moments.weight += row.weight;
    moments.squaredWeight += row.weight * row.weight;
    beyond += row.weight * (getNumber(row) - first);
  }
  if (!(moments.weight > 0)) return moments;
  moments.mean = first + beyond / moments.weight;
  for (const Row& row : rows) {
    const double away = getNumber(row) - moments.mean;
    moments.squares += row.weight * away * away;
  }
  return moments;
}

std::vector<WeightedScore> absoluteErrors(const NumberRows& group) {
  std::vector<WeightedScore> errors;
  for (const auto& row : group.rows) {
    if (row.weight > 0) errors.push_back({std::abs(row.error()), row.weight});
  }
  sortByScore(errors);
  return errors;
}

// Returns the first number, from either end, at which the cumulative weight reaches half of the
// total.
template <class Rows>
double halfway(const Rows& rows, double weight) {
  double running = 0;
  for (const auto& row : rows) {
    running += row.weight;
    if (running >= 0.5 * weight) return row.score;
  }
  return kNaN;
}

// Returns the largest number of heads for which `rows` fair coins show at most that many with a
// probability of at most `probability`; -1 if there is none.
std::ptrdiff_t rareHeads(std::size_t rows, double probability) {
  const auto n = static_cast<double>(rows);
  const double logOfAll = std::lgamma(n + 1) - n * std::numbers::ln2;
  // The probability is negligible more than ten standard deviations below the middle.
  auto heads = static_cast<std::ptrdiff_t>(std::max(0.0, std::floor(0.5 * n - 5 * std::sqrt(n))));
  double sum = 0;
  for (;; ++heads) {
    const auto k = static_cast<double>(heads);
    sum += std::exp(logOfAll - std::lgamma(k + 1) - std::lgamma(n - k + 1));
    if (sum > probability || k >= n) return heads - 1;
  }
}

// `tail` is the probability, on either side, that the median is outside the interval.
uncertainty::Interval medianInterval(Numbers sorted, double tail) {
  if (sorted.empty()) return uncertainty::kNoInterval;
  const bool isEven = std::ranges::all_of(
      sorted, [&](const WeightedScore& row) { return row.weight == sorted.front().weight; });
  const std::ptrdiff_t outside = rareHeads(sorted.size(), tail);
  if (!isEven || outside < 0) return uncertainty::kNoInterval;
  const auto place = static_cast<std::size_t>(outside);
  return {sorted[place].score, sorted[sorted.size() - 1 - place].score};
}

// NaN without rows.
double computeMedian(Numbers sorted) {
  double weight = 0;
  for (const auto& row : sorted) weight += row.weight;
  const double lower = halfway(sorted, weight);
  return lower + 0.5 * (halfway(std::views::reverse(sorted), weight) - lower);
}

uncertainty::Bounded medianAt(Numbers sorted, double z) {
  return {computeMedian(sorted), medianInterval(sorted, uncertainty::normalProbability(-z))};
}

// Computes intervals from order statistics of each group, at quantiles that hold for all groups
// jointly. The median of all rows is not a mean of the groups' medians.
uncertainty::SpreadIntervals medianSpread(std::span<const NumberRows> groups, const NumberRows& all,
                                          double confidence) {
  std::vector<std::vector<WeightedScore>> sorted;
  const auto overall = absoluteErrors(all);
  uncertainty::SpreadParts parts;
  parts.overall = computeMedian(overall);
  for (const auto& group : groups) {
    auto errors = absoluteErrors(group);
    if (errors.empty()) continue;
    parts.values.push_back(computeMedian(errors));
    sorted.push_back(std::move(errors));
  }
  parts.at = [&](std::size_t group, double z) { return medianAt(sorted[group], z); };
  parts.jointlyAt = parts.at;
  parts.against = [&](std::size_t group, double z) -> uncertainty::Against {
    if (sorted.size() == 1) return {medianAt(overall, z), {kNaN, uncertainty::kNoInterval}, 1};
    return {medianAt(sorted[group], z), medianAt(overall, z), 0};
  };
  return uncertainty::spreadIntervals(parts, confidence);
}

// Returns 1 - part / spread, and its limits if the spread is 0.
double shareExplained(double part, double spread) {
  if (spread > 0) return 1 - part / spread;
  return part > 0 ? -kInfinity : kNaN;
}
double forcedFinite(double share) {
  if (std::isnan(share)) return 1;
  return std::isinf(share) ? 0 : share;
}

// Returns the metric of RegressionSums with that name, or null.
const RegressionMetric* findMetric(std::string_view name) {
  const auto metric = std::ranges::find(kRegressionMetrics, name, &RegressionMetric::name);
  return metric == kRegressionMetrics.end() ? nullptr : &*metric;
}

// Interval formulas do not support infinite values.
bool hasInfinite(std::span<const double> values) {
  return std::ranges::any_of(values, [](double value) { return std::isinf(value); });
}

// Sets the metrics of kExactErrorNames that RegressionSums does not have.
void setOwnValues(const NumberRows& group, const RegressionSums& sums, double confidence,
                  ExactErrors& errors) {
  const auto set = [&](std::string_view name, double value, uncertainty::Interval ci) {
    const auto place = std::ranges::find(kExactErrorNames, name) - kExactErrorNames.begin();
    errors.values[static_cast<std::size_t>(place)] = {value, ci};
  };
  double max = kNaN;
  for (const auto& row : group.rows) max = std::fmax(max, std::abs(row.error()));
  set("maxError", max, uncertainty::kNoInterval);
  if (!(errors.weight > 0)) return;
  const auto sorted = absoluteErrors(group);
  set("medianAbsoluteError", computeMedian(sorted), medianInterval(sorted, (1 - confidence) / 2));
  set("lowerMedianAbsoluteError", halfway(sorted, errors.weight), uncertainty::kNoInterval);
  const std::span<const NumberRow> rows = group.rows;
  const double part =
      computeMoments(rows, [](const NumberRow& row) { return row.error(); }).squares;
  const double ofLabels = sums.spreadOfLabels();
  const double explained = shareExplained(part, ofLabels);
  const double r2 = shareExplained(sums.squaredErrors, ofLabels);
  const bool isSingle = rows.size() < 2;
  set("r2Score", isSingle ? kNaN : r2, boundedError("r2Score", sums, confidence).error.ci);
  set("r2ScoreForcedFinite", isSingle ? kNaN : forcedFinite(r2), uncertainty::kNoInterval);
  set("explainedVariance", isSingle ? kNaN : explained, uncertainty::kNoInterval);
  set("explainedVarianceForcedFinite", forcedFinite(explained), uncertainty::kNoInterval);
}

}  // namespace

RegressionSums computeSums(const NumberRows& group) {
  const NumberMoments labels = computeMoments(std::span<const NumberRow>(group.rows),
                                              [](const NumberRow& row) { return row.label; });
  RegressionSums sums;
  if (labels.weight > 0) sums.center = labels.mean;
  for (const auto& row : group.rows) sums.add(row.label, row.prediction, row.weight);
  return sums;
}

ExactErrors exactErrors(const NumberRows& group, double confidence) {
  const RegressionSums sums = computeSums(group);
  ExactErrors errors{sums.rows, sums.weight, {}, {}};
  for (std::size_t i = 0; i < kExactErrorNames.size(); ++i) {
    const RegressionMetric* metric = findMetric(kExactErrorNames[i]);
    const auto [bounded, rows] = boundedError(kExactErrorNames[i], sums, confidence);
    const bool isKnown = metric != nullptr && sums.weight > 0;
    errors.values[i] = {isKnown ? metric->value(sums) : kNaN, bounded.ci};
    errors.effectiveRows[i] = rows;
  }
  setOwnValues(group, sums, confidence, errors);
  return errors;
}

std::vector<ExactErrorSpread> exactErrorSpreads(std::span<const NumberRows> groups,
                                                double confidence) {
  NumberRows all;
  std::vector<ExactErrors> each;
  std::vector<RegressionSums> sums;
  for (const auto& group : groups) {
    all.merge(group);
    each.push_back(exactErrors(group, confidence));
    sums.push_back(computeSums(group));
  }
  const ExactErrors overall = exactErrors(all, confidence);
  std::vector<ExactErrorSpread> spreads;
  for (std::size_t i = 0; i < kExactErrorNames.size(); ++i) {
    std::vector<double> values;
    for (const auto& errors : each) values.push_back(errors.values[i].value);
    ExactErrorSpread result{uncertainty::spread(values, overall.values[i].value), kNoIntervals};
    const bool isKnown = findMetric(kExactErrorNames[i]) != nullptr && !hasInfinite(values);
    if (isKnown) result.intervals = errorSpread(sums, kExactErrorNames[i], confidence).intervals;
    if (kExactErrorNames[i] == "medianAbsoluteError") {
      result.intervals = medianSpread(groups, all, confidence);
    }
    spreads.push_back(result);
  }
  return spreads;
}

ExactErrorSpread pinballSpread(std::span<const NumberRows> groups, double alpha,
                               double confidence) {
  NumberRows all;
  std::vector<double> values;
  std::vector<RegressionSums> sums;
  const auto computeLoss = [&](const NumberRows& group) {
    return boundedPinballLoss(computeSums(group), alpha, confidence).error.value;
  };
  for (const auto& group : groups) {
    all.merge(group);
    values.push_back(computeLoss(group));
    sums.push_back(computeSums(group));
  }
  return {uncertainty::spread(values, computeLoss(all)),
          pinballErrorSpread(sums, alpha, confidence).intervals};
}

namespace {

double unbiasedVariance(const NumberMoments& moments) {
  const double unbiased = moments.weight - moments.squaredWeight / moments.weight;
  return unbiased > 1e-9 * moments.weight ? moments.squares / unbiased : kNaN;
}

// Variance of (mean - other mean) / deviation that is due to one group's rows. A row changes its
// mean by its distance, and the squared deviation by half the difference between its squared
// distance and the variance. `sign` is that of the group's mean in the difference.
struct VariancePart {
  double variance = 0;
  double cumulant = 0;  // third
  double rows = 0;
  double degrees = 0;
};
VariancePart variancePart(Numbers rows, const NumberMoments& moments, double sign,
                          double difference, double deviation) {
  const double variance = moments.squares / moments.weight;
  VariancePart part;
  Powers powers;
  for (const auto& [score, weight] : rows) {
    if (!(weight > 0)) continue;
    const double away = score - moments.mean;
    const double moved = sign * away / deviation -
                         difference * (away * away - variance) / (4 * deviation * deviation);
    powers.add(weight * weight, moved);
    part.cumulant += std::pow(weight / moments.weight * moved, 3);
    ++part.rows;
  }
  const double factor = part.rows / (part.rows - 1);
  part.variance = powers.squares / (moments.weight * moments.weight) * factor;
  part.degrees = degreesOfVariance(powers, {moments.weight, moments.squaredWeight}, part.rows);
  return part;
}

}  // namespace

uncertainty::Bounded standardizedMeanDifference(Numbers one, Numbers other, double confidence) {
  const auto getNumber = [](const WeightedScore& row) { return row.score; };
  const NumberMoments ours = computeMoments(one, getNumber);
  const NumberMoments theirs = computeMoments(other, getNumber);
  const double deviation = std::sqrt(0.5 * (unbiasedVariance(ours) + unbiasedVariance(theirs)));
  const double value = (ours.mean - theirs.mean) / deviation;
  if (!std::isfinite(value)) return {value, uncertainty::kNoInterval};
  const auto first = variancePart(one, ours, 1, value, deviation);
  const auto second = variancePart(other, theirs, -1, value, deviation);
  constexpr double kMinRows = 3;
  if (std::min(first.rows, second.rows) < kMinRows) return {value, uncertainty::kNoInterval};
  const double variance = first.variance + second.variance;
  const double degrees = variance * variance /
                         (first.variance * first.variance / first.degrees +
                          second.variance * second.variance / second.degrees);
  const double z = uncertainty::normalQuantile(0.5 + confidence / 2);
  const double quantile = uncertainty::studentQuantileAt(z, degrees);
  const double reach = quantile * std::sqrt(variance);
  // Johnson 1978: toward the longer tail, the interval extends further.
  const double shift =
      (first.cumulant + second.cumulant) / variance * (1 + 2 * quantile * quantile) / 6;
  // Hedges 1981: in small samples, the standardized difference is too far from 0 on average.
  const double center = value * (1 - 3 / (4 * (first.rows + second.rows - 2) - 1));
  return {value,
          {std::min(value, center - reach + std::min(0.0, shift)),
           std::max(value, center + reach + std::max(0.0, shift))}};
}

std::vector<uncertainty::Bounded> standardizedMeanDifferences(std::span<const NumberRows> groups,
                                                              NumberKind kind,
                                                              std::size_t reference,
                                                              double confidence) {
  const auto lists = sortedNumbers(groups, kind);
  std::vector<uncertainty::Bounded> differences;
  for (const auto& list : lists) {
    differences.push_back(standardizedMeanDifference(list, lists.at(reference), confidence));
  }
  return differences;
}

}  // namespace fairwasm::scores
