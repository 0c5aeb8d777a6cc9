// SPDX-License-Identifier: Apache-2.0
//
// Optimal transport: the least cost of turning one distribution of mass into another (the earth
// mover's or Wasserstein-1 distance; Kantorovich 1942).
#pragma once

#include <span>
#include <vector>

#include "fairwasm/individual/matrix.hpp"

namespace fairwasm::individual {

// The Wasserstein-1 distance on the line between masses[i] at positions[i] and otherMasses[j] at
// otherPositions[j]: the area between the two distribution functions. Both masses must have the
// same sum. In [0, inf).
double wasserstein1(std::span<const double> positions, std::span<const double> masses,
                    std::span<const double> otherPositions, std::span<const double> otherMasses);

// The least sum of flow * cost that moves `supply` (one mass a row of `cost`) to `demand` (one a
// column), exactly, by successive shortest paths. Masses must be >= 0; what one side has more than
// the other, through rounding, stays where it is. O((r + c) r c) in practice. Throws
// kShapeMismatch, kInvalidArgument for a cost that is not finite, kTooLarge for more than 2^24
// costs.
double transportCost(std::span<const double> supply, std::span<const double> demand,
                     const Matrix& cost);

// AIF360's reading of two columns as distributions: each value is both a mass and, once all of them
// are divided by their sum, a position. Where a value is negative, all of both columns are raised
// by the least one first. A column that sums to 0 has no mass to move: 0. Without `cost` the masses
// move on the line; with it, at cost(i, j) from row i of `a` to row j of `b`. In [0, inf).
double columnDistance(std::span<const double> a, std::span<const double> b, const Matrix* cost);

}  // namespace fairwasm::individual
