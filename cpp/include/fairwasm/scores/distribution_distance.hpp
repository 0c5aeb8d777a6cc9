// SPDX-License-Identifier: Apache-2.0
//
// How far two weighted distributions of numbers lie apart: scores or errors of two groups.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/scores/score_rows.hpp"

namespace fairwasm::scores {

struct DistributionDistance {
  // max |F - G| over all numbers, in [0, 1]: Kolmogorov 1933, Smirnov 1939.
  double kolmogorovSmirnov;
  // Integral of |F - G|, in the numbers' own unit, 0 or more: Wasserstein's (Kantorovich 1942).
  double wasserstein;
};

// Of rows in ascending order. NaN where a side weighs nothing.
DistributionDistance distance(std::span<const WeightedScore> one,
                              std::span<const WeightedScore> other);

// The least number at or below which so large a share of the weight lies, for each share in [0, 1],
// of rows in ascending order: an inverse of the distribution function (Hyndman and Fan's type 1).
// NaN where nothing weighs.
std::vector<double> weightedQuantiles(std::span<const WeightedScore> sorted,
                                      std::span<const double> shares);

// Two sorted lists as one.
std::vector<WeightedScore> mergeSorted(std::span<const WeightedScore> one,
                                       std::span<const WeightedScore> other);

// Of every two groups, the first with all after it, then the second and so on; and then of each
// group against all other rows. NaN as distance(). Each list is sorted.
std::vector<DistributionDistance> groupDistances(
    std::span<const std::vector<WeightedScore>> groups);

// Which rows a distribution is of.
enum class OutcomeKind : std::uint8_t { kAny, kNegative, kPositive };
constexpr auto namesOf(OutcomeKind) {
  return makeNames<OutcomeKind>("outcome", {{"any", OutcomeKind::kAny},
                                            {"negative", OutcomeKind::kNegative},
                                            {"positive", OutcomeKind::kPositive}});
}
// Of sorted groups, each as one sorted list.
std::vector<std::vector<WeightedScore>> scoresOf(std::span<const OutcomeScores> groups,
                                                 OutcomeKind outcome);

}  // namespace fairwasm::scores
