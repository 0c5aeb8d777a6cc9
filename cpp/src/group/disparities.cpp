// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/disparities.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/tests.hpp"

namespace fairwasm::group {
namespace {

// The larger one; NaN where either is.
double largest(double a, double b) { return std::isnan(a) || a > b ? a : b; }

// Two groups, and how they move together.
struct Pair {
  const Counts& one;
  const Counts& other;
  const Products& between;

  [[nodiscard]] double correlation(const Rate& rate) const {
    return group::correlation(rate, one, other, between);
  }
};

uncertainty::Bounded difference(const uncertainty::Bounded& ours,
                                const uncertainty::Bounded& theirs, double correlation) {
  return {ours.value - theirs.value, uncertainty::differenceInterval(ours, theirs, correlation)};
}

uncertainty::Bounded boundedDifference(const Rate& rate, const Pair& pair, double z) {
  return difference(boundedRate(rate, pair.one, z), boundedRate(rate, pair.other, z),
                    pair.correlation(rate));
}

// Of two that have to hold together.
uncertainty::Bounded jointDifference(const Rate& rate, const Pair& pair, double z) {
  return difference(jointlyBoundedRate(rate, pair.one, z), jointlyBoundedRate(rate, pair.other, z),
                    pair.correlation(rate));
}

// Of the differences of two rates. Rates of different rows are independent, unless the rows are of
// the same persons.
double correlationOfDifferences(const Rate& rate, const Rate& other, const Pair& pair) {
  const auto covarianceOf = [&](const Rate& a, const Rate& b) {
    return covariance(a, pair.one, b, pair.one, pair.one.moments.products) +
           covariance(a, pair.other, b, pair.other, pair.other.moments.products) -
           covariance(a, pair.one, b, pair.other, pair.between) -
           covariance(b, pair.one, a, pair.other, pair.between);
  };
  return correlationOf(covarianceOf(rate, other), covarianceOf(rate, rate),
                       covarianceOf(other, other));
}

}  // namespace

double evaluate(const Disparity& disparity, const Counts& unprivileged, const Counts& privileged) {
  const auto values = [&](std::size_t rate) {
    return std::pair{evaluate(kRates[rate], unprivileged), evaluate(kRates[rate], privileged)};
  };
  const auto [ours, theirs] = values(disparity.rate);
  if (disparity.comparison == Comparison::kRatio) return ours / theirs;
  const double first = ours - theirs;
  if (disparity.comparison == Comparison::kDifference) return first;
  const auto [ourOther, theirOther] = values(disparity.other);
  const double second = ourOther - theirOther;
  if (disparity.comparison == Comparison::kMeanDifference) return 0.5 * (first + second);
  if (disparity.comparison == Comparison::kLargestDifference) {
    return largest(std::abs(first), std::abs(second));
  }
  return 0.5 * (std::abs(first) + std::abs(second));
}

uncertainty::Interval disparityInterval(const Disparity& disparity, const Counts& unprivileged,
                                        const Counts& privileged, double confidence,
                                        const Products& between) {
  const Pair pair{unprivileged, privileged, between};
  const Rate& rate = kRates[disparity.rate];
  const Rate& other = kRates[disparity.other];
  const auto together = [&](double joint) {
    return std::array{jointDifference(rate, pair, joint), jointDifference(other, pair, joint)};
  };
  const double z = uncertainty::centralQuantile(confidence);
  const auto magnitudes = [&] {
    const auto both = together(uncertainty::centralQuantile(uncertainty::eachOf(2, confidence)));
    return std::array{uncertainty::magnitudeInterval(both[0].ci),
                      uncertainty::magnitudeInterval(both[1].ci)};
  };
  // Of the larger magnitude.
  const auto largestInterval = [&] {
    const auto [one, two] = magnitudes();
    return uncertainty::Interval{largest(one.low, two.low), largest(one.high, two.high)};
  };
  const auto interval = [&]() -> uncertainty::Interval {
    switch (disparity.comparison) {
      case Comparison::kDifference:
        return boundedDifference(rate, pair, z).ci;
      case Comparison::kRatio:
        return uncertainty::ratioInterval(boundedRate(rate, unprivileged, z),
                                          boundedRate(rate, privileged, z), pair.correlation(rate));
      case Comparison::kMeanDifference: {
        // A sum is the difference from the other's negative.
        return uncertainty::differenceInterval(
            uncertainty::scaled(boundedDifference(rate, pair, z), 0.5),
            uncertainty::scaled(boundedDifference(other, pair, z), -0.5),
            -correlationOfDifferences(rate, other, pair));
      }
      case Comparison::kMeanAbsoluteDifference: {
        // However they move together: Šidák's intervals hold both.
        if (correlationOfDifferences(rate, other, pair) != 0) {
          const auto [one, two] = magnitudes();
          return {0.5 * (one.low + two.low), 0.5 * (one.high + two.high)};
        }
        const uncertainty::Interval mean = uncertainty::absoluteSumInterval(
            together(uncertainty::jointQuantile(2, confidence)), std::array{0.5, 0.5});
        // Where neither difference is known to be there, their mean is not either.
        return {largestInterval().low > 0 ? mean.low : 0, mean.high};
      }
      case Comparison::kLargestDifference:
        return largestInterval();
    }
    return {kNaN, kNaN};
  };
  return uncertainty::around(evaluate(disparity, unprivileged, privileged), interval());
}

double rateDifferenceTest(const Rate& rate, const Counts& one, const Counts& other,
                          const Products& between) {
  if (rate.kind != RateKind::kShare) return kNaN;
  if (!(rate.denominator(one) > 0 && rate.denominator(other) > 0)) return kNaN;
  const double together = correlation(rate, one, other, between);
  if (isCounted(one) && isCounted(other) && together == 0) {
    return uncertainty::differenceTest(countedShare(rate, one), countedShare(rate, other));
  }
  return uncertainty::pairwiseTest(
      std::array{effectiveShare(rate, one), effectiveShare(rate, other)},
      [&](std::size_t, std::size_t) { return together; });
}

double leastDetectableDifference(const Rate& rate, const Counts& one, const Counts& other,
                                 double expected, double confidence, const Products& between) {
  if (rate.kind != RateKind::kShare) return kNaN;
  constexpr double kPower = 0.8;
  const double trials = effectiveShare(rate, one).trials;
  const double otherTrials = effectiveShare(rate, other).trials;
  const double together = correlation(rate, one, other, between);
  const double variance =
      expected * (1 - expected) *
      (1 / trials + 1 / otherTrials - 2 * together / std::sqrt(trials * otherTrials));
  return std::min(1.0,
                  (uncertainty::centralQuantile(confidence) + uncertainty::normalQuantile(kPower)) *
                      std::sqrt(variance));
}

std::vector<double> disparities(std::span<const Counts> groups, const Counts& reference) {
  std::vector<double> values;
  for (const Counts& group : groups) {
    for (const auto& disparity : kDisparities) {
      values.push_back(evaluate(disparity, group, reference));
    }
  }
  return values;
}

std::vector<std::uint32_t> ratesOf(const Disparity& disparity) {
  std::vector<std::uint32_t> rates{static_cast<std::uint32_t>(disparity.rate)};
  if (disparity.other != disparity.rate) {
    rates.push_back(static_cast<std::uint32_t>(disparity.other));
  }
  return rates;
}

}  // namespace fairwasm::group
