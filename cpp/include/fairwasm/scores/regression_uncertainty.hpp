// SPDX-License-Identifier: Apache-2.0
//
// How sure the error metrics of a group are, and how far groups lie apart in them. All follows from
// the sums of RegressionTally: the cost does not grow with rows.
//
//   meanAbsoluteError, meanSquaredError, rootMeanSquaredError, meanAbsolutePercentageError, pinball
//                    Student's interval of the logarithm of the mean (positiveMean).
//   meanLabel, meanPrediction, meanError
//                    Student's interval (signedMean).
//   r2Score          1 - R^2 is the ratio of the mean squared error and the variance of y, whose
//                    logarithm varies as the mean of e^2 / MSE - d^2 / variance does (delta
//                    method).
//
// Intervals are NaN with fewer than two rows, and where all rows are alike: of those that were not
// seen nothing is known.
#pragma once

#include <span>
#include <string_view>

#include "fairwasm/group/spread_intervals.hpp"
#include "fairwasm/scores/regression.hpp"
#include "fairwasm/uncertainty/means.hpp"

namespace fairwasm::scores {

// A metric of kRegressionMetrics, with the rows of equal errors that would be as sure of it.
struct BoundedError {
  uncertainty::Bounded error;
  double effectiveRows;
};

// `confidence` in (0, 1), or kInvalidArgument is thrown; NaN for the count.
BoundedError boundedError(std::string_view metric, const RegressionSums& sums, double confidence);

// All of them.
std::vector<BoundedError> boundedErrors(const RegressionSums& sums, double confidence);

// pinballLoss() in the same way.
BoundedError boundedPinballLoss(const RegressionSums& sums, double alpha, double confidence);

// How far the groups lie apart in a metric, each member with its interval; they hold over all
// groups (see spread_intervals.hpp). Groups without a value are passed over; no interval where one
// of the others has none. Ratios of means that may be negative have none either.
struct ErrorSpread {
  group::Spread values;
  group::SpreadIntervals intervals;
  double effectiveRows;  // of the least sure group
};
ErrorSpread errorSpread(std::span<const RegressionSums> groups, std::string_view metric,
                        double confidence);

// The same of pinballLoss(). Throws kInvalidArgument for an alpha outside [0, 1].
ErrorSpread pinballErrorSpread(std::span<const RegressionSums> groups, double alpha,
                               double confidence);

// one - other and one / other, of groups that have no rows in common: see compare().
uncertainty::Compared compareErrors(std::string_view metric, const RegressionSums& one,
                                    const RegressionSums& other, double confidence);
// Every group, in every metric but the count, with the group at the place `reference`.
std::vector<std::vector<uncertainty::Compared>> errorComparisons(
    std::span<const RegressionSums> groups, std::size_t reference, double confidence);

}  // namespace fairwasm::scores
