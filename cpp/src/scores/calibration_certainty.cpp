// SPDX-License-Identifier: Apache-2.0
//
// Confidence intervals for the expected calibration error and for differences of two.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/scores/score_measures.hpp"

namespace fairwasm::scores {
namespace {

// Returns the proportion of positives in a bin with its precision. As in rate_intervals.hpp, one
// row of average weight is added to each outcome, because a few rows say little about the variation
// of weights.
uncertainty::EffectiveShare positivesShare(const CalibrationBin& bin) {
  const double share = bin.positives / bin.weight;
  const double squares = bin.positiveSquares + bin.negativeSquares;
  const double rows = bin.weight * bin.weight / squares;
  const auto typicalWeight = [&](double kindsSquares, double kindsWeight) {
    return (kindsSquares + squares / rows) / (kindsWeight + bin.weight / rows);
  };
  const double weightOfARow =
      (1 - share) * typicalWeight(bin.positiveSquares, bin.positives) +
      share * typicalWeight(bin.negativeSquares, bin.weight - bin.positives);
  return {share, bin.weight / weightOfARow};
}

// Returns 2 n times the Kullback-Leibler divergence between `share` and `chance`.
double evidence(double share, double chance, double trials) {
  const auto part = [](double seen, double expected) {
    return seen > 0 ? seen * std::log(seen / expected) : 0;
  };
  return std::max(0.0, 2 * trials * (part(share, chance) + part(1 - share, 1 - chance)));
}

// Returns the likelihood ratio statistic of `chance`, which has a chi-squared distribution. Applies
// Williams' (1976) correction for few expected cases, within its range of validity.
double likelihoodRatio(const uncertainty::EffectiveShare& share, double chance) {
  constexpr double kMaxCorrection = 1.2;
  const double binomial = chance * (1 - chance);
  const double correction = 1 + (1 - binomial) / (6 * share.trials * binomial);
  return evidence(share.share, chance, share.trials) / std::min(kMaxCorrection, correction);
}

// Returns the mean score minus the proportion of positives, conditional on the scores.
uncertainty::Bounded computeGap(const CalibrationBin& bin, double z) {
  const double meanScore = bin.scores / bin.weight;
  const auto [share, ci] = uncertainty::boundedShare(positivesShare(bin), z);
  return {meanScore - share, {meanScore - ci.high, meanScore - ci.low}};
}

// Like computeGap(), as one of several intervals that must hold jointly, with a `joint` quantile
// beyond the usual one. Wilson's interval is too narrow for few trials at that level, so the
// interval contains every gap whose likelihood ratio is acceptable.
uncertainty::Bounded computeJointGap(const CalibrationBin& bin, double joint) {
  uncertainty::Bounded gap = computeGap(bin, joint);
  const double ratio = likelihoodRatio(positivesShare(bin), bin.scores / bin.weight);
  const double slack = std::abs(gap.value) * joint / std::sqrt(ratio);
  if (!std::isfinite(slack)) return gap;
  gap.ci.low = std::min(gap.ci.low, gap.value - slack);
  gap.ci.high = std::max(gap.ci.high, gap.value + slack);
  return gap;
}

// Returns the interval of the sum over bins of proportion * |gap|.
uncertainty::Interval sumOfGaps(const std::vector<CalibrationBin>& bins, double weight, double z,
                                uncertainty::Bounded (*gapAt)(const CalibrationBin& bin,
                                                              double z)) {
  std::vector<uncertainty::Bounded> gaps;
  std::vector<double> shares;
  for (const auto& bin : bins) {
    gaps.push_back(gapAt(bin, z));
    shares.push_back(bin.weight / weight);
  }
  return uncertainty::absoluteSumInterval(gaps, shares);
}

// Returns the largest expected contribution of sampling error to the sum of proportion * |gap|,
// attained if all true gaps are 0. The mean absolute value of a normal variable is its standard
// deviation times sqrt(2 / pi).
double maxExcess(const std::vector<CalibrationBin>& bins, double weight) {
  double sum = 0;
  for (const auto& bin : bins) {
    const uncertainty::Interval ci = computeGap(bin, 1).ci;
    sum += bin.weight / weight * 0.5 * (ci.high - ci.low);
  }
  return sum * std::sqrt(2 / std::numbers::pi);
}

struct CalibrationError {
  uncertainty::Bounded bounded;
  double excess;  // largest bias of the value, limited by its lower end
};

CalibrationError boundedCalibrationError(const std::vector<CalibrationBin>& all, double z) {
  std::vector<CalibrationBin> bins;
  std::ranges::copy_if(all, std::back_inserter(bins),
                       [](const CalibrationBin& bin) { return bin.weight > 0; });
  const double error = expectedCalibrationError(bins);
  if (std::isnan(error)) return {uncertainty::kUndefined, kNaN};
  double weight = 0;
  for (const auto& bin : bins) weight += bin.weight;
  // The number of rows in each bin is random, too.
  double squares = 0;
  for (const auto& bin : bins) {
    const double away = std::abs(bin.scores - bin.positives) / bin.weight - error;
    squares += (bin.positiveSquares + bin.negativeSquares) * away * away;
  }
  const double ofShares = z * std::sqrt(squares) / weight;
  const double joint = uncertainty::jointQuantile(bins.size(), std::erf(z / std::numbers::sqrt2));
  const double below = error - sumOfGaps(bins, weight, joint, computeJointGap).low;
  const double above = sumOfGaps(bins, weight, z, computeGap).high - error;
  if (std::isnan(below) || std::isnan(above)) return {{error, {kNaN, kNaN}}, kNaN};
  const uncertainty::Interval ci{std::max(0.0, error - std::hypot(below, ofShares)),
                                 std::min(1.0, error + std::hypot(above, ofShares))};
  return {{error, ci}, std::min(error - ci.low, maxExcess(bins, weight))};
}

}  // namespace

Sureness sureCalibrationError(const ScoredRows& group) { return group.calibration; }

uncertainty::Bounded bounded(const std::vector<CalibrationBin>& bins, double z) {
  return boundedCalibrationError(bins, z).bounded;
}

// Excess is not random and cannot cancel out, so it adds linearly, whereas random errors add as
// squares.
uncertainty::Bounded differenceOfErrors(const std::vector<CalibrationBin>& one,
                                        const std::vector<CalibrationBin>& other, double z) {
  const auto [ours, ourExcess] = boundedCalibrationError(one, z);
  const auto [theirs, theirExcess] = boundedCalibrationError(other, z);
  const double value = ours.value - theirs.value;
  const double below =
      std::hypot(ours.value - ours.ci.low - ourExcess, theirs.ci.high - theirs.value);
  const double above =
      std::hypot(ours.ci.high - ours.value, theirs.value - theirs.ci.low - theirExcess);
  return {value, {value - ourExcess - below, value + theirExcess + above}};
}

}  // namespace fairwasm::scores
