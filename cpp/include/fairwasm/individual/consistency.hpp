// SPDX-License-Identifier: Apache-2.0
//
// Consistency: whether similar individuals have the same label.
#pragma once

#include <cstddef>
#include <span>

#include "fairwasm/individual/matrix.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::individual {

// Returns 1 - 1/n sum_i |y_i - 1/k sum_{j in N_k(i)} y_j|, where N_k(i) are the `neighbors` rows
// nearest to row i, including row i itself (see neighbors.hpp). 1 means that every individual has
// the label of its neighbors. The result is in [0, 1] for labels 0 and 1. Unweighted. Throws
// kShapeMismatch unless there is one label per row, and kInvalidArgument like visitNeighbors().
// Source: Zemel, Wu, Swersky, Pitassi and Dwork: Learning Fair Representations, 2013; equals
// AIF360's `consistency` except for ties, which AIF360 resolves by the layout of its search tree.
double consistency(const Matrix& features, std::span<const double> labels, std::size_t neighbors);

// Returns consistency with its confidence interval, for random samples of the same size.
//
// Terms of rows with common neighbors are correlated, so the variance is that of the jackknife:
// each row is omitted in turn, and rows that had it as a neighbor use their next one instead. Its
// expectation is never below the true variance (Efron and Stein 1981); in simulations, it was 1.1
// to 2.7 times as large. The interval is Wilson's at the number of independent rows with the same
// variance. If few rows differ from their neighbors, one more such row is assumed, and each costs 2
// (k - 1) / k of a row. Labels other than 0 and 1 are scaled by their range.
//
// The interval is NaN with one neighbor, with as many neighbors as rows, and if all labels are
// equal. Throws like consistency(), and kInvalidArgument for a confidence outside (0, 1).
uncertainty::Bounded consistencyInterval(const Matrix& features, std::span<const double> labels,
                                         std::size_t neighbors, double confidence);

}  // namespace fairwasm::individual
