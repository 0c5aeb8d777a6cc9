// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/rate_intervals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::group {
namespace {

// a' M b.
double product(const Rate::Coefficients& a, const Rate::Coefficients& b, const Products& products) {
  double sum = 0;
  for (std::size_t i = 0; i < kBaseSums; ++i) {
    if (a[i] == 0) continue;
    for (std::size_t j = 0; j < kBaseSums; ++j) sum += a[i] * b[j] * products[i][j];
  }
  return sum;
}

double product(const Rate::Coefficients& a, const Rate::Coefficients& b, const Moments& moments) {
  return product(a, b, moments.products);
}

// a - factor * b.
Rate::Coefficients less(const Rate::Coefficients& a, double factor, const Rate::Coefficients& b) {
  Rate::Coefficients result{};
  for (std::size_t i = 0; i < kBaseSums; ++i) result[i] = a[i] - factor * b[i];
  return result;
}

// Squares and products over clusters of their weights of cases and of other rows.
struct ClusterSums {
  double squaredCases;
  double squaredOthers;
  double both;
};

// Returns the number of units with a row in the rate's denominator.
double computeUnits(const Rate& rate, const Moments& moments) {
  CellSet cells = 0;
  for (std::size_t cell = 0; cell < kConfusionCells; ++cell) {
    if (rate.computeDenominator[cell] != 0) cells |= cellSet(cell);
  }
  return unitsIn(moments, cells);
}

// Uses the between-cluster variance estimate of survey statistics,
//   u' M u / (W^2 (1 - H)), H = sum of squared cluster sizes / W^2,
// which has the factor G / (G - 1) for G equal clusters. 1 / H is the effective number of clusters,
// and the degrees of freedom are 1 less. If cases are rare, the few clusters that contain any
// determine the variance, so their effective number, C^2 / C'MC, is an upper bound.
uncertainty::EffectiveShare clusteredTrials(const Counts& counts, double share, double weight,
                                            double squares, const ClusterSums& sums) {
  const double concentration = squares / (weight * weight);
  const double variance =
      ((1 - share) * (1 - share) * sums.squaredCases + share * share * sums.squaredOthers -
       2 * share * (1 - share) * sums.both) /
      (weight * weight * (1 - concentration));
  // Clusters whose rates vary less than expected by chance are not more informative than
  // independent rows.
  const double max = counts.effectiveRows * weight / counts.instances;
  const double cases = share * weight;
  const double others = weight - cases;
  const double clusters = std::min({1 / concentration - 1, cases * cases / sums.squaredCases,
                                    others * others / sums.squaredOthers});
  return {share, std::min(share * (1 - share) / variance, max), std::max(1.0, clusters)};
}

// For a proportion r with cases C and other rows O, u' M u is
//   (1 - r)^2 C'MC + r^2 O'MO - 2 r (1 - r) C'MO.
// The last term is 0 unless a cluster has rows of both outcomes. Because C'MC is the weight of the
// cases times their typical weight, u' M u equals r (1 - r) W times `weightOfARow` below.
uncertainty::EffectiveShare sharesTrials(const Rate& rate, const Counts& counts, double share) {
  const Moments& moments = counts.moments;
  const auto& cases = rate.computeNumerator;
  const auto others = less(rate.computeDenominator, 1, cases);
  const double weight = rate.denominator(counts);
  const double units = computeUnits(rate, moments);
  const double squares = product(rate.computeDenominator, rate.computeDenominator, moments);
  const auto typicalWeight = [&](const Rate::Coefficients& kind, double kindsWeight) {
    return (product(kind, kind, moments) + squares / units) / (kindsWeight + weight / units);
  };
  const double casesWeight = rate.numerator(counts);
  const double both = product(cases, others, moments);
  if (both != 0) {
    return clusteredTrials(
        counts, share, weight, squares,
        {product(cases, cases, moments), product(others, others, moments), both});
  }
  const double weightOfARow = (1 - share) * typicalWeight(cases, casesWeight) +
                              share * typicalWeight(others, weight - casesWeight);
  const double trials = weight / weightOfARow;
  const double kish = weight * weight / squares;
  const double unequal = 1 - std::min(trials, kish) / units;
  const double rarer = trials * std::min(share, 1 - share);
  // Below this limit, differences between weights are rounding errors.
  constexpr double kRounding = 1e-9;
  uncertainty::EffectiveShare effective{share, trials};
  if (unequal > kRounding) effective.degrees = (rarer + 1) / unequal;
  return effective;
}

// The variance of a mean is estimated, so Student's quantile and n - 1 are used.
uncertainty::EffectiveShare meansTrials(const Rate& rate, const Counts& counts, double mean) {
  const double units = computeUnits(rate, counts.moments);
  if (units < 2) return {mean, kNaN};
  const double weight = rate.denominator(counts);
  const auto direction = less(rate.computeNumerator, mean, rate.computeDenominator);
  const double variance =
      product(direction, direction, counts.moments) / (weight * weight) * units / (units - 1);
  const double binomial = mean * (1 - mean);
  // Below this limit, differences between scores are rounding errors, and the variance is unknown.
  constexpr double kRounding = 1e-12;
  if (!(variance > kRounding * binomial / units)) {
    const double squares =
        product(rate.computeDenominator, rate.computeDenominator, counts.moments);
    return {mean, weight * weight / squares, units - 1};
  }
  return {mean, binomial / variance, units - 1};
}

// The proportion J of f1 = 2 J / (1 + J): among rows with a positive label or prediction, those
// with both.
constexpr Rate kJaccard{
    "", [](const Counts& c) { return c.truePositives; },
    [](const Counts& c) { return c.truePositives + c.falsePositives + c.falseNegatives; }};

// Returns the first-order influence of each base sum of a unit on the rate.
Rate::Coefficients influence(const Rate& rate, const Counts& counts) {
  if (rate.kind == RateKind::kMeanOfTwo) {
    const auto first = influence(kRates[rateIndex("truePositiveRate")], counts);
    const auto second = influence(kRates[rateIndex("trueNegativeRate")], counts);
    Rate::Coefficients mean{};
    for (std::size_t i = 0; i < kBaseSums; ++i) mean[i] = halfSpan(rate) * (first[i] + second[i]);
    return mean;
  }
  const bool isTwice = rate.kind == RateKind::kTwiceShare;
  const Rate& of = isTwice ? kJaccard : rate;
  const double share = evaluate(of, counts);
  const double slope = isTwice ? 2 / ((1 + share) * (1 + share)) : 1;
  auto result = less(of.computeNumerator, share, of.computeDenominator);
  for (double& each : result) each *= slope / of.denominator(counts);
  return result;
}

using Prepare = uncertainty::EffectiveShare (*)(uncertainty::EffectiveShare);

uncertainty::EffectiveShare asItIs(uncertainty::EffectiveShare share) { return share; }

uncertainty::Bounded boundedF1(const Counts& counts, double z, Prepare prepare) {
  const auto [share, ci] = uncertainty::boundedShare(prepare(effectiveShare(kJaccard, counts)), z);
  const auto f1 = [](double jaccard) { return 2 * jaccard / (1 + jaccard); };
  return {f1(share), {f1(ci.low), f1(ci.high)}};
}

uncertainty::Bounded boundedMeanOfTwo(const Rate& mean, const Counts& counts, double z,
                                      Prepare prepare) {
  const auto half = [&](std::size_t rate) {
    return uncertainty::scaled(
        uncertainty::boundedShare(prepare(effectiveShare(kRates[rate], counts)), z),
        halfSpan(mean));
  };
  const uncertainty::Bounded first = half(kTruePositiveRate);
  const uncertainty::Bounded second = half(kTrueNegativeRate);
  const auto computeCovariance = [&](std::size_t one, std::size_t other) {
    return covariance(kRates[one], counts, kRates[other], counts, counts.moments.products);
  };
  const double together =
      computeCorrelation(computeCovariance(kTruePositiveRate, kTrueNegativeRate),
                         computeCovariance(kTruePositiveRate, kTruePositiveRate),
                         computeCovariance(kTrueNegativeRate, kTrueNegativeRate));
  const uncertainty::Interval ci =
      uncertainty::differenceInterval(first, uncertainty::scaled(second, -1), -together);
  return {mean.lowest + first.value + second.value, {mean.lowest + ci.low, mean.lowest + ci.high}};
}

uncertainty::Bounded bounded(const Rate& rate, const Counts& counts, double z, Prepare prepare) {
  switch (rate.kind) {
    case RateKind::kTwiceShare:
      return boundedF1(counts, z, prepare);
    case RateKind::kMeanOfTwo:
      return boundedMeanOfTwo(rate, counts, z, prepare);
    case RateKind::kMeanScore:
      return uncertainty::boundedShare(effectiveShare(rate, counts), z);
    case RateKind::kShare:
      return uncertainty::boundedShare(prepare(effectiveShare(rate, counts)), z);
  }
  return uncertainty::kUndefined;
}

double rarer(double share) { return std::min(share, 1 - share); }

}  // namespace

