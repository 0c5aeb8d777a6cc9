// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/individual/distortion.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cmath>
#include <string>

#include "fairwasm/core/error.hpp"

namespace fairwasm::individual {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// A correlation matrix with a smaller reciprocal condition number is singular up to rounding.
constexpr double kSmallestCondition = 1e-13;

void requirePair(const Matrix& original, const Matrix& distorted) {
  if (original.rows != distorted.rows || original.columns != distorted.columns) {
    const auto shape = [](const Matrix& matrix) {
      return std::to_string(matrix.rows) + " x " + std::to_string(matrix.columns);
    };
    throw Error(ErrorCode::kShapeMismatch,
                {"distorted", shape(original) + ", like the features", shape(distorted), {}});
  }
  validate(original, "features");
  validate(distorted, "distorted");
}

// Computes two sums in parallel, which compilers convert to SIMD instructions, in the same order on
// all platforms.
template <class Term>
double sumOfTerms(const double* a, const double* b, std::size_t columns, Term term) {
  double even = 0;
  double odd = 0;
  std::size_t i = 0;
  for (; i + 2 <= columns; i += 2) {
    even += term(a[i] - b[i]);
    odd += term(a[i + 1] - b[i + 1]);
  }
  if (i < columns) even += term(a[i] - b[i]);
  return even + odd;
}

template <class Term, class Finish>
std::vector<double> distances(const Matrix& original, const Matrix& distorted, Term term,
                              Finish finish) {
  requirePair(original, distorted);
  std::vector<double> result(original.rows);
  for (std::size_t row = 0; row < original.rows; ++row) {
    result[row] = finish(sumOfTerms(original.row(row), distorted.row(row), original.columns, term));
  }
  return result;
}

Eigen::Map<const Rows> map(const Matrix& matrix) {
  return {matrix.values.data(), static_cast<Eigen::Index>(matrix.rows),
          static_cast<Eigen::Index>(matrix.columns)};
}

[[noreturn]] void failAsSingular() {
  throw Error(ErrorCode::kInvalidArgument,
              {"features",
               "features whose covariance can be inverted",
               "a feature that is constant or a linear function of others",
               {}});
}

}  // namespace

std::vector<double> euclideanDistances(const Matrix& original, const Matrix& distorted) {
  return distances(
      original, distorted, [](double difference) { return difference * difference; },
      [](double sum) { return std::sqrt(sum); });
}

std::vector<double> manhattanDistances(const Matrix& original, const Matrix& distorted) {
  return distances(
      original, distorted, [](double difference) { return std::abs(difference); },
      [](double sum) { return sum; });
}

// With S = D R D, D the standard deviations and R = L L' the correlations, the distance is the
// length of L^-1 D^-1 (x - x'). The scaling keeps units of very different size from making a
// regular S seem singular.
std::vector<double> mahalanobisDistances(const Matrix& original, const Matrix& distorted) {
  requirePair(original, distorted);
  const auto x = map(original);
  const auto y = map(distorted);
  if (original.rows == 0) return {};
  const double count = 2 * static_cast<double>(original.rows);
  const Eigen::RowVectorXd mean = (x.colwise().sum() + y.colwise().sum()) / count;
  const Rows centredX = x.rowwise() - mean;
  const Rows centredY = y.rowwise() - mean;
  const Eigen::MatrixXd covariance =
      (centredX.transpose() * centredX + centredY.transpose() * centredY) / (count - 1);

  const Eigen::VectorXd deviations = covariance.diagonal().cwiseSqrt();
  if (!(deviations.array() > 0).all()) failAsSingular();
  const Eigen::VectorXd inverse = deviations.cwiseInverse();
  const Eigen::LLT<Eigen::MatrixXd> correlation(inverse.asDiagonal() * covariance *
                                                inverse.asDiagonal());
  if (correlation.info() != Eigen::Success || correlation.rcond() < kSmallestCondition) {
    failAsSingular();
  }
  Eigen::MatrixXd differences = inverse.asDiagonal() * (x - y).transpose();
  correlation.matrixL().solveInPlace(differences);
  std::vector<double> result(original.rows);
  Eigen::Map<Eigen::RowVectorXd>(result.data(), x.rows()) = differences.colwise().norm();
  return result;
}

}  // namespace fairwasm::individual
