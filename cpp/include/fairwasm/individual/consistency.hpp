// SPDX-License-Identifier: Apache-2.0
//
// Consistency: are similar individuals labeled alike?
#pragma once

#include <cstddef>
#include <span>

#include "fairwasm/individual/matrix.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::individual {

// 1 - 1/n sum_i |y_i - 1/k sum_{j in N_k(i)} y_j|, where N_k(i) are the `neighbors` rows nearest to
// row i, itself included (see neighbors.hpp). 1 means that every individual is labeled like its
// neighbors; in [0, 1] for labels 0 and 1. NaN without rows is impossible: there must be at least
// `neighbors` rows. Unweighted. Throws kShapeMismatch where there is not one label a row,
// kInvalidArgument as visitNeighbors(). Source: Zemel, Wu, Swersky, Pitassi and Dwork: Learning
// Fair Representations, 2013; AIF360's `consistency`, but for ties, which AIF360 leaves to the
// layout of its search tree.
double consistency(const Matrix& features, std::span<const double> labels, std::size_t neighbors);

// The same with its interval: how the value varies with the rows drawn, for as many rows.
//
// Terms of rows that have neighbors in common vary together. Its variance is that of the jackknife:
// each row is left out in turn, and those that had it for a neighbor take their next one instead.
// On average that is never below the true variance (Efron and Stein 1981), and measured 1.1 to 2.7
// times as large. With it Wilson's interval at the number of independent rows that would be as
// sure; where hardly a row differs from its neighbors, as many rows differ as are seen and one
// more, each of which costs 2 (k - 1) / k of a row. Labels other than 0 and 1 are taken by their
// range.
//
// The interval is NaN with one neighbor, with as many neighbors as rows, and where all labels are
// alike. Throws as consistency(), and kInvalidArgument for a confidence outside (0, 1).
uncertainty::Bounded consistencyInterval(const Matrix& features, std::span<const double> labels,
                                         std::size_t neighbors, double confidence);

}  // namespace fairwasm::individual