uncertainty::EffectiveShare effectiveShare(const Rate& rate, const Counts& counts) {
  const double share = evaluate(rate, counts);
  if (std::isnan(share)) return {kNaN, kNaN};
  return rate.kind == RateKind::kMeanScore ? meansTrials(rate, counts, share)
                                           : sharesTrials(rate, counts, share);
}

bool isCounted(const Counts& counts) {
  const auto& [products, units] = counts.moments;
  const double weight = counts.instances / unitsIn(counts.moments, kEveryCell);
  constexpr double kRounding = 1e-12;
  for (std::size_t i = 0; i < kConfusionCells; ++i) {
    for (std::size_t j = 0; j < kConfusionCells; ++j) {
      const double expected = i == j ? weight * weight * units[cellSet(i)] : 0;
      if (std::abs(products[i][j] - expected) > kRounding * expected) return false;
    }
  }
  return true;
}

bool hasClusters(const Counts& counts) {
  double inOneCell = 0;
  for (std::size_t cell = 0; cell < kConfusionCells; ++cell) {
    inOneCell += counts.moments.units[cellSet(cell)];
  }
  return unitsIn(counts.moments, kEveryCell) > inOneCell;
}

std::array<uncertainty::EffectiveShare, 2> comparedShares(const Rate& rate, const Counts& one,
                                                          const Counts& other) {
  std::array shares{effectiveShare(rate, one), effectiveShare(rate, other)};
  if (!hasClusters(one) || !hasClusters(other)) return shares;
  // Adds 1 / n^2, as in Wilson's interval, so that a proportion of 0 has a positive variance.
  const auto variance = [](const uncertainty::EffectiveShare& share) {
    return (share.share * (1 - share.share) + 1 / share.trials) / share.trials;
  };
  const double ours = variance(shares[0]);
  const double theirs = variance(shares[1]);
  const double degrees = (ours + theirs) * (ours + theirs) /
                         (ours * ours / shares[0].degrees + theirs * theirs / shares[1].degrees);
  for (auto& share : shares) share.degrees = degrees;
  return shares;
}

