// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/paired.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unsupported/Eigen/SpecialFunctions>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/group/disparities.hpp"

namespace fairwasm::group {
namespace {

// By cell of the confusion matrix of the one prediction and of the other.
using Joint = std::array<std::array<double, kConfusionCells>, kConfusionCells>;

// What `of` sums up, such as rows or squared weights, by the cells of both predictions.
template <class Of>
Joint jointly(const PairedCounts& counts, Of&& of) {
  Joint joint{};
  const auto fill = [&](BaseSum favorable, BaseSum unfavorable) {
    const double both = of(counts.both, favorable);
    joint[favorable][favorable] = both;
    joint[favorable][unfavorable] = std::max(0.0, of(counts.one, favorable) - both);
    joint[unfavorable][favorable] = std::max(0.0, of(counts.other, favorable) - both);
    joint[unfavorable][unfavorable] =
        std::max(0.0, of(counts.one, unfavorable) - joint[unfavorable][favorable]);
  };
  fill(kTruePositives, kFalseNegatives);
  fill(kFalsePositives, kTrueNegatives);
  return joint;
}

double squaredWeights(const Counts& counts, BaseSum cell) {
  return counts.moments.products[cell][cell];
}

double units(const Counts& counts, BaseSum cell) { return counts.moments.units[cellSet(cell)]; }

double product(const Rate::Coefficients& a, const Joint& joint, const Rate::Coefficients& b) {
  double sum = 0;
  for (std::size_t i = 0; i < kConfusionCells; ++i) {
    for (std::size_t j = 0; j < kConfusionCells; ++j) sum += a[i] * joint[i][j] * b[j];
  }
  return sum;
}

// numerator - share * denominator, whose sum over rows is 0: how each row moves the share.
Rate::Coefficients direction(const Rate& rate, const Counts& counts) {
  const double share = evaluate(rate, counts);
  Rate::Coefficients result{};
  for (std::size_t i = 0; i < kBaseSums; ++i) {
    result[i] = rate.numeratorOf[i] - share * rate.denominatorOf[i];
  }
  return result;
}

double squareOf(const Rate::Coefficients& direction, const Counts& counts) {
  double sum = 0;
  for (std::size_t i = 0; i < kConfusionCells; ++i) {
    sum += direction[i] * direction[i] * counts.moments.products[i][i];
  }
  return sum;
}

// The correlation of the two estimates. Newcombe's correction takes half a row off a positive
// covariance; 0 where one of the shares is 0 or 1.
double correlation(const Rate& rate, const PairedCounts& counts) {
  const auto one = direction(rate, counts.one);
  const auto other = direction(rate, counts.other);
  const double scale = std::sqrt(squareOf(one, counts.one) * squareOf(other, counts.other));
  const Joint weights = jointly(counts, squaredWeights);
  const double covariance = product(one, weights, other);
  double squares = 0;
  for (const auto& row : weights) {
    for (const double square : row) squares += square;
  }
  const double half = 0.5 * squares / counts.one.rows;
  const double corrected = covariance > 0 ? std::max(0.0, covariance - half) : covariance;
  return scale > 0 ? std::clamp(corrected / scale, -1.0, 1.0) : 0;
}

// The distance of a difference's end, of two parts that go together.
double combined(double ours, double theirs, double correlation) {
  return std::sqrt(std::max(0.0, ours * ours - 2 * correlation * ours * theirs + theirs * theirs));
}

uncertainty::Bounded differenceOfShares(const Rate& rate, const PairedCounts& counts, double z) {
  const uncertainty::Bounded one = boundedRate(rate, counts.one, z);
  const uncertainty::Bounded other = boundedRate(rate, counts.other, z);
  const double together = correlation(rate, counts);
  const double value = other.value - one.value;
  const double below = combined(other.value - other.ci.low, one.ci.high - one.value, together);
  const double above = combined(other.ci.high - other.value, one.value - one.ci.low, together);
  return {value, {std::max(value - below, -1.0), std::min(value + above, 1.0)}};
}

bool hasSameRows(const Rate& rate) {
  const auto& of = rate.denominatorOf;
  return rate.kind == RateKind::kShare && of[kTruePositives] == of[kFalseNegatives] &&
         of[kFalsePositives] == of[kTrueNegatives];
}

// From the interval: 1 less the confidence at which it reaches 0.
template <class F>
double testOf(double value, F&& intervalAt) {
  return 2 *
         uncertainty::normalProbability(-std::abs(uncertainty::distanceTo(0, value, intervalAt)));
}

Tested testedGap(const Rate& rate, const Counts& group, const Counts& reference, double z) {
  return {boundedDifference(rate, group, reference, z), rateDifferenceTest(rate, group, reference)};
}

}  // namespace

uncertainty::Bounded pairedDifference(const Rate& rate, const PairedCounts& counts, double z) {
  if (rate.kind != RateKind::kMeanOfTwo) return differenceOfShares(rate, counts, z);
  const auto half = [&](std::size_t of) {
    return uncertainty::scaled(differenceOfShares(kRates[of], counts, z), halfSpan(rate));
  };
  const std::array parts{half(kTruePositiveRate), half(kTrueNegativeRate)};
  return {parts[0].value + parts[1].value, uncertainty::sumInterval(parts)};
}

double mcnemarTest(double one, double other) {
  const double rows = one + other;
  const double fewer = std::min(one, other);
  if (rows == 2 * fewer) return 1;
  return std::min(1.0, 2 * Eigen::numext::betainc(rows - fewer, fewer + 1, 0.5));
}

double pairedTest(const Rate& rate, const PairedCounts& counts) {
  const double value = pairedDifference(rate, counts, 0).value;
  if (std::isnan(value)) return kNaN;
  if (!hasSameRows(rate) || !isCounted(counts.one)) {
    return testOf(value, [&](double z) { return pairedDifference(rate, counts, z).ci; });
  }
  const Joint rows = jointly(counts, units);
  double justOne = 0;
  double justOther = 0;
  for (std::size_t i = 0; i < kConfusionCells; ++i) {
    for (std::size_t j = 0; j < kConfusionCells; ++j) {
      const double apart = rate.numeratorOf[i] - rate.numeratorOf[j];
      (apart > 0 ? justOne : justOther) += apart == 0 ? 0 : rows[i][j];
    }
  }
  return mcnemarTest(justOne, justOther);
}

GapChange gapChange(const Rate& rate, const PairedCounts& group, const PairedCounts& reference,
                    double z) {
  const auto changeAt = [&](double quantile) -> uncertainty::Bounded {
    const uncertainty::Bounded ours = pairedDifference(rate, group, quantile);
    const uncertainty::Bounded theirs = pairedDifference(rate, reference, quantile);
    return {ours.value - theirs.value, uncertainty::differenceInterval(ours, theirs)};
  };
  const uncertainty::Bounded change = changeAt(z);
  const double pValue =
      testOf(change.value, [&](double quantile) { return changeAt(quantile).ci; });
  return {testedGap(rate, group.one, reference.one, z),
          testedGap(rate, group.other, reference.other, z),
          {change, pValue}};
}

std::vector<Tested> pairedComparison(const Rate& rate, const PairedCounts& group,
                                     const std::optional<PairedCounts>& reference,
                                     double confidence) {
  const double z = uncertainty::normalQuantile(0.5 + confidence / 2);
  std::vector<Tested> comparison{{pairedDifference(rate, group, z), pairedTest(rate, group)}};
  if (reference) {
    const auto [one, other, change] = gapChange(rate, group, *reference, z);
    comparison.insert(comparison.end(), {one, other, change});
  }
  return comparison;
}

}  // namespace fairwasm::group
