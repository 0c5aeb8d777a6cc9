// SPDX-License-Identifier: Apache-2.0
//
// Nearest neighbors of every row among all rows, exactly: by Euclidean distance in float64, and by
// the lower row number where distances are equal. A row is its own neighbor, at distance 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "fairwasm/individual/matrix.hpp"

namespace fairwasm::individual {

// `rows` are equal in every feature, so they share `neighbors`: `count` row numbers, nearest first.
using NeighborVisitor = std::function<void(std::span<const std::uint32_t> rows,
                                           std::span<const std::uint32_t> neighbors)>;

// Calls `visit` once for every distinct row. Throws kInvalidArgument where `count` is not in 1 …
// rows or a feature's magnitude is beyond 1e150 (its square would overflow).
void visitNeighbors(const Matrix& features, std::size_t count, const NeighborVisitor& visit);

}  // namespace fairwasm::individual
