// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/shares/shares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <unsupported/Eigen/SpecialFunctions>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/uncertainty/unequal_units.hpp"

namespace fairwasm::shares {
namespace {

using uncertainty::Bounded;
using uncertainty::Interval;
using uncertainty::kNoInterval;

constexpr double kMaxCount = 9007199254740992;  // 2^53: doubles represent all smaller integers
constexpr double kMaxTables = 500'000;
constexpr double kTie = 1e-7;  // tables that are equally likely up to rounding count

double total(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

void requireCounts(const char* argument, std::span<const double> counts) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double count = counts[i];
    if (count >= 0 && count <= kMaxCount && std::floor(count) == count) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {argument, "whole numbers from 0 to 2^53", shown(count), i});
  }
}

void requireReference(std::span<const double> reference) {
  for (std::size_t i = 0; i < reference.size(); ++i) {
    if (reference[i] >= 0 && std::isfinite(reference[i])) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {"reference", "finite numbers of 0 or more", shown(reference[i]), i});
  }
  if (total(reference) > 0) return;
  throw Error(ErrorCode::kInvalidArgument, {"reference", "a positive number", "only zeros", {}});
}

// Enumerates all tables with the given total. `weights[g][x]` is the logarithm of the contribution
// of x rows in group g to the probability of a table.
class Tables {
 public:
  Tables(std::vector<std::vector<double>> weights, double observed)
      : weights_(std::move(weights)), most_(weights_.size() + 1, 0), limit_(observed + kTie) {
    for (std::size_t g = weights_.size(); g-- > 0;) {
      most_[g] = most_[g + 1] + weights_[g].size() - 1;
    }
  }

  // Returns the probability of all tables that are at most as likely as the observed one.
  double extreme(std::size_t rows, double weight) {
    sum_ = 0;
    visit(0, rows, weight);
    return std::min(1.0, sum_);
  }

 private:
  void visit(std::size_t group, std::size_t rows, double weight) {
    const auto& own = weights_[group];
    if (group + 1 == weights_.size()) {
      const double all = weight + own[rows];
      if (all <= limit_) sum_ += std::exp(all);
      return;
    }
    const std::size_t least = rows > most_[group + 1] ? rows - most_[group + 1] : 0;
    for (std::size_t x = least; x < own.size() && x <= rows; ++x) {
      visit(group + 1, rows - x, weight + own[x]);
    }
  }

  std::vector<std::vector<double>> weights_;
  std::vector<std::size_t> most_;  // rows that fit into this group and the following ones
  double limit_;
  double sum_ = 0;
};

double logFactorial(double count) { return std::lgamma(count + 1); }

// Returns the number of ways to distribute the rows among the groups; infinite for many.
double tableCount(double rows, std::size_t groups) {
  double tables = 1;
  for (std::size_t i = 1; i < groups; ++i) {
    tables *= (rows + static_cast<double>(i)) / static_cast<double>(i);
  }
  return tables;
}

double observedWeight(const std::vector<std::vector<double>>& weights,
                      std::span<const double> counts, double weight) {
  for (std::size_t g = 0; g < counts.size(); ++g) {
    weight += weights[g][static_cast<std::size_t>(counts[g])];
  }
  return weight;
}

// Requires positive shares.
double multinomialTest(std::span<const double> counts, std::span<const double> shares) {
  const double rows = total(counts);
  if (tableCount(rows, counts.size()) > kMaxTables) return kNaN;
  std::vector<std::vector<double>> weights;
  for (const double share : shares) {
    auto& own = weights.emplace_back();
    for (double x = 0; x <= rows; ++x) own.push_back(x * std::log(share) - logFactorial(x));
  }
  const double weight = logFactorial(rows);
  const double observed = observedWeight(weights, counts, weight);
  return Tables(std::move(weights), observed).extreme(static_cast<std::size_t>(rows), weight);
}

