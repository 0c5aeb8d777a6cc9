// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/robustness/spectral_norm.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "fairwasm/core/nan.hpp"
#include "rounding.hpp"

namespace fairwasm::robustness {
namespace {

using Eigen::MatrixXd;
using internal::gamma;
using internal::kUnitRoundoff;
using internal::roundedUp;

std::size_t side(Eigen::Index size) { return static_cast<std::size_t>(size); }

// Divides by the power of two that scales the largest entry to [1/2, 1), and returns its exponent.
// Exact except for entries 2^-1022 times smaller than the largest, whose error is far below the
// roundings that the callers account for; the same is true of products of small entries below.
int normalize(MatrixXd& matrix, double largest) {
  int exponent = 0;
  std::frexp(largest, &exponent);
  matrix = matrix.unaryExpr([&](double x) { return std::ldexp(x, -exponent); });
  return exponent;
}

double largestEntry(const MatrixXd& matrix) {
  return matrix.size() == 0 ? 0 : matrix.cwiseAbs().maxCoeff();
}

MatrixXd gramOfSmallerSide(const MatrixXd& matrix) {
  if (matrix.rows() < matrix.cols()) return matrix * matrix.transpose();
  return matrix.transpose() * matrix;
}

// Returns a bound on the largest eigenvalue of the symmetric `gram`, given a bound on its trace.
double largestEigenvalueBound(const MatrixXd& gram, double traceBound) {
  const std::size_t n = side(gram.rows());
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(gram, Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success) return traceBound;
  const double candidate = solver.eigenvalues().maxCoeff();
  const double firstSlack = 8 * static_cast<double>(n) * kUnitRoundoff;
  for (double slack = firstSlack; slack < 1; slack *= 8) {
    const double shift = candidate * (1 + slack);
    if (!(shift < traceBound)) return traceBound;
    MatrixXd rest = -gram;
    rest.diagonal().array() += shift;
    if (Eigen::LLT<MatrixXd>(rest).info() != Eigen::Success) continue;
    // Success of the factorization proves lambda_min(rest) >= -gamma_(n+1) / (1 - gamma_(n+1))
    // trace(rest). The index is doubled for a blocked factorization, which multiplies by rounded
    // reciprocals. Adding `shift` to the diagonal rounded it by at most u * shift.
    const double trace = static_cast<double>(n) * shift;
    const double error = gamma(2 * n + 16);
    return roundedUp(shift * (1 + kUnitRoundoff) + trace * error / (1 - error));
  }
  return traceBound;
}

// Gram iteration follows.

void normalize(ComplexMatrix& matrix, int& exponent) {
  const double largest = std::max(largestEntry(matrix.real), largestEntry(matrix.imaginary));
  exponent = normalize(matrix.real, largest);
  normalize(matrix.imaginary, largest);
}

ComplexMatrix gram(const ComplexMatrix& a) {
  const MatrixXd cross = a.real.transpose() * a.imaginary;
  ComplexMatrix result;
  result.real.noalias() = a.real.transpose() * a.real;
  result.real.noalias() += a.imaginary.transpose() * a.imaginary;
  result.imaginary = cross - cross.transpose();
  return result;
}

// Squares, roots, and sums of n nonnegative numbers have a relative error of at most gamma_(n + 8).
double frobeniusBound(const ComplexMatrix& a) {
  const double squares = a.real.squaredNorm() + a.imaginary.squaredNorm();
  return roundedUp(std::sqrt(squares * (1 + gamma(2 * side(a.real.size()) + 8))));
}

// ||A||^2 <= ||A||_1 ||A||_inf. For a Hermitian matrix, both norms are equal; for Gram matrices of
// orthogonal kernels, where the Frobenius norm converges slowly, they are exact immediately.
double sumBound(const ComplexMatrix& a) {
  const MatrixXd moduli = (a.real.array().square() + a.imaginary.array().square()).sqrt();
  const double rows = moduli.rowwise().sum().maxCoeff();
  const double columns = moduli.colwise().sum().maxCoeff();
  return roundedUp(std::sqrt(rows) * std::sqrt(columns) *
                   (1 + gamma(side(moduli.rows() + moduli.cols()) + 8)));
}

// A completed step: ||A_t||^2 <= 2^exponent ||A_(t+1)|| + error.
struct GramStep {
  int exponent;
  double error;
};

double unwind(double bound, const std::vector<GramStep>& steps) {
  for (std::size_t i = steps.size(); i-- > 0;) {
    bound = roundedUp(std::sqrt(roundedUp(std::ldexp(bound, steps[i].exponent) + steps[i].error)));
  }
  return bound;
}

}  // namespace

double spectralNormBound(const MatrixXd& matrix) {
  const double largest = largestEntry(matrix);
  if (largest == 0) return 0;
  MatrixXd scaled = matrix;
  const int exponent = normalize(scaled, largest);
  const MatrixXd gramMatrix = gramOfSmallerSide(scaled);
  const std::size_t n = side(std::min(matrix.rows(), matrix.cols()));
  const std::size_t length = side(std::max(matrix.rows(), matrix.cols()));
  // trace(Gram) is the squared Frobenius norm, which also bounds the error of the product:
  // |computed - exact| <= gamma_length |A|' |A|, whose norm is at most gamma_length ||A||_F^2.
  const double frobenius = roundedUp(gramMatrix.trace() * (1 + gamma(length + n + 8)));
  const double productError = roundedUp(2 * gamma(length + 8) * frobenius);
  const double squared =
      std::min(frobenius, largestEigenvalueBound(gramMatrix, frobenius) + productError);
  return std::ldexp(roundedUp(std::sqrt(roundedUp(squared))), exponent);
}

double gramBound(ComplexMatrix matrix, double enough) {
  constexpr double kSmallestGain = 1e-9;
  constexpr int kMaxSteps = 60;
  if (matrix.real.rows() < matrix.real.cols()) {  // works on the smaller side
    matrix = {matrix.real.transpose(), matrix.imaginary.transpose()};
  }
  if (largestEntry(matrix.real) == 0 && largestEntry(matrix.imaginary) == 0) return 0;
  int outerExponent = 0;
  normalize(matrix, outerExponent);
  std::vector<GramStep> steps;
  const double sideRoot = std::sqrt(static_cast<double>(matrix.real.cols()));
  double best = kInfinity;
  double lastFrobenius = best;
  for (int step = 0; step < kMaxSteps; ++step) {
    const auto whole = [&](double bound) {
      return std::ldexp(unwind(bound, steps), outerExponent);
    };
    const double frobenius = frobeniusBound(matrix);
    best = std::min({best, whole(frobenius), whole(sumBound(matrix))});
    // The iteration has converged if the Frobenius norm no longer improves (one singular value
    // dominates), or if no improvement is possible, because the norm is at least ||G_t||_F /
    // sqrt(n).
    const bool stalls = whole(frobenius) >= lastFrobenius * (1 - kSmallestGain);
    const bool exact = best <= whole(frobenius / sideRoot) * (1 + kSmallestGain);
    if (stalls || exact || best <= enough) break;
    lastFrobenius = whole(frobenius);
    // Real and imaginary parts of an entry are sums of 2 n products, with errors of at most
    // gamma_(2n + 1) times those of the absolute values; together at most 2 gamma_(2n + 1) |A|'
    // |A|. The factor is doubled for products that underflow.
    const double error =
        roundedUp(4 * gamma(2 * side(matrix.real.rows()) + 4) * frobenius * frobenius);
    matrix = gram(matrix);
    int exponent = 0;
    normalize(matrix, exponent);
    steps.push_back({exponent, error});
  }
  return best;
}

}  // namespace fairwasm::robustness
