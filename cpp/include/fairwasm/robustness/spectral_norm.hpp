// SPDX-License-Identifier: Apache-2.0
//
// Upper bounds on largest singular values. Certificates need upper bounds, but plain power
// iteration converges from below. These functions never return less than the norm, including all
// rounding errors.
#pragma once

#include <Eigen/Core>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::robustness {

// Returns an upper bound on the spectral norm of `matrix` that exceeds it by at most about n^2
// 2^-53 (relative), where n is the smaller side. The candidate is the largest eigenvalue of the
// Gram matrix (Eigen); a Cholesky factorization of candidate * I - Gram proves that it is a bound
// (Rump, Verification of Positive Definiteness, BIT 2006). O(n^3). Entries must be finite.
double spectralNormBound(const Eigen::MatrixXd& matrix);

// A complex matrix, stored as two real matrices of equal shape.
struct ComplexMatrix {
  Eigen::MatrixXd real;
  Eigen::MatrixXd imaginary;
};

// Returns an upper bound on the spectral norm of `matrix` by Gram iteration (Delattre et al.,
// Efficient Bound of Lipschitz Constant for Convolutional Layers by Gram Iteration, arXiv
// 2305.16173). With G_0 = A and G_(t+1) = G_t* G_t, ||A|| = ||G_t||^(2^-t), so any upper bound on
// the norm of G_t gives a bound on ||A||, and the bounds converge quadratically. This function uses
// the smaller of the Frobenius norm and the root of the product of row-sum and column-sum norm. It
// stops when the possible improvement is below 1e-9, or as soon as the bound is at most `enough`.
// Entries must be finite.
double gramBound(ComplexMatrix matrix, double enough = -kInfinity);

}  // namespace fairwasm::robustness
