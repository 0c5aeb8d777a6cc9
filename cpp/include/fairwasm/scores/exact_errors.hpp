// SPDX-License-Identifier: Apache-2.0
//
// Regression errors of one group, computed from its rows: the metrics of RegressionSums with the
// confidence intervals of regression_uncertainty.hpp, as well as medians, the largest error,
// explained variance, and scikit-learn's conventions for targets that do not vary.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "fairwasm/scores/error_rows.hpp"
#include "fairwasm/scores/regression_uncertainty.hpp"
#include "fairwasm/uncertainty/spread.hpp"

namespace fairwasm::scores {

// Names in the order of exactErrors(). Metrics other than the largest error are NaN for a group
// without weight.
inline constexpr auto kExactErrorNames = std::to_array<std::string_view>({
    "meanLabel",
    "meanPrediction",
    "meanError",
    "meanAbsoluteError",
    "meanSquaredError",
    "rootMeanSquaredError",
    "meanAbsolutePercentageError",
    // The mean of the lower and the upper weighted median of |e| over rows with positive weight;
    // without weights, the usual median.
    "medianAbsoluteError",
    // The first |e| in ascending order at which the cumulative weight reaches half of the total.
    "lowerMedianAbsoluteError",
    // The largest |e| over all rows, including rows of weight 0.
    "maxError",
    // 1 - sum w e^2 / sum w (y - mean y)^2. If y does not vary: NaN if all errors are 0, otherwise
    // -infinity. NaN for fewer than two rows.
    "r2Score",
    // Like r2Score, with 1 and 0 instead of NaN and -infinity if y does not vary over two or more
    // rows.
    "r2ScoreForcedFinite",
    // 1 - sum w (e - mean e)^2 / sum w (y - mean y)^2; NaN and -infinity as for r2Score.
    "explainedVariance",
    // Like explainedVariance, with 1 and 0 instead of NaN and -infinity; 1 for a single row.
    "explainedVarianceForcedFinite",
});
template <class Value>
using ByErrorName = std::array<Value, kExactErrorNames.size()>;

struct ExactErrors {
  double rows;
  double weight;
  ByErrorName<uncertainty::Bounded> values;
  // Numbers of equally weighted rows that give the same precision, as in BoundedError; NaN if
  // unknown.
  ByErrorName<double> effectiveRows;
};

// The interval of medianAbsoluteError is based on order statistics (sign test) of equally weighted
// rows. It is exact for any distribution and covers at least at the given confidence level. Unknown
// intervals are NaN. Throws kInvalidArgument for a confidence outside (0, 1).
ExactErrors exactErrors(const NumberRows& group, double confidence);

// Returns the sums of all rows, centered at the mean of the targets.
RegressionSums computeSums(const NumberRows& group);

// Spread of each of kExactErrorNames among groups, omitting groups without a value. Confidence
// intervals are those of errorSpread(). For medianAbsoluteError, they are based on order statistics
// of each group (Zou and Donner 2008 for differences and ratios), and NaN if a group has too few
// rows or unequal weights. Other metrics have NaN intervals. Throws like exactErrors().
struct ExactErrorSpread {
  uncertainty::Spread values;
  uncertainty::SpreadIntervals intervals;
};
std::vector<ExactErrorSpread> exactErrorSpreads(std::span<const NumberRows> groups,
                                                double confidence);

// Returns the spread of boundedPinballLoss() with the confidence intervals of pinballErrorSpread().
// Throws like exactErrors(), and for an alpha outside [0, 1].
ExactErrorSpread pinballSpread(std::span<const NumberRows> groups, double alpha, double confidence);

// Returns (mean of one - mean of other) / sqrt((variance of one + variance of other) / 2), with
// unbiased weighted variances: Cohen 1988; Austin and Stuart 2015 for weights. Infinite if neither
// group varies and the means differ; NaN if neither varies and the means are equal, or if a group
// has fewer than two rows of positive weight. The confidence interval is Student's by the delta
// method, from the influence of each row on means and variances, with Welch's degrees of freedom;
// it requires finite fourth moments but not normality. The interval is NaN for fewer than three
// rows.
uncertainty::Bounded standardizedMeanDifference(std::span<const WeightedScore> one,
                                                std::span<const WeightedScore> other,
                                                double confidence);
// Returns the standardized mean difference of each group's numbers of this kind, compared with the
// group at index `reference`.
std::vector<uncertainty::Bounded> standardizedMeanDifferences(std::span<const NumberRows> groups,
                                                              NumberKind kind,
                                                              std::size_t reference,
                                                              double confidence);

}  // namespace fairwasm::scores
