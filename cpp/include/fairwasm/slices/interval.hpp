// SPDX-License-Identifier: Apache-2.0
//
// How sure the mean error of a slice is that was chosen among many for being the worst: intervals
// that hold for all slices together hold for whichever is chosen.
#pragma once

#include <cstddef>

#include "fairwasm/slices/score.hpp"
#include "fairwasm/slices/table.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::slices {

// How many slices of 1 to `maxConditions` conditions can be named with the values that are frequent
// enough: at least as many as there are with enough rows.
double conjunctions(const Table& table, std::size_t maxConditions);

// An interval of the mean error of rows that are independent and have errors from 0 to 1, whose own
// chances may differ. By Chernoff's bound, which holds for any number of rows: the means m for
// which rows KL(mean | m) <= ln(2 / chance), KL being the divergence of two coins. It fails to hold
// the truth with a probability of at most `chance`; for `slices` of them together that is divided
// by their number (Bonferroni). NaN without rows. Source: Hoeffding: Probability Inequalities for
// Sums of Bounded Random Variables, 1963, theorem 1.
uncertainty::Interval meanInterval(const Sums& slice, double slices, double confidence);

}  // namespace fairwasm::slices
