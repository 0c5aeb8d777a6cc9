// SPDX-License-Identifier: Apache-2.0
//
// Confidence intervals for statistics of clustered rows from the jackknife: the variation of the
// statistic if each cluster is omitted. It applies to every smooth function of sums over rows,
// such as means, AUC, and differences between groups, which may share clusters.
//
// With two clusterings, such as items and templates, V = V1 + V2 - V12, where V12 is the variance
// with clusters of rows that are equal in both (Cameron, Gelbach, Miller 2011).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::uncertainty {

// Kinds of statistics, which determine the shape of the interval.
enum class Statistic : std::uint8_t {
  kSigned,     // of either sign: Student's interval
  kPositive,   // 0 or more: Student's interval for the logarithm
  kSkewed,     // a mean of squares or absolute values: the same, extended upward
  kAtMostOne,  // Student's interval for the logarithm of 1 - value
  kShare,      // in [0, 1]: Wilson's interval at the number of trials with the same variance
};
constexpr auto getNames(Statistic) {
  return makeNames<Statistic>("statistic", {{"signed", Statistic::kSigned},
                                            {"positive", Statistic::kPositive},
                                            {"skewed", Statistic::kSkewed},
                                            {"atMostOne", Statistic::kAtMostOne},
                                            {"share", Statistic::kShare}});
}

// An interval with its clusters. Unknown numbers are NaN.
struct ClusteredInterval {
  double low;
  double high;
  // The p-value for the value 0 of a signed statistic, or 1 of a positive one; agrees with the
  // interval.
  double pValue;
  double degrees;   // of freedom
  double clusters;  // that the statistic depends on
  double largest;   // share of the variance that one cluster accounts for
};

// Returns the interval from replicates: for each clustering, the statistic without each of the
// clusters, or without each of some sets of clusters. `counts` contains the number of replicates of
// one clustering; or of two, and of their intersection.
//
// The variance is (m - 1) / m sum (replicate - value)^2 over the m clusters that the statistic
// depends on. It has m - 1 degrees of freedom, or fewer if a few clusters account for most of it:
// 2 m / (kurtosis - 1). A sample without the rare clusters of large errors underestimates a mean of
// squares and its error together, so intervals of kSkewed reach 1 + 5 g / m times as far up as
// down, where g is the skewness of the clusters' influences if it is positive. The factor was
// chosen by simulation. The interval is NaN if there are fewer than two such clusters, or if a
// replicate is undefined. Throws kInvalidArgument for a confidence outside (0, 1), and
// kShapeMismatch for other counts.
ClusteredInterval clusteredInterval(double value, std::span<const double> replicates,
                                    std::span<const std::uint32_t> counts, Statistic statistic,
                                    double confidence);

}  // namespace fairwasm::uncertainty
