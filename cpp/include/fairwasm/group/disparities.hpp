// SPDX-License-Identifier: Apache-2.0
//
// What compares two groups: an unprivileged one with a privileged one. Each disparity is a function
// of the two groups' confusion counts, and NaN where a rate that it needs is undefined.
#pragma once

#include <array>
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

inline constexpr auto kFalsePositiveRateDifference = rateDifference<rateIndex("falsePositiveRate")>;
inline constexpr auto kTruePositiveRateDifference = rateDifference<rateIndex("truePositiveRate")>;

}  // namespace internal

// Names and definitions as in AIF360.
inline constexpr std::array kDisparities = std::to_array<Disparity>({
    // Difference of selection rates, in [-1, 1]; 0 is parity.
    {"statisticalParityDifference", internal::rateDifference<rateIndex("selectionRate")>},
    // Ratio of selection rates, in [0, inf); 1 is parity; infinite where only the privileged
    // group's is 0.
    {"disparateImpact", internal::rateRatio<rateIndex("selectionRate")>},
    // Difference of true positive rates, in [-1, 1]; 0 is parity (Hardt et al. 2016).
    {"equalOpportunityDifference", internal::kTruePositiveRateDifference},
    // Mean of the differences of false and of true positive rates, in [-1, 1]; 0 is parity, but two
    // differences of opposite sign can hide each other.
    {"averageOddsDifference",
     [](const Counts& unprivileged, const Counts& privileged) {
       return 0.5 * (internal::kFalsePositiveRateDifference(unprivileged, privileged) +
                     internal::kTruePositiveRateDifference(unprivileged, privileged));
     }},
});

}  // namespace fairwasm
