// SPDX-License-Identifier: Apache-2.0
//
// Exact nearest neighbors of every row among all rows, by Euclidean distance in float64. Ties are
// resolved in favor of the lower row number. A row is its own neighbor, at distance 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "fairwasm/individual/matrix.hpp"

namespace fairwasm::individual {

// `rows` are equal in all features, so they share `neighbors`: `count` row numbers, nearest first.
using NeighborVisitor = std::function<void(std::span<const std::uint32_t> rows,
                                           std::span<const std::uint32_t> neighbors)>;

// Calls `visit` once for every distinct row. Throws kInvalidArgument unless `count` is in 1 … rows,
// and for a feature with magnitude above 1e150 (its square would overflow).
void visitNeighbors(const Matrix& features, std::size_t count, const NeighborVisitor& visit);

}  // namespace fairwasm::individual
