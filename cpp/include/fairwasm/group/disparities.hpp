// SPDX-License-Identifier: Apache-2.0
//
// Comparisons of an unprivileged group with a privileged one. A disparity specifies the compared
// rates and the kind of comparison, which determine its value and its confidence interval. It is
// NaN if a required rate is undefined.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "fairwasm/group/rate_intervals.hpp"
#include "fairwasm/group/rates.hpp"
#include "fairwasm/uncertainty/power.hpp"

namespace fairwasm::group {

enum class Comparison {
  kDifference,              // u - p
  kRatio,                   // u / p
  kMeanDifference,          // mean of two differences, which can cancel
  kMeanAbsoluteDifference,  // mean of two absolute differences
  kLargestDifference,       // larger of two absolute differences
};

struct Disparity {
  std::string_view name;
  Comparison comparison;
  std::size_t rate;   // index in kRates
  std::size_t other;  // index of the second rate; equal to `rate` if there is only one

  constexpr Disparity(std::string_view of, Comparison how, std::string_view rateName)
      : name(of), comparison(how), rate(rateIndex(rateName)), other(rate) {}
  constexpr Disparity(std::string_view of, Comparison how, std::string_view rateName,
                      std::string_view otherName)
      : name(of), comparison(how), rate(rateIndex(rateName)), other(rateIndex(otherName)) {}
};

// Names and definitions are those of AIF360. Differences are in [-1, 1] with 0 for parity; absolute
// differences are in [0, 1]. Ratios are in [0, inf) with 1 for parity, and infinite if only the
// privileged group's rate is 0.
inline constexpr std::array kDisparities = std::to_array<Disparity>({
    {"statisticalParityDifference", Comparison::kDifference, "selectionRate"},
    {"disparateImpact", Comparison::kRatio, "selectionRate"},
    // Hardt et al. 2016.
    {"equalOpportunityDifference", Comparison::kDifference, "truePositiveRate"},
    {"averageOddsDifference", Comparison::kMeanDifference, "falsePositiveRate", "truePositiveRate"},
    {"averageAbsOddsDifference", Comparison::kMeanAbsoluteDifference, "falsePositiveRate",
     "truePositiveRate"},
    {"equalizedOddsDifference", Comparison::kLargestDifference, "falsePositiveRate",
     "truePositiveRate"},
    // Compares the mean scores of actual negatives and of actual positives.
    {"generalizedEqualizedOddsDifference", Comparison::kLargestDifference,
     "generalizedFalsePositiveRate", "generalizedTruePositiveRate"},
    {"averagePredictiveValueDifference", Comparison::kMeanDifference, "positivePredictiveValue",
     "falseOmissionRate"},
    {"falsePositiveRateDifference", Comparison::kDifference, "falsePositiveRate"},
    {"falseNegativeRateDifference", Comparison::kDifference, "falseNegativeRate"},
    {"falseDiscoveryRateDifference", Comparison::kDifference, "falseDiscoveryRate"},
    {"falseOmissionRateDifference", Comparison::kDifference, "falseOmissionRate"},
    {"errorRateDifference", Comparison::kDifference, "errorRate"},
    {"falsePositiveRateRatio", Comparison::kRatio, "falsePositiveRate"},
    {"falseNegativeRateRatio", Comparison::kRatio, "falseNegativeRate"},
    {"falseDiscoveryRateRatio", Comparison::kRatio, "falseDiscoveryRate"},
    {"falseOmissionRateRatio", Comparison::kRatio, "falseOmissionRate"},
    {"errorRateRatio", Comparison::kRatio, "errorRate"},
});

double evaluate(const Disparity& disparity, const Counts& unprivileged, const Counts& privileged);

// Returns the interval at `confidence`, for disjoint groups. Differences have Newcombe's interval
// and ratios the corresponding one; both include equality whenever disparityTest() does not reject
// it. Intervals for two rates are combined from these, since the rates are proportions of different
// rows. Largest and mean absolute differences are nonnegative, so the intervals of both differences
// must hold jointly; the result includes 0 if both intervals do. `between` is the sum, over
// clusters with rows in both groups, of products of their base sums in the unprivileged and the
// privileged group.
uncertainty::Interval disparityInterval(const Disparity& disparity, const Counts& unprivileged,
                                        const Counts& privileged, double confidence,
                                        const Products& between = {});

// Returns a rate of one group minus that of the other, with the same interval at the normal
// quantile `z`.
uncertainty::Bounded boundedDifference(const Rate& rate, const Counts& one, const Counts& other,
                                       double z, const Products& between = {});

// Returns the p-value for equal rates of two groups, for rates that are proportions: 1 minus the
// confidence level at which the interval of the difference first includes 0. For whole counts, it
// is at least the mid-p-value of Fisher's exact test or, for many rows, the p-value of the
// chi-squared test, and the interval includes 0 whenever these tests do not reject. NaN for rates
// that are not proportions of rows.
double rateDifferenceTest(const Rate& rate, const Counts& one, const Counts& other,
                          const Products& between = {});

// Returns the minimum detectable difference of the two groups' rate, in either direction, if the
// rate of `other` is `expected` (see uncertainty/power.hpp). NaN for rates that are not proportions
// of rows.
uncertainty::Detectable minimumDetectableDifference(const Rate& rate, const Counts& one,
                                                    const Counts& other, double expected,
                                                    double confidence,
                                                    const Products& between = {});

// Returns the p-value for no disparity. With one rate, it is that of the rate. For the larger and
// the mean absolute difference, the hypothesis is that both rates are equal (Šidák 1967), tested by
// the joint intervals. The p-value is at most 1 - confidence exactly if disparityInterval()
// excludes equality. NaN for means of two differences, which can cancel, and for rates that are not
// proportions of rows.
double disparityTest(const Disparity& disparity, const Counts& unprivileged,
                     const Counts& privileged, const Products& between = {});

// Returns all kDisparities of each group against the reference: (group, disparity).
std::vector<double> disparities(std::span<const Counts> groups, const Counts& reference);

// Returns the indices in kRates of the compared rates.
std::vector<std::uint32_t> computeRates(const Disparity& disparity);

}  // namespace fairwasm::group
