// SPDX-License-Identifier: Apache-2.0
//
// Ordinary least squares with robust variances.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <vector>

namespace fairwasm::amounts {

class LeastSquares {
 public:
  // Returns no fit if there are no more rows than columns, or if columns are collinear.
  static std::optional<LeastSquares> fit(const Eigen::MatrixXd& columns,
                                         const Eigen::VectorXd& outcome);

  [[nodiscard]] const Eigen::VectorXd& coefficients() const { return coefficients_; }
  [[nodiscard]] double degrees() const;
  [[nodiscard]] double largestLeverage() const { return leverages_.maxCoeff(); }

  // Returns the covariance HC3 (MacKinnon and White 1985); NaN if a row has leverage 1.
  [[nodiscard]] Eigen::MatrixXd robustCovariance() const;

  // The variance CR2 of one coefficient, and Satterthwaite's degrees of freedom.
  struct Clustered {
    double variance;
    double degrees;
  };
  [[nodiscard]] Clustered clustered(Eigen::Index coefficient,
                                    const std::vector<std::uint32_t>& clusters) const;

 private:
  LeastSquares() = default;

  Eigen::VectorXd coefficients_;
  Eigen::VectorXd residuals_;
  Eigen::VectorXd leverages_;
  Eigen::MatrixXd whitened_;  // X L with L L' = (X'X)^-1, so that the hat matrix is its square
  Eigen::MatrixXd root_;      // L
};

}  // namespace fairwasm::amounts
