// SPDX-License-Identifier: Apache-2.0
//
// Confidence intervals for the regression metrics of groups and for differences between groups.
// They are computed from the sums of RegressionTally, so the cost does not grow with the number of
// rows.
//
//   meanAbsoluteError, meanSquaredError, rootMeanSquaredError, meanAbsolutePercentageError, pinball
//                    Student's interval for the logarithm of the mean (positiveMean).
//   meanLabel, meanPrediction, meanError
//                    Student's interval (signedMean).
//   r2Score          1 - R^2 is the ratio of the mean squared error to the variance of y. Its
//                    logarithm has the variance of the mean of e^2 / MSE - d^2 / variance (delta
//                    method).
//
// Intervals are NaN with fewer than two rows, and if all rows are equal, because the variance of
// unseen rows is then unknown.
#pragma once

#include <span>
#include <string_view>

#include "fairwasm/scores/regression.hpp"
#include "fairwasm/uncertainty/means.hpp"
#include "fairwasm/uncertainty/spread.hpp"

namespace fairwasm::scores {

// A metric of kRegressionMetrics with the number of equal-variance rows that give the same
// precision.
struct BoundedError {
  uncertainty::Bounded error;
  double effectiveRows;
};

// Throws kInvalidArgument unless `confidence` is in (0, 1). The result for the number of rows is
// NaN.
BoundedError boundedError(std::string_view metric, const RegressionSums& sums, double confidence);

// Returns all metrics.
std::vector<BoundedError> boundedErrors(const RegressionSums& sums, double confidence);

// Returns pinballLoss() with its confidence interval.
BoundedError boundedPinballLoss(const RegressionSums& sums, double alpha, double confidence);

// Spread of a metric among groups. Each member has a confidence interval that holds over all groups
// (see spread_intervals.hpp). Groups without a value are omitted; there is no interval if one of
// the others has none, and none for ratios of means that may be negative.
struct ErrorSpread {
  uncertainty::Spread values;
  uncertainty::SpreadIntervals intervals;
  double effectiveRows;  // of the least precise group
};
ErrorSpread errorSpread(std::span<const RegressionSums> groups, std::string_view metric,
                        double confidence);

// Returns the spread of pinballLoss(). Throws kInvalidArgument for an alpha outside [0, 1].
ErrorSpread pinballErrorSpread(std::span<const RegressionSums> groups, double alpha,
                               double confidence);

// Returns one - other and one / other for groups without common rows: see compare().
uncertainty::Compared compareErrors(std::string_view metric, const RegressionSums& one,
                                    const RegressionSums& other, double confidence);
// Compares every group with the group at index `reference`, in every metric but the number of rows.
std::vector<std::vector<uncertainty::Compared>> errorComparisons(
    std::span<const RegressionSums> groups, std::size_t reference, double confidence);

}  // namespace fairwasm::scores
