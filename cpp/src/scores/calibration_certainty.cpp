// SPDX-License-Identifier: Apache-2.0
//
// How sure the expected calibration error is, and the difference of two.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/scores/score_measures.hpp"

namespace fairwasm::scores {
namespace {

// The share of positives in a bin. As rate_intervals.hpp has it, one row of average weight is added
// to either kind: few rows say little about how unequal their weights are.
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

// n times the information that shares of `share` hold against a chance of `chance`.
double evidence(double share, double chance, double trials) {
  const auto part = [](double seen, double expected) {
    return seen > 0 ? seen * std::log(seen / expected) : 0;
  };
  return std::max(0.0, 2 * trials * (part(share, chance) + part(1 - share, 1 - chance)));
}

// The likelihood ratio statistic of the chance, a chi-squared variable: corrected for few expected
// cases as by Williams (1976), as far as that correction holds.
double likelihoodRatio(const uncertainty::EffectiveShare& share, double chance) {
  constexpr double kMaxCorrection = 1.2;
  const double binomial = chance * (1 - chance);
  const double correction = 1 + (1 - binomial) / (6 * share.trials * binomial);
  return evidence(share.share, chance, share.trials) / std::min(kMaxCorrection, correction);
}

// Mean score less share of positives, given the scores.
uncertainty::Bounded gapOf(const CalibrationBin& bin, double z) {
  const double meanScore = bin.scores / bin.weight;
  const auto [share, ci] = uncertainty::boundedShare(positivesShare(bin), z);
  return {meanScore - share, {meanScore - ci.high, meanScore - ci.low}};
}

// The same as one of many that have to hold together at a `joint` quantile beyond the usual. There
// Wilson's interval is too short for a few trials: gaps may be closed at the cost of what the
// likelihood says against the mean score.
uncertainty::Bounded jointGapOf(const CalibrationBin& bin, double joint) {
  uncertainty::Bounded gap = gapOf(bin, joint);
  const double ratio = likelihoodRatio(positivesShare(bin), bin.scores / bin.weight);
  const double slack = std::abs(gap.value) * joint / std::sqrt(ratio);
  if (!std::isfinite(slack)) return gap;
  gap.ci.low = std::min(gap.ci.low, gap.value - slack);
  gap.ci.high = std::max(gap.ci.high, gap.value + slack);
  return gap;
}

// Of the sum over bins of share |gap|.
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

// What chance adds to the sum of share |gap| at most: where no gap is there in truth. A normal
// variable's mean magnitude is its standard deviation times the root of 2 / pi.
double maxExcess(const std::vector<CalibrationBin>& bins, double weight) {
  double sum = 0;
  for (const auto& bin : bins) {
    const uncertainty::Interval ci = gapOf(bin, 1).ci;
    sum += bin.weight / weight * 0.5 * (ci.high - ci.low);
  }
  return sum * std::sqrt(2 / std::numbers::pi);
}

struct CalibrationError {
  uncertainty::Bounded bounded;
  double excess;  // how far the value may be too high on average; no further than its low end
};

CalibrationError boundedCalibrationError(const std::vector<CalibrationBin>& all, double z) {
  std::vector<CalibrationBin> bins;
  std::ranges::copy_if(all, std::back_inserter(bins),
                       [](const CalibrationBin& bin) { return bin.weight > 0; });
  const double error = expectedCalibrationError(bins);
  if (std::isnan(error)) return {uncertainty::kUndefined, kNaN};
  double weight = 0;
  for (const auto& bin : bins) weight += bin.weight;
  // How many rows each bin has is chance, too.
  double squares = 0;
  for (const auto& bin : bins) {
    const double away = std::abs(bin.scores - bin.positives) / bin.weight - error;
    squares += (bin.positiveSquares + bin.negativeSquares) * away * away;
  }
  const double ofShares = z * std::sqrt(squares) / weight;
  const double joint = uncertainty::jointQuantile(bins.size(), std::erf(z / std::numbers::sqrt2));
  const double below = error - sumOfGaps(bins, weight, joint, jointGapOf).low;
  const double above = sumOfGaps(bins, weight, z, gapOf).high - error;
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

// Excess is no chance that could cancel out: it adds to the distance, where chances add as squares.
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
