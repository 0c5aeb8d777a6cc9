// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/paired.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/group/disparities.hpp"
#include "fairwasm/uncertainty/tests.hpp"

namespace fairwasm::group {
namespace {

// Sums by the cells of the confusion matrices of both predictions.
using Joint = std::array<std::array<double, kConfusionCells>, kConfusionCells>;

// Returns sums, such as rows or squared weights, by the cells of both predictions.
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

// Sums of weights. Rows without a true label are in the cells of unfavorable labels.
double weights(const Counts& counts, BaseSum cell) {
  const bool hasLabel = !std::isnan(counts.positives);
  switch (cell) {
    case kTruePositives:
      return hasLabel ? counts.truePositives : 0;
    case kFalseNegatives:
      return hasLabel ? counts.falseNegatives : 0;
    case kFalsePositives:
      return hasLabel ? counts.falsePositives : counts.predictedPositives;
    default:
      return hasLabel ? counts.trueNegatives : counts.predictedNegatives;
  }
}

double product(const Rate::Coefficients& a, const Joint& joint, const Rate::Coefficients& b) {
  double sum = 0;
  for (std::size_t i = 0; i < kConfusionCells; ++i) {
    for (std::size_t j = 0; j < kConfusionCells; ++j) sum += a[i] * joint[i][j] * b[j];
  }
  return sum;
}

// numerator - share * denominator, the influence of each row on the proportion; its sum over rows
// is 0.
Rate::Coefficients direction(const Rate& rate, const Counts& counts) {
  const double share = evaluate(rate, counts);
  Rate::Coefficients result{};
  for (std::size_t i = 0; i < kBaseSums; ++i) {
    result[i] = rate.computeNumerator[i] - share * rate.computeDenominator[i];
  }
  return result;
}

double computeSquare(const Rate::Coefficients& direction, const Counts& counts) {
  double sum = 0;
  for (std::size_t i = 0; i < kConfusionCells; ++i) {
    sum += direction[i] * direction[i] * counts.moments.products[i][i];
  }
  return sum;
}

// Whether the first rate is subtracted from or added to the other rate.
enum class Sign { kMinus, kPlus };

// Returns the correlation of the two estimates; 0 if a proportion is 0 or 1. For a difference,
// Newcombe's correction subtracts half a row from a positive covariance, which widens the interval.
double correlation(const Rate& rate, const PairedCounts& counts, Sign sign) {
  const auto one = direction(rate, counts.one);
  const auto other = direction(rate, counts.other);
  const double scale =
      std::sqrt(computeSquare(one, counts.one) * computeSquare(other, counts.other));
  const Joint weights = jointly(counts, squaredWeights);
  const double covariance = product(one, weights, other);
  double squares = 0;
  for (const auto& row : weights) {
    for (const double square : row) squares += square;
  }
  const double half = 0.5 * squares / counts.one.rows;
  const bool corrects = sign == Sign::kMinus && covariance > 0;
  const double corrected = corrects ? std::max(0.0, covariance - half) : covariance;
  return scale > 0 ? std::clamp(corrected / scale, -1.0, 1.0) : 0;
}

bool hasSameRows(const Rate& rate) {
  const auto& of = rate.computeDenominator;
  return rate.kind == RateKind::kShare && of[kTruePositives] == of[kFalseNegatives] &&
         of[kFalsePositives] == of[kTrueNegatives];
}

// Proportions of rows that only one prediction puts into the numerator, from `changedRows`.
constexpr Rate kOnlyOther{"", [](const Counts& c) { return c.truePositives; },
                          [](const Counts& c) { return c.instances; }};
constexpr Rate kOnlyOne{"", [](const Counts& c) { return c.falsePositives; },
                        [](const Counts& c) { return c.instances; }};

// Counts the rows of the denominator: true positives are in the numerator only by the other
// prediction, false positives only by the first one, and true negatives by both or neither.
Counts changedRows(const Rate& rate, const PairedCounts& counts) {
  const Joint sums = jointly(counts, weights);
  const Joint squares = jointly(counts, squaredWeights);
  const Joint rows = jointly(counts, units);
  Counts changed;
  for (std::size_t i = 0; i < kConfusionCells; ++i) {
    if (rate.computeDenominator[i] == 0) continue;
    for (std::size_t j = 0; j < kConfusionCells; ++j) {
      const double gained = rate.computeNumerator[j] - rate.computeNumerator[i];
      const BaseSum cell = gained > 0   ? kTruePositives
                           : gained < 0 ? kFalsePositives
                                        : kTrueNegatives;
      addWeight(changed, gained > 0, gained != 0, sums[i][j], 0);
      changed.moments.products[cell][cell] += squares[i][j];
      changed.moments.units[cellSet(cell)] += rows[i][j];
    }
  }
  return changed;
}

// Combines Wilson's intervals of the two proportions of changed rows, which are correlated.
// Newcombe's interval for paired data is too narrow toward a larger change if few rows change in
// one direction: with 100 rows, 2 of which change, 95% intervals hold in 87% of samples.
uncertainty::Bounded combineChanges(const Rate& rate, const PairedCounts& counts, double z) {
  const Counts changed = changedRows(rate, counts);
  const auto computeCovariance = [&](const Rate& a, const Rate& b) {
    return covariance(a, changed, b, changed, changed.moments.products);
  };
  const double together = computeCorrelation(computeCovariance(kOnlyOther, kOnlyOne),
                                             computeCovariance(kOnlyOther, kOnlyOther),
                                             computeCovariance(kOnlyOne, kOnlyOne));
  const double value = evaluate(rate, counts.other) - evaluate(rate, counts.one);
  return {value, uncertainty::around(value, uncertainty::differenceInterval(
                                                boundedRate(kOnlyOther, changed, z),
                                                boundedRate(kOnlyOne, changed, z), together))};
}

// Returns the difference other - one, or the sum, which is other - (-one).
uncertainty::Bounded combineShares(const Rate& rate, const PairedCounts& counts, double z,
                                   Sign sign) {
  if (sign == Sign::kMinus && hasSameRows(rate)) return combineChanges(rate, counts, z);
  const double factor = sign == Sign::kMinus ? 1 : -1;
  const uncertainty::Bounded one = uncertainty::scaled(boundedRate(rate, counts.one, z), factor);
  const uncertainty::Bounded other = boundedRate(rate, counts.other, z);
  const auto [low, high] =
      uncertainty::differenceInterval(other, one, factor * correlation(rate, counts, sign));
  const double lowest = sign == Sign::kMinus ? -1 : 0;
  return {other.value - one.value, {std::max(low, lowest), std::min(high, lowest + 2)}};
}

uncertainty::Bounded combine(const Rate& rate, const PairedCounts& counts, double z, Sign sign) {
  if (rate.kind != RateKind::kMeanOfTwo) return combineShares(rate, counts, z, sign);
  const auto half = [&](std::size_t of) {
    return uncertainty::scaled(combineShares(kRates[of], counts, z, sign), halfSpan(rate));
  };
  const std::array parts{half(kTruePositiveRate), half(kTrueNegativeRate)};
  return {parts[0].value + parts[1].value, uncertainty::sumInterval(parts)};
}

// Returns 1 minus the confidence level at which the interval includes 0.
template <class F>
double computeTest(double value, F&& intervalAt) {
  return 2 *
         uncertainty::normalProbability(-std::abs(uncertainty::distanceTo(0, value, intervalAt)));
}

// Returns the maximum of sign(d s) min(|d|, |s|) over the intervals of d and s.
double largestWidening(const uncertainty::Interval& d, const uncertainty::Interval& s) {
  return std::max(std::min(d.high, s.high), std::min(-d.low, -s.low));
}

// Computes |b| - |a| from the change b - a and the sum b + a.
Tested computeWidening(const Tested& change, const Tested& sum) {
  const double d = change.number.value;
  const double s = sum.number.value;
  const double value = (std::abs(s + d) - std::abs(s - d)) / 2;
  const auto interval = [&](const uncertainty::Interval& ofChange,
                            const uncertainty::Interval& ofSum) -> uncertainty::Interval {
    const double ends = ofChange.low + ofChange.high + ofSum.low + ofSum.high;
    if (std::isnan(ends) || std::isnan(value)) return {kNaN, kNaN};
    const double low = -largestWidening(ofChange, {-ofSum.high, -ofSum.low});
    return {std::clamp(low, -1.0, value), std::clamp(largestWidening(ofChange, ofSum), value, 1.0)};
  };
  return {{value, interval(change.number.ci, sum.number.ci)},
          std::max(change.pValue, sum.pValue),
          interval(change.together, sum.together)};
}

Tested testedGap(const Rate& rate, const Counts& group, const Counts& reference, double z,
                 double together) {
  return {boundedDifference(rate, group, reference, z), rateDifferenceTest(rate, group, reference),
          boundedDifference(rate, group, reference, together).ci};
}

}  // namespace

uncertainty::Bounded pairedDifference(const Rate& rate, const PairedCounts& counts, double z) {
  return combine(rate, counts, z, Sign::kMinus);
}

double pairedTest(const Rate& rate, const PairedCounts& counts) {
  const double value = pairedDifference(rate, counts, 0).value;
  if (std::isnan(value)) return kNaN;
  if (!hasSameRows(rate) || !isCounted(counts.one)) {
    return computeTest(value, [&](double z) { return pairedDifference(rate, counts, z).ci; });
  }
  const Joint rows = jointly(counts, units);
  double justOne = 0;
  double justOther = 0;
  for (std::size_t i = 0; i < kConfusionCells; ++i) {
    for (std::size_t j = 0; j < kConfusionCells; ++j) {
      const double apart = rate.computeNumerator[i] - rate.computeNumerator[j];
      (apart > 0 ? justOne : justOther) += apart == 0 ? 0 : rows[i][j];
    }
  }
  return uncertainty::mcnemarTest(justOne, justOther);
}

GapChange gapChange(const Rate& rate, const PairedCounts& group, const PairedCounts& reference,
                    double z, double together) {
  const auto tested = [&](Sign sign) -> Tested {
    const auto at = [&](double quantile) -> uncertainty::Bounded {
      const uncertainty::Bounded ours = combine(rate, group, quantile, sign);
      const uncertainty::Bounded theirs = combine(rate, reference, quantile, sign);
      return {ours.value - theirs.value, uncertainty::differenceInterval(ours, theirs)};
    };
    const uncertainty::Bounded number = at(z);
    return {number, computeTest(number.value, [&](double quantile) { return at(quantile).ci; }),
            at(together).ci};
  };
  const Tested change = tested(Sign::kMinus);
  return {testedGap(rate, group.one, reference.one, z, together),
          testedGap(rate, group.other, reference.other, z, together), change,
          computeWidening(change, tested(Sign::kPlus))};
}

std::vector<Tested> pairedComparison(const Rate& rate, const PairedCounts& group,
                                     const std::optional<PairedCounts>& reference,
                                     double confidence, double together) {
  const double z = uncertainty::twoSidedQuantile(confidence);
  const double longer = uncertainty::twoSidedQuantile(together);
  std::vector<Tested> comparison{{pairedDifference(rate, group, z), pairedTest(rate, group),
                                  pairedDifference(rate, group, longer).ci}};
  if (reference) {
    const auto [one, other, change, widening] = gapChange(rate, group, *reference, z, longer);
    comparison.insert(comparison.end(), {one, other, change, widening});
  }
  return comparison;
}

}  // namespace fairwasm::group
