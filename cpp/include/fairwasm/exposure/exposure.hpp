// SPDX-License-Identifier: Apache-2.0
//
// Rates per exposure: events divided by exposure, such as errors per spoken word or claims per
// insured year, by group and compared with a reference group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::exposure {

// Columns of equal length: codes of groups, events, and their exposure.
struct Rows {
  std::size_t groups;
  std::span<const std::uint32_t> group;
  std::span<const double> events;
  std::span<const double> exposure;
  // Codes of clusters, such as recordings; equal codes in several groups are the same cluster.
  // Empty: events are independent and their number has Poisson's distribution.
  std::span<const std::uint32_t> cluster = {};
};

// Undefined numbers are NaN.
struct GroupRate {
  double events;
  double exposure;
  double clusters;            // NaN without clusters
  uncertainty::Bounded rate;  // events / exposure
  // With m clusters c: m / (m - 1) sum (a_c - rate b_c)^2 / (sum b_c)^2; NaN for fewer than two,
  // and without clusters.
  double variance;
  double degrees;  // of freedom of the variance
  // Compared with the reference group; NaN for the reference group itself.
  uncertainty::Bounded difference;
  uncertainty::Bounded ratio;
  double pValue;
  // These hold jointly for all groups (Šidák 1967).
  uncertainty::Interval jointDifference;
  uncertainty::Interval jointRatio;
  double jointPValue;
};

// With clusters, intervals are symmetric on the logarithmic scale, at Student's quantile, with the
// standard error of the jackknife over clusters. Degrees of freedom are one less than the number of
// clusters, or than the effective number if exposures or events are concentrated in few clusters.
// Without clusters, the interval of a rate is exact (Garwood 1936). Intervals of differences and
// ratios combine those of the rates, with the covariance of shared clusters (Zou and Donner 2008).
//
// Throws kInvalidArgument with the row for an invalid code, numbers that are not finite or
// negative, events without clusters that are not whole numbers, and an invalid reference or
// confidence; kShapeMismatch for columns of different lengths.
std::vector<GroupRate> groupRates(const Rows& rows, std::size_t reference, double confidence);

// Returns Garwood's interval (1936) of the expectation of a Poisson variable.
uncertainty::Interval garwoodInterval(double events, double confidence);

}  // namespace fairwasm::exposure
