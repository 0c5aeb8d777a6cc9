// SPDX-License-Identifier: Apache-2.0
//
// Consistency: are similar individuals labeled alike?
#pragma once

#include <cstddef>
#include <span>

#include "fairwasm/individual/matrix.hpp"

namespace fairwasm::individual {

// 1 - 1/n sum_i |y_i - 1/k sum_{j in N_k(i)} y_j|, where N_k(i) are the `neighbors` rows nearest to
// row i, itself included (see neighbors.hpp). 1 means that every individual is labeled like its
// neighbors; in [0, 1] for labels 0 and 1. NaN without rows is impossible: there must be at least
// `neighbors` rows. Unweighted. Throws kShapeMismatch where there is not one label a row,
// kInvalidArgument as visitNeighbors(). Source: Zemel, Wu, Swersky, Pitassi and Dwork: Learning
// Fair Representations, 2013; AIF360's `consistency`, but for ties, which AIF360 leaves to the
// layout of its search tree.
double consistency(const Matrix& features, std::span<const double> labels, std::size_t neighbors);

}  // namespace fairwasm::individual
