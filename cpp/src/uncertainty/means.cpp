// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/means.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::uncertainty {
namespace {

// Below this limit, differences are rounding errors.
constexpr double kRounding = 1e-12;

// Returns the sum of w^2 (x - mean)^2; NaN if unknown.
double squaresAround(const MeanSums& sums, double mean) {
  const double squares =
      sums.weightedSquares - 2 * mean * sums.weightedTotal + mean * mean * sums.squaredWeight;
  const bool isKnown = sums.rows() > 1 + 1e-9 && squares > kRounding * sums.weightedSquares;
  return isKnown ? squares : kNaN;
}

// Uses the exact quantile for means of a few rows. On the logarithmic scale, the degrees of freedom
// are themselves estimates, so the expansion is sufficient.
double quantileAt(double z, double degrees, Scale scale) {
  constexpr double kMany = 4;
  if (scale != Scale::kPlain || degrees > kMany) return studentQuantileAt(z, degrees);
  return studentQuantile(normalProbability(z), std::fmax(1, degrees));
}

Bounded boundedAt(const Unsure& quantity, double quantile) {
  const auto& [value, error, degrees, rows, scale, upperStretch] = quantity;
  const double reach = quantile * error;
  if (std::isnan(value) || std::isnan(reach)) return {value, {kNaN, kNaN}};
  if (scale == Scale::kPlain) return {value, {value - reach, value + reach}};
  const double down = std::exp(reach);
  const double up = std::exp(upperStretch * reach);
  if (scale == Scale::kLogarithm) return {value, {value / down, value * up}};
  const double rest = 1 - value;
  return {value, {1 - rest * up, 1 - rest / down}};
}

// First-order variance on the plain scale.
double plainVariance(const Unsure& quantity) {
  const double unit = quantity.scale == Scale::kPlain       ? 1
                      : quantity.scale == Scale::kLogarithm ? quantity.value
                                                            : 1 - quantity.value;
  return unit * unit * quantity.error * quantity.error;
}

// Satterthwaite 1946.
double commonDegrees(const Unsure& one, const Unsure& other) {
  const double a = plainVariance(one);
  const double b = plainVariance(other);
  return (a + b) * (a + b) / (a * a / one.degrees + b * b / other.degrees);
}

bool isSurelyPositive(const Bounded& quantity) { return quantity.value > 0 && quantity.ci.low > 0; }

}  // namespace

Unsure positiveMean(const MeanSums& sums) {
  const double mean = sums.total / sums.weight;
  const double rows = sums.rows();
  const double squares = mean > 0 ? squaresAround(sums, mean) : kNaN;
  if (std::isnan(squares)) return {mean, kNaN, kNaN, rows, Scale::kLogarithm};
  const double relative = squares / (sums.total * sums.total) * (rows / (rows - 1));
  const double effective = rows / (1 + 2 * rows * relative);
  return {mean, std::sqrt(relative), std::fmax(1, effective * (rows - 1) / rows), effective,
          Scale::kLogarithm};
}

Unsure signedMean(const MeanSums& sums, double center) {
  const double rows = sums.rows();
  const double mean = sums.total / sums.weight;
  const double squares = squaresAround(sums, mean);
  const double error = std::sqrt(squares * rows / (rows - 1)) / sums.weight;
  return {center + mean, error, std::fmax(1, rows - 1), rows, Scale::kPlain};
}

Bounded bounded(const Unsure& quantity, double z) {
  return boundedAt(quantity, quantileAt(z, quantity.degrees, quantity.scale));
}

Compared compare(const Unsure& one, const Unsure& other, double z, double correlation) {
  const double degrees = commonDegrees(one, other);
  const auto at = [&](const Unsure& quantity, double quantile) {
    return boundedAt(quantity, quantileAt(quantile, degrees, one.scale));
  };
  const auto apartAt = [&](double quantile) {
    return differenceInterval(at(one, quantile), at(other, quantile), correlation);
  };
  const double apart = one.value - other.value;
  const Bounded ours = at(one, z);
  const Bounded theirs = at(other, z);
  const bool hasRatio = isSurelyPositive(ours) && isSurelyPositive(theirs);
  const double distance = distanceTo(0, apart, apartAt);
  return {{apart, apartAt(z)},
          {one.value / other.value,
           hasRatio ? ratioInterval(ours, theirs, correlation) : Interval{kNaN, kNaN}},
          std::erfc(std::abs(distance) / std::numbers::sqrt2),
          std::fmin(one.effectiveRows, other.effectiveRows)};
}

}  // namespace fairwasm::uncertainty
