// SPDX-License-Identifier: Apache-2.0
//
// The amounts of one group, such as hourly pay, and statistics of their distribution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::amounts {

// Amounts with their weights and clusters. All rows have weights, or none has; likewise clusters.
struct Sample {
  std::vector<double> values;
  std::vector<double> weights;
  std::vector<std::uint64_t> clusters;

  [[nodiscard]] std::size_t size() const { return values.size(); }
  [[nodiscard]] double rows() const { return static_cast<double>(values.size()); }
  [[nodiscard]] double weight(std::size_t row) const { return weights.empty() ? 1 : weights[row]; }
  [[nodiscard]] double totalWeight() const;

  void append(const Sample& other);

  // Orders rows by value, weight, and cluster, so that results do not depend on the order of rows.
  void sort();

  // Returns the rows with `newValues` as their values.
  [[nodiscard]] Sample with(std::vector<double> newValues) const;
};

// Returns the weighted mean; NaN without rows.
double computeMean(const Sample& sample);

// Returns the median of a sorted sample: the smallest x with F(x) > 1/2, averaged with the x at
// which F is exactly 1/2, if there is one. Other probabilities likewise (Hyndman and Fan's type 2).
// NaN without rows.
double stepQuantile(const Sample& sorted, double probability);

// Returns the quantile that reports use: the median; type 2 with weights; type 7 without.
double computeQuantile(const Sample& sorted, double probability);

// Returns the interval of a quantile between two order statistics of a sorted sample, whose ranks
// follow from the binomial distribution, with equal tails. No interval if the sample is too small,
// if weights differ, or if there are clusters.
uncertainty::Interval quantileInterval(const Sample& sorted, double probability, double confidence);

// True if every row has the same weight.
bool hasEqualWeights(const Sample& sample);

}  // namespace fairwasm::amounts
