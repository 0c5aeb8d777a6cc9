// SPDX-License-Identifier: Apache-2.0
//
// The check of a column of weights, where rows may count more or less than once but never less than
// nothing.
#pragma once

#include <cstddef>
#include <span>

namespace fairwasm::data {

// Heavier rows are refused: products of two sums of weights stay finite.
inline constexpr double kMaxWeight = 1e100;

// Throws kShapeMismatch where there is not one weight a row, kInvalidArgument, with the row, for a
// weight that is not between 0 and kMaxWeight.
void requireWeights(std::span<const double> weights, std::size_t rows);

}  // namespace fairwasm::data
