// SPDX-License-Identifier: Apache-2.0
//
// Optimal transport: the minimum cost of transforming one distribution of mass into another (earth
// mover's or Wasserstein-1 distance; Kantorovich 1942).
#pragma once

#include <span>
#include <vector>

#include "fairwasm/individual/matrix.hpp"

namespace fairwasm::individual {

// Returns the Wasserstein-1 distance on the line between masses[i] at positions[i] and
// otherMasses[j] at otherPositions[j]: the area between the distribution functions. Both masses
// must have the same sum. In [0, inf).
double wasserstein1(std::span<const double> positions, std::span<const double> masses,
                    std::span<const double> otherPositions, std::span<const double> otherMasses);

// Returns the minimum sum of flow * cost that moves `supply` (one mass per row of `cost`) to
// `demand` (one per column), exactly, by successive shortest paths. Masses must be >= 0; an excess
// on one side, due to rounding, is not moved. O((r + c) r c) in practice. Throws kShapeMismatch,
// kInvalidArgument for a cost that is not finite, and kTooLarge for more than 2^24 costs.
double transportCost(std::span<const double> supply, std::span<const double> demand,
                     const Matrix& cost);

// Returns the distance between two columns as AIF360 interprets them: each value is a mass and,
// after division by the sum, also a position. If a value is negative, the minimum is first
// subtracted from all values of both columns. If a column sums to 0, the distance is 0. Without
// `cost`, masses move on the line; otherwise, moving from row i of `a` to row j of `b` costs
// cost(i, j). In [0, inf).
double columnDistance(std::span<const double> a, std::span<const double> b, const Matrix* cost);

}  // namespace fairwasm::individual
