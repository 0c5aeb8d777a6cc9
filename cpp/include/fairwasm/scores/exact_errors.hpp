// SPDX-License-Identifier: Apache-2.0
//
// The errors of predicted numbers of one group, from its rows: what RegressionSums tell, with the
// intervals of regression_uncertainty.hpp, and besides medians, the largest error, explained
// variance and what scikit-learn says where true numbers do not vary.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "fairwasm/group/frame.hpp"
#include "fairwasm/scores/error_rows.hpp"
#include "fairwasm/scores/regression_uncertainty.hpp"

namespace fairwasm::scores {

// In the order of exactErrors(). NaN for a group without weight, but for the largest error.
inline constexpr auto kExactErrorNames = std::to_array<std::string_view>({
    "meanLabel",
    "meanPrediction",
    "meanError",
    "meanAbsoluteError",
    "meanSquaredError",
    "rootMeanSquaredError",
    "meanAbsolutePercentageError",
    // The mean of the lower and the upper weighted median of |e|, rows that weigh nothing left out;
    // without weights the usual median.
    "medianAbsoluteError",
    // The first |e| in ascending order at which the running weight reaches half of all.
    "lowerMedianAbsoluteError",
    // Largest |e|; weights do not count, not even those of 0.
    "maxError",
    // 1 - sum w e^2 / sum w (y - mean y)^2. Where y does not vary NaN if all errors are 0 and
    // -infinity otherwise; NaN for fewer than two rows.
    "r2Score",
    // The same with 1 and 0 instead of NaN and -infinity where y of two rows or more does not vary.
    "r2ScoreForcedFinite",
    // 1 - sum w (e - mean e)^2 / sum w (y - mean y)^2; NaN and -infinity as above.
    "explainedVariance",
    // 1 and 0 in their stead; 1 for a single row.
    "explainedVarianceForcedFinite",
});
template <class Value>
using ByErrorName = std::array<Value, kExactErrorNames.size()>;

struct ExactErrors {
  double rows;
  double weight;
  ByErrorName<uncertainty::Bounded> values;
  // Rows of equal errors that would be as sure, as in BoundedError; NaN where none is known.
  ByErrorName<double> effectiveRows;
};

// Intervals of medianAbsoluteError are those of order statistics (the sign test's), for rows that
// weigh alike: exact for any distribution, at least as sure as asked for. Where no interval is
// known it is NaN. Throws kInvalidArgument for a confidence outside (0, 1).
ExactErrors exactErrors(const NumberRows& group, double confidence);

// The sums of all rows, around the mean of the true numbers.
RegressionSums sumsOf(const NumberRows& group);

// How far groups lie apart in each of kExactErrorNames: groups without a value are passed over.
// Intervals as errorSpread() has them; those of medianAbsoluteError from order statistics of each
// group (Zou and Donner 2008 for differences and ratios), NaN where one has too few rows or unequal
// weights; otherwise NaN. Throws as exactErrors().
struct ExactErrorSpread {
  group::Spread values;
  group::SpreadIntervals intervals;
};
std::vector<ExactErrorSpread> exactErrorSpreads(std::span<const NumberRows> groups,
                                                double confidence);

// The same of boundedPinballLoss(), with the intervals of pinballErrorSpread(). Throws as
// exactErrors(), and for an alpha outside [0, 1].
ExactErrorSpread pinballSpread(std::span<const NumberRows> groups, double alpha, double confidence);

// (mean of one - mean of other) / sqrt((variance of one + variance of other) / 2), with unbiased
// weighted variances: Cohen 1988; Austin and Stuart 2015 for weights. Infinite where neither group
// varies and the means differ; NaN where they do not, or a group has no two rows of weight. The
// interval is Student's, of the delta method: by how much each row moves means and variances, with
// Welch's degrees of freedom, so that it needs no normal numbers, but fourth moments. NaN for fewer
// than three rows.
uncertainty::Bounded standardizedMeanDifference(std::span<const WeightedScore> one,
                                                std::span<const WeightedScore> other,
                                                double confidence);
// The same of each group's numbers of a kind, against the group at the place `reference`.
std::vector<uncertainty::Bounded> standardizedMeanDifferences(std::span<const NumberRows> groups,
                                                              NumberKind kind,
                                                              std::size_t reference,
                                                              double confidence);

}  // namespace fairwasm::scores
