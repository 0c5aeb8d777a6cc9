// SPDX-License-Identifier: Apache-2.0
//
// Confidence intervals for the mean error of a slice that was selected for being the worst of many.
// Intervals that hold jointly for all slices also hold for the selected one.
#pragma once

#include <cstddef>

#include "fairwasm/slices/score.hpp"
#include "fairwasm/slices/table.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::slices {

// Returns the number of possible slices of 1 to `maxConditions` conditions on frequent values,
// which is at least the number of slices with enough rows.
double conjunctions(const Table& table, std::size_t maxConditions);

// Returns an interval for the mean error of independent rows with errors from 0 to 1, whose
// probabilities may differ. By Chernoff's bound, which is valid for any number of rows, it contains
// the means m for which rows * KL(mean | m) <= ln(2 / alpha), where KL is the divergence between
// two Bernoulli distributions and alpha is the probability that the interval misses the true mean.
// For `slices` joint intervals, alpha is divided by their number (Bonferroni). NaN without rows.
// Source: Hoeffding: Probability Inequalities for Sums of Bounded Random Variables, 1963, theorem
// 1.
uncertainty::Interval meanInterval(const Sums& slice, double slices, double confidence);

}  // namespace fairwasm::slices
