// SPDX-License-Identifier: Apache-2.0
//
// What compares two groups: an unprivileged one with a privileged one. Each disparity is a function
// of the two groups' confusion counts, and NaN where a rate that it needs is undefined.
#pragma once

#include <array>
#include <cmath>
#include <string_view>

#include "fairwasm/group/rates.hpp"

namespace fairwasm {

struct Disparity {
  std::string_view name;
  double (*value)(const Counts& unprivileged, const Counts& privileged);
};

namespace internal {

template <std::size_t Index>
double rateDifference(const Counts& unprivileged, const Counts& privileged) {
  return evaluate(kRates[Index], unprivileged) - evaluate(kRates[Index], privileged);
}

template <std::size_t Index>
double rateRatio(const Counts& unprivileged, const Counts& privileged) {
  return evaluate(kRates[Index], unprivileged) / evaluate(kRates[Index], privileged);
}

// Mean of two differences, which can hide each other where their signs differ.
template <std::size_t First, std::size_t Second>
double meanDifference(const Counts& unprivileged, const Counts& privileged) {
  return 0.5 * (rateDifference<First>(unprivileged, privileged) +
                rateDifference<Second>(unprivileged, privileged));
}

template <std::size_t First, std::size_t Second>
double meanAbsoluteDifference(const Counts& unprivileged, const Counts& privileged) {
  return 0.5 * (std::abs(rateDifference<First>(unprivileged, privileged)) +
                std::abs(rateDifference<Second>(unprivileged, privileged)));
}

// The larger of two absolute differences; NaN where either is.
template <std::size_t First, std::size_t Second>
double largestDifference(const Counts& unprivileged, const Counts& privileged) {
  const double first = std::abs(rateDifference<First>(unprivileged, privileged));
  const double second = std::abs(rateDifference<Second>(unprivileged, privileged));
  return std::isnan(first) || first > second ? first : second;
}

inline constexpr std::size_t kTpr = rateIndex("truePositiveRate");
inline constexpr std::size_t kFpr = rateIndex("falsePositiveRate");
inline constexpr std::size_t kFnr = rateIndex("falseNegativeRate");
inline constexpr std::size_t kPpv = rateIndex("positivePredictiveValue");
inline constexpr std::size_t kFdr = rateIndex("falseDiscoveryRate");
inline constexpr std::size_t kFor = rateIndex("falseOmissionRate");
inline constexpr std::size_t kError = rateIndex("errorRate");
inline constexpr std::size_t kGeneralizedTpr = rateIndex("generalizedTruePositiveRate");
inline constexpr std::size_t kGeneralizedFpr = rateIndex("generalizedFalsePositiveRate");

}  // namespace internal

// Names and definitions as in AIF360. Differences are in [-1, 1] with 0 for parity, those of
// absolute differences in [0, 1]; ratios are in [0, inf) with 1 for parity, and infinite where only
// the privileged group's rate is 0.
inline constexpr std::array kDisparities = std::to_array<Disparity>({
    // Difference and ratio of selection rates.
    {"statisticalParityDifference", internal::rateDifference<rateIndex("selectionRate")>},
    {"disparateImpact", internal::rateRatio<rateIndex("selectionRate")>},
    // Difference of true positive rates (Hardt et al. 2016).
    {"equalOpportunityDifference", internal::rateDifference<internal::kTpr>},
    // Mean of the differences of false and of true positive rates.
    {"averageOddsDifference", internal::meanDifference<internal::kFpr, internal::kTpr>},
    {"averageAbsOddsDifference", internal::meanAbsoluteDifference<internal::kFpr, internal::kTpr>},
    // The larger of the absolute differences of false and of true positive rates.
    {"equalizedOddsDifference", internal::largestDifference<internal::kFpr, internal::kTpr>},
    // The same of the mean scores of actual negatives and of actual positives.
    {"generalizedEqualizedOddsDifference",
     internal::largestDifference<internal::kGeneralizedFpr, internal::kGeneralizedTpr>},
    // Mean of the differences of positive predictive value and of false omission rate.
    {"averagePredictiveValueDifference", internal::meanDifference<internal::kPpv, internal::kFor>},
    {"falsePositiveRateDifference", internal::rateDifference<internal::kFpr>},
    {"falseNegativeRateDifference", internal::rateDifference<internal::kFnr>},
    {"falseDiscoveryRateDifference", internal::rateDifference<internal::kFdr>},
    {"falseOmissionRateDifference", internal::rateDifference<internal::kFor>},
    {"errorRateDifference", internal::rateDifference<internal::kError>},
    {"falsePositiveRateRatio", internal::rateRatio<internal::kFpr>},
    {"falseNegativeRateRatio", internal::rateRatio<internal::kFnr>},
    {"falseDiscoveryRateRatio", internal::rateRatio<internal::kFdr>},
    {"falseOmissionRateRatio", internal::rateRatio<internal::kFor>},
    {"errorRateRatio", internal::rateRatio<internal::kError>},
});

}  // namespace fairwasm