// Enumerates the tables of `counts` for fixed margins.
double marginsTest(std::span<const double> counts, std::span<const double> others) {
  const double rows = total(counts);
  if (rows > total(others)) return marginsTest(others, counts);
  if (tableCount(rows, counts.size()) > kMaxTables) return kNaN;
  double weight = logFactorial(rows) + logFactorial(total(others));
  weight -= logFactorial(rows + total(others));
  std::vector<std::vector<double>> weights;
  for (std::size_t g = 0; g < counts.size(); ++g) {
    const double both = counts[g] + others[g];
    auto& own = weights.emplace_back();
    weight += logFactorial(both);
    for (double x = 0; x <= std::min(both, rows); ++x) {
      own.push_back(-logFactorial(x) - logFactorial(both - x));
    }
  }
  const double observed = observedWeight(weights, counts, weight);
  return Tables(std::move(weights), observed).extreme(static_cast<std::size_t>(rows), weight);
}

// Adds the terms of one sample to Pearson's statistic.
void addPearson(Comparison& result, std::span<const double> counts,
                std::span<const double> expected) {
  for (std::size_t g = 0; g < counts.size(); ++g) {
    if (expected[g] == 0 && counts[g] == 0) continue;
    const double apart = counts[g] - expected[g];
    result.statistic += apart * apart / expected[g];
    result.smallestExpected = std::min(result.smallestExpected, expected[g]);
  }
}

std::vector<double> scaledTo(std::span<const double> values, double sum) {
  const double factor = sum / total(values);
  std::vector<double> scaled(values.begin(), values.end());
  for (double& value : scaled) value *= factor;
  return scaled;
}

void testAll(Comparison& result, std::span<const double> counts, std::span<const double> reference,
             bool isSample) {
  const double rows = total(counts);
  std::vector<double> both(reference.begin(), reference.end());
  for (std::size_t g = 0; isSample && g < both.size(); ++g) both[g] += counts[g];
  addPearson(result, counts, scaledTo(both, rows));
  if (isSample) addPearson(result, reference, scaledTo(both, total(reference)));
  result.degrees = -1;
  std::vector<double> present;
  std::vector<double> others;
  bool isPossible = true;
  for (std::size_t g = 0; g < both.size(); ++g) {
    isPossible = isPossible && (both[g] > 0 || counts[g] == 0);
    if (both[g] == 0) continue;
    result.degrees += 1;
    present.push_back(counts[g]);
    others.push_back(reference[g]);
  }
  if (!isPossible) {
    result.pearsonPValue = 0;
    result.exactPValue = 0;
  } else if (result.degrees < 1) {
    result.pearsonPValue = 1;
    result.exactPValue = 1;
  } else {
    result.pearsonPValue = Eigen::numext::igammac(result.degrees / 2, result.statistic / 2);
    result.exactPValue =
        isSample ? marginsTest(present, others) : multinomialTest(present, scaledTo(others, 1));
  }
}

double scoreTest(double share, double expected, double rows) {
  if (expected <= 0 || expected >= 1) return share == expected ? 1 : 0;
  const double z = (share - expected) / std::sqrt(expected * (1 - expected) / rows);
  return std::erfc(std::abs(z) / std::numbers::sqrt2);
}

Interval divided(const Interval& interval, double by) {
  return {interval.low / by, interval.high / by};
}

// The product of a share and a count is a whole number up to rounding if it should be one: 0.07 of
// 100 people are 7 people.
double missing(double expected, double rows, double count) {
  const double wanted = expected * rows;
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * wanted;
  return std::max(0.0, std::ceil(wanted - rounding) - count);
}

// The rows of both samples; those of a fixed reference are infinite. With clusters, the effective
// number of rows and its degrees of freedom.
struct Sizes {
  double rows;
  double others;
  double trials = rows;
  double degrees = kInfinity;

  [[nodiscard]] bool isClustered() const { return !std::isinf(degrees); }
  [[nodiscard]] Bounded bounded(double share, double z) const {
    return uncertainty::boundedShare({share, trials, degrees}, z);
  }
};

