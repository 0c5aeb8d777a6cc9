// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/disparities.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fairwasm/uncertainty/tests.hpp"

namespace fairwasm::group {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The larger one; NaN where either is.
double largest(double a, double b) { return std::isnan(a) || a > b ? a : b; }

uncertainty::Bounded difference(const uncertainty::Bounded& ours,
                                const uncertainty::Bounded& theirs) {
  return {ours.value - theirs.value, uncertainty::differenceInterval(ours, theirs)};
}

uncertainty::Bounded boundedDifference(const Rate& rate, const Counts& one, const Counts& other,
                                       double z) {
  return difference(boundedRate(rate, one, z), boundedRate(rate, other, z));
}

// Of two that have to hold together.
uncertainty::Bounded jointDifference(const Rate& rate, const Counts& one, const Counts& other,
                                     double z) {
  return difference(jointlyBoundedRate(rate, one, z), jointlyBoundedRate(rate, other, z));
}

double twoSided(double confidence) { return uncertainty::normalQuantile(0.5 + confidence / 2); }

// What rounding moves past the estimate is the estimate.
uncertainty::Interval around(double value, uncertainty::Interval interval) {
  if (std::isnan(value) || std::isnan(interval.low) || std::isnan(interval.high))
    return {kNaN, kNaN};
  return {std::min(interval.low, value), std::max(interval.high, value)};
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
                                        const Counts& privileged, double confidence) {
  const Rate& rate = kRates[disparity.rate];
  const Rate& other = kRates[disparity.other];
  const auto together = [&](double joint) {
    return std::array{jointDifference(rate, unprivileged, privileged, joint),
                      jointDifference(other, unprivileged, privileged, joint)};
  };
  const double z = twoSided(confidence);
  // Of the larger magnitude.
  const auto largestInterval = [&] {
    const auto both = together(twoSided(uncertainty::eachOf(2, confidence)));
    const uncertainty::Interval one = uncertainty::magnitudeInterval(both[0].ci);
    const uncertainty::Interval two = uncertainty::magnitudeInterval(both[1].ci);
    return uncertainty::Interval{largest(one.low, two.low), largest(one.high, two.high)};
  };
  const auto interval = [&]() -> uncertainty::Interval {
    switch (disparity.comparison) {
      case Comparison::kDifference:
        return boundedDifference(rate, unprivileged, privileged, z).ci;
      case Comparison::kRatio:
        return uncertainty::ratioInterval(boundedRate(rate, unprivileged, z),
                                          boundedRate(rate, privileged, z));
      case Comparison::kMeanDifference: {
        return uncertainty::sumInterval(std::array{
            uncertainty::scaled(boundedDifference(rate, unprivileged, privileged, z), 0.5),
            uncertainty::scaled(boundedDifference(other, unprivileged, privileged, z), 0.5)});
      }
      case Comparison::kMeanAbsoluteDifference: {
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
  return around(evaluate(disparity, unprivileged, privileged), interval());
}

double rateDifferenceTest(const Rate& rate, const Counts& one, const Counts& other) {
  if (rate.kind != RateKind::kShare) return kNaN;
  if (!(rate.denominator(one) > 0 && rate.denominator(other) > 0)) return kNaN;
  if (isCounted(one) && isCounted(other)) {
    return uncertainty::differenceTest(countedShare(rate, one), countedShare(rate, other));
  }
  return uncertainty::pairwiseTest(
      std::array{effectiveShare(rate, one), effectiveShare(rate, other)});
}

double leastDetectableDifference(const Rate& rate, const Counts& one, const Counts& other,
                                 double expected, double confidence) {
  if (rate.kind != RateKind::kShare) return kNaN;
  constexpr double kPower = 0.8;
  const double trials = effectiveShare(rate, one).trials;
  const double otherTrials = effectiveShare(rate, other).trials;
  const double variance = expected * (1 - expected) * (1 / trials + 1 / otherTrials);
  return std::min(
      1.0, (twoSided(confidence) + uncertainty::normalQuantile(kPower)) * std::sqrt(variance));
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
