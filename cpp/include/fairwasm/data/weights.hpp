// SPDX-License-Identifier: Apache-2.0
//
// Validation of a column of nonnegative weights.
#pragma once

#include <cstddef>
#include <span>

namespace fairwasm::data {

// Heavier rows are rejected, so that products of two sums of weights are finite.
inline constexpr double kMaxWeight = 1e100;

// Throws kShapeMismatch unless there is one weight per row, and kInvalidArgument with the row for a
// weight outside [0, kMaxWeight].
void requireWeights(std::span<const double> weights, std::size_t rows);

}  // namespace fairwasm::data