Interval differenceAt(double share, double expected, const Sizes& sizes, double z) {
  const Bounded own = sizes.bounded(share, z);
  if (std::isinf(sizes.others)) return {own.ci.low - expected, own.ci.high - expected};
  const Bounded other{expected, uncertainty::wilsonIntervalAt(expected, sizes.others, z)};
  return uncertainty::differenceInterval(own, other);
}

Interval ratioAt(double share, double expected, const Sizes& sizes, double z) {
  const Interval own = sizes.bounded(share, z).ci;
  if (expected == 0) return kNoInterval;
  if (std::isinf(sizes.others)) return divided(own, expected);
  return uncertainty::ratioInterval(
      {share, own}, {expected, uncertainty::wilsonIntervalAt(expected, sizes.others, z)});
}

GroupShare groupShare(double count, double expected, const Sizes& sizes, double groups, double z) {
  const double share = count / sizes.rows;
  const double difference = share - expected;
  const auto at = [&](double quantile) { return differenceAt(share, expected, sizes, quantile); };
  const double pValue =
      std::isinf(sizes.others) && !sizes.isClustered()
          ? scoreTest(share, expected, sizes.rows)
          : std::erfc(std::abs(uncertainty::distanceTo(0, difference, at)) / std::numbers::sqrt2);
  const Bounded ratio{share / expected, ratioAt(share, expected, sizes, z)};
  return {sizes.bounded(share, z),
          expected,
          ratio,
          {std::log(ratio.value), {std::log(ratio.ci.low), std::log(ratio.ci.high)}},
          {difference, at(z)},
          missing(expected, sizes.rows, count),
          pValue,
          std::min(1.0, groups * pValue)};
}

// Returns the distance with its smallest and largest value if all differences are within their
// intervals. Differences sum to 0, so that the distance is the sum of the positive ones and that of
// the negative ones.
Bounded totalVariation(std::span<const GroupShare> groups) {
  double distance = 0;
  double above = 0;  // smallest and largest sums of positive differences
  double mostAbove = 0;
  double below = 0;
  double mostBelow = 0;
  for (const GroupShare& group : groups) {
    const auto& [value, ci] = group.difference;
    distance += std::abs(value) / 2;
    above += std::max(0.0, ci.low);
    mostAbove += std::max(0.0, ci.high);
    below += std::max(0.0, -ci.high);
    mostBelow += std::max(0.0, -ci.low);
  }
  const Interval ci{std::max(above, below), std::min({mostAbove, mostBelow, 1.0})};
  return {distance, uncertainty::around(distance, ci)};
}

void requireComparable(std::span<const double> counts, std::span<const double> reference,
                       bool isSample, double confidence) {
  uncertainty::twoSidedQuantile(confidence);  // checks the confidence
  requireCount("reference", reference.size(), counts.size(), "groups");
  if (counts.size() < 2) {
    throw Error(ErrorCode::kShapeMismatch,
                {"reference", "two groups or more", shown(static_cast<double>(counts.size())), {}});
  }
  requireCounts("counts", counts);
  requireReference(reference);
  if (isSample) requireCounts("reference", reference);
}

double jointQuantile(double confidence, double groups) {
  return uncertainty::centralQuantile(1 - (1 - confidence) / groups);
}

}  // namespace

