// SPDX-License-Identifier: Apache-2.0
//
// Distances between two weighted distributions of numbers, such as the scores or errors of two
// groups.
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
  // Integral of |F - G|, in the unit of the numbers, 0 or more: Wasserstein distance (Kantorovich
  // 1942).
  double wasserstein;
};

// Returns the distances between rows in ascending order. NaN if a side has no weight.
DistributionDistance distance(std::span<const WeightedScore> one,
                              std::span<const WeightedScore> other);

// Returns, for each share in [0, 1], the smallest number for which the weight of the rows at or
// below it reaches that share: the inverse of the distribution function (Hyndman and Fan's type 1).
// Rows must be in ascending order. NaN without weight.
std::vector<double> weightedQuantiles(std::span<const WeightedScore> sorted,
                                      std::span<const double> shares);

// Merges two sorted lists.
std::vector<WeightedScore> mergeSorted(std::span<const WeightedScore> one,
                                       std::span<const WeightedScore> other);

// Returns the distances of all pairs of groups, the first group with all after it, then the second,
// and so on; then the distances between each group and all other rows. NaN like distance(). Each
// list must be sorted.
std::vector<DistributionDistance> groupDistances(
    std::span<const std::vector<WeightedScore>> groups);

// Selects the rows of a distribution by their outcome.
enum class OutcomeKind : std::uint8_t { kAny, kNegative, kPositive };
constexpr auto getNames(OutcomeKind) {
  return makeNames<OutcomeKind>("outcome", {{"any", OutcomeKind::kAny},
                                            {"negative", OutcomeKind::kNegative},
                                            {"positive", OutcomeKind::kPositive}});
}
// Returns one sorted list per group.
std::vector<std::vector<WeightedScore>> computeScores(std::span<const OutcomeScores> groups,
                                                      OutcomeKind outcome);

}  // namespace fairwasm::scores