uncertainty::Share countedShare(const Rate& rate, const Counts& counts) {
  uncertainty::Share share{0, 0};
  for (std::size_t cell = 0; cell < kConfusionCells; ++cell) {
    share.successes += rate.computeNumerator[cell] * counts.moments.units[cellSet(cell)];
    share.trials += rate.computeDenominator[cell] * counts.moments.units[cellSet(cell)];
  }
  return share;
}

uncertainty::Bounded boundedRate(const Rate& rate, const Counts& counts, double z) {
  return bounded(rate, counts, z, asItIs);
}

uncertainty::Bounded jointlyBoundedRate(const Rate& rate, const Counts& counts, double z) {
  return bounded(rate, counts, z, uncertainty::amongMany);
}

double covariance(const Rate& rate, const Counts& counts, const Rate& otherRate,
                  const Counts& otherCounts, const Products& between) {
  return product(influence(rate, counts), influence(otherRate, otherCounts), between);
}

double computeCorrelation(double covariance, double variance, double otherVariance) {
  if (covariance == 0 || !(variance > 0 && otherVariance > 0)) return 0;
  return std::clamp(covariance / std::sqrt(variance * otherVariance), -1.0, 1.0);
}

double correlation(const Rate& rate, const Counts& counts, const Counts& otherCounts,
                   const Products& between) {
  const auto variance = [&](const Counts& of) {
    return covariance(rate, of, rate, of, of.moments.products);
  };
  return computeCorrelation(covariance(rate, counts, rate, otherCounts, between), variance(counts),
                            variance(otherCounts));
}

double effectiveClusters(const Rate& rate, const Counts& counts) {
  if (!hasClusters(counts) || !isOneQuotient(rate)) return kNaN;
  const double weight = rate.denominator(counts);
  return weight * weight /
         product(rate.computeDenominator, rate.computeDenominator, counts.moments);
}

double expectedCases(const Rate& rate, const Counts& counts, double expected) {
  if (rate.kind == RateKind::kTwiceShare) {
    return effectiveShare(kJaccard, counts).trials * rarer(expected / (2 - expected));
  }
  if (rate.kind == RateKind::kMeanOfTwo) {
    return std::min(expectedCases(kRates[kTruePositiveRate], counts,
                                  evaluate(kRates[kTruePositiveRate], counts)),
                    expectedCases(kRates[kTrueNegativeRate], counts,
                                  evaluate(kRates[kTrueNegativeRate], counts)));
  }
  return effectiveShare(rate, counts).trials * rarer(expected);
}

}  // namespace fairwasm::group
