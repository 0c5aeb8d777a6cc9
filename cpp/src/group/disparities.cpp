// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/disparities.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/tests.hpp"

namespace fairwasm::group {
namespace {

// Returns the larger number; NaN if either is NaN.
double largest(double a, double b) { return std::isnan(a) || a > b ? a : b; }

// Returns Šidák's p-value that two rates of different rows are both equal.
double ofBoth(double a, double b) {
  const double smaller = std::isnan(a) || a < b ? a : b;
  return smaller * (2 - smaller);
}

// Two groups and the covariance between them.
struct Pair {
  const Counts& one;
  const Counts& other;
  const Products& between;

  [[nodiscard]] double correlation(const Rate& rate) const {
    return group::correlation(rate, one, other, between);
  }
};

// Whether an interval holds by itself or jointly with others.
enum class Holds : std::uint8_t { kAlone, kJointly };

// Comparison of a rate in two groups: difference and ratio with intervals, and a test for no
// difference that agrees with them. The test rejects if the interval excludes 0 and, for whole
// counts, Fisher's mid-p-value also rejects; the interval includes 0 whenever the test does not
// reject.
class RateComparison {
 public:
  RateComparison(const Rate& rate, const Pair& pair, Holds holds)
      : rate_(rate),
        pair_(pair),
        holds_(holds),
        shares_(comparedShares(rate, pair.one, pair.other)),
        correlation_(pair.correlation(rate)) {
    if (holds == Holds::kJointly) {
      for (auto& share : shares_) share = uncertainty::amongMany(share);
    }
    if (rate.kind == RateKind::kShare && isCounted(pair.one) && isCounted(pair.other) &&
        correlation_ == 0) {
      countedTest_ =
          uncertainty::differenceTest(countedShare(rate, pair.one), countedShare(rate, pair.other));
    }
  }

  // Returns Newcombe's interval without widening, for means of differences.
  [[nodiscard]] uncertainty::Bounded newcombe(double z) const {
    const auto [ours, theirs] = bounded(z);
    return {ours.value - theirs.value, uncertainty::differenceInterval(ours, theirs, correlation_)};
  }

  [[nodiscard]] uncertainty::Bounded difference(double z) const {
    const auto [value, ci] = newcombe(z);
    return {value, reaching(0, z, ci)};
  }

  [[nodiscard]] uncertainty::Interval ratio(double z) const {
    const auto [ours, theirs] = bounded(z);
    return reaching(1, z, uncertainty::ratioInterval(ours, theirs, correlation_));
  }

  // NaN for rates that are not proportions of rows, and without rows to compare.
  [[nodiscard]] double pValue() const {
    if (rate_.kind != RateKind::kShare) return kNaN;
    if (!(rate_.denominator(pair_.one) > 0 && rate_.denominator(pair_.other) > 0)) return kNaN;
    const double ofInterval =
        uncertainty::pairwiseTest(shares_, [&](std::size_t, std::size_t) { return correlation_; });
    return std::fmax(ofInterval, countedTest_);
  }

 private:
  [[nodiscard]] std::array<uncertainty::Bounded, 2> bounded(double z) const {
    if (rate_.kind == RateKind::kShare) {
      return {uncertainty::boundedShare(shares_[0], z), uncertainty::boundedShare(shares_[1], z)};
    }
    const auto of = holds_ == Holds::kJointly ? jointlyBoundedRate : boundedRate;
    return {of(rate_, pair_.one, z), of(rate_, pair_.other, z)};
  }

  [[nodiscard]] uncertainty::Interval reaching(double equality, double z,
                                               const uncertainty::Interval& interval) const {
    constexpr double kRounding = 1e-9;
    const double level = 2 * uncertainty::normalProbability(-z);
    if (!(countedTest_ > level * (1 + kRounding))) return interval;
    return {std::min(interval.low, equality), std::max(interval.high, equality)};
  }

