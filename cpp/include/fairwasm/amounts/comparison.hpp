// SPDX-License-Identifier: Apache-2.0
//
// Groups compared with a reference group by amounts for which there is no true value: means,
// medians, geometric means, and quantiles, and the probability that a member of one group has more
// than a member of the other.
#pragma once

#include <string>
#include <vector>

#include "fairwasm/amounts/sample.hpp"

namespace fairwasm::amounts {

// A value with its interval, the interval at the joint level, the p-value against equality, and the
// degrees of freedom of its standard error. All but the value are NaN if they are undefined.
struct Estimated {
  double value = kNaN;
  double low = kNaN;
  double high = kNaN;
  double jointLow = kNaN;
  double jointHigh = kNaN;
  double pValue = kNaN;
  double degrees = kNaN;
};

// A group g compared with the reference r by one statistic T. Gap and ratio are undefined unless
// T_r > 0.
struct Gap {
  Estimated gap;         // (T_r - T_g) / T_r: positive if the group has less
  Estimated difference;  // T_g - T_r
  Estimated ratio;       // T_g / T_r
};

struct GroupSummary {
  std::string name;
  double rows;
  double weight;
  double clusters;  // NaN without clusters
  double smallest;
  double largest;
  double notPositive;  // rows with values of 0 or less
  Estimated mean;
  Estimated median;
  Estimated geometricMean;  // undefined if a value is 0 or less
  std::vector<Estimated> quantiles;
};

struct Comparison {
  std::string name;
  Gap mean;
  Gap median;
  Gap geometricMean;
  std::vector<Gap> quantiles;
  Estimated probabilityAbove;  // P(x_g > x_r) + P(x_g = x_r) / 2
  double mannWhitneyU;         // NaN with weights or clusters
  double mannWhitneyPValue;    // tests equal distributions, not equal medians
  bool isSkewed;               // the skewness of the difference of means distorts its interval
  bool isUnbalanced;           // fewer than 20 rows compared with five times as many
};

// The levels of intervals: each by itself, and jointly.
struct Levels {
  double confidence;
  double joint;
};

GroupSummary summarize(std::string name, const Sample& sorted,
                       std::span<const double> probabilities, const Levels& levels);

Comparison compare(std::string name, const Sample& sorted, const Sample& sortedReference,
                   std::span<const double> probabilities, const Levels& levels);

}  // namespace fairwasm::amounts
