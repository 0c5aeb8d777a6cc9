// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/classes/group_estimate.hpp"

#include <algorithm>
#include <cmath>

namespace fairwasm::classes {
namespace {

uncertainty::Bounded onRange(const Measured& measured, const uncertainty::EffectiveShare& share,
                             double z) {
  const auto ci = uncertainty::boundedShare(share, z).ci;
  const auto [low, high] = measured.range;
  // Rounding may move a bound past the estimate.
  return {measured.value,
          {std::min(measured.value, low + (high - low) * ci.low),
           std::max(measured.value, low + (high - low) * ci.high)}};
}

constexpr uncertainty::Interval kNone{kNaN, kNaN};

}  // namespace

uncertainty::Bounded bounded(const Measured& measured, double z) {
  if (std::isnan(measured.value)) return {kNaN, kNone};
  if (measured.mean) return uncertainty::bounded(*measured.mean, z);
  if (measured.share && measured.share->trials > 0) return onRange(measured, *measured.share, z);
  return {measured.value, kNone};
}

uncertainty::Bounded jointlyBounded(const Measured& measured, double z) {
  if (!measured.share || measured.mean) return bounded(measured, z);
  Measured among = measured;
  among.share = uncertainty::amongMany(*measured.share);
  return bounded(among, z);
}

void RowMean::add(double weight, double value) {
  sums.weight += weight;
  sums.squaredWeight += weight * weight;
  sums.total += weight * value;
  sums.weightedTotal += weight * weight * value;
  sums.weightedSquares += weight * weight * value * value;
  if (weight > 0) ++rows;
}

void RowMean::merge(const RowMean& other) {
  sums.weight += other.sums.weight;
  sums.squaredWeight += other.sums.squaredWeight;
  sums.total += other.sums.total;
  sums.weightedTotal += other.sums.weightedTotal;
  sums.weightedSquares += other.sums.weightedSquares;
  rows += other.rows;
}

Measured measuredMean(const RowMean& mean, double high) {
  const double value = mean.value();
  const Measured without{value, {0, high}};
  if (std::isnan(value) || mean.rows < 2) return without;
  const auto& sums = mean.sums;
  const double share = std::clamp(value / high, 0.0, 1.0);
  const double squares =
      (sums.weightedSquares - 2 * value * sums.weightedTotal + value * value * sums.squaredWeight) /
      (high * high);
  const double variance = squares / (sums.weight * sums.weight) * mean.rows / (mean.rows - 1);
  // Rounding errors of equal values stay below this variance.
  constexpr double kRounding = 1e-12;
  const double binomial = share * (1 - share);
  const bool isAlike = !(variance > kRounding * std::max(binomial, kRounding));
  const double trials = isAlike ? sums.rows() : binomial / variance;
  return {value, {0, high}, uncertainty::EffectiveShare{share, trials, mean.rows - 1}};
}

}  // namespace fairwasm::classes
