// SPDX-License-Identifier: Apache-2.0
#include "least_squares.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::amounts {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// A distance from 1 at which a leverage is 1 up to rounding.
constexpr double kLeverageRounding = 1e-10;

// Returns the columns in units of their largest value, so that units do not decide about rank.
VectorXd computeUnits(const MatrixXd& columns) {
  VectorXd units = columns.cwiseAbs().colwise().maxCoeff();
  for (double& unit : units) unit = unit > 0 ? unit : 1;
  return units;
}

}  // namespace

std::optional<LeastSquares> LeastSquares::fit(const MatrixXd& columns, const VectorXd& outcome) {
  const Index count = columns.cols();
  if (columns.rows() <= count) return {};
  const VectorXd units = computeUnits(columns);
  const MatrixXd scaled = columns * units.cwiseInverse().asDiagonal();
  Eigen::ColPivHouseholderQR<MatrixXd> qr(scaled);
  qr.setThreshold(1e-10);
  if (qr.rank() < count) return {};
  LeastSquares result;
  const MatrixXd inverse = qr.matrixR()
                               .topLeftCorner(count, count)
                               .template triangularView<Eigen::Upper>()
                               .solve(MatrixXd::Identity(count, count));
  result.root_ = units.cwiseInverse().asDiagonal() * (qr.colsPermutation() * inverse);
  result.whitened_ = columns * result.root_;
  result.coefficients_ = units.cwiseInverse().asDiagonal() * qr.solve(outcome);
  result.residuals_ = outcome - columns * result.coefficients_;
  result.leverages_ = result.whitened_.rowwise().squaredNorm();
  return result;
}

double LeastSquares::degrees() const {
  return static_cast<double>(residuals_.size() - coefficients_.size());
}

MatrixXd LeastSquares::robustCovariance() const {
  VectorXd weights(residuals_.size());
  for (Index row = 0; row < residuals_.size(); ++row) {
    const double rest = 1 - leverages_[row];
    weights[row] = rest > kLeverageRounding ? residuals_[row] / rest : kNaN;
  }
  const MatrixXd scores = weights.asDiagonal() * whitened_;
  return root_ * (scores.transpose() * scores) * root_.transpose();
}

LeastSquares::Clustered LeastSquares::clustered(Index coefficient,
                                                const std::vector<std::uint32_t>& clusters) const {
  const auto count = static_cast<Index>(*std::ranges::max_element(clusters)) + 1;
  const Index columns = whitened_.cols();
  std::vector<MatrixXd> crosses(static_cast<std::size_t>(count), MatrixXd::Zero(columns, columns));
  MatrixXd sums = MatrixXd::Zero(columns, count);
  for (Index row = 0; row < whitened_.rows(); ++row) {
    const std::uint32_t cluster = clusters[static_cast<std::size_t>(row)];
    crosses[cluster].noalias() += whitened_.row(row).transpose() * whitened_.row(row);
    sums.col(static_cast<Index>(cluster)) += residuals_[row] * whitened_.row(row).transpose();
  }
  // In the coordinates of the whitened columns, the correction (I - H_cc)^-1/2 of a cluster has the
  // eigenvectors of its cross product. Eigenvalues of 1 have no inverse and are omitted.
  const VectorXd target = root_.row(coefficient).transpose();
  double variance = 0;
  double trace = 0;
  double squares = 0;
  MatrixXd outer = MatrixXd::Zero(columns, columns);
  for (Index c = 0; c < count; ++c) {
    const MatrixXd& cross = crosses[static_cast<std::size_t>(c)];
    const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(cross);
    const VectorXd factors = eigen.eigenvalues().unaryExpr([](double value) {
      return 1 - value > kLeverageRounding ? 1 / std::sqrt(1 - value) : 0.0;
    });
    const VectorXd corrected =
        eigen.eigenvectors() * (factors.asDiagonal() * (eigen.eigenvectors().transpose() * target));
    const double score = corrected.dot(sums.col(c));
    variance += score * score;
    const VectorXd image = cross * corrected;
    const double diagonal = corrected.dot(image);
    const double norm = image.squaredNorm();
    trace += diagonal - norm;
    squares += diagonal * diagonal - 2 * diagonal * norm;
    outer.noalias() += image * image.transpose();
  }
  squares += outer.squaredNorm();
  return {variance, std::max(1.0, trace * trace / squares)};
}

}  // namespace fairwasm::amounts
