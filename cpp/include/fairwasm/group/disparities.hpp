// SPDX-License-Identifier: Apache-2.0
//
// What compares two groups: an unprivileged one with a privileged one. A disparity says which rates
// are compared and how; its value and its interval follow from that. It is NaN where a rate that it
// needs is undefined.
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
  kMeanDifference,          // mean of two differences, which can hide each other
  kMeanAbsoluteDifference,  // mean of their magnitudes
  kLargestDifference,       // the larger of their magnitudes
};

struct Disparity {
  std::string_view name;
  Comparison comparison;
  std::size_t rate;   // place in kRates
  std::size_t other;  // of the second rate; the same where there is only one

  constexpr Disparity(std::string_view of, Comparison how, std::string_view rateName)
      : name(of), comparison(how), rate(rateIndex(rateName)), other(rate) {}
  constexpr Disparity(std::string_view of, Comparison how, std::string_view rateName,
                      std::string_view otherName)
      : name(of), comparison(how), rate(rateIndex(rateName)), other(rateIndex(otherName)) {}
};

// Names and definitions as in AIF360. Differences are in [-1, 1] with 0 for parity, those of
// absolute differences in [0, 1]; ratios are in [0, inf) with 1 for parity, and infinite where only
// the privileged group's rate is 0.
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
    // Of the mean scores of actual negatives and of actual positives.
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

// At `confidence`, for groups that have no rows in common: Newcombe's interval of a difference, the
// corresponding one of a ratio, each of which reaches equality wherever disparityTest() does not
// reject it; and what follows from them for two rates, which are shares of
// different rows. Largest and mean absolute differences cannot be negative: both differences'
// intervals hold together, so that the interval reaches 0 wherever none of them leaves it out.
// `between`: where persons have rows in both groups, the sum over them of products of their base
// sums in the unprivileged and in the privileged one.
uncertainty::Interval disparityInterval(const Disparity& disparity, const Counts& unprivileged,
                                        const Counts& privileged, double confidence,
                                        const Products& between = {});

// A rate of one group less that of the other, with the same interval at the normal quantile `z`.
uncertainty::Bounded boundedDifference(const Rate& rate, const Counts& one, const Counts& other,
                                       double z, const Products& between = {});

// p-value that the two groups have the same rate, of a share: 1 less the confidence at which the
// interval of the difference first reaches 0; of whole counts at least the mid-p-value of Fisher's
// exact test, or, of many rows, the p-value of the chi-squared test, and the interval reaches 0
// wherever these do not reject. NaN for what is no share of rows.
double rateDifferenceTest(const Rate& rate, const Counts& one, const Counts& other,
                          const Products& between = {});

// The minimum detectable difference of the two groups' rate, in either direction, if that of
// `other` is `expected`: uncertainty/power.hpp. NaN for what is no share of rows.
uncertainty::Detectable minimumDetectableDifference(const Rate& rate, const Counts& one,
                                                    const Counts& other, double expected,
                                                    double confidence,
                                                    const Products& between = {});

// p-value that there is no disparity: that of the one rate; of the larger and the mean of two
// magnitudes, that both rates are equal (Šidák 1967), from the intervals that hold together. It is
// at most 1 - confidence exactly where disparityInterval() leaves out equality. NaN for means of
// two differences, which can cancel, and for what is no share of rows.
double disparityTest(const Disparity& disparity, const Counts& unprivileged,
                     const Counts& privileged, const Products& between = {});

// (group, disparity): every one of kDisparities, each group against the reference.
std::vector<double> disparities(std::span<const Counts> groups, const Counts& reference);

// Places in kRates of the rates that it compares.
std::vector<std::uint32_t> ratesOf(const Disparity& disparity);

}  // namespace fairwasm::group
