// SPDX-License-Identifier: Apache-2.0
//
// Largest singular values from above. An approximation, however good, certifies nothing if it can
// be too small: plain power iteration converges from below. What these functions return is never
// less than the norm, all rounding errors included.
#pragma once

#include <Eigen/Core>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::robustness {

// At least the spectral norm of `matrix`, and greater by no more than about n^2 2^-53 (relative),
// where n is the smaller side. The largest eigenvalue of the Gram matrix (Eigen) is a candidate; a
// Cholesky factorization of candidate * I - Gram proves that it is one (Rump, Verification of
// Positive Definiteness, BIT 2006). O(n^3). Entries must be finite.
double spectralNormBound(const Eigen::MatrixXd& matrix);

// A complex matrix in two real ones of equal shape.
struct ComplexMatrix {
  Eigen::MatrixXd real;
  Eigen::MatrixXd imaginary;
};

// At least the spectral norm of `matrix`, by Gram iteration (Delattre et al., Efficient Bound of
// Lipschitz Constant for Convolutional Layers by Gram Iteration, arXiv 2305.16173): with G_0 = A,
// G_(t+1) = G_t* G_t,
// ||A|| = ||G_t||^(2^-t), so that any norm of G_t above the spectral one gives a bound at every
// step, and the bounds converge quadratically. Here it is the smaller of the Frobenius norm and the
// root of the product of row-sum and column-sum norm. Ends when no more than 1e-9 is to be gained,
// or as soon as the bound is at most `enough`. Entries must be finite.
double gramBound(ComplexMatrix matrix, double enough = -kInfinity);

}  // namespace fairwasm::robustness
