// SPDX-License-Identifier: Apache-2.0
#include "moments.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::amounts {
namespace {

// The code of each cluster of both samples.
std::unordered_map<std::uint64_t, std::size_t> encodeClusters(const Sample& group,
                                                              const Sample& reference) {
  std::unordered_map<std::uint64_t, std::size_t> codes;
  for (const Sample* sample : {&group, &reference}) {
    for (const std::uint64_t cluster : sample->clusters) codes.try_emplace(cluster, codes.size());
  }
  return codes;
}

double square(double x) { return x * x; }

}  // namespace

Moments computeMoments(const Sample& sample) {
  const double mean = computeMean(sample);
  const double total = sample.totalWeight();
  double squares = 0;
  double cubes = 0;
  for (std::size_t row = 0; row < sample.size(); ++row) {
    const double distance = sample.values[row] - mean;
    squares += square(sample.weight(row) * distance);
    cubes += sample.weight(row) * distance * distance * distance;
  }
  const double rows = sample.rows();
  // Equal values have no variance, also if their mean is rounded.
  const bool isConstant =
      std::ranges::adjacent_find(sample.values, std::not_equal_to<>()) == sample.values.end();
  const double variance =
      rows < 2 ? kNaN : (isConstant ? 0 : rows / (rows - 1) * squares / square(total));
  return {mean, variance, cubes / total, rows};
}

TwoMeans::TwoMeans(const Sample& group, const Sample& reference)
    : group_(computeMoments(group)),
      reference_(computeMoments(reference)),
      groupVariance_(group_.variance),
      referenceVariance_(reference_.variance),
      groupWeight_(group.totalWeight()),
      referenceWeight_(reference.totalWeight()) {
  if (group.clusters.empty() && reference.clusters.empty()) return;
  const auto codes = encodeClusters(group, reference);
  const auto collect = [&](const Sample& sample, const Moments& moments) {
    Parts parts(codes.size());
    const double total = sample.totalWeight();
    for (std::size_t row = 0; row < sample.size(); ++row) {
      Part& part = parts[codes.at(sample.clusters[row])];
      part.size += sample.weight(row) / total;
      part.score += sample.weight(row) * (sample.values[row] - moments.mean) / total;
    }
    // A cluster with all rows determines the mean, so that its deviation is always 0.
    constexpr double kAll = 1 - 1e-12;
    for (Part& part : parts) {
      part.score = part.size > kAll ? kNaN : part.score / std::sqrt(1 - part.size);
    }
    return parts;
  };
  groupParts_ = collect(group, group_);
  referenceParts_ = collect(reference, reference_);
  groupVariance_ = referenceVariance_ = covariance_ = 0;
  for (std::size_t c = 0; c < codes.size(); ++c) {
    groupVariance_ += square(groupParts_[c].score);
    referenceVariance_ += square(referenceParts_[c].score);
    covariance_ += groupParts_[c].score * referenceParts_[c].score;
  }
}

double TwoMeans::variance(double factor) const {
  const double ofReference = factor == 0 ? 0 : square(factor) * referenceVariance_;
  return groupVariance_ - (factor == 0 ? 0 : 2 * factor * covariance_) + ofReference;
}

double TwoMeans::degrees(double factor) const {
  if (groupParts_.empty()) {
    const double ofGroup = groupVariance_;
    const double ofReference = factor == 0 ? 0 : square(factor) * referenceVariance_;
    const double each = square(ofGroup) / (group_.rows - 1) +
                        (factor == 0 ? 0 : square(ofReference) / (reference_.rows - 1));
    return square(ofGroup + ofReference) / each;
  }
  // The variance is a quadratic form of the rows, whose matrix in terms of clusters is a diagonal
  // less one outer product per sample, if all rows have the same variance.
  double trace = 0;
  double squares = 0;
  double groupNorm = 0;
  double referenceNorm = 0;
  double product = 0;
  for (std::size_t c = 0; c < groupParts_.size(); ++c) {
    const double g = groupParts_[c].size;
    const double r = referenceParts_[c].size;
    const double ofGroup = g / (1 - g) / groupWeight_;
    const double ofReference = square(factor) * r / (1 - r) / referenceWeight_;
    const double diagonal = ofGroup + ofReference;
    const double outerGroup = g * ofGroup;
    const double outerReference = r * ofReference;
    trace += diagonal - outerGroup - outerReference;
    squares += square(diagonal) - 2 * diagonal * (outerGroup + outerReference);
    groupNorm += outerGroup;
    referenceNorm += outerReference;
    product += std::sqrt(outerGroup * outerReference);
  }
  squares += square(groupNorm) + square(referenceNorm) + 2 * square(product);
  return std::max(1.0, square(trace) / squares);
}

MeanPrecision computePrecision(const Sample& sample) {
  const TwoMeans means(sample, sample);
  return {means.groupVariance(), means.degrees(0)};
}

}  // namespace fairwasm::amounts