Comparison compare(std::span<const double> counts, std::span<const double> reference, bool isSample,
                   double confidence) {
  requireComparable(counts, reference, isSample, confidence);
  const auto groups = static_cast<double>(counts.size());
  const double z = jointQuantile(confidence, groups);
  const Sizes sizes{total(counts), isSample ? total(reference) : kInfinity};
  const std::vector<double> expected = scaledTo(reference, 1);
  Comparison result{{}, {kNaN, kNoInterval}, 0, 0, kNaN, kNaN, kInfinity};
  for (std::size_t g = 0; g < counts.size(); ++g) {
    result.groups.push_back(groupShare(counts[g], expected[g], sizes, groups, z));
  }
  if (!(sizes.rows > 0)) {
    result.statistic = kNaN;
    result.degrees = kNaN;
    result.smallestExpected = kNaN;
    for (GroupShare& group : result.groups) {
      group.missing = group.pValue = group.adjustedPValue = kNaN;
    }
    return result;
  }
  result.totalVariation = totalVariation(result.groups);
  testAll(result, counts, reference, isSample);
  return result;
}

namespace {

// Returns the number of equal clusters with this concentration of rows; infinite without rows.
double concentration(double rows, double squares) {
  return rows > 0 ? rows * rows / squares : kInfinity;
}

}  // namespace

Comparison compareClustered(const ClusteredRows& rows, std::span<const double> reference,
                            bool isSample, double confidence) {
  const std::size_t size = rows.group.size();
  requireCount("cluster", rows.cluster.size(), size);
  requireCount("rows", rows.rows.size(), size);
  requireCounts("rows", rows.rows);
  std::vector<double> counts(reference.size());
  std::map<std::uint32_t, double> clusters;
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> cells;  // by group and cluster
  for (std::size_t row = 0; row < size; ++row) {
    if (rows.group[row] >= counts.size()) {
      throw Error(ErrorCode::kInvalidArgument,
                  {"group", "a code below the number of groups", shown(rows.group[row]), row});
    }
    if (rows.rows[row] == 0) continue;
    counts[rows.group[row]] += rows.rows[row];
    clusters[rows.cluster[row]] += rows.rows[row];
    cells[{rows.group[row], rows.cluster[row]}] += rows.rows[row];
  }
  requireComparable(counts, reference, isSample, confidence);
  const auto groups = static_cast<double>(counts.size());
  const double z = jointQuantile(confidence, groups);
  const std::vector<double> expected = scaledTo(reference, 1);
  const double all = total(counts);
  uncertainty::UnitSizes sizes;
  double squaredSizes = 0;
  for (const auto& [code, count] : clusters) {
    sizes.add(count);
    squaredSizes += count * count;
  }
  const auto [factor, degrees] = sizes.correction();
  // Sums over clusters of n_gc^2 and of n_gc n_c.
  std::vector<double> squares(counts.size());
  std::vector<double> products(counts.size());
  for (const auto& [code, count] : cells) {
    squares[code.first] += count * count;
    products[code.first] += count * clusters[code.second];
  }
  Comparison result{{}, {kNaN, kNoInterval}, kNaN, kNaN, kNaN, kNaN, kNaN};
  result.clusters = static_cast<double>(clusters.size());
  for (std::size_t g = 0; g < counts.size(); ++g) {
    const double share = counts[g] / all;
    const double deviations = squares[g] - 2 * share * products[g] + share * share * squaredSizes;
    const double variance = factor * deviations / (all * all);
    constexpr double kRounding = 1e-24;  // equal clusters up to rounding
    const double trials =
        variance > kRounding ? share * (1 - share) / variance : all * all / squaredSizes;
    const bool isKnown = !std::isnan(degrees);
    Sizes effective{all, isSample ? total(reference) : kInfinity, kNaN, 1};
    if (isKnown) {
      const double rest = all - counts[g];
      const double squaredRest = squaredSizes - 2 * products[g] + squares[g];
      effective.trials = std::min(all, trials);
      effective.degrees = std::max(1.0, std::min({degrees, concentration(counts[g], squares[g]),
                                                  concentration(rest, squaredRest)}));
    }
    result.groups.push_back(groupShare(counts[g], expected[g], effective, groups, z));
    if (isKnown) result.groups.back().degrees = effective.degrees;
  }
  if (all > 0) result.totalVariation = totalVariation(result.groups);
  return result;
}

}  // namespace fairwasm::shares
