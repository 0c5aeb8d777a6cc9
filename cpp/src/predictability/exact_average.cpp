// SPDX-License-Identifier: Apache-2.0
#include "exact_average.hpp"

#include <cmath>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::predictability::internal {
namespace {

// Uses differences from the first value, so that equal values have a variance of exactly 0.
double computeVariance(const std::vector<double>& values) {
  const double n = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) mean += (value - values[0]) / n;
  double sum = 0;
  for (const double value : values) {
    const double distance = value - values[0] - mean;
    sum += distance * distance;
  }
  return values.size() > 1 ? sum / (n - 1) : 0;
}

}  // namespace

void Average::take(const Draw& draw) {
  rows_ = draw.rows;
  columns_ = draw.columns;
  add(d_, draw.d);
  add(m_, draw.m);
  const double lambdaD = lambda(draw.d, 1);
  const double lambdaM = lambda(draw.m, 1);
  const double answers = rows_ * columns_;
  const double left = draw.variance / (answers * answers);
  // Uses the derivative of the leakage by lambda_D, which is -1 if it is not normalized.
  const double sum = lambdaD + lambdaM;
  const double slope = normalized_ ? 2 * lambdaM / (sum * sum) : 1;
  leftD_ += left;
  leftLeakage_ += slope * slope * left;
  lambdasD_.push_back(lambdaD);
  lambdasM_.push_back(lambdaM);
  leakages_.push_back(computeLeakage(lambdaD, lambdaM, normalized_));
}

ExactLeakage Average::result() const {
  const double draws = static_cast<double>(leakages_.size());
  const auto spread = [&](const std::vector<double>& drawn, double left) {
    const bool known = metric_ == Metric::kAccuracy;
    return known ? std::sqrt(computeVariance(drawn) + left / draws) : kNaN;
  };
  ExactLeakage exact;
  exact.lambdaD = lambda(d_, draws);
  exact.lambdaM = lambda(m_, draws);
  exact.leakage = computeLeakage(exact.lambdaD, exact.lambdaM, normalized_);
  exact.lambdaDSpread = spread(lambdasD_, leftD_);
  exact.lambdaMSpread = spread(lambdasM_, 0);
  exact.leakageSpread = spread(leakages_, leftLeakage_);
  exact.standardError = std::sqrt(computeVariance(leakages_) / draws);
  return exact;
}

double Average::lambda(const Losses& losses, double draws) const {
  if (metric_ == Metric::kAccuracy) {
    return losses.right / (draws * rows_ * columns_);
  }
  // The number of outputs was added to the losses.
  return rows_ * losses.outputs / (metric_ == Metric::kMse ? losses.square : losses.cross);
}

}  // namespace fairwasm::predictability::internal
