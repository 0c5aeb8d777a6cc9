// SPDX-License-Identifier: Apache-2.0
//
// Precision of two means, and of linear combinations of both.
#pragma once

#include <vector>

#include "fairwasm/amounts/sample.hpp"

namespace fairwasm::amounts {

// The mean of a sample, its variance, and the third central moment of a row.
struct Moments {
  double mean;
  double variance;  // of the mean; without clusters
  double third;
  double rows;
};
Moments computeMoments(const Sample& sample);

// The means of a group and of the reference, and the covariance of both. Without clusters, the
// variance of each is n / (n - 1) sum w^2 (x - m)^2 / (sum w)^2, and degrees of freedom are Welch's
// (1947). With clusters, covariances are the bias-reduced ones (CR2) of the regression on
// indicators of both groups, and degrees of freedom Satterthwaite's (Bell and McCaffrey 2002;
// Pustejovsky and Tipton 2018), for weights that are inverse to variances.
class TwoMeans {
 public:
  TwoMeans(const Sample& group, const Sample& reference);

  [[nodiscard]] double group() const { return group_.mean; }
  [[nodiscard]] double reference() const { return reference_.mean; }
  [[nodiscard]] double groupVariance() const { return groupVariance_; }
  [[nodiscard]] double referenceVariance() const { return referenceVariance_; }
  [[nodiscard]] double covariance() const { return covariance_; }

  // Returns the variance, and the degrees of freedom of the variance, of group - factor *
  // reference.
  [[nodiscard]] double variance(double factor) const;
  [[nodiscard]] double degrees(double factor) const;

 private:
  // The part of a cluster in a sample.
  struct Part {
    double size = 0;   // proportion of the sample's weight
    double score = 0;  // corrected sum of deviations, divided by the sample's weight
  };
  using Parts = std::vector<Part>;

  Moments group_;
  Moments reference_;
  double groupVariance_;
  double referenceVariance_;
  double covariance_ = 0;
  double groupWeight_;
  double referenceWeight_;
  Parts groupParts_;  // by cluster of either sample; empty without clusters
  Parts referenceParts_;
};

// Returns the variance of the mean of one sample and its degrees of freedom.
struct MeanPrecision {
  double variance;
  double degrees;
};
MeanPrecision computePrecision(const Sample& sample);

}  // namespace fairwasm::amounts