  const Rate& rate_;
  Pair pair_;
  Holds holds_;
  std::array<uncertainty::EffectiveShare, 2> shares_;
  double correlation_;
  double countedTest_ = kNaN;
};

// Returns the correlation between the differences of two rates. Rates of different rows are
// independent unless the rows share clusters.
double correlationOfDifferences(const Rate& rate, const Rate& other, const Pair& pair) {
  const auto computeCovariance = [&](const Rate& a, const Rate& b) {
    return covariance(a, pair.one, b, pair.one, pair.one.moments.products) +
           covariance(a, pair.other, b, pair.other, pair.other.moments.products) -
           covariance(a, pair.one, b, pair.other, pair.between) -
           covariance(b, pair.one, a, pair.other, pair.between);
  };
  return computeCorrelation(computeCovariance(rate, other), computeCovariance(rate, rate),
                            computeCovariance(other, other));
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
  const double z = uncertainty::centralQuantile(confidence);
  const auto single = [&](const Rate& of) { return RateComparison(of, pair, Holds::kAlone); };
  const auto joint = [&](const Rate& of) { return RateComparison(of, pair, Holds::kJointly); };
  const auto magnitudes = [&] {
    const double each =
        uncertainty::centralQuantile(uncertainty::computeEachConfidence(2, confidence));
    return std::array{uncertainty::magnitudeInterval(joint(rate).difference(each).ci),
                      uncertainty::magnitudeInterval(joint(other).difference(each).ci)};
  };
  // Returns the interval of the larger absolute difference.
  const auto largestInterval = [&] {
    const auto [one, two] = magnitudes();
    return uncertainty::Interval{largest(one.low, two.low), largest(one.high, two.high)};
  };
  const auto interval = [&]() -> uncertainty::Interval {
    switch (disparity.comparison) {
      case Comparison::kDifference:
        return single(rate).difference(z).ci;
      case Comparison::kRatio:
        return single(rate).ratio(z);
      case Comparison::kMeanDifference: {
        // A sum is computed as the difference from the negated second term.
        return uncertainty::differenceInterval(uncertainty::scaled(single(rate).newcombe(z), 0.5),
                                               uncertainty::scaled(single(other).newcombe(z), -0.5),
                                               -correlationOfDifferences(rate, other, pair));
      }
      case Comparison::kMeanAbsoluteDifference: {
        // Šidák's intervals hold jointly for any correlation.
        const auto [one, two] = magnitudes();
        const uncertainty::Interval box{0.5 * (one.low + two.low), 0.5 * (one.high + two.high)};
        if (correlationOfDifferences(rate, other, pair) != 0) return box;
        const double ellipsoid = uncertainty::jointQuantile(2, confidence);
        const uncertainty::Interval mean = uncertainty::absoluteSumInterval(
            std::array{joint(rate).newcombe(ellipsoid), joint(other).newcombe(ellipsoid)},
            std::array{0.5, 0.5});
        // The lower end is positive exactly if one of the differences is significant.
        return {box.low > 0 && mean.low > 0 ? mean.low : box.low, mean.high};
      }
      case Comparison::kLargestDifference:
        return largestInterval();
    }
    return {kNaN, kNaN};
  };
  return uncertainty::around(evaluate(disparity, unprivileged, privileged), interval());
}

uncertainty::Bounded boundedDifference(const Rate& rate, const Counts& one, const Counts& other,
                                       double z, const Products& between) {
  return RateComparison(rate, {one, other, between}, Holds::kAlone).difference(z);
}

uncertainty::Detectable minimumDetectableDifference(const Rate& rate, const Counts& one,
                                                    const Counts& other, double expected,
                                                    double confidence, const Products& between) {
  if (rate.kind != RateKind::kShare) return {kNaN, kNaN};
  const auto [ours, theirs] = comparedShares(rate, one, other);
  const double together = correlation(rate, one, other, between);
  const bool areCounted = isCounted(one) && isCounted(other) && together == 0;
  return uncertainty::minimumDetectable({ours, theirs, together, areCounted}, expected, confidence);
}

double rateDifferenceTest(const Rate& rate, const Counts& one, const Counts& other,
                          const Products& between) {
  return RateComparison(rate, {one, other, between}, Holds::kAlone).pValue();
}

double disparityTest(const Disparity& disparity, const Counts& unprivileged,
                     const Counts& privileged, const Products& between) {
  const auto test = [&](std::size_t rate, Holds holds) {
    return RateComparison(kRates[rate], {unprivileged, privileged, between}, holds).pValue();
  };
  switch (disparity.comparison) {
    case Comparison::kDifference:
    case Comparison::kRatio:
      return test(disparity.rate, Holds::kAlone);
    case Comparison::kLargestDifference:
    case Comparison::kMeanAbsoluteDifference:
      return ofBoth(test(disparity.rate, Holds::kJointly), test(disparity.other, Holds::kJointly));
    case Comparison::kMeanDifference:
      return kNaN;
  }
  return kNaN;
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

std::vector<std::uint32_t> computeRates(const Disparity& disparity) {
  std::vector<std::uint32_t> rates{static_cast<std::uint32_t>(disparity.rate)};
  if (disparity.other != disparity.rate) {
    rates.push_back(static_cast<std::uint32_t>(disparity.other));
  }
  return rates;
}

}  // namespace fairwasm::group
